"""Plans of studies in a terminal, and as CSV."""

from __future__ import annotations

import csv
import io
import math

from rich.console import Group, RenderableType
from rich.text import Text

from accord.planning import StudyPlan
from accord.present.pieces import bullets, say, show_list
from accord.wording import percent, short

__all__ = ["plan_csv", "render_plan"]

HEADS = (
    "raters", "subjects", "ratings", "cost", "lower", "upper", "width", "power", "undefined",
    "chosen", "cheapest",
)  # fmt: skip
ERRORS = {
    "guess": "raters who do not know guess by the prevalence, each on their own",
    "adjacent": "raters who err go to an adjacent category",
    "hard": "raters all guess at hard subjects, and never at others",
}


def render_plan(found: StudyPlan) -> RenderableType:
    """The plan in a sentence, the choices, and what was assumed."""
    tested = found.null is not None
    best = found.cheapest
    heads = ["raters", "subjects", "ratings", "cost", "interval", "width"]
    rows = [
        [
            str(choice.raters),
            f"{choice.subjects:,}",
            f"{choice.ratings:,.0f}",
            f"{choice.cost:,.0f}",
            f"[{short(choice.expected.lower, 2)}, {short(choice.expected.upper, 2)}]",
            short(choice.expected.width, 2),
            *([f"{choice.expected.power:.0%}"] if tested else []),
            "cheapest" if choice is best and len(found.choices) > 1 else "",
        ]
        for choice in found.choices
    ]
    parts: list[RenderableType] = [
        say(found.sentence, style="bold"),
        Text(),
        show_list("", rows, [*heads, *(["power"] if tested else []), ""]),
        Text(),
        say(_assumed(found)),
    ]
    if found.warnings:
        parts += [Text(), say("Please note", style="bold"), *bullets(found.warnings)]
    return Group(*parts)


def _assumed(found: StudyPlan) -> str:
    people = found.population
    shares = ", ".join(_share(share) for share in people.prevalence)
    text = (
        f"Assumed: {found.title} = {short(found.value, 2)} with {found.weights} weights; shares of "
        f"the categories {shares}; {ERRORS[people.errors]}"
    )
    text += f"; {percent(people.missing)} of ratings missing. " if people.missing else ". "
    text += f"Interval: {found.ci}, {percent(found.confidence)}, on average"
    if found.samples:
        text += f" over {found.samples} samples of each size, seed {found.seed}"
    return text + "."


def _share(share: float) -> str:
    """A share with as many digits as tell it from all and from nothing.

    >>> _share(0.7), _share(0.999)
    ('.70', '.999')
    """
    rare = min(share, 1 - share)
    return short(share, 2 if rare >= 0.005 else 1 - math.floor(math.log10(rare)) - 1)


def plan_csv(found: StudyPlan) -> str:
    """A row for each choice, and for each point of the curves."""
    stream = io.StringIO()
    out = csv.writer(stream, lineterminator="\n")
    out.writerow(HEADS)
    for choice in found.choices:
        each = choice.cost / choice.subjects
        for point in sorted({*choice.curve, choice.expected}, key=lambda p: p.subjects):
            row = [
                point.subjects * choice.ratings / choice.subjects,
                point.subjects * each,
                point.lower,
                point.upper,
                point.width,
                point.power,
                point.undefined,
            ]
            shown = ["" if math.isnan(number) else repr(float(number)) for number in row]
            chosen = "yes" if point is choice.expected else "no"
            cheapest = "yes" if choice is found.cheapest and point is choice.expected else "no"
            out.writerow([choice.raters, point.subjects, *shown, chosen, cheapest])
    return stream.getvalue()
