"""Numbers as people write them in a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = [
    "capital",
    "counted",
    "first_line",
    "names_in",
    "p_text",
    "percent",
    "short",
    "with_limits",
]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted(number: float, noun: str, several: str | None = None) -> str:
    """Count and noun: small numbers in words.

    >>> counted(1, "rater"), counted(12500, "subject")
    ('one rater', '12,500 subjects')
    """
    if number != int(number):
        word = f"{number:,g}"
    else:
        word = NUMBERS[int(number)] if 0 <= number <= 10 else f"{number:,.0f}"
    return f"{word} {noun if number == 1 else several or noun + 's'}"


def short(value: float, digits: int = 2) -> str:
    """Number without its leading zero, as APA style has coefficients.

    >>> short(0.5), short(-0.0001), short(1.0), short(float("nan"))
    ('.50', '.00', '1.00', '–')
    """
    if math.isnan(value):
        return "–"
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.removeprefix("-")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def with_limits(value: float, low: float, high: float) -> str:
    """Number with its interval, if it has one.

    >>> with_limits(0.5, 0.25, 0.75), with_limits(1, float("nan"), float("nan"))
    ('.50 [.25, .75]', '1.00')
    """
    ends = "" if math.isnan(low) else f" [{short(low)}, {short(high)}]"
    return f"{short(value)}{ends}"


def percent(share: float) -> str:
    """Confidence level as people write it.

    >>> percent(0.95), percent(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * share:.10g}%"


def p_text(value: float) -> str:
    """P-value as it stands in a sentence.

    >>> p_text(0.0004), p_text(0.02)
    ('p < .001', 'p = .020')
    """
    if math.isnan(value):
        return "p unknown"
    return "p < .001" if value < 0.001 else f"p = {short(value, 3)}"


def first_line(error: Exception) -> str:
    r"""What an exception of others says first; of Java's the last cause.

    >>> first_line(ValueError("An error occurred in o1.\n: java.io.IOException: no disk\n at x"))
    'java.io.IOException: no disk.'
    """
    lines = str(error).splitlines() or [type(error).__name__]
    causes = [line.partition(": ")[2] for line in lines if line.startswith(("Caused by: ", ": "))]
    return (causes[-1] if causes else lines[0]).strip().rstrip(".") + "."


def names_in(names: str | Sequence[str]) -> list[str]:
    """Names, given as a list or as comma-separated text.

    >>> names_in("ann, bo,"), names_in(["ann, bo"])
    (['ann', 'bo'], ['ann, bo'])
    """
    parts = names.split(",") if isinstance(names, str) else names
    return [str(name).strip() for name in parts if str(name).strip()]


def capital(text: str) -> str:
    """Sentence with a capital letter.

    >>> capital("two raters")
    'Two raters'
    """
    return text[:1].upper() + text[1:]
