"""The interface described: schemas for programs, and a page for people; both from the commands."""

from __future__ import annotations

from html import escape
from typing import Any

from accord.web.fields import Command, commands

__all__ = ["ERRORS", "body_of", "described", "job_body", "upload_body"]

ERROR = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "kind": {"type": "string", "description": "Name of the error."},
                "message": {
                    "type": "string",
                    "description": "What was found, where, and what to do about it.",
                },
                "option": {
                    "type": ["string", "null"],
                    "description": "The option at fault, if one is.",
                },
            },
        }
    },
}
ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "description": "The request cannot be carried out.",
        "content": {"application/json": {"schema": ERROR}},
    },
    "5XX": {
        "description": "The server could not carry it out.",
        "content": {"application/json": {"schema": ERROR}},
    },
}
FILE = {"type": "string", "format": "binary"}


def body_of(command: Command) -> dict[str, Any]:
    """Form of a command: its files and its options."""
    file: dict[str, Any] = {"type": "array", "items": FILE} if command.several else dict(FILE)
    file["description"] = "Files of ratings." if command.several else "A file of ratings."
    properties = {
        "file": file,
        **{name: field.schema() for name, field in command.fields.items()},
    }
    return _form(properties, ["file"])


def upload_body() -> dict[str, Any]:
    """Form of an upload."""
    return _form(
        {
            "file": {**FILE, "description": "A file of ratings, or else"},
            "text": {"type": "string", "description": "pasted ratings, or else"},
            "example": {"type": "string", "description": "the name of an example."},
            "name": {"type": "string", "description": "What to call pasted ratings."},
        },
        [],
    )


def job_body() -> dict[str, Any]:
    """JSON document that starts a job."""
    schema = {
        "type": "object",
        "required": ["command", "uploads"],
        "properties": {
            "command": {"type": "string", "enum": list(commands())},
            "uploads": {
                "type": "array",
                "items": {"type": "string"},
                "description": "What /api/uploads gave.",
            },
            "options": {
                "type": "object",
                "description": "Options by name; /api/options/{command} lists them.",
            },
        },
    }
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def _form(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": required}
    return {
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    }


def described(document: dict[str, Any]) -> str:
    """The interface as a page: every address with its fields."""
    parts = [
        f"<h2><code>{escape(method.upper())} {escape(path)}</code></h2>"
        f"<p>{escape(entry.get('summary', ''))}</p>{_fields(entry)}"
        for path, methods in document["paths"].items()
        for method, entry in methods.items()
    ]
    info = document["info"]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(info['title'])}</title>"
        '<link rel="stylesheet" href="/static/page.css"></head>'
        f'<body><main class="measure"><h1>{escape(info["title"])}</h1>'
        f"<p>{escape(info['description'])}</p>{''.join(parts)}</main></body></html>"
    )


def _fields(entry: dict[str, Any]) -> str:
    content = entry.get("requestBody", {}).get("content", {})
    rows = [
        f'<tr><th scope="row"><code>{escape(name)}</code></th><td>{escape(_kind(field))}</td>'
        f"<td>{escape(field.get('description', ''))}</td>"
        f"<td>{escape(str(field.get('default', '')))}</td></tr>"
        for form in content.values()
        for name, field in form["schema"]["properties"].items()
    ]
    if not rows:
        return ""
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("field", "type", "what", "default"))
    return f"<table><caption>{'; '.join(content)}</caption><tr>{heads}</tr>{''.join(rows)}</table>"


def _kind(field: dict[str, Any]) -> str:
    if field["type"] == "array":
        return f"{_kind(field['items'])}, repeatable"
    return "file" if field.get("format") == "binary" else str(field["type"])
