"""Answers to requests that failed: JSON for programs, pages for people, and no secrets."""

import asyncio
import json
import re

import httpx
import pytest

from accord.web import api, pages
from accord.web.app import create_app
from accord.web.errors import describe_error
from accord.web.settings import ServerSettings
from helpers.serving import error_of, serving

SETTINGS = ServerSettings(token="secret-token")
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def served():
    with serving() as server:
        yield server
        assert server.log.read_text() == ""


def answer(folder, path, **headers):
    """What the application answers, without a server."""

    async def get():
        transport = httpx.ASGITransport(create_app(SETTINGS, folder), raise_app_exceptions=False)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://127.0.0.1:8765"
        ) as client:
            token = {"Authorization": f"Bearer {SETTINGS.token}"}
            return await client.get(path, headers={**token, **headers})

    return asyncio.run(get())


def fail(*_, **__):
    raise KeyError("a secret cell of the data")


def test_an_unexpected_error_has_a_number_and_tells_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(api, "list_choices", fail)
    response = answer(tmp_path, "/api/choices")
    error = error_of(response, 500)
    assert error["kind"] == "InternalError"
    number = re.search(r"KeyError in web/api.py, line \d+; error ([0-9a-f]{8})", error["message"])
    assert number
    log = capsys.readouterr().err
    assert f"error {number[1]}" in log
    for text in (log, response.text):
        assert "secret" not in text
        assert str(tmp_path) not in text
    assert response.headers["x-content-type-options"] == "nosniff"


def test_an_unexpected_error_of_the_page_is_a_page(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(pages, "list_choices", fail)
    response = answer(tmp_path, "/", **BROWSER)
    assert response.status_code == 500
    assert response.headers["content-type"].startswith("text/html")
    number = re.search(r"error ([0-9a-f]{8})", response.text)[1]
    assert number in capsys.readouterr().err
    assert "secret" not in response.text
    assert answer(tmp_path, "/").headers["content-type"] == "application/json"


def test_an_error_before_the_application_is_answered_as_well(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("accord.web.security._check_origin", fail)
    assert error_of(answer(tmp_path, "/api/choices"), 500)["kind"] == "InternalError"
    assert "web/security.py" not in capsys.readouterr().out


def test_unexpected_errors_of_jobs_have_a_number_as_well():
    try:
        {}["a secret cell"]
    except KeyError as error:
        facts = describe_error(error, {})
    assert facts["status"] == 500
    assert re.search(r"\(KeyError; error [0-9a-f]{8}\)", facts["message"])
    assert "secret" not in facts["message"]


@pytest.mark.parametrize("path", ["/nowhere", "/?token=wrong", "/static/nothing.js"])
def test_people_get_pages(served, path):
    page = served.client.get(path, headers=BROWSER)
    assert 400 <= page.status_code < 500
    assert page.headers["content-type"].startswith("text/html")
    assert "alert-text" in page.text
    data = served.client.get(path)
    assert data.headers["content-type"] == "application/json"
    assert error_of(data, page.status_code)


LONE = [
    {"command": "\ud800", "uploads": []},
    {"command": "report", "uploads": ["\ud800"]},
    {"options": {"\ud800": "x"}},
    {"options": {"\ud800\ud800": ["\ud800"]}},
    {"options": {"item": "\ud800"}},
    {"options": {"raters": ["a", "b\udfff"]}},
    {"options": {"weights": "\ud800"}},
    {"options": {"weights": "1,\ud800\n1,2"}},
    {"options": {"weights": [["\ud800"]]}},
    {"options": {"weights": {"\ud800": 1}}},
]


@pytest.mark.parametrize("order", LONE)
def test_lone_surrogates_are_refused_in_words(served, order):
    order = {"command": "report", "uploads": [served.upload("a,b\n1,1\n1,2\n")], **order}
    content = json.dumps(order)
    response = served.client.post(
        "/api/jobs", content=content, headers={"Content-Type": "application/json"}
    )
    assert response.status_code in (404, 422), response.text
    assert error_of(response, response.status_code)["message"]


def multipart(charset):
    part = f'Content-Disposition: form-data; name="text"\r\nContent-Type: text/plain; {charset}'
    return b"--b\r\n" + part.encode() + b"\r\n\r\na,b\n1,\\xzz\xff\r\n--b--\r\n"


@pytest.mark.parametrize("path", ["/api/uploads", "/api/report", "/api/jobs", "/login"])
@pytest.mark.parametrize(
    "charset",
    ["unicode_escape", "punycode", "undefined", "idna", "rot13", "hex", "utf-16", "x"],
)
def test_forms_in_other_encodings_are_refused_in_words(served, path, charset):
    for kind in ("multipart/form-data; boundary=b", "application/x-www-form-urlencoded"):
        headers = {"Content-Type": f"{kind}; charset={charset}"}
        response = served.client.post(path, content=multipart(charset), headers=headers)
        assert error_of(response, response.status_code)["kind"] == "FormError"
        assert response.status_code in (400, 415)
    page = served.stranger.post("/login", content=b"password=x", headers={**headers, **BROWSER})
    assert page.status_code in (400, 415)
    assert page.headers["content-type"].startswith("text/html")


def test_forms_in_utf_8_are_accepted(served):
    for charset in ("", "; charset=utf-8", '; charset="UTF-8"'):
        headers = {"Content-Type": f"multipart/form-data; boundary=b{charset}"}
        response = served.client.post(
            "/api/uploads", content=multipart("charset=unicode_escape"), headers=headers
        )
        assert response.status_code == 201, response.text


def test_cells_with_lone_surrogates_are_no_failure_of_the_server(served):
    content = b'[{"item": "\\ud800", "ann": "\\ud800", "bo": "x"}, {"item": 2, "ann": "x"}]'
    upload = served.upload(content, "marks.json")
    job = served.job("preview", upload)
    for _ in range(600):
        response = served.client.get(f"/api/jobs/{job}")
        assert response.status_code == 200
        if response.json()["state"] in ("done", "failed"):
            break
