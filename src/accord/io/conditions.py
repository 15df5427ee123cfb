"""Conditions on rows, ``year >= 2020 and country in [DE, FR]``: a small language without `eval`.

A condition compares a column with constants: ``= == != < <= > >=``, ``in [a, b]``, ``not in``,
``is missing``, ``is not missing``, ``contains``; joined by ``and``, ``or``, ``not`` and
parentheses. Names with spaces are written in backticks, texts in quotes where they are not single
words.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from accord.data.scale import as_number, show_label
from accord.errors import OptionError
from accord.io.layouts import find_column

if TYPE_CHECKING:
    from accord.io.engines import CellRules
    from accord.io.engines.columns import Frame

__all__ = ["Condition", "filter_rows", "parse_condition"]

TOKEN = re.compile(
    r"""\s*(?:
    (?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |`(?P<name>[^`]+)`
    |(?P<sign><=|>=|==|!=|<>|=|<|>|\(|\)|\[|\]|,)
    |(?P<number>-?(?:\d+\.?\d*|\.\d+)(?![\w.]))
    |(?P<word>[^\s()\[\],<>=!'"`]+)
    )""",
    re.VERBOSE,
)
SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
MOST_NESTED = 50
KEYWORDS = ("and", "or", "not", "in", "is", "contains", "missing")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A column compared with constants."""

    column: str
    sign: str
    values: tuple[str | float, ...]

    def holds(self, label: Any) -> bool:
        """Return whether it holds for a cell; a missing one fulfils ``is missing`` only."""
        if self.sign == "missing":
            return label is None
        if label is None:
            return False
        if self.sign == "in":
            return any(_equal(label, value) for value in self.values)
        (value,) = self.values
        if self.sign == "contains":
            return str(value).casefold() in show_label(label).casefold()
        number, other = as_number(label), as_number(value)
        if number is not None and other is not None:
            return SIGNS[self.sign](number, other)
        return SIGNS[self.sign](show_label(label), str(value))


def _equal(label: Any, value: str | float) -> bool:
    """Return whether a cell equals a constant, as numbers if both are."""
    number, other = as_number(label), as_number(value)
    if number is not None and other is not None:
        return number == other
    return show_label(label) == str(value)


@dataclass(frozen=True, slots=True)
class Junction:
    """Conditions joined by ``and`` or ``or``, or one that is negated by ``not``."""

    word: str
    parts: tuple[Condition, ...]


Condition = Comparison | Junction


def parse_condition(text: str) -> Condition:
    """Return the condition that a text states.

    >>> parse_condition("year >= 2020").values
    (2020.0,)
    >>> parse_condition("lang in [en, de] and not draft = yes").word
    'and'
    """
    return _Parser(text).parse()


class _Parser:
    """Reads a condition from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(self._tokens())
        self.at = 0
        self.depth = 0

    def _tokens(self) -> Iterator[tuple[str, str]]:
        position = 0
        text = self.text.rstrip()
        while position < len(text):
            match = TOKEN.match(text, position)
            if match is None:
                self._fail(f"{text[position:].strip()[:20]!r} cannot be read")
            kind = str(match.lastgroup)
            yield kind, match[kind]
            position = match.end()

    def _fail(self, problem: str) -> NoReturn:
        raise OptionError(
            f"where is {self.text!r}: {problem}.",
            option="where",
            value=self.text,
            remedy="Compare a column with constants, such as \"year >= 2020 and lang = 'en'\"; "
            "names with spaces are written in backticks.",
        )

    def _next(self) -> tuple[str, str]:
        if self.at == len(self.tokens):
            self._fail("it is not complete")
        self.at += 1
        return self.tokens[self.at - 1]

    def _accept(self, *words: str) -> str | None:
        """Return the next word or sign if it is one of those given, and go on."""
        if self.at < len(self.tokens):
            kind, text = self.tokens[self.at]
            if kind in ("word", "sign") and text.lower() in words:
                self.at += 1
                return text.lower()
        return None

    def parse(self) -> Condition:
        condition = self._either()
        if self.at < len(self.tokens):
            self._fail(f"{self.tokens[self.at][1]!r} is not expected")
        return condition

    def _either(self) -> Condition:
        parts = [self._both()]
        while self._accept("or"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else Junction("or", tuple(parts))

    def _both(self) -> Condition:
        parts = [self._single()]
        while self._accept("and"):
            parts.append(self._single())
        return parts[0] if len(parts) == 1 else Junction("and", tuple(parts))

    def _single(self) -> Condition:
        self.depth += 1
        if self.depth > MOST_NESTED:
            self._fail("it is nested too deeply")
        if self._accept("not"):
            condition: Condition = Junction("not", (self._single(),))
        elif self._accept("("):
            condition = self._either()
            if not self._accept(")"):
                self._fail("a parenthesis is not closed")
        else:
            condition = self._comparison()
        self.depth -= 1
        return condition

    def _comparison(self) -> Condition:
        kind, column = self._next()
        if kind == "sign" or (kind == "word" and column.lower() in KEYWORDS):
            self._fail(f"a column is expected, not {column!r}")
        column = _unquoted(column) if kind == "text" else column
        sign = self._accept("=", "==", "!=", "<>", *SIGNS, "in", "not", "is", "contains")
        if sign is None:
            self._fail(f"a comparison is expected after {column!r}")
        if sign == "is":
            negated = self._accept("not")
            if not self._accept("missing"):
                self._fail("only 'is missing' and 'is not missing' can follow")
            absent = Comparison(column, "missing", ())
            return Junction("not", (absent,)) if negated else absent
        if sign == "not" and not self._accept("in"):
            self._fail(f"'in' is expected after {column!r} not")
        if sign in ("in", "not"):
            listed = Comparison(column, "in", self._list())
            return listed if sign == "in" else _present(Junction("not", (listed,)), column)
        value = (self._constant(),)
        if sign in ("=", "=="):
            return Comparison(column, "in", value)
        if sign in ("!=", "<>"):
            return _present(Junction("not", (Comparison(column, "in", value),)), column)
        return Comparison(column, sign, value)

    def _list(self) -> tuple[str | float, ...]:
        close = {"[": "]", "(": ")"}.get(self._accept("[", "(") or "")
        if close is None:
            self._fail("a list such as [a, b] is expected after 'in'")
        values = [self._constant()]
        while self._accept(","):
            values.append(self._constant())
        if not self._accept(close):
            self._fail("the list is not closed")
        return tuple(values)

    def _constant(self) -> str | float:
        kind, text = self._next()
        if kind == "number":
            return float(text)
        if kind == "text":
            return _unquoted(text)
        if kind == "sign" or text.lower() in KEYWORDS:
            self._fail(f"a constant is expected, not {text!r}")
        return text


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def _present(condition: Condition, column: str) -> Condition:
    """Return a condition that missing cells of a column do not fulfil."""
    return Junction("and", (condition, Junction("not", (Comparison(column, "missing", ()),))))


def filter_rows(frame: Frame, where: str, rules: CellRules) -> Frame:
    """Return the rows of a frame that fulfil a condition.

    Each distinct value of a column is compared once, so that engines need no function of their own.
    """
    columns = list(frame.collect_schema())
    condition = parse_condition(where)
    filtered: Frame = frame.filter(_expression(condition, frame, columns, rules))
    return filtered


def _expression(
    condition: Condition, frame: Frame, columns: Sequence[str], rules: CellRules
) -> Any:
    """Return a condition as an expression of Narwhals."""
    import narwhals as nw

    from accord.io.engines.columns import eager_frame, python_values

    if isinstance(condition, Junction):
        parts = [_expression(part, frame, columns, rules) for part in condition.parts]
        if condition.word == "not":
            return ~parts[0]
        joined = parts[0]
        for part in parts[1:]:
            joined = joined & part if condition.word == "and" else joined | part
        return joined
    name = find_column(condition.column, columns)
    distinct = python_values(eager_frame(frame.select(name).unique())[name])
    fulfilled = [cell for cell in distinct if condition.holds(rules.label(cell))]
    known = [cell for cell in fulfilled if cell is not None and cell == cell]
    expression = nw.col(name).is_in(known) & ~nw.col(name).is_null()
    return expression | nw.col(name).is_null() if len(known) < len(fulfilled) else expression
