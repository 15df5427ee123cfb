"""Options for reading ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from accord.base.validation import Number
from accord.errors import OptionError, UnknownNameError
from accord.options.declaration import check_declared, option

__all__ = ["ENGINES", "Names", "ReadOptions"]

Engine: TypeAlias = Literal["polars", "spark"]
Layout: TypeAlias = Literal["wide", "long", "counts", "contingency", "spans"]
Role: TypeAlias = Literal["human", "machine", "gold"]
EachFile: TypeAlias = Literal["rater", "variable", "subjects"]
Duplicates: TypeAlias = Literal["error", "first", "last", "mean", "replicates"]
DecimalMark: TypeAlias = Literal[".", ","]
Names: TypeAlias = str | Sequence[str | int] | None
Column: TypeAlias = str | int | None

ENGINES: tuple[str, ...] = get_args(Engine)
EACH_FILE: tuple[str, ...] = get_args(EachFile)
DUPLICATES: tuple[str, ...] = get_args(Duplicates)
GROUP = "Reading the ratings"


@dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """Options for reading ratings.

    The order of the fields is the order of presentation.
    """

    layout: Layout | None = option(
        None,
        "Layout: wide, long, counts, contingency or spans; guessed if not given.",
        doc="Layout of the table; guessed if not given, and ``layout_reason`` of the pattern table "
        "gives the reason.",
        choices="accord.io.layouts:LAYOUTS",
        group=GROUP,
    )
    raters: Names | Mapping[str, Sequence[str | int]] = option(
        None,
        "Rater columns by name or number from 1: ann,bo or 2,3.",
        doc="Columns of the raters (wide), by name or by number from 1; names of the raters to "
        "keep (long); or names for the columns of an array. A mapping lists the columns of each "
        "rater, one per response.",
        group=GROUP,
    )
    item: Names | int = option(
        None,
        "Column of the subjects, or several that identify them together: question,model.",
        doc="Column of the subjects in the long layout, or of their ids in a wide table; or "
        "several that identify them together.",
        group=GROUP,
    )
    rater: Column = option(None, "Column of the raters (long).", group=GROUP)
    score: str | int | Sequence[str | int] | None = option(
        None,
        "Column of the ratings (long); clarity,grammar for several responses.",
        doc="Column of the ratings (long). Several columns mean ratings with several responses; a "
        "wide table then has a column for each rater and response (``ann_clarity``), and an array "
        "is raters × subjects × responses.",
        group=GROUP,
    )
    variables: Names = option(
        None,
        "Variables to read of data with several: tone,topic; all if not given.",
        doc="Names of the variables to read, of data with several: columns of a long table, or the "
        "part of the names of columns that tells the variable (``topic`` in ``topic_ann``). All if "
        "not given.",
        group=GROUP,
    )
    coders: int | None = option(
        None,
        "Number of coders, where adjacent columns are those of one variable, as in ReCal's files.",
        doc="Number of coders of a table without names, in which adjacent columns are the coders "
        "of one variable, as in ReCal's files.",
        number=Number(least=2, whole=True, example="2"),
        group=GROUP,
    )
    include: Names = option(
        None,
        "Columns to read as raters although they look like something else.",
        doc="Columns of a wide table to read as raters although their names or values are those "
        "of something else, such as a gold standard.",
        group=GROUP,
    )
    duplicates: Duplicates = option(
        "error",
        "Several ratings of a subject by one rater: error, first, last, mean or replicates.",
        doc="What several ratings of a subject by one rater become: an ``error``, the ``first``, "
        "the ``last`` or the ``mean`` of them, or ``replicates``, which count as ratings of "
        "further raters.",
        choices="accord.options.reading:DUPLICATES",
        group=GROUP,
    )
    categories: Names | Mapping[Any, float] = option(
        None,
        "The categories in order: low,mid,high or low=1,mid=2.",
        doc="The categories in their order, or a mapping of category to value; those in the data "
        "if not given.",
        group=GROUP,
    )
    level: str | Sequence[str] | None = option(
        None,
        "nominal, ordinal, interval or ratio; all but nominal give credit for near misses.",
        doc="Level of measurement: ``nominal``, ``ordinal``, ``interval`` or ``ratio``, for all "
        "responses or one for each. A stated level chooses the weights unless weights are given; "
        "a guessed level changes no number.",
        choices="accord.data.scale:LEVELS",
        group=GROUP,
    )
    sets: str | bool | None = option(
        None,
        "Each rating is a set of labels, separated by this text: ';'.",
        doc="Whether each rating is a set of labels: the separator of the labels in a text, such "
        "as ``';'``, or True for lists (also of JSON in a text). Cells that are sets or lists of "
        "texts are sets without it.",
        group=GROUP,
    )
    lengths: Mapping[str, float] | float | None = option(
        None,
        "Lengths of the documents of spans: 500, or d1=120,d2=80.",
        doc="Length of each document of the spans layout, in characters or tokens, or one length "
        "for all; not needed where the data contain the texts.",
        group=GROUP,
    )
    by: Names = option(
        None,
        "Column of subgroups of subjects, or several: group,sex.",
        doc="Column of subgroups of subjects; several columns form a group for each combination.",
        group=GROUP,
    )
    cluster: Column = option(None, "Column of clusters of subjects.", group=GROUP)
    count: Column = option(None, "Column of the number of subjects per row.", group=GROUP)
    missing: Any = option(
        None,
        'Values that mean "no rating" instead of NA, NaN, null, . and #: "NA,-9".',
        doc='Values that mean "no rating", instead of NA, NaN, null, ``.`` and ``#``. Blank cells '
        "and nulls always do.",
        group=GROUP,
    )
    recode: str | Mapping[Any, Any] | None = option(
        None,
        "New labels, to correct or merge categories: 'dont know=NA,Yes=yes'.",
        doc="New labels of some labels, to correct or to merge categories: a mapping, or "
        '``"dont know=NA,Yes=yes"``. A new label that means a missing rating removes '
        "the old one.",
        group=GROUP,
    )
    where: str | None = option(
        None,
        "Rows to read: 'year >= 2020 and lang in [de, en]'.",
        doc='Condition on the rows to read, such as ``"year >= 2020 and lang in [de, en]"``: '
        "comparisons of columns with constants, joined by and, or and not.",
        group=GROUP,
    )
    transpose: bool = option(
        False,
        "Raters are in rows.",
        doc="Whether raters are in rows and subjects in columns.",
        group=GROUP,
    )
    delimiter: str | None = option(None, "Field delimiter; detected if not given.", group=GROUP)
    header: bool | None = option(
        None, "Whether the first row names the columns; detected if not given.", group=GROUP
    )
    decimal: DecimalMark | None = option(
        None, "Decimal mark: . or , (detected if not given).", group=GROUP
    )
    encoding: str | None = option(None, "Text encoding; detected if not given.", group=GROUP)
    reader: str | None = option(
        None,
        "Reader of the file (accord list readers); recognised if not given.",
        doc="Name of the reader of a file; the file is recognised by its content if not given.",
        choices="accord.io.readers:READERS",
        group=GROUP,
    )
    sheet: str | int | None = option(
        None, "Sheet of a workbook, by name or number from 1.", group=GROUP
    )
    question: str | None = option(
        None, "Question whose answers are read, of a file with several.", group=GROUP
    )
    role: Role | None = option(
        None,
        "Only the human, machine or gold raters of a file that states roles.",
        choices="accord.data.patterns:ROLES",
        group=GROUP,
    )
    each_file: EachFile | None = option(
        None,
        "What each of several files is: a rater, a variable or other subjects; guessed if not "
        "given.",
        doc="What each of several files has: the ratings of one ``rater``, those of one "
        "``variable``, or those of other ``subjects``. Guessed if not given: files of the same "
        "subjects are raters or variables, by which of them agree.",
        choices="accord.options.reading:EACH_FILE",
        group=GROUP,
    )
    gold_file: str | None = option(
        None,
        "File with the gold labels, joined by the ids of the subjects.",
        doc="Path of a file with the gold labels, joined by the ids of the subjects: they become "
        "those of a rater named gold.",
        group=GROUP,
    )
    engine: Engine | None = option(
        None, "polars or spark; Spark reads Parquet, CSV and JSON lines.", group=GROUP
    )
    master: str | None = option(
        None,
        "Address of the Spark cluster, spark://host:7077; this machine if not given.",
        group=GROUP,
    )

    def __post_init__(self) -> None:
        check_declared(self)
        if self.decimal not in (None, *get_args(DecimalMark)):
            raise OptionError(
                f"decimal is {self.decimal!r}; it must be '.' or ','.",
                option="decimal",
                value=self.decimal,
            )
        if self.duplicates not in DUPLICATES:
            raise UnknownNameError(
                "treatment of duplicates", self.duplicates, DUPLICATES, option="duplicates"
            )
        if self.each_file not in (None, *EACH_FILE):
            raise UnknownNameError("kind of files", self.each_file, EACH_FILE, option="each_file")
        if self.engine not in (None, *ENGINES):
            raise UnknownNameError("engine", self.engine, ENGINES, option="engine")
        if self.master is not None and self.engine != "spark":
            raise OptionError(
                f"master is {self.master!r}, the address of a Spark cluster, and the engine is not "
                "spark.",
                option="master",
                value=self.master,
                remedy="State engine='spark' (--engine spark) as well.",
            )
