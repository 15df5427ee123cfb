"""Roles of raters by the names of their columns: runs of a system, and people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from accord.io.layouts.vocabulary import PROFESSIONS

__all__ = ["RaterRoles", "assign_roles", "is_machine_name", "is_setting"]

SETTING = re.compile(r"[^=\s][^=]*=.*[^=\s].*")
MACHINE = re.compile(r"machine(?:[ _.-]?\d+)?", re.IGNORECASE)  # the column that `mark score` adds
ORDINAL = r"first|second|third|1st|2nd|3rd"
VARIANT = rf"(?:[ _.-]?\d+|[ _.-](?:[A-Za-z]|{ORDINAL}))?"
STEM = re.compile(rf"(?:(?:{ORDINAL})[ _.-])?(?P<stem>.*?[^\W\d_]){VARIANT}", re.IGNORECASE)
PERSON = re.compile(
    r"(?:human|person|teacher|tutor|instructor|professor|expert|rater|annotator|coder|examiner|"
    rf"grader|assessor|reviewer|observer|doctor|{PROFESSIONS}){VARIANT}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RaterRoles:
    """Roles of the raters other than the gold standard.

    Parameters
    ----------
    systems
        Raters that are evaluated.
    people
        Further people, who count in human-human agreement only.
    left_out
        Columns without a role.
    """

    systems: tuple[str, ...]
    people: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def notes(self, noun: str, option: str, people_use: str) -> tuple[str, ...]:
        """Describe the roles that names decided, and the options that change them.

        Parameters
        ----------
        noun
            What is evaluated: ``system`` or ``run``.
        option
            Option that lists the systems.
        people_use
            What further people are used for.

        Examples
        --------
        >>> roles = RaterRoles(("k10",), ("mark2",))
        >>> roles.notes("run", "--columns", "used for human-human agreement only")[0]
        "Column 'mark2' is read as a second person because of its name, and used for human-human \
agreement only. To include it as a run, list the runs with --columns."
        """
        notes = []
        if self.people:
            subject, reading, inclusion = (
                ("Column", "is read as a second person because of its name", f"it as a {noun}")
                if len(self.people) == 1
                else (
                    "Columns",
                    "are read as further people because of their names",
                    f"them as {noun}s",
                )
            )
            notes.append(
                f"{subject} {_quoted(self.people)} {reading}, and {people_use}. To include "
                f"{inclusion}, list the {noun}s with {option}."
            )
        if self.left_out:
            notes.append(
                f"Left out: {_quoted(self.left_out)}, because the {noun}s are the columns named "
                f"parameter=value. To include other columns, list the {noun}s with {option}, and "
                "further people with --second."
            )
        return tuple(notes)


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names)


def is_setting(name: str) -> bool:
    """Return whether a name spells a parameter and its value, as runs of a system are named.

    >>> is_setting("dimensions=50"), is_setting("k10"), is_setting("="), is_setting("k=")
    (True, False, False, False)
    """
    return SETTING.fullmatch(name) is not None


def is_machine_name(name: str) -> bool:
    """Return whether a column is named as the marking commands name the scores of a machine.

    >>> is_machine_name("machine"), is_machine_name("train=20_k=5"), is_machine_name("mark")
    (True, True, False)
    """
    return is_setting(name) or MACHINE.fullmatch(name.strip()) is not None


def assign_roles(
    names: Iterable[str], gold: Sequence[str], roles: Mapping[str, str] | None = None
) -> RaterRoles:
    """Assign roles to the raters other than the gold standard.

    CellRules, in this order:

    1. Where the data declare a role for every rater, the machines are the systems, or all raters
       if there is no machine.
    2. A column named like the gold standard with another number or letter (``mark2`` or ``mark_b``
       beside ``mark``), or named by the role of a person (``human1``, ``teacher``), is a person.
    3. Where columns are named ``parameter=value``, they alone are the systems.
    4. All other columns are systems; if none is left, the people are evaluated.

    Parameters
    ----------
    names
        Raters that are neither the gold standard nor stated to be people.
    gold
        Names of the raters of the gold standard.
    roles
        Roles that the data declare.

    Examples
    --------
    >>> assign_roles(["mark2", "class", "k=5", "k=9"], ["mark"])
    RaterRoles(systems=('k=5', 'k=9'), people=('mark2',), left_out=('class',))
    >>> assign_roles(["human2", "k10", "k20"], ["human1"])
    RaterRoles(systems=('k10', 'k20'), people=('human2',), left_out=())
    >>> assign_roles(["rater2", "rater3"], ["rater1"])
    RaterRoles(systems=('rater2', 'rater3'), people=(), left_out=())
    """
    known = roles or {}
    others = tuple(names)
    machines = tuple(name for name in others if known.get(name) == "machine")
    if others and all(name in known for name in others):
        return RaterRoles(machines or others)
    stems = {_stem(name) for name in gold} - {None}
    people = tuple(
        name
        for name in others
        if name not in machines and (PERSON.fullmatch(name.strip()) or _stem(name) in stems)
    )
    rest = tuple(name for name in others if name not in people)
    settings = tuple(name for name in rest if is_setting(name))
    if settings:
        return RaterRoles(settings, people, tuple(name for name in rest if name not in settings))
    return RaterRoles(rest, people) if rest else RaterRoles(others)


def _stem(name: str) -> str | None:
    """Return a name without its number or letter; None for a name without letters.

    >>> [_stem(name) for name in ("mark2", "Mark_b", "second mark", "k10_raw", "12")]
    ['mark', 'mark', 'mark', 'k10_raw', None]
    """
    match = STEM.fullmatch(name.strip())
    return match["stem"].casefold() if match else None
