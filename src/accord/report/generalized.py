"""Berry and Mielke's measure as people read it in a terminal."""

from __future__ import annotations

import math

from rich.console import Group, RenderableType
from rich.text import Text

from accord.agree import GeneralizedAgreement
from accord.report.pieces import bullets, say, show_list
from accord.wording import capital, counted, p_text, short

__all__ = ["render_generalized"]

METHODS = {
    "moments": "Pearson type III with the exact mean, variance and skewness of δ",
    "exact": "all arrangements",
    "monte_carlo": "arrangements drawn at random",
}


def render_generalized(found: GeneralizedAgreement, source: str) -> RenderableType:
    """What program AGREE printed, and what it means."""
    rows = [
        ("ℜ", "agreement beyond chance", f"{found.value:.6f}"),
        ("SE", "its standard error", f"{found.se:.6f}"),
        ("δ", "mean distance between two raters", f"{found.delta:.6g}"),
        ("μ", "its mean when ratings are shuffled", f"{found.mu:.6g}"),
        ("σ²", "variance", f"{found.variance:.6g}"),
        ("γ", "skewness", f"{found.skewness:.6g}"),
        ("T", "(δ - μ)/σ", f"{found.t:.6g}"),
        ("P", "chance of a δ so small", f"{found.p_value:.6g}"),
    ]
    about = [
        f"{counted(found.n, 'subject')}, {counted(len(found.raters), 'rater')}"
        + (f", {counted(len(found.responses), 'response')}" if found.responses else ""),
        f"Raters      {', '.join(found.raters[:12])}{', …' if len(found.raters) > 12 else ''}",
    ]
    if found.responses:
        about.append(f"Responses   {', '.join(found.responses)}")
    about.append(f"Level       {found.level}; distance to the power {found.power:g}")
    parts: list[RenderableType] = [
        say(f"accord  {source}", style="bold"),
        Text(),
        *(say(capital(line)) for line in about),
        Text(),
        say(_sentence(found), style="bold"),
        Text(),
        show_list("", rows, ("", "", "")),
    ]
    if found.warnings:
        parts += [Text(), say("Please note", style="bold"), *bullets(found.warnings)]
    times = f" ({found.arrangements:,})" if found.arrangements else ""
    seed = f", seed {found.seed}" if found.seed is not None else ""
    told = f"P: {METHODS[found.p_method]}{times}{seed}. Interval: {found.interval.method}."
    parts += [Text(), say(told, style="dim")]
    return Group(*parts)


def _sentence(found: GeneralizedAgreement) -> str:
    if math.isnan(found.value):
        return f"ℜ is undefined: {found.reason}."
    low, high = found.interval
    verdict = (
        "more than raters would who answer without looking"
        if found.p_value < 0.05
        else "not shown to be more than raters would who answer without looking"
    )
    return (
        f"ℜ = {short(found.value)}, {found.interval.confidence:.0%} CI "
        f"[{short(low)}, {short(high)}]: raters agree {verdict} ({p_text(found.p_value)})."
    )
