"""Where things are in the repository."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
ORACLES = ROOT / "tests" / "oracles"  # data, and what other programs say of them
