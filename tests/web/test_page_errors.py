"""When something goes wrong on the page: it is said where it belongs, and there is a way out."""

import json
import re

import pytest

from helpers.browsing import (  # noqa: F401
    DROP,
    MARKS,
    UPLOAD_LIMIT,
    correct,
    fact,
    file,
    given_axe,
    given_browser,
    given_server,
    given_visit,
    take,
    violations,
    visiting,
)
from helpers.serving import serving

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


def test_two_files_are_not_one(visit):
    panel = visit.tab("Agreement")
    place = panel.locator(".drop").element_handle()
    visit.page.evaluate(DROP, [place, [["a.csv", MARKS], ["b.csv", MARKS]]])
    assert "one file at a time" in panel.get_by_role("alert").first.inner_text()


def test_a_wrong_layout_is_an_error_at_its_field_and_can_be_undone(visit):
    panel = visit.tab("Agreement")
    visit.example(panel, "Essays marked")
    correct(panel)
    panel.get_by_label("Layout of the table").select_option("long")
    column = panel.get_by_label("Column of the raters")
    alert = panel.locator("[data-alert=preview]")
    alert.get_by_text("no column of the raters was found").wait_for()
    assert alert.get_attribute("role") == "alert"
    assert column.get_attribute("aria-invalid") == "true"
    noted = visit.page.locator(f"#{column.get_attribute('aria-describedby').split()[-1]}")
    assert "no column of the raters was found" in noted.inner_text()
    panel.get_by_role("button", name="Reset all settings").click()
    visit.settled(panel)
    assert column.is_hidden()
    assert alert.inner_text() == ""
    assert visit.orders("preview")[-1] == {}


def test_an_impossible_setting_is_an_error_at_its_field(visit):
    panel = visit.tab("Agreement")
    take(visit, panel)
    panel.get_by_text("More settings").click()
    panel.get_by_label("Confidence level").fill("2")
    panel.get_by_text("More settings").click()
    panel.get_by_role("button", name="Measure agreement").click()
    panel.locator("[data-alert=run]").get_by_text("onfidence").wait_for()
    field = panel.get_by_label("Confidence level")
    assert field.get_attribute("aria-invalid") == "true"
    assert field.evaluate("field => field === document.activeElement")
    field.fill(".9")
    assert field.get_attribute("aria-invalid") is None
    visit.page.keyboard.press("Enter")
    visit.results(panel)
    assert visit.orders("report")[-1] == {"confidence": ".9"}


def test_a_file_that_is_no_table_is_said_to_be_none(visit):
    panel = visit.tab("Agreement")
    panel.locator("input[type=file]").set_input_files(
        [{"name": "x.bin", "mimeType": "image/png", "buffer": bytes(range(256)) * 9}]
    )
    alert = panel.locator("[data-alert=preview] .alert-text")
    alert.wait_for()
    assert "x.bin" in alert.inner_text()


def test_what_a_file_holds_stays_text(visit):
    evil = "<img src=x onerror=alert(1)>"
    visit.page.on("dialog", lambda dialog: visit.complaints.append(dialog.message))
    panel = visit.tab("Agreement")
    rows = "".join(f"{k},{evil if k % 2 else 'b'},{evil if k % 3 else 'b'}\n" for k in range(9))
    take(visit, panel, file(f"{evil}.csv", f"item,{evil},bo\n{rows}"))
    correct(panel)
    assert evil in fact(panel, "Categories")
    panel.get_by_role("button", name="Measure agreement").click()
    assert evil in visit.results(panel).inner_text()
    assert panel.locator("img:not([src^='data:'])").count() == 0


def test_too_large_a_file_is_refused_in_words(visit):
    visit.expect("413", "ERR_CONNECTION")
    panel = visit.tab("Agreement")
    large = file("large.csv", MARKS * (UPLOAD_LIMIT * 1_200_000 // len(MARKS)))
    panel.locator("input[type=file]").set_input_files([large])
    panel.locator("[data-alert=source] .alert-text").wait_for()
    words = panel.locator("[data-alert=source]").inner_text()
    assert re.search("larger|too large", words)


def test_a_busy_server_is_asked_again(visit):
    visit.expect("503")
    answer = '{"error": {"kind": "BusyError", "message": "100 requests wait.", "option": null}}'
    visit.page.route("**/api/jobs", lambda route: route.fulfill(status=503, body=answer), times=1)
    panel = visit.tab("Agreement")
    panel.locator("input[type=file]").set_input_files([file()])
    panel.get_by_text("100 requests wait.").wait_for()
    panel.get_by_role("button", name="Try again").click()
    visit.understood(panel)
    assert panel.locator("[data-alert=preview]").inner_text() == ""


def test_a_lost_network_is_noticed_and_left_behind(visit):
    visit.expect("ERR_INTERNET_DISCONNECTED")
    panel = visit.tab("Agreement")
    visit.page.context.set_offline(True)
    panel.locator("input[type=file]").set_input_files([file()])
    panel.get_by_text("accord does not answer").wait_for()
    visit.page.context.set_offline(False)
    panel.get_by_role("button", name="Try again").click()
    visit.understood(panel)


def test_an_ended_session_says_how_to_come_back(visit):
    visit.expect("401")
    panel = visit.tab("Agreement")
    take(visit, panel)
    visit.page.context.clear_cookies()
    panel.get_by_role("button", name="Measure agreement").click()
    panel.get_by_text("no longer signed in").wait_for()
    assert "Open the address" in visit.focused()


def test_a_server_that_is_gone_is_said_to_be(browser):
    with serving() as own, visiting(browser, own) as visit:
        visit.expect("ERR_CONNECTION")
        panel = visit.tab("Agreement")
        take(visit, panel)
        own.process.terminate()
        own.process.wait(20)
        panel.get_by_role("button", name="Measure agreement").click()
        panel.get_by_text("accord does not answer").wait_for()
        assert panel.get_by_role("button", name="Try again").is_visible()


def test_long_work_can_be_cancelled_and_begun_again(visit):
    panel = visit.tab("Agreement")
    visit.example(panel, "Images labelled by a crowd")
    panel.get_by_text("More settings").click()
    panel.get_by_label("Confidence interval method").select_option("bca")
    panel.get_by_label("Number of draws or resamples").fill("1000000")
    run = panel.get_by_role("button", name="Measure agreement")
    run.click()
    cancel = panel.get_by_role("button", name="Cancel")
    cancel.wait_for()
    assert panel.get_by_role("progressbar").is_visible()
    assert cancel.evaluate("button => button === document.activeElement")
    visit.tab("Comparison").get_by_text("Ratings to compare").wait_for()
    panel = visit.tab("Agreement")
    with visit.page.expect_request(lambda request: request.method == "DELETE"):
        cancel.click()
    visit.says("Cancelled.")
    assert cancel.is_hidden()
    assert visit.focused() == "Measure agreement"
    panel.get_by_label("Confidence interval method").select_option("t")
    panel.get_by_label("Number of draws or resamples").fill("100")
    run.click()
    visit.results(panel)


def test_strangers_sign_in(browser, server, axe):
    with visiting(browser, server, bypass_csp=True) as visit:
        visit.expect("401")
        page = visit.page
        page.context.clear_cookies()
        page.goto(f"{server.address}/")
        assert page.url.endswith("/login")
        page.get_by_label("Token").fill("wrong")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("alert").wait_for()
        assert page.get_by_label("Token").get_attribute("aria-invalid") == "true"
        assert violations(page, axe) == []
        page.get_by_label("Token").fill(server.token)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("tab", name="Agreement").wait_for()


def test_a_report_that_is_too_large_leaves_its_json(visit):
    visit.expect("422")
    message = "This result is too large for that form. Download the JSON."
    error = {"kind": "ResultSizeError", "message": message, "option": None}
    body = json.dumps({"error": error})
    visit.page.route("**/fragment", lambda route: route.fulfill(status=422, body=body))

    def only_json(route):
        response = route.fetch()
        state = response.json()
        forms = ["json"] if state["forms"] else []
        route.fulfill(response=response, body=json.dumps({**state, "forms": forms}))

    visit.page.route("**/api/jobs/*?result=false", only_json)
    panel = visit.tab("Agreement")
    take(visit, panel)
    panel.get_by_role("button", name="Measure agreement").click()
    results = visit.results(panel)
    assert "too large to be shown" in results.inner_text()
    assert results.get_by_role("listitem").count() == 1
    with visit.page.expect_download() as download:
        results.get_by_role("link", name="Download all results as JSON").click()
    assert json.loads(download.value.path().read_text())["kind"] == "report"


def test_names_cannot_change_the_order_of_the_text_around_them(visit):
    panel = visit.tab("Agreement")
    rows = "".join(f"{k},{k % 3},{k % 2},{k % 3}\n" for k in range(12))
    take(visit, panel, file("marks.csv", f"id,\u202eann,bo,cy\u0085\n{rows}"))
    text = panel.inner_text()
    assert "\ufffdann" in text
    assert "\u202e" not in text


def test_more_columns_than_can_be_chosen_from_are_counted(visit):
    panel = visit.tab("Agreement")
    names = [f"r{k}" for k in range(1_500)]
    rows = "".join(f"s{k}," + ",".join(["1", "2"] * 750) + "\n" for k in range(6))
    take(visit, panel, file("many.csv", f"id,{','.join(names)}\n{rows}"))
    assert "1,500" in fact(panel, "Raters")
    assert panel.locator(".rows th").count() <= 51
    correct(panel)
    assert "1,501 columns" in panel.inner_text()
