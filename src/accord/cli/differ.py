"""``accord differ``: Berry and Mielke's program DIFFER, from its eight numbers."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from accord.cli.app import app
from accord.cli.options import Json, Out, takes_options
from accord.cli.output import publish, refuse_form, refuse_overwriting
from accord.options import CompareOptions

__all__ = ["differ"]


@app.command()
@takes_options(CompareOptions, "reading")
def differ(
    options: dict[str, Any],
    r1: Annotated[float, typer.Option("--r1", help="ℜ of the first group.")],
    mu1: Annotated[float, typer.Option("--mu1", help="Mean of its δ under permutation.")],
    var1: Annotated[float, typer.Option("--var1", help="Variance of its δ.")],
    skew1: Annotated[float, typer.Option("--skew1", help="Skewness of its δ.")],
    r2: Annotated[float, typer.Option("--r2", help="ℜ of the second group.")],
    mu2: Annotated[float, typer.Option("--mu2", help="Mean of its δ under permutation.")],
    var2: Annotated[float, typer.Option("--var2", help="Variance of its δ.")],
    skew2: Annotated[float, typer.Option("--skew2", help="Skewness of its δ.")],
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Test the difference of two independent values of ℜ, from the output of `accord agree`."""
    from accord.inference.differ import differ as test

    refuse_form(out)
    refuse_overwriting(out, [])
    result = test(r1, mu1, var1, skew1, r2, mu2, var2, skew2, **options)
    publish(result, as_json=as_json, out=out)
