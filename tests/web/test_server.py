"""The server as programs meet it: the interface, who may come in, and what is left behind."""

import asyncio
import io
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

import accord
from accord.web.downloads import FORMS
from accord.web.errors import RequestError
from accord.web.examples import list_examples
from accord.web.fields import COMMANDS, EXCLUDED, load_commands
from accord.web.jobs import Jobs
from accord.web.settings import ServerSettings
from accord.web.uploads import Uploads
from helpers.paths import EXAMPLES, ROOT
from helpers.running import run_process
from helpers.serving import QUICK, children, done, error_of, serving

ESSAYS = (EXAMPLES / "essays.csv").read_bytes()
NEWS = (EXAMPLES / "news.csv").read_bytes()


@pytest.fixture(scope="module")
def served():
    with serving() as server:
        yield server


def at_work(served, job):
    """The job, as soon as its process tells how far it is."""
    for _ in range(1200):
        found = served.client.get(f"/api/jobs/{job}").json()
        if found["progress"]:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def long_job(served):
    """A job that takes minutes."""
    rows = "\n".join(f"{k % 7},{k % 5},{k % 3}" for k in range(3000))
    upload = served.upload(f"a,b,c\n{rows}\n")
    return served.job("report", upload, replicates=1_000_000, ci="bca", details=True)


# --- what is answered ---


def test_health_needs_no_token(served):
    found = served.stranger.get("/api/health").json()
    assert found["status"] == "ok"
    assert found["accord"] == accord.__version__
    assert found["workers"] >= 1
    assert found["busy"] == 0


@pytest.mark.parametrize(
    ("command", "names", "options"),
    [
        ("report", ["essays.csv"], {"weights": "quadratic", "coefficients": "gwet_ac", "p": "t"}),
        ("preview", ["crowd.csv"], {}),
        ("compare", ["before.csv", "after.csv"], {"paired": "true", "coefficient": "gwet_ac"}),
        ("evaluate", ["machines.csv"], {"gold": "teacher", "range": "0,4"}),
        ("diagnostic", ["verdicts.csv"], {"gold": "alice", "tests": "model", "positive": "pass"}),
        ("g-study", ["machines.csv"], {"reliability": ".9", "decisions": "relative"}),
        ("replicates", ["angles.csv"], {"confidence": ".9"}),
        ("compare", ["entities.jsonl"], {"gold": "ann", "match": "overlap"}),
    ],
)
def test_answers_are_what_the_command_line_prints(served, tmp_path, command, names, options):
    for name in names:
        shutil.copy(EXAMPLES / name, tmp_path)
    flags = [f"--{k}" if v == "true" else f"--{k}={v}" for k, v in options.items()]
    typed = run_process(command, "--json", *flags, *names, cwd=tmp_path)
    assert typed.returncode == 0, typed.stderr
    files = [("file", (name, (EXAMPLES / name).read_bytes())) for name in names]
    answer = served.client.post(f"/api/{command}", files=files, data=options)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.text == typed.stdout


GRADED = """subject,ann,bo,cy
s1,1,1,2
s2,2,2,2
s3,3,4,3
s4,4,4,5
s5,5,4,5
s6,2,1,2
s7,3,3,1
s8,4,5,4
"""


@pytest.mark.parametrize(
    ("level", "weights"),
    [
        (None, None),
        ("nominal", None),
        ("ordinal", None),
        ("interval", None),
        ("ratio", None),
        (None, "linear"),
        ("ordinal", "linear"),
        ("interval", "identity"),
    ],
)
def test_every_statistic_has_the_number_of_the_library(served, tmp_path, level, weights):
    path = tmp_path / "grades.csv"
    path.write_text(GRADED)
    stated = {k: v for k, v in (("level", level), ("weights", weights)) if v is not None}
    files = [("file", ("grades.csv", GRADED.encode()))]
    answer = served.client.post("/api/report", files=files, data={**stated, "ci": "t"})
    assert answer.status_code == 200, answer.text
    shown = {e["name"]: e for e in answer.json()["coefficients"]}
    expected = accord.agreement(path, ci="t", **stated)
    assert set(shown) == {e.name for e in expected}
    for e in expected:
        own = shown[e.name]
        assert (own["title"], own["weights"]) == (e.title, e.weights)
        assert own["value"] == pytest.approx(e.value, abs=1e-12)
        single = getattr(accord, e.name)(path, ci="t", **stated)
        assert own["value"] == pytest.approx(single.value, abs=1e-12)


def test_a_job_from_upload_to_download(served):
    upload = served.upload(ESSAYS, "my essays.csv")
    job = served.job("report", upload, weights="quadratic", confidence=0.9, details=None, **QUICK)
    found = done(served, job)
    assert found["state"] == "done"
    assert found["error"] is None
    assert found["command"] == (
        "accord report 'my essays.csv' --weights quadratic --confidence 0.9 "
        "--coefficients percent_agreement"
    )
    assert found["result"]["coefficients"][0]["confidence"] == 0.9
    assert set(found["forms"]) == set(FORMS)
    without = served.client.get(f"/api/jobs/{job}", params={"result": "false"}).json()
    assert without == {**found, "result": None}
    taken = served.client.get(f"/api/jobs/{job}/download/json")
    assert taken.json() == found["result"]
    assert taken.headers["content-disposition"] == 'attachment; filename="my-essays-report.json"'
    assert error_of(served.client.get(f"/api/jobs/{job}/download/exe"), 404)
    assert error_of(served.client.get(f"/api/jobs/{job}/pictures/none.svg"), 404)
    for form in FORMS:
        taken = served.client.get(f"/api/jobs/{job}/download/{form}")
        assert taken.status_code == 200
        assert taken.headers["content-disposition"].endswith(f'.{form}"')
        assert taken.headers["content-type"] == FORMS[form].media_type
    shown = served.client.get(f"/api/jobs/{job}/fragment")
    assert "my essays.csv" in shown.text
    assert "<html" not in shown.text
    assert found["pictures"]
    for picture in found["pictures"]:
        assert picture["alt"]
        drawn = served.client.get(f"/api/jobs/{job}/pictures/{picture['name']}.svg")
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert drawn.headers["content-security-policy"].endswith("sandbox")
        assert "<svg" in drawn.text
    assert served.client.delete(f"/api/jobs/{job}").status_code == 200
    assert error_of(served.client.get(f"/api/jobs/{job}"), 404)["kind"] == "UnknownJobError"


def test_pasted_text_and_examples(served):
    text = {"text": "ann,bo\n1,1\n2,1\n2,2\n", "name": "pasted ratings.csv"}
    sent = served.client.post("/api/uploads", data=text).json()
    assert (sent["name"], sent["size"]) == ("pasted ratings.csv", len(text["text"]))
    found = done(served, served.job("preview", sent["upload"]))
    assert found["result"]["raters"] == ["ann", "bo"]
    assert found["result"]["command"].startswith("accord report 'pasted ratings.csv' --")
    sent = served.client.post("/api/uploads", data={"example": "news.csv"}).json()
    assert sent["size"] == len(NEWS)
    unknown = served.client.post("/api/uploads", data={"example": "../index.json"})
    assert error_of(unknown, 404)["option"] == "example"


def test_jobs_from_a_form(served):
    upload = served.upload(NEWS, "news.csv")
    form = {"command": "report", "uploads": upload, **QUICK}
    job = served.client.post("/api/jobs", data=form).json()["job"]
    assert done(served, job)["result"]["data"]["subjects"] == 150


def test_a_matrix_of_weights_is_text(served):
    matrix = "1,.5,0\n.5,1,.5\n0,.5,1"
    data = "a,b\n1,1\n2,1\n3,3\n2,2\n1,3\n"
    found = served.send("report", data, weights=matrix, **QUICK)
    assert found.json()["coefficients"][0]["weights"] == "matrix"
    upload = served.upload(data)
    rows = [[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]]
    job = done(served, served.job("report", upload, weights=rows, **QUICK))
    assert job["result"]["coefficients"][0]["value"] == pytest.approx(0.7)
    assert "--weights weights.csv" in job["command"]
    assert error_of(served.send("report", data, weights="1,x\ny,1"))["option"] == "weights"


def test_the_registers(served):
    names = [entry["name"] for entry in served.client.get("/api/coefficients").json()]
    assert {"cohen_kappa", "gwet_ac", "krippendorff_alpha", "span_f1"} <= set(names)
    found = served.client.get("/api/choices").json()
    assert found["levels"] == ["nominal", "ordinal", "interval", "ratio"]
    assert {"name": "linear", "summary": "1 - |a-b|/range"} in found["weights"]
    options = {o["name"]: o for o in served.client.get("/api/options/report").json()}
    assert options["confidence"]["default"] == 0.95
    assert options["confidence"]["type"] == "number"
    assert "quadratic" in options["weights"]["choices"]
    assert error_of(served.client.get("/api/options/serve"), 404)


def test_options_are_those_of_the_commands_and_none_that_reach_elsewhere():
    for name in COMMANDS:
        fields = load_commands()[name].fields
        assert not set(fields) & set(EXCLUDED)
        assert all(field.help for field in fields.values())
    assert {"p", "sample_raters", "pseudo_count", "header"} <= set(load_commands()["report"].fields)
    assert load_commands()["report"].fields["header"].negative == "--no-header"
    assert {"range", "runs", "epsilon"} <= set(load_commands()["evaluate"].fields)
    assert load_commands()["compare"].fields["panel"].several
    assert {"reliability", "occasion", "fixed"} <= set(load_commands()["g-study"].fields)
    assert {"gold", "tests", "threshold"} <= set(load_commands()["diagnostic"].fields)


def test_the_description_names_every_option(served):
    document = served.client.get("/api/openapi.json").json()
    for name in COMMANDS:
        body = document["paths"][f"/api/{name}"]["post"]["requestBody"]
        schema = body["content"]["multipart/form-data"]["schema"]
        assert set(schema["properties"]) == {"file", *load_commands()[name].fields}
    page = served.client.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "POST /api/evaluate" in page.text
    assert "pseudo_count" in page.text
    assert "://" not in page.text


def test_examples_are_those_of_the_repository(served):
    folder = ROOT / "src" / "accord" / "web" / "examples"
    shipped = sorted(folder.glob("*.csv"))
    assert {path.name for path in shipped} == {n for e in list_examples() for n in e["files"]}
    for path in shipped:
        assert path.read_bytes() == (EXAMPLES / path.name).read_bytes()
    for entry in served.client.get("/api/examples").json():
        assert load_commands()[entry["command"]].arguments(entry["options"].items()) is not None


# --- what is refused ---


@pytest.mark.parametrize(
    ("options", "option", "message"),
    [
        ({"weigths": "linear"}, "weigths", "Did you mean weights?"),
        ({"weights": "/etc/passwd"}, "weights", "no weight scheme '/etc/passwd'"),
        ({"weights": "power:-1"}, "weights", "exponent"),
        ({"out": "/tmp/x.json"}, "out", "no option 'out'"),
        ({"engine": "spark"}, "engine", "no option 'engine'"),
        ({"master": "spark://x"}, "master", "no option"),
        ({"json": "1"}, "json", "no option"),
        ({"confidence": "high"}, "confidence", "must be a number"),
        ({"confidence": "2"}, "confidence", "between 0 and 1"),
        ({"seed": "1.5"}, "seed", "whole number"),
        ({"replicates": "1000000000"}, "replicates", "up to 1,000,000"),
        ({"details": "perhaps"}, "details", "true or false"),
        ({"scale": "mine"}, "scale", "landis_koch"),
        ({"ci": "best"}, "ci", "dirichlet"),
        ({"level": "nominal", "raters": "--out=x"}, None, "--out=x"),
        ({"confidence": ["0.9", "0.8"]}, "confidence", "2 times"),
        ({"item": "a\0b"}, "item", "NUL"),
    ],
)
def test_options_that_cannot_be(served, options, option, message):
    error = error_of(served.send("report", ESSAYS, **options))
    assert error["option"] == option
    assert message in error["message"]


def test_faults_of_the_data_are_told_with_their_place(served):
    error = error_of(served.send("report", "a,b\n1,2\n1,2,3\n", "my marks.csv"))
    assert error["kind"] == "RaggedRowError"
    assert error["message"].startswith("my marks.csv, row 3")
    assert str(served.folder) not in error["message"]


def test_too_few_and_too_many_files(served):
    assert (
        "There is no file"
        in error_of(served.client.post("/api/report", data={"seed": "1"}))["message"]
    )
    files = [("file", ("a.csv", NEWS)), ("file", ("b.csv", NEWS))]
    preview = served.client.post("/api/preview", files=files).json()
    assert "each is a rater" in preview["layout_reason"]
    apart = {**QUICK, "each_file": "subjects"}
    two = served.client.post("/api/report", files=files, data=apart).json()
    assert two["data"]["subjects"] == 300
    error = error_of(served.client.post("/api/report", json={"file": 1}), 415)
    assert "multipart" in error["message"]


STUDY = b"""
[data]
files = ["/etc/passwd"]
raters = ["adams", "brown"]
[variables.ratings]
level = "ordinal"
weights = "linear"
[inference]
ci = "t"
[output]
report = "/tmp/elsewhere.html"
"""


def test_a_study_file_beside_the_data_states_options(served, tmp_path):
    files = [("file", ("accord.toml", STUDY)), ("file", ("essays.csv", ESSAYS))]
    answer = served.client.post("/api/report", files=files).json()
    assert answer["source"] == "essays.csv"
    assert answer["data"]["raters"] == ["adams", "brown"]
    assert {e["weights"] for e in answer["coefficients"]} >= {"linear"}
    assert answer["reproduce"]["command"].split()[:4] == [
        "accord", "report", "essays.csv", "--config",
    ]  # fmt: skip
    over = served.client.post("/api/report", files=files, data={"raters": "adams,chen"}).json()
    assert over["data"]["raters"] == ["adams", "chen"]
    assert not Path("/tmp/elsewhere.html").exists()


@pytest.mark.parametrize(
    ("study", "option", "message"),
    [
        (b"[data]\nmaster = 'spark://x:7077'\nengine = 'spark'\n", "data.engine", "not available"),
        (b"[data]\ngold_file = '/etc/passwd'\n", "data.gold_file", "not available"),
        (b"[data]\nweights = '/etc/passwd'\n", "weights", "no weight scheme"),
        (b"[variables.x]\nweights = '/etc/passwd'\n", "weights", "no weight scheme"),
        (b"[data]\nratters = ['a']\n", "data.ratters", "Did you mean raters?"),
        (b"no toml", None, "not TOML"),
    ],
)
def test_a_study_file_reaches_nothing_else(served, study, option, message):
    files = [("file", ("accord.toml", study)), ("file", ("essays.csv", ESSAYS))]
    error = error_of(served.client.post("/api/report", files=files))
    assert error["option"] == option
    assert message in error["message"]
    assert "job" not in error["message"]


def test_study_files_come_alone_and_with_data(served):
    study = ("file", ("accord.toml", STUDY))
    data = ("file", ("essays.csv", ESSAYS))
    for files, command, message in (
        ([study], "report", "There is no file"),
        ([study, study, data], "report", "one study file"),
        ([study, data], "preview", "no study file"),
    ):
        error = error_of(served.client.post(f"/api/{command}", files=files))
        assert message in error["message"]


def test_weights_by_variable_are_schemes(served):
    files = [("file", ("essays.csv", ESSAYS))]
    how = {"level": "ordinal", **QUICK}
    answer = served.client.post(
        "/api/report", files=files, data={**how, "weights": "ratings=linear"}
    )
    assert "linear" in {e["weights"] for e in answer.json()["coefficients"]}
    wrong = {**how, "weights": "ratings=/etc/passwd"}
    assert (
        error_of(served.client.post("/api/report", files=files, data=wrong))["option"] == "weights"
    )


def test_same_names_are_told_apart(served):
    files = [("file", ("a.csv", NEWS)), ("file", ("a.csv", NEWS))]
    found = served.client.post("/api/compare", files=files, data={"coefficient": "gwet_ac"}).json()
    assert {group["group"] for group in found["groups"]} == {"a", "a (2)"}


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"command": "serve", "uploads": []}, "no command 'serve'"),
        ({"command": "report", "uploads": []}, "There is no file"),
        ({"command": "report", "uploads": "x"}, "uploads must be a list"),
        ({"command": "report", "uploads": ["../../etc/passwd"]}, "no such upload"),
        ({"command": "report", "uploads": [], "options": [1]}, "options must be an object"),
        ([], "not a JSON object"),
    ],
)
def test_orders_that_make_no_sense(served, order, message):
    answer = served.client.post("/api/jobs", json=order)
    assert 400 <= answer.status_code < 500
    assert message in answer.json()["error"]["message"]


# --- who may come in ---


def test_nothing_without_the_token(served):
    for path in ("/api/coefficients", "/api/docs", "/api/openapi.json", "/api/jobs/x", "/nowhere"):
        assert error_of(served.stranger.get(path), 401)["kind"] == "TokenError"
    assert served.stranger.post("/api/uploads", data={"text": "x"}).status_code == 401
    wrong = served.stranger.get("/api/choices", headers={"Authorization": "Bearer nonsense"})
    assert wrong.status_code == 401
    right = served.stranger.get("/api/choices", headers={"X-Accord-Token": served.token})
    assert right.status_code == 200
    assert served.stranger.get("/").headers["location"] == "/login"


def test_the_printed_address_lets_a_browser_in(served):
    with httpx.Client(base_url=served.address) as browser:
        assert browser.get("/?token=wrong").status_code == 401
        first = browser.get("/", params={"token": served.token})
        assert (first.status_code, first.headers["location"]) == (303, "/")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert served.token not in cookie
        assert browser.get("/").status_code == 200
        assert browser.get("/api/choices").status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", "", "[::1"]
)
def test_other_names_of_the_server_are_refused(served, host):
    assert served.client.get("/api/choices", headers={"Host": host}).status_code in (400, 421)


def test_its_own_names_are_known(served):
    for name in ("localhost", "127.0.0.1", "[::1]"):
        headers = {"Host": f"{name}:{served.port}"}
        assert served.client.get("/api/choices", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
    ],
)
def test_pages_of_others_are_refused(served, headers):
    answer = served.client.post("/api/uploads", data={"text": "a,b"}, headers=headers)
    assert error_of(answer, 403)["kind"] == "OriginError"
    assert served.client.delete("/api/jobs/x", headers=headers).status_code == 403


def test_own_pages_are_not(served):
    headers = {"Origin": served.address, "Sec-Fetch-Site": "same-origin"}
    text = {"text": "a,b\n1,2\n"}
    assert served.client.post("/api/uploads", data=text, headers=headers).status_code == 201
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert served.client.get("/", headers=link).status_code == 200
    script = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert served.client.get("/static/page.css", headers=script).status_code == 403


def test_browsers_are_told_to_be_careful(served):
    for answer in (
        served.client.get("/"),
        served.stranger.get("/login"),
        served.stranger.get("/api/choices"),
        served.client.get("/api/choices", headers={"Host": "x"}),
        served.client.get("/nowhere"),
    ):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers


def test_only_the_files_of_the_page_are_served(served):
    assert served.stranger.get("/static/page.css").headers["content-type"].startswith("text/css")
    for name in ("../app.py", "..%2fapp.py", "%2e%2e/settings.py", "nothing.js", "page.html"):
        assert served.stranger.get(f"/static/{name}").status_code in (401, 404)


def test_names_in_settings():
    here = ServerSettings(host="127.0.0.1", port=80)
    assert here.accepts_host("localhost")
    assert not here.accepts_host("192.168.1.5:80")
    open_ = ServerSettings(host="0.0.0.0", port=8765, names=("ratings.example.org",))
    assert open_.accepts_host("192.168.1.5:8765")
    assert open_.accepts_host("[fe80::1]:8765")
    assert open_.accepts_host("ratings.example.org")
    assert not open_.accepts_host("evil.example:8765")


# --- what happens on the way ---


def test_cancelling_kills_the_process(served):
    job = long_job(served)
    assert at_work(served, job)["result"] is None
    assert served.workers()
    assert served.client.delete(f"/api/jobs/{job}").json()["state"] == "cancelled"
    assert done(served, job)["state"] == "cancelled"
    for _ in range(100):
        if not served.workers():
            break
        time.sleep(0.05)
    assert served.workers() == []
    assert error_of(served.client.get(f"/api/jobs/{job}/download/json"), 409)


def test_progress_is_told(served):
    job = long_job(served)
    found = at_work(served, job)
    assert found["state"] == "running"
    assert set(found["progress"]) == {"what", "done", "total"}
    served.client.delete(f"/api/jobs/{job}")


def test_a_killed_process_costs_its_request_only(served):
    job = long_job(served)
    at_work(served, job)
    for pid in served.workers():
        os.kill(pid, signal.SIGKILL)
    error = done(served, job)["error"]
    assert error["kind"] == "WorkerLostError"
    assert served.send("preview", NEWS).status_code == 200
    for pid in children(served.process.pid):
        if b"forkserver" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)
    assert served.send("preview", NEWS).status_code == 200


def test_a_client_that_leaves_is_not_worked_for(served):
    rows = "\n".join(f"{k % 7},{k % 5},{k % 3}" for k in range(3000))
    with pytest.raises(httpx.ReadTimeout):
        served.client.post(
            "/api/report",
            files={"file": ("a.csv", f"a,b,c\n{rows}\n")},
            data={"replicates": "1000000", "ci": "bca"},
            timeout=1.5,
        )
    for _ in range(100):
        if served.stranger.get("/api/health").json()["busy"] == 0:
            break
        time.sleep(0.05)
    assert served.stranger.get("/api/health").json()["busy"] == 0


def test_nothing_is_left_of_a_request(served):
    (folder,) = served.leftovers()
    before = set((folder / "jobs").iterdir())
    uploads = set((folder / "uploads").iterdir())
    assert served.send("report", NEWS, "secret-name.csv", **QUICK).status_code == 200
    assert set((folder / "jobs").iterdir()) <= before  # those of others may end meanwhile
    assert set((folder / "uploads").iterdir()) == uploads
    assert not any("secret" in path.name for path in folder.rglob("*"))
    assert folder.stat().st_mode & 0o777 == 0o700


def test_logs_tell_nothing(served):
    served.send("report", "secretword,b\n1,x\n", "secretname.csv")
    log = served.log.read_text()
    for secret in ("secret", served.token, str(served.folder)):
        assert secret not in log


# --- beginning and end ---


def test_limits_of_time_and_size_and_a_clean_end():
    with serving("--time-limit=2", "--upload-limit=1", "--workers=1") as tight:
        found = done(tight, long_job(tight))
        assert found["error"]["kind"] == "TimeLimitError"
        assert error_of(tight.send("report", b"1,2\n" * 300_000), 413)
        first, second = long_job(tight), long_job(tight)
        done(tight, first, ("running",))
        assert tight.client.get(f"/api/jobs/{second}").json()["state"] == "waiting"
        assert tight.leftovers()
        tight.process.send_signal(signal.SIGTERM)
        assert tight.process.wait(15) == 128 + signal.SIGTERM
        assert tight.leftovers() == []


def test_the_limit_of_memory():
    with serving("--memory-limit=60") as poor:
        found = done(poor, long_job(poor))
        assert found["error"]["kind"] == "MemoryLimitError"
        assert "more memory" in found["error"]["message"]


def test_ctrl_c_and_what_a_killed_server_leaves():
    with serving() as first:
        first.upload(NEWS)
        stale = first.folder / "accord-serve-stale"
        (stale / "uploads").mkdir(parents=True)
        (stale / "lock").touch()
        first.process.send_signal(signal.SIGINT)
        assert first.process.wait(15) == 0
        assert first.leftovers() == [stale]
        assert "stopped" in first.log.read_text()
        second = subprocess.run(
            [sys.executable, "-c", SWEEP], env={**os.environ, "TMPDIR": str(first.folder)}
        )
        assert second.returncode == 0
        assert first.leftovers() == []


SWEEP = "from accord.web.storage import private_folder\nwith private_folder(): pass"


def test_others_need_a_password():
    refused = subprocess.run(
        [sys.executable, "-m", "accord", "serve", "--host=0.0.0.0", "--no-browser"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=30,
    )
    assert refused.returncode == 2
    assert "needs a password" in refused.stderr
    password = {"ACCORD_PASSWORD": "correct horse"}
    with serving("--host=0.0.0.0", environment=password) as open_:
        assert "not encrypted" in open_.process.stdout.readline() + open_.process.stdout.readline()
        stranger = httpx.Client(base_url=open_.address)
        assert stranger.get("/").headers["location"] == "/login"
        began = time.monotonic()
        wrong = stranger.post("/login", data={"password": "battery staple"})
        assert time.monotonic() - began > 0.9
        assert wrong.status_code == 401
        assert "This password is wrong" in wrong.text
        assert stranger.get("/api/choices").status_code == 401
        right = stranger.post("/login", data={"password": "correct horse"})
        assert right.status_code == 303
        assert stranger.get("/api/choices").status_code == 200
        stranger.close()


def test_ports(served):
    taken = subprocess.run(
        [sys.executable, "-m", "accord", "serve", f"--port={served.port}", "--no-browser"],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert taken.returncode == 2
    assert "cannot listen there" in taken.stderr


def test_a_missing_extra_is_named():
    code = (
        "import sys; sys.modules['fastapi'] = None; sys.argv = ['accord', 'serve']\n"
        "from accord.__main__ import main; main()"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.returncode == 2
    assert "pip install 'accord[web]'" in told.stderr


def test_the_command_line_does_not_import_the_server():
    code = (
        "import sys, accord.__main__; print([m for m in ('fastapi', 'numpy') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


# --- rooms of the server, by themselves ---


def test_uploads_make_room_and_expire(tmp_path):
    uploads = Uploads(tmp_path / "uploads", limit=100)
    first = uploads.add(io.BytesIO(b"x" * 60), "a.csv")
    second = uploads.add(io.BytesIO(b"x" * 60), "b.exe")
    assert not first.path.exists()
    assert second.path.suffix == ""
    with pytest.raises(RequestError, match="no such upload"):
        uploads.find(first.key)
    with pytest.raises(RequestError, match="larger"):
        uploads.add(io.BytesIO(b"x" * 101), "c.csv")
    assert uploads.size == 0
    third = uploads.add(io.BytesIO(b"x"), "d.csv")
    uploads.expire(keep=60)
    assert uploads.find(third.key) is third
    uploads.expire(keep=0)
    assert list(uploads.folder.iterdir()) == []


def test_a_full_queue_and_answers_that_nobody_wants(tmp_path):
    async def fill():
        jobs = Jobs(tmp_path / "jobs", ServerSettings(workers=1, queue=2))
        uploads = Uploads(tmp_path / "uploads", limit=10**6)
        given = [uploads.add(io.BytesIO(NEWS), "news.csv")]
        preview = load_commands()["preview"]
        try:
            waiting = [jobs.submit(preview, given, []) for _ in range(2)]
            with pytest.raises(RequestError, match="are waiting already") as refused:
                jobs.submit(preview, given, [])
            assert refused.value.status == 503
            assert int(refused.value.headers["Retry-After"]) > 0
            jobs.cancel(waiting[1])
            for job in waiting:
                await asyncio.wait_for(job.finished.wait(), 60)
            assert [job.state for job in waiting] == ["done", "cancelled"]
            assert waiting[0].size > 0
            await jobs.expire(keep=60)
            assert jobs.find(waiting[0].key) is waiting[0]
            await jobs.expire(keep=0)
            with pytest.raises(RequestError, match="no such job"):
                jobs.find(waiting[0].key)
            assert list(jobs.folder.iterdir()) == []
        finally:
            await jobs.close()

    asyncio.run(fill())


# --- levels and weights ---

GRADES = "id,a,b,c\ns1,1,1,2\ns2,2,3,2\ns3,3,3,3\ns4,4,4,\ns5,5,4,5\ns6,2,2,2\ns7,3,4,1\ns8,5,,5\n"


@pytest.mark.parametrize("weights", [None, "identity", "linear"])
@pytest.mark.parametrize("level", [None, "nominal", "ordinal", "ratio"])
def test_levels_and_weights_give_the_numbers_of_the_library(served, tmp_path, level, weights):
    path = tmp_path / "grades.csv"
    path.write_text(GRADES)
    stated = {"level": level, "weights": weights}
    options = {key: value for key, value in stated.items() if value is not None}
    answer = served.send("report", GRADES, ci="t", **options)
    assert answer.status_code == 200, answer.text
    rows = {row["name"]: row for row in answer.json()["coefficients"]}
    assert {"krippendorff_alpha", "gwet_ac", "berry_mielke", "fleiss_kappa"} <= set(rows)
    for e in accord.agreement(path, list(rows), ci="t", **stated):
        row = rows[e.name]
        assert (row["weights"], row["title"]) == (e.weights, e.title)
        value = float("nan") if row["value"] is None else row["value"]
        assert value == pytest.approx(e.value, abs=1e-12, nan_ok=True)


def test_spans_are_compared_and_evaluated(served):
    path = ROOT / "examples" / "entities.jsonl"
    files = [("file", (path.name, path.read_bytes()))]
    compared = served.client.post(
        "/api/compare", files=files, data={"coefficient": "span_f1", "gold": "ann"}
    ).json()
    (difference,) = compared["comparisons"]
    expected = accord.compare(path, coefficient="span_f1", gold="ann")
    assert difference["difference"] == pytest.approx(expected.difference)
    evaluated = served.client.post("/api/evaluate", files=files, data={"gold": "ann"}).json()
    assert evaluated["headline"] == "span_f1"
    refused = served.client.post(
        "/api/compare",
        files=files,
        data={"coefficient": "span_f1", "gold": "ann", "method": "permutation"},
    )
    assert refused.status_code == 422
    assert "no permutation test" in refused.text
