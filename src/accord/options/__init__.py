"""Options, each declared once for the library, the command line and the web page.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from accord.options.accuracy import AccuracyOptions
from accord.options.checking import CheckOptions
from accord.options.comparison import CompareOptions, SideOptions
from accord.options.components import ComponentOptions
from accord.options.decisions import DecisionOptions
from accord.options.declaration import Option, Progress, declared, defaults
from accord.options.evaluation import EvaluateOptions
from accord.options.generalized import GeneralizedOptions
from accord.options.inference import InferenceOptions, resolve_seed
from accord.options.planning import PlanOptions
from accord.options.reading import ENGINES, Names, ReadOptions
from accord.options.report import ReportOptions
from accord.options.signatures import split_options, with_options
from accord.options.study_file import StudyFile
from accord.options.variables import TableOptions, VariableOptions

__all__ = [
    "ENGINES",
    "AccuracyOptions",
    "CheckOptions",
    "CompareOptions",
    "ComponentOptions",
    "DecisionOptions",
    "EvaluateOptions",
    "GeneralizedOptions",
    "InferenceOptions",
    "Names",
    "Option",
    "PlanOptions",
    "Progress",
    "ReadOptions",
    "ReportOptions",
    "SideOptions",
    "StudyFile",
    "TableOptions",
    "VariableOptions",
    "declared",
    "defaults",
    "resolve_seed",
    "split_options",
    "with_options",
]
