"""The page, used as people use it: by mouse, by keyboard, on small screens, in the dark."""

import re

import pytest

from browsing import (  # noqa: F401
    UPLOAD_LIMIT,
    given_axe,
    given_browser,
    given_server,
    given_visit,
    violations,
    visiting,
)
from serving import serving

pytestmark = pytest.mark.xdist_group("browser")

MARKS = "essay,ann,bo\n" + "".join(f"E{k},{k % 4},{(k + k % 3) % 4}\n" for k in range(20))
WORDS = "item,ann,bo\n1,low,low\n2,high,mid\n3,mid,mid\n4,low,mid\n5,high,high\n6,mid,low\n"
DROP = """([target, files]) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name, {type: "text/csv"}));
  const event = {dataTransfer: data, bubbles: true, cancelable: true};
  for (const type of ["dragenter", "dragover", "drop"])
    target.dispatchEvent(new DragEvent(type, event));
}"""


def file(name="marks.csv", text=MARKS):
    return {"name": name, "mimeType": "text/csv", "buffer": text.encode()}


def take(visit, panel, *files):
    panel.locator("input[type=file]").set_input_files(list(files) or [file()])
    visit.understood(panel)


def fact(panel, name):
    return panel.locator(".facts div", has_text=name).first.inner_text()


def correct(panel):
    panel.get_by_text("Correct what was understood").click()


def test_a_chosen_file_is_understood_measured_and_taken_home(visit):
    panel = visit.tab("Agreement")
    with visit.page.expect_file_chooser() as chosen:
        panel.get_by_text("Choose a file").click()
    chosen.value.set_files([file()])
    visit.understood(panel)
    assert visit.focused().endswith("Is this what you meant?")
    assert "20" in fact(panel, "Subjects")
    assert "ann, bo" in fact(panel, "Raters")
    assert panel.locator("th", has_text="essay").inner_text().split() == ["essay", "subject"]
    panel.get_by_role("button", name="Measure agreement").click()
    results = visit.results(panel)
    visit.says("The results are ready.")
    assert visit.focused().endswith("Results")
    assert "Gwet" in results.inner_text()
    for form in ("Web page", "Excel", "CSV", "Markdown", "LaTeX", "JSON"):
        with visit.page.expect_download() as download:
            results.get_by_role("link", name=form).click()
        assert download.value.path().stat().st_size > 100
    assert visit.orders("report") == [{}]


def test_lines_are_copied_and_said_to_be(browser, server):
    permissions = ["clipboard-read", "clipboard-write"]
    with visiting(browser, server, permissions=permissions) as visit:
        panel = visit.tab("Agreement")
        take(visit, panel)
        panel.get_by_role("button", name="Measure agreement").click()
        visit.results(panel)
        panel.get_by_role("button", name="Copy On the command line").click()
        visit.says("Copied: On the command line.")
        copied = visit.page.evaluate("navigator.clipboard.readText()")
        assert copied == "accord report marks.csv"
        panel.get_by_role("button", name="Copy In Python").click()
        visit.says("Copied: In Python.")
        assert "import accord" in visit.page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("target", [".drop:visible", "h1"])
def test_a_file_may_be_dropped_anywhere(visit, target):
    panel = visit.tab("Agreement")
    place = visit.page.locator(target).element_handle()
    visit.page.evaluate(DROP, [place, [["dropped.csv", MARKS]]])
    visit.understood(panel)
    assert "dropped.csv" in panel.locator(".files").inner_text()


def test_two_files_are_not_one(visit):
    panel = visit.tab("Agreement")
    place = panel.locator(".drop").element_handle()
    visit.page.evaluate(DROP, [place, [["a.csv", MARKS], ["b.csv", MARKS]]])
    assert "one file at a time" in panel.get_by_role("alert").first.inner_text()


def test_cells_are_pasted_from_a_spreadsheet(visit):
    panel = visit.tab("Agreement")
    panel.get_by_text("Paste from a spreadsheet").click()
    panel.get_by_role("button", name="Use these cells").click()
    area = panel.locator("textarea")
    assert area.get_attribute("aria-invalid") == "true"
    assert "Paste some cells" in panel.locator(".paste .error").inner_text()
    area.fill(WORDS.replace(",", "\t"))
    panel.get_by_role("button", name="Use these cells").click()
    visit.understood(panel)
    assert "pasted" in panel.locator(".files").inner_text()
    assert "high, low, mid" in fact(panel, "Categories")


def test_another_file_may_be_taken(visit):
    panel = visit.tab("Agreement")
    take(visit, panel)
    panel.get_by_role("button", name="Take another file").click()
    assert panel.locator("[data-form]").is_hidden()
    take(visit, panel, file("words.csv", WORDS))
    assert "high, low, mid" in fact(panel, "Categories")


def test_a_wrong_layout_is_an_error_at_its_field_and_can_be_undone(visit):
    panel = visit.tab("Agreement")
    visit.example(panel, "Essays marked")
    correct(panel)
    panel.get_by_label("How the table is laid out").select_option("long")
    column = panel.get_by_label("Column of the raters")
    alert = panel.locator("[data-trouble=preview]")
    alert.get_by_text("needs a column for the rater").wait_for()
    assert alert.get_attribute("role") == "alert"
    assert column.get_attribute("aria-invalid") == "true"
    noted = visit.page.locator(f"#{column.get_attribute('aria-describedby').split()[-1]}")
    assert "needs a column for the rater" in noted.inner_text()
    panel.get_by_role("button", name="Undo my corrections").click()
    visit.settled(panel)
    assert column.is_hidden()
    assert alert.inner_text() == ""
    assert visit.orders("preview")[-1] == {}


def test_raters_and_level_are_corrected(visit):
    panel = visit.tab("Agreement")
    visit.example(panel, "Essays marked")
    correct(panel)
    panel.get_by_label("chen").uncheck()
    visit.settled(panel)
    assert "adams, brown" in fact(panel, "Raters")
    assert "chen" not in fact(panel, "Raters")
    panel.get_by_label("What the ratings are").select_option("interval")
    visit.settled(panel)
    assert "As you said" in fact(panel, "Kind of ratings")
    assert visit.orders("preview")[-1] == {"raters": ["adams", "brown"], "level": "interval"}


def test_categories_are_put_in_order_by_keyboard(visit):
    panel = visit.tab("Agreement")
    take(visit, panel, file("words.csv", WORDS))
    correct(panel)
    page = visit.page
    panel.get_by_role("button", name="Move high down").focus()
    page.keyboard.press("Enter")
    visit.says("high is now number 2 of 3.")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move high down"
    page.keyboard.press("Space")
    visit.says("high is now number 3 of 3.")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move high up"
    visit.settled(panel)
    assert "low, mid, high" in fact(panel, "Categories")
    panel.get_by_label("What the ratings are").select_option("ordinal")
    panel.get_by_label("How near misses count").select_option("quadratic")
    panel.get_by_role("button", name="Measure agreement").click()
    visit.results(panel)
    expected = {"categories": ["low", "mid", "high"], "level": "ordinal", "weights": "quadratic"}
    assert visit.orders("report") == [expected]


def test_categories_are_put_in_order_by_dragging(visit):
    visit.page.set_viewport_size({"width": 1280, "height": 2500})  # nothing scrolls on the way
    panel = visit.tab("Agreement")
    take(visit, panel, file("words.csv", WORDS))
    correct(panel)
    items = panel.locator(".order li")
    items.filter(has_text="high").drag_to(items.filter(has_text="mid"))
    visit.settled(panel)
    assert [text.split()[1] for text in items.all_inner_texts()] == ["low", "mid", "high"]
    assert "low, mid, high" in fact(panel, "Categories")


def test_a_long_file_has_columns_to_choose(visit):
    panel = visit.tab("Agreement")
    visit.example(panel, "Images labelled by a crowd")
    correct(panel)
    assert panel.get_by_label("Columns that are raters").is_hidden()
    assert "Found: worker" in panel.get_by_label("Column of the raters").inner_text()
    panel.get_by_text("How the file is written").click()
    assert panel.get_by_label("Column of clusters").input_value() == "batch"


def test_settings_that_changed_make_results_old(visit):
    panel = visit.tab("Agreement")
    take(visit, panel)
    panel.get_by_role("button", name="Measure agreement").click()
    results = visit.results(panel)
    assert results.get_by_text("Settings have changed").is_hidden()
    panel.get_by_label("How near misses count").select_option("linear")
    assert results.get_by_text("Settings have changed").is_visible()


def test_an_impossible_setting_is_an_error_at_its_field(visit):
    panel = visit.tab("Agreement")
    take(visit, panel)
    panel.get_by_text("More settings").click()
    panel.get_by_label("Confidence level").fill("2")
    panel.get_by_text("More settings").click()
    panel.get_by_role("button", name="Measure agreement").click()
    panel.locator("[data-trouble=run]").get_by_text("onfidence").wait_for()
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
    alert = panel.locator("[data-trouble=preview] .trouble-words")
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
    panel.locator("[data-trouble=source] .trouble-words").wait_for()
    words = panel.locator("[data-trouble=source]").inner_text()
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
    assert panel.locator("[data-trouble=preview]").inner_text() == ""


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
    panel.get_by_label("Kind of interval").select_option("bca")
    panel.get_by_label("Draws or resamples").fill("1000000")
    run = panel.get_by_role("button", name="Measure agreement")
    run.click()
    cancel = panel.get_by_role("button", name="Cancel")
    cancel.wait_for()
    assert panel.get_by_role("progressbar").is_visible()
    assert cancel.evaluate("button => button === document.activeElement")
    visit.tab("Compare").get_by_text("What you compare").wait_for()
    panel = visit.tab("Agreement")
    with visit.page.expect_request(lambda request: request.method == "DELETE"):
        cancel.click()
    visit.says("Cancelled.")
    assert cancel.is_hidden()
    assert visit.focused() == "Measure agreement"
    panel.get_by_label("Kind of interval").select_option("t")
    panel.get_by_label("Draws or resamples").fill("100")
    run.click()
    visit.results(panel)


def test_everything_by_keyboard(visit):
    page = visit.page

    def press_until(key, there):
        for _ in range(80):
            if page.evaluate(f"(() => {{ const at = document.activeElement; return {there}; }})()"):
                return
            page.keyboard.press(key)
        raise AssertionError(there)

    page.keyboard.press("Tab")
    assert visit.focused() == "Skip to the content"
    page.keyboard.press("Enter")
    press_until("Tab", "at.getAttribute('role') === 'tab'")
    page.keyboard.press("End")
    assert visit.focused() == "Evaluate systems"
    page.keyboard.press("Home")
    assert visit.focused() == "Agreement"
    press_until("Tab", "at.textContent === 'Try an example'")
    page.keyboard.press("Enter")
    press_until("Tab", "at.textContent.startsWith('News coded')")
    page.keyboard.press("Enter")
    panel = page.locator("#panel-agreement")
    visit.understood(panel)
    press_until("Tab", "at.textContent === 'Correct what was understood'")
    page.keyboard.press("Enter")
    press_until("Tab", "at.getAttribute('aria-label') === 'Move threat up'")
    page.keyboard.press("Space")
    visit.says("threat is now number 3 of 4.")
    press_until("Tab", "at.name === 'weights'")
    page.keyboard.type("Lin")
    press_until("Tab", "at.textContent === 'Measure agreement'")
    page.keyboard.press("Enter")
    visit.results(panel)
    assert visit.focused().endswith("Results")
    press_until("Tab", "at.textContent.startsWith('Web page')")
    expected = {"categories": ["blame", "neutral", "threat", "praise"], "weights": "linear"}
    assert visit.orders("report") == [expected]


def test_paired_files_are_compared(visit):
    panel = visit.tab("Compare two files")
    visit.example(panel, "Before and after a training")
    assert panel.locator(".facts").count() == 2
    panel.get_by_role("button", name="Compare agreement").click()
    assert "before" in visit.results(panel).inner_text()
    assert visit.orders("compare") == [{"paired": True}]


def test_comparison_says_what_it_lacks(visit):
    panel = visit.tab("Compare two files")
    take(visit, panel)
    panel.get_by_role("button", name="Compare agreement").click()
    assert "Add a second file" in panel.locator("[data-trouble=run]").inner_text()
    panel.get_by_label("Groups of subjects in one file").check()
    panel.get_by_role("button", name="Compare agreement").click()
    assert panel.get_by_label("Column of the groups").get_attribute("aria-invalid") == "true"
    panel.get_by_role("button", name="Undo my corrections").click()
    take(visit, panel, file("others.csv", WORDS))
    assert panel.locator(".files li").count() == 2
    panel.get_by_label("Panels of raters in one file").check()
    panel.get_by_role("button", name="Compare agreement").click()
    assert "within one file" in panel.locator("[data-trouble=run]").inner_text()
    panel.get_by_role("button", name="Remove others.csv").click()
    assert panel.locator(".files li").count() == 1


def test_groups_and_panels_in_one_file_are_compared(visit):
    rows = "".join(f"{k},{'AB'[k % 2]},{k % 3},{k % 3},{k % 2},{k % 3}\n" for k in range(40))
    panel = visit.tab("Compare two files")
    take(visit, panel, file("groups.csv", f"item,class,ann,bo,cy,di\n{rows}"))
    panel.get_by_label("Groups of subjects in one file").check()
    panel.get_by_label("Column of the groups").select_option("class")
    visit.settled(panel)
    panel.get_by_role("button", name="Compare agreement").click()
    visit.results(panel)
    panel.get_by_label("Panels of raters in one file").check()
    visit.settled(panel)
    for panel_name, raters in (("The first panel", "ann bo"), ("The second panel", "cy di")):
        group = panel.get_by_role("group", name=panel_name, exact=True)
        for rater in raters.split():
            group.get_by_label(rater).check()
    panel.get_by_label("Margin").fill(".1")
    panel.get_by_role("button", name="Compare agreement").click()
    panel.get_by_text("Settings have changed").wait_for(state="hidden")
    visit.results(panel)
    groups, panels = visit.orders("compare")
    assert groups == {"by": "class"}
    assert panels == {"panel": ["first=ann,bo", "second=cy,di"], "margin": ".1"}


def test_systems_are_evaluated(visit):
    panel = visit.tab("Evaluate systems")
    visit.example(panel, "A model as a judge")
    assert panel.get_by_label("alice").input_value() == "gold"
    assert panel.get_by_label("model").input_value() == "systems"
    panel.get_by_label("carol").select_option("second")
    panel.get_by_label("Category that counts as positive").select_option("pass")
    panel.get_by_role("button", name="Evaluate systems").click()
    assert "model" in visit.results(panel).inner_text()
    people = {"gold": ["alice", "bob"], "systems": ["model"], "second": ["carol"]}
    assert visit.orders("evaluate") == [{**people, "positive": "pass"}]


def test_colours_follow_the_system_until_chosen_and_are_remembered(browser, server):
    ground = "getComputedStyle(document.body).backgroundColor"
    with visiting(browser, server, color_scheme="dark") as visit:
        page = visit.page
        button = page.get_by_role("button", name="Dark colours")
        dark = page.evaluate(ground)
        assert button.get_attribute("aria-pressed") == "true"
        button.click()
        light = page.evaluate(ground)
        assert button.get_attribute("aria-pressed") == "false"
        page.reload()
        assert page.evaluate(ground) == light != dark


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


@pytest.mark.parametrize(("width", "colours"), [(320, "light"), (1280, "dark")])
def test_every_state_is_accessible_and_fits(browser, server, axe, width, colours):
    size = {"width": width, "height": 800}
    options = {"viewport": size, "color_scheme": colours, "bypass_csp": True}
    with visiting(browser, server, **options, reduced_motion="reduce") as visit:

        def sound(state):
            assert (state, violations(visit.page, axe), visit.width()) == (state, [], width)

        sound("at first")
        panel = visit.tab("Agreement")
        panel.get_by_text("Paste from a spreadsheet").click()
        panel.get_by_role("button", name="Use these cells").click()
        sound("empty paste")
        visit.example(panel, "Essays marked")
        correct(panel)
        panel.get_by_text("How the file is written").click()
        panel.get_by_text("More settings").click()
        sound("understood")
        panel.get_by_label("How the table is laid out").select_option("long")
        panel.locator("[data-trouble=preview] .trouble-words").wait_for()
        sound("error")
        panel.get_by_role("button", name="Undo my corrections").click()
        visit.settled(panel)
        panel.get_by_label("Kind of interval").select_option("bca")
        panel.get_by_label("Draws or resamples").fill("1000000")
        panel.get_by_role("button", name="Measure agreement").click()
        panel.get_by_role("button", name="Cancel").wait_for()
        sound("working")
        panel.get_by_role("button", name="Cancel").click()
        panel.get_by_label("Kind of interval").select_option("t")
        panel.get_by_label("Draws or resamples").fill("")
        panel.get_by_role("button", name="Measure agreement").click()
        visit.results(panel)
        sound("results")
        panel = visit.tab("Compare two files")
        visit.example(panel, "Before and after a training")
        panel.get_by_label("Panels of raters in one file").check()
        visit.settled(panel)
        sound("comparison")
        panel = visit.tab("Evaluate systems")
        visit.example(panel, "A model as a judge")
        sound("evaluation")
