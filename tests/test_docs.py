"""The documentation: commands run, pages are generated, and the site stands on its own."""

import doctest
import html.parser
import random
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import polars as pl
import pytest
from typer.main import get_command
from typer.testing import CliRunner

import accord
from accord.__main__ import app
from accord.analysis.agreement import estimate
from accord.analysis.interpretation import SCALES
from accord.io.readers import READERS
from accord.statistics import COEFFICIENTS, MEASURES, SPAN_STATISTICS
from accord.statistics.references import REFERENCES
from accord.statistics.weights import WEIGHTS
from helpers.paths import ROOT

DOCS = ROOT / "docs"
GENERATED = ("_build", "coefficients", "project", "reference")
PAGES = [
    *sorted(p for p in DOCS.rglob("*.md") if p.relative_to(DOCS).parts[0] not in GENERATED),
    ROOT / "README.md",
    ROOT / "examples" / "README.md",
]
ELSEWHERE = ("hdfs://",)  # commands with these need machines that a test does not have
ENDLESS = ("serve",)  # likewise
BUILDING = 300  # seconds that the site may take
QUICKER = {  # what these commands are given besides, where their output is not shown
    "evaluate": ["--ci", "t"],
    "plan": ["--samples", "20"],
    "report": ["--ci", "t"],
}


# --- commands ---------------------------------------------------------------------------------


def blocks(path):
    """Languages and texts of a page's blocks of code."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands(path):
    """Commands of a page as (arguments, the output that is shown)."""
    for language, text in blocks(path):
        if language not in ("", "console"):
            continue
        prompt = r"\$ " if language else r"(?:\.venv/bin/)?"  # output stands only beside prompts
        for part in re.split(rf"^{prompt}accord ", text, flags=re.MULTILINE)[1:]:
            found = re.match(r"(?:.*\\\n)*.*\n", part)
            line = found[0].replace("\\\n", " ")
            yield shlex.split(line, comments=True), part[found.end() :] if language else ""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """Folder in which the names that the pages use are files, and commands that were run there."""
    place = tmp_path_factory.mktemp("work")
    examples = ROOT / "examples"
    shutil.copytree(examples, place / "examples")
    for name, like in {
        "a.csv": "before.csv",
        "after.csv": "after.csv",
        "articles.csv": "articles.csv",
        "b.csv": "after.csv",
        "before.csv": "before.csv",
        "labels.csv": "crowd.csv",
        "new-answers.csv": "answers.csv",
        "prompts.csv": "prompts.csv",
        "site1.csv": "before.csv",
        "site2.csv": "after.csv",
        "verdicts.csv": "verdicts.csv",
    }.items():
        shutil.copy(examples / like, place / name)
    essays, machines = pl.read_csv(examples / "essays.csv"), pl.read_csv(examples / "machines.csv")
    marks = pl.concat([essays, machines.head(len(essays)).drop("answer")], how="horizontal")
    marks.write_csv(place / "marks.csv")
    names = {"adams": "human1", "brown": "human2", "chen": "old", "teacher": "new"}
    scored = marks.drop("engine1", "engine2").rename({**names, "class": "group"})
    scored.with_columns(pl.selectors.integer() + 1).write_csv(place / "essays.csv")
    draw = random.Random(1)
    pain = {rater: draw.choices(["none", "mild", "severe"], k=20) for rater in ("ann", "bo")}
    pl.DataFrame(pain).write_csv(place / "pain.csv")
    rows = [(9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7)]
    pl.DataFrame(rows, schema=["a", "b", "c", "d"], orient="row").write_csv(place / "pilot.csv")
    judged = {who: draw.choices("yn", k=40) for who in ("human", "run1", "run2", "run3")}
    pl.DataFrame(judged).write_csv(place / "judged.csv")
    ill = draw.choices([0, 1], k=40)
    pl.DataFrame({"biopsy": ill, "ann": draw.choices([0, 1], k=40)}).write_csv(place / "scans.csv")
    marker = [round(50 + 10 * k + draw.gauss(0, 8), 1) for k in ill]
    pl.DataFrame({"biopsy": ill, "marker": marker}).write_csv(place / "markers.csv")
    (place / "ratings").mkdir()
    crowd = pl.read_csv(examples / "crowd.csv")
    for month, part in enumerate((crowd.head(90), crowd[90:180]), start=1):
        part.write_parquet(place / "ratings" / f"2026-0{month}.parquet")
    return SimpleNamespace(place=place, done=set())


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_of_a_page_run_and_print_what_it_shows(page, workspace, monkeypatch):
    monkeypatch.chdir(workspace.place)
    monkeypatch.setenv("COLUMNS", "80")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for arguments, output in commands(page):
        if arguments[0] in ENDLESS or any(word.startswith(ELSEWHERE) for word in arguments):
            assert parsed(arguments)
            continue
        shown = bool(output.strip())
        if not shown:
            quicker = QUICKER.get(arguments[0], [])
            arguments += [] if set(quicker) & set(arguments) else quicker
            if tuple(arguments) in workspace.done:
                continue
        with monkeypatch.context() as patch:
            if shown:
                patch.setattr("accord.inference.choice.DRAWN_STEPS", 2_000_000)  # as a user has it
            result = CliRunner().invoke(app, arguments)
        said = f"accord {shlex.join(arguments)}\n{result.output}{result.exception}"
        assert result.exit_code == 0, said
        workspace.done.add(tuple(arguments))
        if shown:
            assert doctest.OutputChecker().check_output(output, result.stdout, flags), said


def parsed(arguments):
    """Whether a command and its options are understood."""
    root = get_command(app)
    with root.make_context("accord", list(arguments)) as context:
        name, command, rest = root.resolve_command(context, list(arguments))
        command.make_context(name, rest, parent=context)
    return True


def commands_and_options():
    """Every command, as the words that call it, with its options."""

    def walk(command, words):
        if hasattr(command, "commands"):
            for name, child in command.commands.items():
                yield from walk(child, (*words, name))
        else:
            flags = {flag for p in command.params for flag in (*p.opts, *p.secondary_opts)}
            yield words, {flag for flag in flags if flag.startswith("-")}

    return dict(walk(get_command(app), ()))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_in_running_text_exist(page):
    known = commands_and_options()
    plain = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for text in re.findall(r"`accord ((?!COMMAND)[a-z][^`]*)`", plain):
        words = tuple(re.split(r"\s+", text))
        called = next((w for w in known if words[: len(w)] == w), None)
        if called is None:
            assert any(w[0] == words[0] for w in known), text
            continue
        for flag in re.findall(r"(?<!\S)--?[a-z][a-z-]*", text):
            assert flag in known[called] | {"--help"}, text


# --- generated pages --------------------------------------------------------------------------


def of_the_site(test):
    """Mark a test of the built site: one process builds it, which takes long."""
    return pytest.mark.slow(pytest.mark.xdist_group("site")(test))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built from a copy of everything that its pages are made of."""
    copy = tmp_path_factory.mktemp("site")
    for folder in ("docs", "studies", "benchmarks", "examples"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns(*GENERATED))
    for file in ROOT.glob("*.md"):
        shutil.copy(file, copy)
    (copy / "docs" / "coefficients").mkdir()
    (copy / "docs" / "coefficients" / "of_the_past.md").write_text("# Gone\n")
    out = copy / "html"
    subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", copy / "docs", out],
        check=True,
        timeout=BUILDING,
    )
    return out


@pytest.fixture(scope="module")
def pages(site):
    """Generated pages, by path."""
    docs = site.parent / "docs"
    paths = [path for folder in GENERATED for path in (docs / folder).rglob("*.*")]
    return {str(path.relative_to(docs)): path.read_text(encoding="utf-8") for path in paths}


@of_the_site
def test_pages_of_the_past_are_removed(pages):
    assert {f"coefficients/{name}.md" for name in ("index", *COEFFICIENTS)} == {
        name for name in pages if name.startswith("coefficients/")
    }


@of_the_site
@pytest.mark.parametrize("name", COEFFICIENTS)
def test_every_coefficient_has_a_page(name, pages, monkeypatch):
    monkeypatch.syspath_prepend(DOCS)
    from generate_coefficients import MEASURED, STATED, THREE, TWO, escaped, prose

    entry, page = COEFFICIENTS[name], pages[f"coefficients/{name}.md"]
    assert page.startswith(f"# {entry.title}\n\n{prose(entry.summary)}\n")
    assert "## Formula\n\n```{math}\n" in page
    assert all(escaped(REFERENCES[key].title) in page for key in entry.references)
    ratings = TWO if entry.raters == 2 else THREE
    if entry.numbers:
        ratings = {rater: MEASURED[rater] for rater in ratings}
    stated = {key: STATED[key] for key, default in entry.options.items() if default is None}
    value = estimate(name, ratings, "identity", **stated).value
    assert f"{entry.exact_title or entry.title} = {value:.4f}, 95% CI [" in page
    assert f"({name}.md)" in pages["coefficients/index.md"]


def test_symbols_in_text_are_typeset(monkeypatch):
    monkeypatch.syspath_prepend(DOCS)
    from generate_coefficients import prose

    assert prose("pe is w_kl p_k+ in `k_l`, x_max") == (
        "$p_{e}$ is $w_{kl}$ $p_{k+}$ in `k_l`, x\\_max"
    )


def test_formulas_are_of_known_statistics_and_weights():
    formulas = tomllib.loads((DOCS / "formulas.toml").read_text(encoding="utf-8"))
    assert set(formulas["coefficients"]) <= set(COEFFICIENTS)
    assert set(formulas["notation"]) <= set(COEFFICIENTS)
    assert set(formulas["weights"]) <= set(WEIGHTS)
    assert set(formulas["metrics"]) <= set(MEASURES)


@of_the_site
def test_formulas_of_the_site_are_mathml(site):
    pages = [site / "coefficients" / f"{name}.html" for name in COEFFICIENTS]
    pages += [site / f"{name}.html" for name in ("intervals", "comparing", "planning")]
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert '<math xmlns="http://www.w3.org/1998/Math/MathML"' in text, path.name
        assert r"\frac" not in text, path.name


def test_other_programs_are_described_for_known_coefficients():
    peers = tomllib.loads((DOCS / "peers.toml").read_text(encoding="utf-8"))
    assert set(peers) <= set(COEFFICIENTS)
    assert {frozenset(peer) for rows in peers.values() for peer in rows} == {
        frozenset({"program", "there", "here"})
    }


@of_the_site
@pytest.mark.parametrize(
    ("page", "registry"),
    [
        ("weights", WEIGHTS),
        ("scales", SCALES),
        ("metrics", MEASURES),
        ("readers", READERS),
        ("spans", SPAN_STATISTICS),
    ],
)
def test_every_entry_of_a_registry_is_on_its_page(page, registry, pages):
    assert [name for name in registry if f"`{name}`" not in pages[f"reference/{page}.md"]] == []


@of_the_site
def test_every_command_and_option_is_in_the_reference(pages):
    page = pages["reference/commands.md"]
    for words, flags in commands_and_options().items():
        assert f"## `accord {' '.join(words)}`" in page
        assert [flag for flag in flags if f"`{flag}`" not in page] == []


@of_the_site
def test_every_public_name_is_in_the_reference(pages):
    page = pages["reference/api.rst"]
    names = set(accord.__all__) - {"__version__"}
    assert {name for name in names if not re.search(rf":: accord\.{name}\b", page)} == set()


# --- the site ---------------------------------------------------------------------------------


LOADS = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}
NOT_LOADED = {"next", "prev", "index", "search", "canonical"}


class Page(html.parser.HTMLParser):
    """What a page loads, where it links to, and the places in it."""

    def __init__(self, path):
        super().__init__()
        self.loads, self.links, self.places = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        self.places |= {facts[key] for key in ("id", "name") if facts.get(key)}
        address = facts.get(LOADS.get(tag, ""))
        if address and not (tag == "link" and facts.get("rel") in NOT_LOADED):
            self.loads.append(address)
        if tag == "a" and facts.get("href"):
            self.links.append(facts["href"])


@of_the_site
def test_the_site_loads_nothing_from_elsewhere(site):
    for path in site.rglob("*.html"):
        for address in Page(path).loads:
            assert not urlsplit(address).netloc, (path.name, address)
            if not address.startswith("data:"):
                assert (path.parent / unquote(urlsplit(address).path)).is_file(), address
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", text), path.name


@of_the_site
def test_links_of_the_site_lead_somewhere(site):
    found = {path.resolve(): Page(path) for path in site.rglob("*.html")}
    assert (site / "project" / "architecture.html").resolve() in found
    assert (site / "project" / "changelog.html").resolve() in found
    for path, page in found.items():
        for address in page.links:
            link = urlsplit(address)
            if link.scheme or link.netloc:
                continue
            target = (path.parent / unquote(link.path)).resolve() if link.path else path
            assert target.is_file(), (path.name, address)
            if link.fragment and target in found:
                assert unquote(link.fragment) in found[target].places, (path.name, address)
