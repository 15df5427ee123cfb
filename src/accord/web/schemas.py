"""Schemas of the interface's requests and errors, derived from the commands."""

from __future__ import annotations

from typing import Any

from accord.web.fields import Command, load_commands

__all__ = ["ERRORS", "command_body", "job_body", "upload_body"]

ERROR = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "kind": {"type": "string", "description": "Name of the error."},
                "message": {
                    "type": "string",
                    "description": "The problem, its place and its remedy.",
                },
                "option": {
                    "type": ["string", "null"],
                    "description": "The option that caused the error, if one did.",
                },
            },
        }
    },
}
ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "description": "The request is not valid, or exceeds a limit.",
        "content": {"application/json": {"schema": ERROR}},
    },
    "5XX": {
        "description": "The server failed.",
        "content": {"application/json": {"schema": ERROR}},
    },
}
FILE = {"type": "string", "format": "binary"}


def command_body(command: Command) -> dict[str, Any]:
    """Return the schema of the form of a command: its files and its options."""
    if command.several:
        file = {"type": "array", "items": FILE, "description": "Files of ratings."}
    else:
        file = {**FILE, "description": "A file of ratings."}
    properties = {
        "file": file,
        **{name: field.schema() for name, field in command.fields.items()},
    }
    return _form(properties, ["file"])


def upload_body() -> dict[str, Any]:
    """Return the schema of the form of an upload, which has one of file, text and example."""
    return _form(
        {
            "file": {**FILE, "description": "A file of ratings."},
            "text": {"type": "string", "description": "Pasted ratings."},
            "example": {"type": "string", "description": "Name of a file of an example."},
            "name": {"type": "string", "description": "File name for pasted ratings."},
        },
        [],
    )


def job_body() -> dict[str, Any]:
    """Return the schema of the JSON document that starts a job."""
    schema = {
        "type": "object",
        "required": ["command", "uploads"],
        "properties": {
            "command": {
                "type": "string",
                "enum": list(load_commands()),
                "description": "Name of the command.",
            },
            "uploads": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Keys that /api/uploads returned.",
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
