"""Report sections: when they are computed, written and shown, and what they may declare."""

from dataclasses import dataclass, replace

import pytest

import accord
from accord.analysis.interpretation import scale_named
from accord.analysis.lead import present
from accord.analysis.views import SECTIONS, compute_details, compute_shown, section
from accord.analysis.views.sections import DECLARED, SectionRequest
from accord.errors import OptionError
from accord.present import Column, Row, Table, documents_of, loaded, report_summary, words
from accord.present.documents.sections import blocks_of
from accord.present.figures import section_figure

RATINGS = {"ann": [1, 2, 3, 3, 2, 1], "bo": [1, 2, 3, 2, 2, 1], "cy": [1, 2, 2, 2, 2, 1]}


@dataclass(frozen=True)
class Options:
    """What a section was given."""

    raters: int
    weights: str
    ci: str
    level: str


def options_view(request):
    """Report the request."""
    return Options(
        request.patterns.r,
        str(request.weights),
        str(request.settings.ci),
        request.patterns.scale.level,
    )


def options_blocks(values, path):
    """Make a table of one row."""
    return [Table.of((Column("Weights"),), [Row(path, (words(values["weights"]),))])]


@pytest.fixture
def shown():
    """A section of another package that every report shows."""
    add = section("shown", "Shown by default", blocks=options_blocks, order=5, details_only=False)
    yield add(options_view)
    del DECLARED["shown"]


@pytest.fixture
def detail():
    """A section of another package that is shown with the details, for ordinal ratings."""
    add = section(
        "detail",
        "A detail",
        blocks=options_blocks,
        suits=lambda request: request.patterns.scale.level == "ordinal",
        note=lambda request: "the detail needs ordinal ratings.",
    )
    yield add(options_view)
    del DECLARED["detail"]


def summary_of(details=None, sections=None):
    p = present(accord.load(RATINGS), None, None, ci="t")
    return report_summary(p, scale_named("landis_koch"), None, details, shown=sections)


def test_a_section_gets_ratings_weights_and_stated_options(shown):
    found = compute_shown(RATINGS, "linear", ci="t").results
    expected = {"raters": 3, "weights": "linear", "ci": "t", "level": "ordinal"}
    assert found["shown"] == expected
    assert compute_shown(RATINGS).results["shown"]["weights"] == "None"
    assert shown.path == "sections/shown"


def test_a_section_shown_by_default_is_in_every_report(shown):
    summary = summary_of(sections=compute_shown(RATINGS, "linear"))
    assert summary["sections"]["shown"]["weights"] == "linear"
    (document,) = documents_of(summary)
    assert "Shown by default" in [s.title for s in document.at("always").sections]
    assert loaded(summary).to_dict() == summary


def test_a_saved_report_is_shown_without_the_plugin(shown):
    summary = summary_of(sections=compute_shown(RATINGS))
    removed = DECLARED.pop(shown.name)
    try:
        (document,) = documents_of(summary)
        assert "Shown by default" not in [s.title for s in document.sections]
        assert loaded(summary).to_dict() == summary
    finally:
        DECLARED[shown.name] = removed


def test_a_detail_depends_on_the_level(detail):
    ordinal = compute_details(RATINGS, ci="t", level="ordinal")
    assert ordinal.sections["detail"]["level"] == "ordinal"
    assert "the detail needs ordinal ratings." not in ordinal.notes
    nominal = compute_details(RATINGS, ci="t", level="nominal")
    assert nominal.sections == {}
    assert "the detail needs ordinal ratings." in nominal.notes
    (document,) = documents_of(summary_of(ordinal))
    assert "A detail" in [s.title for s in document.sections]
    assert "A detail" not in [s.title for s in document.at("always").sections]
    assert detail.path == "details/sections/detail"


def test_sections_of_accord_are_attributes_of_the_details():
    details = compute_details(RATINGS, ci="t")
    assert details.pairs.raters == ("ann", "bo", "cy")
    assert details.limits is None
    with pytest.raises(AttributeError):
        details.wishes  # noqa: B018


def test_every_section_of_accord_has_blocks_a_type_and_a_text():
    from accord.present.documents.sections import BLOCKS

    for entry in SECTIONS.values():
        assert entry.name in BLOCKS or entry.blocks
        assert entry.text
        assert entry.form.schema()
    assert set(BLOCKS) <= set(SECTIONS)


def test_declarations_that_cannot_be_are_refused():
    request = SectionRequest(accord.load(RATINGS))
    assert not request.measured
    with pytest.raises(ValueError, match="part of"):
        section("toy", "Toy", part="wishes")(options_view)
    with pytest.raises(ValueError, match="part of"):
        section("toy", "Toy", part="raters", details_only=False)(options_view)
    with pytest.raises(ValueError, match="already has blocks"):
        blocks_of("confusion")(options_blocks)
    with pytest.raises(ValueError, match="already has a figure"):
        section_figure("confusion")(lambda request: None)
    assert "toy" not in DECLARED


def test_options_of_a_section_are_checked():
    with pytest.raises(OptionError, match="ci is 'wishes'"):
        compute_details(RATINGS, ci="wishes")


def test_a_section_without_enough_memory_is_left_out(monkeypatch):
    from accord.analysis.views import compute_shown
    from accord.analysis.views.sections import DECLARED

    def fail(_):
        raise MemoryError

    entry = DECLARED["marginal_homogeneity"]
    ratings = [[1, 2], [2, 2], [3, 3], [1, 1], [2, 3]]
    before = compute_shown(ratings)
    monkeypatch.setitem(DECLARED, entry.name, replace(entry, view=fail))
    shown = compute_shown(ratings)
    assert set(shown.results) == set(before.results) - {entry.name}
    assert f"{entry.title} is left out: the data are too large for the memory." in shown.notes
