"""Long tables by their keys: which columns identify a row, which rate, and which describe."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from accord.io.layouts.asides import unlike_ratings
from accord.io.layouts.guessing import ITEM, RATER, SCORE
from accord.io.layouts.profiles import Profile
from accord.io.layouts.vocabulary import ATTRIBUTE, GOLD, KEY, RECORD

__all__ = ["LongKeys", "find_keys", "looks_long", "repeats_ids"]

SYSTEM = re.compile(r"(model|system|user|reader|who)s?([ _-]?(id|no|nr|number|name))?", re.I)
QUESTION = re.compile(
    r"(question|variable|criterion|criteria|dimension|aspect|trait|metric|attribute|measure|"
    r"category|task|property|quality)s?([ _-]?(id|name|label))?",
    re.IGNORECASE,
)
MOST_QUESTIONS = 60
COMPLETE = 0.8  # share of pairs of subject and question that were rated
CROSSED = 0.6  # share of pairs of ids in a table whose columns have no telling names
SHARED = 0.5  # share of rows whose id is repeated, beyond which rows are not subjects
LEAST_ROWS = 6


@dataclass(frozen=True, slots=True)
class LongKeys:
    """Columns of a table with a row for each rating, or for several ratings of one rater.

    Parameters
    ----------
    item
        Columns that together identify the subject.
    rater
        Column of the raters.
    scores
        Columns of the ratings, a variable each.
    question
        Column that names the variable of each row, if there is one.
    apart
        Other columns, and what each holds.
    reason
        How the columns were recognised.
    """

    item: tuple[str, ...]
    rater: str
    scores: tuple[str, ...]
    question: str | None
    apart: Mapping[str, str]
    reason: str


def repeats_ids(profile: Profile) -> bool:
    """Return whether most rows of a column have a value that other rows have as well."""
    times = Counter(text for text in profile.texts if text is not None)
    repeated = sum(number for number in times.values() if number > 1)
    return len(times) > 1 and repeated > SHARED * sum(times.values())


def looks_long(columns: Iterable[str], profiles: Mapping[str, Profile]) -> bool:
    """Return whether a column is named as that of the raters and repeats its values."""
    return any(RATER.fullmatch(name.strip()) and repeats_ids(profiles[name]) for name in columns)


def find_keys(
    columns: Sequence[str],
    profiles: Mapping[str, Profile],
    *,
    item: Sequence[str] = (),
    rater: str | None = None,
    scores: Sequence[str] = (),
    repeated: bool = False,
) -> LongKeys | None:
    """Return the keys of a long table; None if rows are not single ratings.

    Parameters
    ----------
    columns
        Columns of the table.
    profiles
        What each holds.
    item, rater, scores
        What the user stated.
    repeated
        Whether raters are known to have rated subjects several times, so that columns that tell
        these ratings apart are no part of the subject.
    """
    if rater is None:
        rater = _rater(columns, profiles, item)
    if rater is None or not (item or repeats_ids(profiles[rater])):
        return None
    subject = tuple(item) or _item(columns, profiles, rater, scores)
    if not subject:
        return None
    rest = [name for name in columns if name not in (*subject, rater)]
    question = None
    if not item and not _unique(profiles, (*subject, rater)):
        question = None if scores else _question(rest, profiles, subject, rater)
        if question is not None:
            rest.remove(question)
        else:
            extended = _extended(rest, profiles, subject, rater, scores)
            rest = [name for name in rest if name not in extended]
            subject = subject if repeated else extended
    chosen = tuple(scores)
    apart: dict[str, str] = {}
    if not chosen:
        chosen, apart = _ratings(rest, profiles, subject, rater)
    if not chosen:
        return None
    if len(chosen) > 1 and not scores and (question is not None or repeated):
        named = tuple(name for name in chosen if SCORE.fullmatch(name.strip()))
        chosen = named[:1] or (chosen if question is None else chosen[-1:])
    named_rater = RATER.fullmatch(rater.strip())
    why = (
        f"{_listed(subject)} and {rater!r} identify each row"
        if not named_rater
        else f"ids in {_listed(subject)} are repeated, and {rater!r} names the raters"
    )
    if len(chosen) == 1 and question is None and named_rater and SCORE.fullmatch(chosen[0].strip()):
        why = f"there are columns named {rater!r} and {chosen[0]!r}"
    return LongKeys(subject, rater, chosen, question, apart, why)


def _listed(names: Sequence[str]) -> str:
    return " with ".join(repr(name) for name in names)


def _unique(profiles: Mapping[str, Profile], names: Sequence[str]) -> bool:
    """Return whether no two rows are equal in some columns."""
    rows = list(zip(*(profiles[name].texts for name in names), strict=True))
    return len(set(rows)) == len(rows)


def _rater(
    columns: Sequence[str], profiles: Mapping[str, Profile], item: Sequence[str]
) -> str | None:
    """Return the column of the raters: by its name, or because it completes an id."""
    named = [
        name
        for name in columns
        if RATER.fullmatch(name.strip())
        and name not in item
        and not profiles[name].is_text
        and repeats_ids(profiles[name])
    ]
    named.sort(key=lambda name: SYSTEM.fullmatch(name.strip()) is not None)
    if named:
        return named[0]
    ids = list(item) or [
        name for name in columns if ITEM.fullmatch(name.strip()) and repeats_ids(profiles[name])
    ]
    if len(columns) < 4 and not item:
        return None  # three columns have a rule of their own
    for key in ids[:1]:
        for name in columns:
            if name != key and _completes(profiles, key, name, columns):
                return name
    return None


def _completes(
    profiles: Mapping[str, Profile], key: str, name: str, columns: Sequence[str]
) -> bool:
    """Return whether a column tells the rows of an id apart, as that of the raters does."""
    one, other = profiles[key], profiles[name]
    if len(one.texts) < LEAST_ROWS or None in other.texts or other.is_text or other.is_date:
        return False
    if len(other.labels) < 2 or not repeats_ids(other) or not _unique(profiles, (key, name)):
        return False
    if len(one.texts) < CROSSED * len(one.labels) * len(other.labels):
        return False
    rest = [profiles[c] for c in columns if c not in (key, name)]
    return not any(other.labels & profile.labels for profile in rest)


def _item(
    columns: Sequence[str],
    profiles: Mapping[str, Profile],
    rater: str,
    scores: Sequence[str],
) -> tuple[str, ...]:
    """Return the column of the subjects, of those whose ids are repeated."""
    candidates = [
        name
        for name in columns
        if name != rater
        and name not in scores
        and repeats_ids(profiles[name])
        and not SCORE.fullmatch(name.strip())
    ]
    named = [name for name in candidates if ITEM.fullmatch(name.strip())]
    named.sort(
        key=lambda name: (
            QUESTION.fullmatch(name.strip()) is not None,
            -len(profiles[name].labels),
            columns.index(name),
        )
    )
    unique = [name for name in named if _unique(profiles, (name, rater))]
    if unique or named:
        return ((unique or named)[0],)
    free = [
        name
        for name in candidates
        if _unique(profiles, (name, rater))
        and len(profiles[name].labels) > 2
        and not ATTRIBUTE.fullmatch(name.strip())
    ]
    free.sort(key=lambda name: (-len(profiles[name].labels), columns.index(name)))
    return tuple(free[:1])


def _question(
    names: Sequence[str], profiles: Mapping[str, Profile], item: Sequence[str], rater: str
) -> str | None:
    """Return the column that names the variable of each row, if a rater rates several."""
    for name in names:
        profile = profiles[name]
        if not QUESTION.fullmatch(name.strip()) or not 1 < len(profile.labels) <= MOST_QUESTIONS:
            continue
        if not _unique(profiles, (*item, rater, name)):
            continue
        subjects = set(zip(*(profiles[key].texts for key in item), strict=True))
        keys = zip(*(profiles[key].texts for key in (*item, name)), strict=True)
        if len(set(keys)) >= COMPLETE * len(subjects) * len(profile.labels):
            return name
    return None


def _extended(
    names: Sequence[str],
    profiles: Mapping[str, Profile],
    item: tuple[str, ...],
    rater: str,
    scores: Sequence[str],
) -> tuple[str, ...]:
    """Return the columns of the subjects with those that tell several ratings of one id apart.

    Such a column has the same values for all raters of an id: a model, a turn. Or it is named like
    one and has most of its values for most ids: a trial. If no columns make rows unique, ids are
    repeated because raters rated subjects twice.
    """
    key = item
    candidates = [
        name
        for name in names
        if name not in scores
        and not SCORE.fullmatch(name.strip())
        and not profiles[name].is_text
        and (_is_crossed(profiles, item, name) or _is_shared(profiles, item, rater, name))
    ]
    candidates.sort(key=lambda name: KEY.fullmatch(name.strip()) is None)
    for name in candidates:
        key = (*key, name)
        if _unique(profiles, (*key, rater)):
            return key
    return item


def _is_crossed(profiles: Mapping[str, Profile], item: Sequence[str], name: str) -> bool:
    """Return whether a column named like a part of the subject has most values for most ids."""
    if not KEY.fullmatch(name.strip()) or len(profiles[name].labels) < 2:
        return False
    ids = list(zip(*(profiles[column].texts for column in item), strict=True))
    pairs = set(zip(ids, profiles[name].texts, strict=True))
    return len(pairs) >= CROSSED * len(set(ids)) * len(profiles[name].labels)


def _is_shared(profiles: Mapping[str, Profile], item: Sequence[str], rater: str, name: str) -> bool:
    """Return whether the raters of an id have the same values of a column, several for one id."""
    if len(profiles[name].labels) < 2:
        return False
    values: dict[tuple[str | None, ...], dict[str | None, set[str | None]]] = defaultdict(dict)
    keys = zip(*(profiles[column].texts for column in item), strict=True)
    for key, who, value in zip(keys, profiles[rater].texts, profiles[name].texts, strict=True):
        values[key].setdefault(who, set()).add(value)
    groups = [list(group.values()) for group in values.values() if len(group) > 1]
    equal = sum(all(part == group[0] for part in group) for group in groups)
    several = any(len(part) > 1 for group in groups for part in group)
    return bool(groups) and several and equal >= COMPLETE * len(groups)


def _ratings(
    names: Sequence[str], profiles: Mapping[str, Profile], item: Sequence[str], rater: str
) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the columns of ratings, and the others with what they hold."""
    apart: dict[str, str] = {}
    for name in names:
        why = unlike_ratings(profiles[name])
        if why is not None:
            apart[name] = why
    named = [n for n in names if n not in apart and SCORE.fullmatch(n.strip())]
    keys = list(zip(*(profiles[key].texts for key in item), strict=True))
    for name in [n for n in names if n not in apart and n not in named]:
        profile = profiles[name]
        rest = [n for n in names if n not in apart and n != name]
        alike = any(profile.labels & profiles[n].labels for n in rest)
        if name.endswith(RECORD):
            apart[name] = "of the record, not of a rater"
        elif GOLD.fullmatch(name.strip()) and rest and _is_constant(keys, profile):
            apart[name] = "a gold standard, by its name"
        elif ATTRIBUTE.fullmatch(name.strip()) and rest:
            apart[name] = "an attribute, by its name"
        elif rest and not alike and _is_constant(keys, profile):
            apart[name] = "the same in all rows of a subject"
        elif rest and not alike and _is_constant(profiles[rater].texts, profile):
            apart[name] = "the same in all rows of a rater"
    return tuple(name for name in names if name not in apart), apart


def _is_constant(keys: Sequence[object], profile: Profile) -> bool:
    """Return whether a column has one value for each key, several of which have several rows."""
    values: dict[object, set[str | None]] = defaultdict(set)
    times: Counter[object] = Counter()
    for key, text in zip(keys, profile.texts, strict=True):
        values[key].add(text)
        times[key] += 1
    repeated = sum(number > 1 for number in times.values())
    return repeated > 1 and all(len(group) == 1 for group in values.values())
