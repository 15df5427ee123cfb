"""Requests that mean harm: each gets a clear refusal, and the server lives on."""

import contextlib
import csv
import io
import json
import socket
import struct
import time
import zipfile

import httpx
import numpy as np
import polars as pl
import pytest

from helpers.paths import EXAMPLES
from helpers.serving import QUICK, done, error_of, serving

NEWS = (EXAMPLES / "news.csv").read_bytes()


@pytest.fixture(scope="module")
def served():
    with serving("--upload-limit=3", "--memory-limit=1500", "--time-limit=30") as server:
        yield server
        assert server.process.poll() is None
        assert server.log.read_text() == ""


@pytest.fixture(autouse=True)
def _lives_on(served):
    yield
    assert served.stranger.get("/api/health").json()["busy"] == 0
    assert served.send("preview", NEWS).status_code == 200


def workbook(*rows):
    import xlsxwriter

    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as book:
        sheet = book.add_worksheet()
        for number, cells in enumerate(rows):
            sheet.write_row(number, 0, cells)
    return content.getvalue()


def bomb():
    """A workbook that unpacks to a thousand times its size."""
    content = io.BytesIO()
    plain = io.BytesIO(workbook(("a", "b"), (1, 2)))
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(content, "w", 8) as target:
        for entry in source.infolist():
            blanks = 100_000_000 if entry.filename.endswith("sheet1.xml") else 0
            target.writestr(entry.filename, source.read(entry) + b" " * blanks)
    return content.getvalue()


def far_cells():
    """A workbook with two cells, as far apart as they can be."""
    content = io.BytesIO()
    import xlsxwriter

    with xlsxwriter.Workbook(content) as book:
        sheet = book.add_worksheet()
        sheet.write(0, 0, "a")
        sheet.write(1_048_575, 16_383, "b")
    return content.getvalue()


def parquet():
    content = io.BytesIO()
    pl.DataFrame({"a": [1, 2, 1] * 100, "b": [1, 2, 2] * 100}).write_parquet(content)
    return content.getvalue()


PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + bytes(200)


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        pytest.param(lambda: bomb(), "a.xlsx", "NotATableError", id="zip bomb"),
        pytest.param(lambda: far_cells(), "a.xlsx", "NotATableError", id="far cells"),
        pytest.param(lambda: workbook(("a", "b"), (1, 2))[:-300], "a.xlsx", None, id="cut xlsx"),
        pytest.param(lambda: parquet()[:-30], "a.parquet", None, id="cut parquet"),
        pytest.param(lambda: parquet()[:40] + bytes(80) + parquet()[-90:], "a.parquet", None),
        pytest.param(lambda: PNG, "a.png", None, id="png"),
        pytest.param(lambda: PNG, "a.csv", None, id="png called csv"),
        pytest.param(lambda: b"%PDF-1.7\n%\xe2\xe3\n1 0 obj", "a.pdf", "NotATableError"),
        pytest.param(lambda: b"\x1f\x8b\x08" + bytes(50), "a.csv.gz", None, id="gzip"),
        pytest.param(lambda: b"", "a.csv", "EmptyInputError", id="empty"),
        pytest.param(lambda: b" \n\n \n", "a.csv", "EmptyInputError", id="blank"),
        pytest.param(lambda: b"a,b\n", "a.csv", None, id="header only"),
        pytest.param(lambda: b"x" * 2_500_000, "a.csv", None, id="one long line"),
        pytest.param(lambda: b"1," * 1_200_000 + b"\n", "a.csv", None, id="a million columns"),
        pytest.param(lambda: b"a,b\n1,\x002\n\x00,1\n", "a.csv", None, id="NUL bytes"),
        pytest.param(lambda: bytes(5000), "a.csv", None, id="only NUL bytes"),
        pytest.param(lambda: b"[" * 100_000, "a.json", None, id="deep json"),
        pytest.param(lambda: b'{"a": 1e999}', "a.json", None, id="infinite json"),
        pytest.param(lambda: b"cos\nsystem\n(S'true'\ntR.", "a.pkl", None, id="pickle"),
        pytest.param(lambda: b'a,b\n"1,2\n1,2\n', "a.csv", None, id="open quote"),
        pytest.param(lambda: "\ud800".encode("utf-16", "surrogatepass"), "a.csv", None),
    ],
)
def test_files_that_are_no_ratings(served, content, name, kind):
    made = content()
    for command in ("preview", "report"):
        error = error_of(served.send(command, made, name))
        assert error["message"]
        assert str(served.folder) not in json.dumps(error)
        assert kind in (None, error["kind"])
        assert error["kind"] not in ("InternalError", "WorkerLostError")


def test_ten_thousand_categories(served):
    rng = np.random.default_rng(1)
    rows = "\n".join(f"c{a},c{b}" for a, b in rng.integers(0, 10_000, (20_000, 2)))
    answer = served.send("report", f"ann,bo\n{rows}\n", **QUICK)
    assert answer.status_code == 200 or 400 <= answer.status_code < 500
    found = served.send("preview", f"ann,bo\n{rows}\n").json()
    assert found["category_count"] > 9_000


def test_formulas_and_scripts_are_only_labels(served):
    evil = "<script>alert(1)</script>"
    rows = [f'"=cmd|\'/c calc\'!A1","{evil}"', f'"{evil}","{evil}"'] * 4
    name = f"{evil}=2+3.csv"
    answer = served.send("report", "\n".join(["ann,bo", *rows, ""]), name, **QUICK)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert evil in answer.json()["data"]["categories"]
    upload = served.upload("ann,bo\n1,1\n1,2\n", name)
    job = served.job("report", upload, **QUICK)
    assert done(served, job)["state"] == "done"
    headers = served.client.get(f"/api/jobs/{job}/download/json").headers
    assert headers["content-disposition"] == 'attachment; filename="script-2-3-report.json"'
    job = served.job("report", served.upload("\n".join([f"{evil},=1+1", *rows, ""]), name))
    assert done(served, job)["state"] == "done"
    for form in ("fragment", "download/html"):
        assert evil not in served.client.get(f"/api/jobs/{job}/{form}").text
    table = csv.reader(io.StringIO(served.client.get(f"/api/jobs/{job}/download/csv").text))
    assert not any(cell.startswith(("=", "@", "+")) for row in table for cell in row)


@pytest.mark.parametrize(
    "name", ["../../../etc/cron.d/x.csv", "/etc/passwd", "a\r\nSet-Cookie: x=1.csv", "-rf.csv", "."]
)
def test_names_of_files_go_nowhere(served, name):
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + NEWS + b"\r\n--b--\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    answer = served.client.post("/api/uploads", content=body, headers=headers)
    if answer.status_code == 201:
        assert "/" not in answer.json()["name"]
        assert not answer.json()["name"].startswith("-")
    else:
        error_of(answer, 400)
    (folder,) = served.leftovers()
    stems = [path.stem for path in (folder / "uploads").iterdir()]
    assert all(len(stem) == 32 and int(stem, 16) >= 0 for stem in stems)


def test_more_than_the_limit(served):
    before = len(list(served.folder.rglob("*")))
    error = error_of(served.send("report", b"1,2\n" * 1_000_000), 413)
    assert "3,000,000 bytes" in error["message"]

    def endless():
        yield FORM[:-15].replace(b'"text"', b'"file"; filename="a.csv"')
        yield from (b"1,2\n" * 10_000 for _ in range(1000))

    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    answer = served.client.post("/api/uploads", content=endless(), headers=headers)
    assert error_of(answer, 413)
    assert len(list(served.folder.rglob("*"))) == before


def raw(served, head, body=b"", wait=5.0):
    """What the server answers to bytes that no proper client would send."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=wait) as line:
        line.sendall(head.replace("\n", "\r\n").encode() + b"\r\n" + body)
        pieces = []
        try:
            while piece := line.recv(65536):
                pieces.append(piece)
        except TimeoutError:
            pass
        return b"".join(pieces).decode()


def start(served, path="/api/uploads", **headers):
    own = {
        "Host": f"127.0.0.1:{served.port}",
        "Authorization": f"Bearer {served.token}",
        "Content-Type": "multipart/form-data; boundary=b",
        "Connection": "close",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    return f"POST {path} HTTP/1.1\n" + "".join(f"{k}: {v}\n" for k, v in own.items())


FORM = b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\na,b\n1,2\n\r\n--b--\r\n'


def test_lengths_that_lie(served):
    assert " 201 " in raw(served, start(served, Content_Length=str(len(FORM))), FORM)[:20]
    short = raw(served, start(served, Content_Length=str(len(FORM) - 20)), FORM)
    assert " 201 " not in short[:20]
    huge = raw(served, start(served, Content_Length=str(10**12)), FORM)
    assert " 413 " in huge[:20]
    assert " 400 " in raw(served, start(served, Content_Length="-5"), FORM)[:20]
    assert " 400 " in raw(served, start(served, Content_Length="ten"), FORM)[:20]
    both = start(served, Content_Length="5", Transfer_Encoding="chunked")
    assert " 201 " not in raw(served, both, FORM, wait=1)[:20]
    raw(served, start(served, Content_Length=str(len(FORM) + 50)), FORM, wait=0.5)


def test_requests_that_are_none(served):
    assert " 400 " in raw(served, "nonsense\n")[:20]
    assert " 400 " in raw(served, "GET / HTTP/1.1\nX: " + "a" * 100_000 + "\n")[:20]
    assert " 421 " in raw(served, "GET / HTTP/1.0\n")[:20]
    two = f"GET /api/choices HTTP/1.1\nHost: 127.0.0.1:{served.port}\nHost: evil.example\n"
    assert " 400 " in raw(served, two)[:20]


def test_too_many_fields_files_and_too_long_ones(served):
    answer = served.client.post("/api/uploads", data={f"f{k}": "x" for k in range(200)}, files={})
    assert 400 <= answer.status_code < 500
    many = [("file", (f"{k}.csv", b"1,2\n")) for k in range(50)]
    assert error_of(served.client.post("/api/report", files=many), 400)
    fields = {f"f{k}": (None, "x") for k in range(500)}
    assert error_of(served.client.post("/api/report", files=fields), 400)
    long = {"file": ("a.csv", NEWS), "item": (None, "x" * 2_500_000)}
    assert error_of(served.client.post("/api/report", files=long), 400)
    assert error_of(served.client.post("/api/jobs", content=b"{" * 2_000_000), 413)
    deep = served.client.post(
        "/api/jobs", content=b"[" * 500_000, headers={"Content-Type": "application/json"}
    )
    assert error_of(deep)
    broken = served.client.post(
        "/api/report", content=b"--x\r\nnonsense", headers={"Content-Type": "multipart/form-data"}
    )
    assert error_of(broken, 400)


@pytest.mark.parametrize(
    "options",
    [
        {"encoding": "hex"},
        {"encoding": "unicode_escape"},
        {"encoding": "../../x"},
        {"reader": "spark"},
        {"reader": "os.system"},
        {"sheet": "../../etc/passwd"},
        {"delimiter": "ab"},
        {"categories": ",".join(map(str, range(50_000)))},
        {"confidence": "nan"},
        {"population": "-inf"},
        {"weights": "\n".join(["1," * 500] * 500)},
        {"weights": "file:///etc/passwd"},
        {"missing": "x" * 1_000_000},
        {"question": "\u202e\x1b[31m"},
    ],
)
def test_options_that_mean_harm(served, options):
    answer = served.send("report", NEWS, "a.csv", **{**QUICK, **options})
    assert answer.status_code == 200 or 400 <= answer.status_code < 500, answer.text
    assert str(served.folder) not in answer.text


@pytest.mark.parametrize(
    "weights", [["/etc/passwd"], [["/etc/passwd"]], "/etc/passwd", {"a": "/etc/passwd"}, ["\ud800"]]
)
def test_weights_are_never_a_path(served, weights):
    order = {"command": "report", "uploads": [served.upload(NEWS)], "options": {"weights": weights}}
    answer = served.client.post(
        "/api/jobs", content=json.dumps(order), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422, answer.text
    assert "root:" not in answer.text


def test_keys_cannot_be_made_up(served):
    for path in ("/api/jobs/..", "/api/jobs/%2e%2e%2f", "/api/jobs/x/fragment", "/api/jobs/0" * 3):
        assert served.client.get(path).status_code in (404, 405)
    order = {"command": "report", "uploads": ["*"]}
    assert error_of(served.client.post("/api/jobs", json=order), 404)


def test_silent_and_half_open_connections_keep_nobody_out(served):
    head = start(served, Content_Length="1000").replace("\n", "\r\n").encode()
    beginnings = (b"", head[:100], head + b"\r\n", head + b"\r\n--b\r\n")
    idle = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(510)]
    for number, line in enumerate(idle):
        with contextlib.suppress(OSError):  # closed already, for one of the others
            line.sendall(beginnings[number % len(beginnings)])
    try:
        for _ in range(20):
            began = time.monotonic()
            with httpx.Client(base_url=served.address) as client:
                assert client.get("/api/health").status_code == 200
            assert served.client.get("/api/choices").status_code == 200
            assert time.monotonic() - began < 5
    finally:
        for line in idle:
            line.close()
