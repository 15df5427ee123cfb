"""Berry and Mielke's measure as people read it in a terminal."""

from __future__ import annotations

import math

from rich.console import Group, RenderableType
from rich.text import Text

from accord.agree import GeneralizedAgreement
from accord.present.pieces import bullets, say, show_list
from accord.version import __version__
from accord.wording import capital, counted

__all__ = ["render_generalized"]

METHODS = {
    "moments": "Pearson type III with mean, variance and skewness of δ",
    "exact": "all arrangements",
    "monte_carlo": "arrangements drawn at random",
}


def render_generalized(found: GeneralizedAgreement, source: str) -> RenderableType:
    """What program AGREE printed, and what it means."""
    rows = [
        ("ℜ", "agreement beyond chance", _number(found.value)),
        ("SE", "its standard error", _number(found.se)),
        ("δ", "mean distance between two raters", _number(found.delta)),
        ("μ", "its mean when ratings are shuffled", _number(found.mu)),
        ("σ²", "variance", _number(found.variance)),
        ("γ", "skewness", _number(found.skewness)),
        ("T", "(δ - μ)/σ", _number(found.t)),
        ("P", "chance of a δ so small", _number(found.p_value)),
    ]
    about = [
        f"{counted(found.n, 'subject')}, {counted(len(found.raters), 'rater')}"
        + (f", {counted(len(found.responses), 'response')}" if found.responses else ""),
        f"Raters      {', '.join(found.raters[:12])}{', …' if len(found.raters) > 12 else ''}",
    ]
    if found.responses:
        about.append(f"Responses   {', '.join(found.responses)}")
    about.append(f"Level       {_levels(found)}")
    if not math.isnan(found.power):
        about.append(f"Distance    to the power {found.power:g}{_scaled(found)}")
    parts: list[RenderableType] = [
        say(f"accord {__version__}  {source}", style="bold"),
        Text(),
        *(say(capital(line)) for line in about),
        Text(),
        say(found.sentence, style="bold"),
        Text(),
        show_list("", rows, ("", "", "")),
    ]
    if found.warnings:
        parts += [Text(), say("Please note", style="bold"), *bullets(found.warnings)]
    times = f" ({found.arrangements:,})" if found.arrangements else ""
    seed = f", seed {found.seed}" if found.seed is not None else ""
    kind = "exact" if found.exact_moments else "by Monte Carlo"
    told = f"Moments: {kind}. P: {METHODS[found.p_method]}{times}{seed}."
    parts += [Text(), say(f"{told} Interval: {found.interval.method}.", style="dim")]
    return Group(*parts)


def _levels(found: GeneralizedAgreement) -> str:
    if len(set(found.levels)) == 1:
        return found.levels[0]
    return ", ".join(f"{n} {level}" for n, level in zip(found.responses, found.levels, strict=True))


def _scaled(found: GeneralizedAgreement) -> str:
    if found.scaling is None:
        return ""
    units = found.scaling if isinstance(found.scaling, str) else ", ".join(map(str, found.scaling))
    return f"; unit of each response: {units}"


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.6g}"
