"""The ratings of the records of a table: a class per kind of storage, behind one interface.

A record is a subject, or a pattern that several subjects share. `Codes` has a column for each
rater. `Bag` lists the ratings of a record without their raters. `CategoryCounts` has the number of
ratings of each category, for ratings that are too many to list. Formulas and inference use the
interface `Ratings`, which all three implement. What needs the identity of the raters is a method
of `Codes`; `Ratings.by_rater` returns these or raises an error.

`Columns` is the interface of any storage, also of one without categories.
"""

from accord.data.columns.counted import CategoryCounts
from accord.data.columns.interface import MISSING, Columns, PairWeights, Ratings
from accord.data.columns.listed import Bag, Codes, Listed

__all__ = [
    "KINDS",
    "MISSING",
    "Bag",
    "CategoryCounts",
    "Codes",
    "Columns",
    "Listed",
    "PairWeights",
    "Ratings",
]

KINDS: dict[str, type[Ratings]] = {kind.kind: kind for kind in (Codes, Bag, CategoryCounts)}
