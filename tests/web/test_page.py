"""The page, used as people use it: by mouse, by keyboard, on small screens, in the dark."""

import pytest

from helpers.browsing import (  # noqa: F401
    DROP,
    MARKS,
    WORDS,
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

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


def test_a_chosen_file_is_understood_measured_and_taken_home(visit):
    panel = visit.tab("Agreement")
    with visit.page.expect_file_chooser() as chosen:
        panel.get_by_text("Choose a file").click()
    chosen.value.set_files([file()])
    visit.understood(panel)
    assert visit.focused().endswith("Check and analyse")
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
    assert "dark, light, tan" in fact(panel, "Categories")


def test_another_file_may_be_taken(visit):
    panel = visit.tab("Agreement")
    take(visit, panel)
    panel.get_by_role("button", name="Choose another file").click()
    assert panel.locator("[data-form]").is_hidden()
    take(visit, panel, file("words.csv", WORDS))
    assert "dark, light, tan" in fact(panel, "Categories")


def test_raters_and_level_are_corrected(visit):
    panel = visit.tab("Agreement")
    visit.example(panel, "Essays marked")
    correct(panel)
    panel.get_by_label("chen").uncheck()
    visit.settled(panel)
    assert "adams, brown" in fact(panel, "Raters")
    assert "chen" not in fact(panel, "Raters")
    panel.get_by_label("Level of measurement").select_option("interval")
    visit.settled(panel)
    assert "As stated" in fact(panel, "Level of measurement")
    assert visit.orders("preview")[-1] == {"raters": ["adams", "brown"], "level": "interval"}


def test_categories_are_put_in_order_by_keyboard(visit):
    panel = visit.tab("Agreement")
    take(visit, panel, file("words.csv", WORDS))
    correct(panel)
    page = visit.page
    panel.get_by_role("button", name="Move dark down").focus()
    page.keyboard.press("Enter")
    visit.says("dark is now number 2 of 3.")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move dark down"
    page.keyboard.press("Space")
    visit.says("dark is now number 3 of 3.")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move dark up"
    visit.settled(panel)
    assert "light, tan, dark" in fact(panel, "Categories")
    panel.get_by_label("Level of measurement").select_option("ordinal")
    panel.get_by_label("Agreement weights").select_option("quadratic")
    panel.get_by_role("button", name="Measure agreement").click()
    visit.results(panel)
    expected = {"categories": ["light", "tan", "dark"], "level": "ordinal", "weights": "quadratic"}
    assert visit.orders("report") == [expected]


def test_categories_are_put_in_order_by_dragging(visit):
    visit.page.set_viewport_size({"width": 1280, "height": 2500})  # nothing scrolls on the way
    panel = visit.tab("Agreement")
    take(visit, panel, file("words.csv", WORDS))
    correct(panel)
    items = panel.locator(".order li")
    items.filter(has_text="dark").drag_to(items.filter(has_text="tan"))
    visit.settled(panel)
    assert [text.split()[1] for text in items.all_inner_texts()] == ["light", "tan", "dark"]
    assert "light, tan, dark" in fact(panel, "Categories")


def test_a_long_file_has_columns_to_choose(visit):
    panel = visit.tab("Agreement")
    visit.example(panel, "Images labelled by a crowd")
    correct(panel)
    assert panel.get_by_label("Columns of the raters").is_hidden()
    assert "Detected: worker" in panel.get_by_label("Column of the raters").inner_text()
    panel.get_by_text("File format and missing values").click()
    assert panel.get_by_label("Column of clusters").input_value() == "batch"


def test_settings_that_changed_make_results_old(visit):
    panel = visit.tab("Agreement")
    take(visit, panel)
    panel.get_by_role("button", name="Measure agreement").click()
    results = visit.results(panel)
    assert results.get_by_text("Settings have changed").is_hidden()
    panel.get_by_label("Agreement weights").select_option("linear")
    assert results.get_by_text("Settings have changed").is_visible()


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
    assert visit.focused() == "Number of raters"
    page.keyboard.press("Home")
    assert visit.focused() == "Agreement"
    press_until("Tab", "at.textContent === 'Try an example'")
    page.keyboard.press("Enter")
    press_until("Tab", "at.textContent.startsWith('News coded')")
    page.keyboard.press("Enter")
    panel = page.locator("#panel-agreement")
    visit.understood(panel)
    press_until("Tab", "at.textContent === 'Change how the file is read'")
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
    panel = visit.tab("Comparison")
    visit.example(panel, "Before and after training")
    assert panel.locator(".facts").count() == 2
    panel.get_by_role("button", name="Compare agreement").click()
    assert "before" in visit.results(panel).inner_text()
    assert visit.orders("compare") == [{"paired": True}]


def test_comparison_says_what_it_lacks(visit):
    panel = visit.tab("Comparison")
    take(visit, panel)
    panel.get_by_role("button", name="Compare agreement").click()
    assert "Add a second file" in panel.locator("[data-alert=run]").inner_text()
    panel.get_by_label("Groups of subjects in one file").check()
    panel.get_by_role("button", name="Compare agreement").click()
    assert panel.get_by_label("Column of the groups").get_attribute("aria-invalid") == "true"
    panel.get_by_role("button", name="Reset all settings").click()
    take(visit, panel, file("others.csv", WORDS))
    assert panel.locator(".files li").count() == 2
    panel.get_by_label("Panels of raters in one file").check()
    panel.get_by_role("button", name="Compare agreement").click()
    assert "within one file" in panel.locator("[data-alert=run]").inner_text()
    panel.get_by_role("button", name="Remove others.csv").click()
    assert panel.locator(".files li").count() == 1


def test_groups_and_panels_in_one_file_are_compared(visit):
    rows = "".join(f"{k},{'AB'[k % 2]},{k % 3},{k % 3},{k % 2},{k % 3}\n" for k in range(40))
    panel = visit.tab("Comparison")
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
    panel = visit.tab("Evaluation")
    visit.example(panel, "A model as a judge")
    assert panel.get_by_label("alice").input_value() == "gold"
    assert panel.get_by_label("model").input_value() == "systems"
    panel.get_by_label("carol").select_option("second")
    panel.get_by_label("Category that counts as positive").select_option("pass")
    panel.get_by_role("button", name="Evaluate systems").click()
    assert "model" in visit.results(panel).inner_text()
    people = {"gold": ["alice", "bob"], "systems": ["model"], "second": ["carol"]}
    assert visit.orders("evaluate") == [{**people, "positive": "pass"}]


def test_tests_are_measured_against_a_reference(visit):
    panel = visit.tab("Diagnostics")
    visit.example(panel, "A model against a person")
    assert panel.get_by_label("Reference", exact=True).input_value() == "alice"
    panel.get_by_label("Reference", exact=True).select_option("bob")
    panel.get_by_label("Raters or tests").fill("model,carol")
    panel.get_by_role("button", name="Measure accuracy").click()
    results = visit.results(panel)
    assert "carol: recognises" in results.inner_text()
    assert results.locator("img").count() == 1
    assert panel.get_by_role("button", name="Add a study file").count() == 0
    assert visit.orders("diagnostic") == [
        {"gold": "bob", "tests": "model,carol", "positive": "pass"}
    ]


def test_a_reference_that_was_not_chosen_is_asked_for(visit):
    panel = visit.tab("Diagnostics")
    take(visit, panel)
    visit.expect("422")
    panel.get_by_role("button", name="Measure accuracy").click()
    panel.locator("[data-field=gold] .error").wait_for()
    assert panel.get_by_label("Reference", exact=True).get_attribute("aria-invalid") == "true"


def test_repeated_ratings_have_two_reliabilities(visit):
    panel = visit.tab("Replicates")
    visit.example(panel, "Knee angles")
    assert visit.orders("preview")[-1] == {"duplicates": "replicates"}
    panel.get_by_label("Confidence level").fill(".9")
    panel.get_by_role("button", name="Measure reliability").click()
    assert "Intra-rater" in visit.results(panel).inner_text()
    assert visit.orders("replicates") == [{"confidence": ".9"}]


def test_a_pilot_study_says_how_many_raters_are_needed(visit):
    panel = visit.tab("Number of raters")
    visit.example(panel, "How many markers")
    panel.get_by_label("Use of the mean ratings").select_option("relative")
    panel.get_by_role("button", name="Compute reliability").click()
    results = visit.results(panel)
    assert "the mean of" in results.inner_text()
    assert results.locator("img").count() == 1
    assert visit.orders("g-study") == [{"reliability": ".9", "decisions": "relative"}]


def test_spans_are_compared_by_their_statistics(visit):
    rows = "".join(
        f"d{d},{rater},{8 * k},{8 * k + 4 + (rater == 'cy') * (k + d) % 2},x\n"
        for d in range(6)
        for k in range(3)
        for rater in ("ann", "bo", "cy")
        if rater != "bo" or k + d % 2
    )
    panel = visit.tab("Comparison")
    take(visit, panel, file("spans.csv", f"document,rater,start,end,label\n{rows}"))
    panel.get_by_label("Panels of raters in one file").check()
    visit.settled(panel)
    for panel_name, raters in (("The first panel", "ann bo"), ("The second panel", "ann cy")):
        group = panel.get_by_role("group", name=panel_name, exact=True)
        for rater in raters.split():
            group.get_by_label(rater).check()
    panel.get_by_label("Coefficient", exact=True).select_option("span_f1")
    panel.get_by_text("More settings").click()
    panel.get_by_label("Matching of spans").fill("overlap")
    panel.get_by_role("button", name="Compare agreement").click()
    assert "Span F1, overlap" in visit.results(panel).inner_text()


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
        panel.get_by_text("File format and missing values").click()
        panel.get_by_text("More settings").click()
        sound("understood")
        panel.get_by_label("Layout of the table").select_option("long")
        panel.locator("[data-alert=preview] .alert-text").wait_for()
        sound("error")
        panel.get_by_role("button", name="Reset all settings").click()
        visit.settled(panel)
        panel.get_by_label("Confidence interval method").select_option("bca")
        panel.get_by_label("Number of draws or resamples").fill("1000000")
        panel.get_by_role("button", name="Measure agreement").click()
        panel.get_by_role("button", name="Cancel").wait_for()
        sound("working")
        panel.get_by_role("button", name="Cancel").click()
        panel.get_by_label("Confidence interval method").select_option("t")
        panel.get_by_label("Number of draws or resamples").fill("")
        panel.get_by_role("button", name="Measure agreement").click()
        visit.results(panel)
        sound("results")
        panel = visit.tab("Comparison")
        visit.example(panel, "Before and after training")
        panel.get_by_role("button", name="Compare agreement").click()
        visit.results(panel)
        sound("results of a comparison")
        panel.get_by_label("Panels of raters in one file").check()
        visit.settled(panel)
        sound("comparison")
        panel = visit.tab("Evaluation")
        visit.example(panel, "A model as a judge")
        sound("evaluation")
        panel.get_by_role("button", name="Evaluate systems").click()
        visit.results(panel)
        sound("results of an evaluation")
        for tab, example, button in (
            ("Diagnostics", "A model against", "Measure accuracy"),
            ("Replicates", "Knee angles", "Measure reliability"),
            ("Number of raters", "How many markers", "Compute reliability"),
        ):
            panel = visit.tab(tab)
            visit.example(panel, example)
            panel.get_by_text("More settings").click()
            panel.get_by_role("button", name=button).click()
            visit.results(panel)
            sound(tab)
