"""Results of a check for other programs: JUnit XML, and github_lines of GitHub Actions."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from accord.analysis.checks import Check, CheckedLimit

__all__ = ["github_lines", "junit_xml"]

SUITE = "accord check"
ESCAPED = {"%": "%25", "\r": "%0D", "\n": "%0A"}
ESCAPED_TITLE = {**ESCAPED, ":": "%3A", ",": "%2C"}


def junit_xml(result: Check) -> bytes:
    """Return a check as JUnit XML: a test case for each requirement."""
    failures = len(result.failures)
    facts = {"name": SUITE, "tests": str(len(result.limits)), "failures": str(failures)}
    suites = ElementTree.Element("testsuites", facts)
    suite = ElementTree.SubElement(suites, "testsuite", {**facts, "errors": "0", "skipped": "0"})
    for limit in result:
        place = _printable(limit.place or "all subjects")
        case = ElementTree.SubElement(
            suite, "testcase", {"classname": place, "name": _printable(_name(limit))}
        )
        if not limit.passed:
            text = _printable(str(limit))
            ElementTree.SubElement(case, "failure", {"message": text}).text = text
    ElementTree.indent(suites)
    body: bytes = ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True)
    return body + b"\n"


def _name(limit: CheckedLimit) -> str:
    what = {"min": "value", "min_lower": "lower limit", "no_worse_than": "value, as before"}
    return f"{limit.name}: {what[limit.requirement]} at least {limit.threshold:.10g}"


def _printable(text: str) -> str:
    """Return a text without characters that XML does not allow."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def github_lines(result: Check) -> Iterator[str]:
    """Yield a line for each requirement that does not hold, and one with the result.

    >>> from accord.analysis.checks import Check
    >>> list(github_lines(Check((), 0.95)))
    ['::notice title=accord check::no requirements checked: all hold.']
    """
    for limit in result.failures:
        title = _escaped(f"accord check {limit.place}".strip(), ESCAPED_TITLE)
        yield f"::error title={title}::{_escaped(str(limit), ESCAPED)}"
    level = "notice" if result.passed else "error"
    yield f"::{level} title={SUITE}::{_escaped(result.sentence, ESCAPED)}"


def _escaped(text: str, letters: dict[str, str]) -> str:
    return "".join(letters.get(letter, letter) for letter in text)
