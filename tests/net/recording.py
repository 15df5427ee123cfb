"""Record what the program says, and compare it with an earlier recording.

Run in the folder of the tests, ``python -m net.recording record`` writes the recording and
``python -m net.recording compare`` prints every difference.
Numbers are named by case and by what they are about (coefficient, rater, system, metric), not by
their place in a list, so that a recording survives changes of layout. Texts have a recording of
their own, which is made anew when words change.
"""

from __future__ import annotations

import gzip
import json
import math
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from net.cases import Call, Command, calls, commands

NUMBERS = Path(__file__).with_name("numbers.json.gz")
TEXTS = Path(__file__).with_name("texts.json.gz")
EXACT = 1e-10  # points, standard errors, degrees of freedom, t limits
KEYS = ("name", "metric", "rater", "category", "group", "question", "system", "a", "b", "subject")
SKIPPED = ("accord", "reproduce", "references", "source", "command", "rows")

Recording = dict[str, dict[str, Any]]


def facts(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Leaves of a JSON value, each with a path of names."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            if key not in SKIPPED:
                yield from facts(part, f"{path}/{key}")
    elif isinstance(value, Sequence) and not isinstance(value, str):
        named: dict[str, int] = {}
        for place, part in enumerate(value):
            name = _name_of(part, place)
            named[name] = named.get(name, 0) + 1
            suffix = f"#{named[name]}" if named[name] > 1 else ""
            yield from facts(part, f"{path}[{name}{suffix}]")
    else:
        yield path, value


def _name_of(part: Any, place: int) -> str:
    if isinstance(part, Mapping):
        found = [str(part[key]) for key in KEYS if isinstance(part.get(key), (str, int, float))]
        if found:
            return " ".join(found)
    return str(place)


def said(case: Command | Call) -> dict[str, Any]:
    """What the program says in one case."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if isinstance(case, Command):
            return dict(facts(_printed(case)))
        result = case.function()
    plain = [part.to_dict() for part in result] if isinstance(result, tuple) else result.to_dict()
    return dict(facts(plain))


def _printed(case: Command) -> Any:
    from typer.testing import CliRunner

    from accord.cli import app

    done = CliRunner().invoke(app, [*case.arguments, "--json"])
    if done.exception is not None:
        raise done.exception
    return json.loads(done.stdout)


def record() -> tuple[Recording, Recording]:
    """Everything that the program says: numbers, and texts."""
    numbers: Recording = {}
    texts: Recording = {}
    for case in (*commands(), *calls()):
        leaves = said(case)
        numbers[case.name] = {k: v for k, v in leaves.items() if not isinstance(v, str)}
        texts[case.name] = {k: v for k, v in leaves.items() if isinstance(v, str)}
    return numbers, texts


def differences(old: Recording, new: Recording, tolerance: float = EXACT) -> list[str]:
    """Every difference of two recordings, in a line."""
    lines = []
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if before is None or after is None:
            lines.append(f"{name}: {'new' if before is None else 'gone'}")
            continue
        for path in sorted(before.keys() | after.keys()):
            one, other = before.get(path, "absent"), after.get(path, "absent")
            if not _same(one, other, tolerance):
                lines.append(f"{name}: {path}: {one!r} -> {other!r}")
    return lines


def _same(one: Any, other: Any, tolerance: float) -> bool:
    numbers = all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in (one, other))
    if numbers:
        return math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance)
    return bool(one == other)


def read(path: Path) -> Recording:
    """A recording that was kept."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        kept: Recording = json.load(stream)
    return kept


def write(path: Path, recording: Recording) -> None:
    """Keep a recording; the same recording gives the same file."""
    text = json.dumps(recording, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def main(action: str) -> int:
    """Record, or compare with what was recorded."""
    numbers, texts = record()
    if action == "record":
        write(NUMBERS, numbers)
        write(TEXTS, texts)
        return 0
    lines = differences(read(NUMBERS), numbers) + differences(read(TEXTS), texts)
    sys.stdout.write("\n".join([*lines, f"{len(lines)} differences", ""]))
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
