"""Formatting of numbers and names for sentences and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

from accord.errors import OptionError

__all__ = [
    "Doubt",
    "amount",
    "capital",
    "count_text",
    "counted",
    "difference_digits",
    "difference_text",
    "digits_apart",
    "first_line",
    "fixed",
    "joined",
    "numbered_names",
    "p_text",
    "percent",
    "percentage",
    "short",
    "split_names",
    "with_limits",
]

HOLM = "Holm-adjusted"
WIDE = Context(prec=400)  # digits of the largest float, and decimals
DIGITS = 12  # significant digits that arithmetic keeps exact; further ones are rounding errors

SMALL = 0.01  # smaller differences have more than two decimals
MOST_DECIMALS = 6
MOST_APART = 9  # decimals of numbers that hardly differ
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Doubt(str):
    """A note that the data may have been read otherwise than they are meant."""

    __slots__ = ()


def counted(number: float, noun: str, several: str | None = None) -> str:
    """Format a count with its noun, numbers up to ten in words.

    >>> counted(1, "rater"), counted(12500, "subject")
    ('one rater', '12,500 subjects')
    """
    small = number == int(number) and 0 <= number <= 10
    word = NUMBERS[int(number)] if small else count_text(number)
    return f"{word} {noun if number == 1 else several or noun + 's'}"


def count_text(number: float) -> str:
    """Format a count: thousands separated, never in scientific notation.

    Counts of weighted data may be fractions; they are shown with up to two decimals.

    >>> count_text(5894820), count_text(1234.5), count_text(3.0)
    ('5,894,820', '1,234.5', '3')
    """
    text = f"{number:,.2f}"
    return text.rstrip("0").rstrip(".")


def fixed(value: float, digits: int) -> str:
    """Format a number with a fixed number of decimals, ties away from zero.

    Ties are those of the decimal number that people see, not of its binary form, so that a share
    and its percentage round alike.

    >>> fixed(0.8875, 3), fixed(88.75, 1), fixed(-0.125, 2), fixed(0.1 + 0.2, 1)
    ('0.888', '88.8', '-0.13', '0.3')
    >>> len(fixed(1e300, 2))
    304
    """
    if not math.isfinite(value):
        return f"{value:.{digits}f}"
    exact = Decimal(f"{value:.{DIGITS}g}")
    return f"{exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP, WIDE):f}"


def percentage(share: float, digits: int = 1) -> str:
    """Format a share as a percentage.

    >>> percentage(0.8875), percentage(0.885, 0), percentage(float("nan"))
    ('88.8%', '89%', '–')
    """
    return "–" if math.isnan(share) else f"{fixed(100 * share, digits)}%"


def short(value: float, digits: int = 2) -> str:
    """Format a number without a leading zero, as APA style does for coefficients.

    >>> short(0.5), short(-0.0001), short(1.0), short(float("nan"))
    ('.50', '.00', '1.00', '–')
    """
    if math.isnan(value):
        return "–"
    text = fixed(value, digits)
    if float(text) == 0:
        text = text.removeprefix("-")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def amount(value: float, digits: int = 2) -> str:
    """Format a number of any size: small ones as `short` does, larger ones with one decimal.

    >>> amount(0.5), amount(12.0), amount(1234.56), amount(float("nan"))
    ('.50', '12', '1,234.6', '–')
    """
    if not math.isfinite(value) or abs(value) < 10:
        return short(value, digits)
    return f"{value:,.0f}" if value == int(value) else f"{Decimal(fixed(value, 1)):,}"


def with_limits(value: float, low: float, high: float) -> str:
    """Format a number with its confidence interval, if it has one.

    >>> with_limits(0.5, 0.25, 0.75), with_limits(1, float("nan"), float("nan"))
    ('.50 [.25, .75]', '1.00')
    """
    ends = "" if math.isnan(low) else f" [{short(low)}, {short(high)}]"
    return f"{short(value)}{ends}"


def difference_digits(value: float, low: float, high: float) -> int:
    """Decimals of a difference and its limits: two, or two significant digits of a small one.

    There are no more than the width of the interval bears.

    >>> difference_digits(-0.31, -0.35, -0.27), difference_digits(0.0012, 0.0004, 0.0021)
    (2, 4)
    >>> difference_digits(0.0001, -0.02, 0.03)
    3
    """
    half = (high - low) / 2 if math.isfinite(high - low) and high > low else abs(value)
    if min(abs(value), half) >= SMALL or value == 0 == half:
        return 2
    needed = [max(2, 1 - math.floor(math.log10(size))) for size in (abs(value), half) if size > 0]
    return min(*needed, MOST_DECIMALS)


def difference_text(value: float, low: float, high: float) -> str:
    """Difference with its interval, if it has one.

    >>> difference_text(-0.31, -0.35, -0.27), difference_text(0.0012, 0.0004, 0.0021)
    ('-.31 [-.35, -.27]', '.0012 [.0004, .0021]')
    """
    digits = difference_digits(value, low, high)
    ends = "" if math.isnan(low) else f" [{amount(low, digits)}, {amount(high, digits)}]"
    return f"{amount(value, digits)}{ends}"


def digits_apart(value: float, other: float, least: int = 3) -> int:
    """Decimals with which two different numbers look different.

    >>> digits_apart(0.79996, 0.8), digits_apart(0.5, 0.8), digits_apart(0.8, 0.8)
    (5, 3, 3)
    """
    if not math.isfinite(value - other) or value == other:
        return least
    known = range(least, MOST_APART)
    return next((d for d in known if short(value, d) != short(other, d)), MOST_APART)


def percent(share: float) -> str:
    """Format a confidence level, with as many digits as it has.

    >>> percent(0.95), percent(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * share:.10g}%"


def p_text(value: float, *, adjusted: bool = False) -> str:
    """Format a p-value for a sentence; ``adjusted`` says that it is Holm-adjusted.

    >>> p_text(0.0004), p_text(0.02), p_text(0.02, adjusted=True)
    ('p < .001', 'p = .020', 'p = .020, Holm-adjusted')
    """
    if math.isnan(value):
        return "p unknown"
    text = "p < .001" if value < 0.001 else f"p = {short(value, 3)}"
    return f"{text}, {HOLM}" if adjusted else text


def first_line(error: Exception) -> str:
    r"""Return the first line of another library's exception, or the last cause of a Java one.

    >>> first_line(ValueError("An error occurred in o1.\n: java.io.IOException: no disk\n at x"))
    'java.io.IOException: no disk.'
    """
    lines = str(error).splitlines() or [type(error).__name__]
    causes = [line.partition(": ")[2] for line in lines if line.startswith(("Caused by: ", ": "))]
    return (causes[-1] if causes else lines[0]).strip().rstrip(".") + "."


def split_names(names: str | Sequence[str]) -> list[str]:
    """Return names that are given as a list or as comma-separated text.

    >>> split_names("ann, bo,"), split_names(["ann, bo"])
    (['ann', 'bo'], ['ann, bo'])
    """
    parts = names.split(",") if isinstance(names, str) else names
    return [str(name).strip() for name in parts if str(name).strip()]


def numbered_names(names: Sequence[str], option: str) -> list[str] | dict[str, float]:
    """Return names, or their numbers if all are written as name=number.

    >>> numbered_names(["low", "high"], "order"), numbered_names(["no=0", "yes=1"], "order")
    (['low', 'high'], {'no': 0.0, 'yes': 1.0})
    """
    if not names or not all("=" in name for name in names):
        return list(names)
    values = {}
    for name in names:
        label, _, value = name.rpartition("=")
        try:
            values[label.strip()] = float(value)
        except ValueError:
            raise OptionError(
                f"{option}: {value!r} is not a number, in {name!r}.", option=option, value=name
            ) from None
    return values


def joined(names: Sequence[str], last: str = "and") -> str:
    """Return names as a list in a sentence.

    >>> joined(["ann", "bo", "cy"]), joined(["ann", "bo"], "or"), joined(["ann"])
    ('ann, bo and cy', 'ann or bo', 'ann')
    """
    *most, final = names
    return f"{', '.join(most)} {last} {final}" if most else final


def capital(text: str) -> str:
    """Return a sentence with a capital first letter.

    >>> capital("two raters")
    'Two raters'
    """
    return text[:1].upper() + text[1:]
