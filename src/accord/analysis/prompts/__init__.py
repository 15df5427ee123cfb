"""Systems on several prompts or variables: a row for each, and means over them."""

from accord.analysis.prompts.compare import compare_prompts
from accord.analysis.prompts.evaluate import evaluate_prompts
from accord.analysis.prompts.results import (
    PromptComparison,
    PromptDifference,
    PromptMean,
    PromptRow,
    PromptTable,
)

__all__ = [
    "PromptComparison",
    "PromptDifference",
    "PromptMean",
    "PromptRow",
    "PromptTable",
    "compare_prompts",
    "evaluate_prompts",
]
