"""Words in the names of columns, by what such columns usually hold."""

from __future__ import annotations

import re

__all__ = [
    "AGGREGATE",
    "ATTRIBUTE",
    "GOLD",
    "KEY",
    "ONE_RATER",
    "PROFESSIONS",
    "RATER_IN_NAME",
    "RATER_TOKEN",
    "RECORD",
    "RESULT",
    "VARIABLE_TOKEN",
    "words_of",
]

SEPARATOR = r"[ _.:/-]"
PROFESSIONS = (
    r"clinician|physician|physio(?:therapist)?|therapist|radiologist|pathologist|sonographer|"
    r"technician|operator|interviewer|evaluator|scorer|tester"
)
"""People who rate for a living, and whom the column of the raters may be named after."""

PEOPLE = (
    r"rater|coder|annotator|annot|anno|judge|marker|worker|observer|obs|reviewer|rev|reader|grader|"
    r"assessor|user|labell?er|examiner|expert|doctor|doc|dr|nurse|teacher|tutor|instructor|"
    r"professor|student|human|person|machine|model|system|engine|llm|gpt|run|linguist|volunteer|"
    rf"member|judgement|{PROFESSIONS}"
)
NUMBER = rf"(?:{SEPARATOR}?\d+|{SEPARATOR}?[A-Za-z])"

RATER_TOKEN = re.compile(
    rf"\d+|[A-Za-z]|(?:{PEOPLE}|ann|c|r|j|k|h|m|w|a|p|u){NUMBER}?|\d+(?:st|nd|rd|th)"
    r"|first|second|third",
    re.IGNORECASE,
)
"""What tells the rater in the name of a column of a rater and a variable: ``coder1``, ``c2``."""

VARIABLE_TOKEN = re.compile(
    r"(?:v|var|variable|q|question|item|dim|dimension|crit|criterion|aspect|trait|domain|scale|f|"
    r"factor|feature|code|cat|category|task|attribute|metric|x|y)[ _.-]?\d+[a-z]?|"
    r"topics?|tone|frames?|framing|sentiment|valence|stance|emotion|arousal|content|style|"
    r"fluency|adequacy|accuracy|grammar|grammaticality|relevance|coherence|cohesion|consistency|"
    r"clarity|organi[sz]ation|conventions|vocabulary|spelling|syntax|phraseology|quality|"
    r"actors?|source|issue|bias|toxicity|hate|offensive|harm|helpfulness|factuality|correctness|"
    r"severity|stage|grade|type|theme|genre|length|voice|ideas|voice|word[ _-]?choice|score|"
    r"rating|mark|label|intent|category|readability|creativity|humou?r|irony|polarity|"
    r"subjectivity|diagnosis|overall|pre|post",
    re.IGNORECASE,
)
"""Names that are usually those of variables."""

ONE_RATER = re.compile(
    rf"(?:{PEOPLE}|gold|reference|truth|bot|ai|claude|llama|mistral|gemini|bert|teacher){NUMBER}?",
    re.IGNORECASE,
)
"""Stems of columns that are several raters or runs of one kind: ``human_1``, ``human_2``."""

RATER_IN_NAME = re.compile(
    rf"(?:^|.*{SEPARATOR})(?:rater|coder|annotator|judge|marker|reader|grader|reviewer|observer|"
    rf"human|scorer|examiner|assessor){SEPARATOR}?(?:\d+|[A-Za-z])(?:{SEPARATOR}.*)?$",
    re.IGNORECASE,
)
"""A numbered rater as a word of a longer name: ``rater1_domain1``."""

GOLD = re.compile(
    rf"(?:.*{SEPARATOR})?(?:ground[ _.-]?truth|truth|gold(?:en)?|gt|reference|consensus|biopsy|"
    r"expert|adjudicat(?:ed|ion)|final|resolved|histology|pathology|answer[ _.-]?key|"
    r"(?:true|correct|actual)[ _.-](?:label|class|category|code|score|value|answer|grade|rating))"
    rf"(?:{SEPARATOR}(?:label|class|category|code|codes|score|value|answer|grade|rating|mark|"
    r"standard|result|decision|diagnosis|truth|annotation|coding|[A-Za-z]*\d*))?",
    re.IGNORECASE,
)
"""Names of a gold standard or an adjudicated result."""

AGGREGATE = re.compile(
    rf"(?:.*{SEPARATOR})?(?:sum|total|mean|average|avg|median|overall[ _.-]score|composite|"
    rf"majority|mode|combined|sd|std|variance|range|diff(?:erence)?|delta|disagreement|agreement|"
    rf"agree)"
    rf"(?:{SEPARATOR}\w+|\d+)?",
    re.IGNORECASE,
)
"""Names of what is computed from the ratings of several raters."""

RESULT = re.compile(
    rf"(?:.*{SEPARATOR})?(?:score|rating|label|mark|grade|code|result)s?", re.IGNORECASE
)
"""Names of a score that, among columns of numbered raters, is the resulting one."""

ATTRIBUTE = re.compile(
    rf"(?:.*{SEPARATOR})?(?:age|sex|gender|race|ethnicity|religion|education|income|occupation|"
    r"country|region|state|city|language|lang|locale|nationality|site|cent(?:er|re)|hospital|"
    r"clinic|school|class|classroom|cohort|batch|set|fold|split|group|condition|arm|wave|"
    r"year|month|week|day|date|datetime|time|timestamp|created|updated|submitted|duration|seconds|"
    r"minutes|lead[ _.-]?time|comments?|notes?|remarks?|rationale|reason|explanation|url|uri|link|"
    r"doi|title|headline|author|outlet|newspaper|publisher|file|filename|filepath|path|version|"
    r"words?|tokens|word[ _.-]?count|n[ _.-]words|n[ _.-]tokens|chars|characters|text|body|"
    r"sentence|utterance|essay|prompt|passage|abstract|email|e-mail|ip|status|weight|confidence|"
    r"certainty|experience|birth(?:day|date|year)?|zip|postcode|page|row|line|index|order|rank)"
    r"(?:[ _.-]?(?:id|no|nr|name|code|group|set|count|sec|secs|ms|s))?",
    re.IGNORECASE,
)
"""Names of attributes of subjects or of the process: demographics, dates, texts, groups."""

KEY = re.compile(
    r"(?:model|system|engine|turn|prompt|round|session|segment|sentence|question|part|page|"
    r"paragraph|side|eye|visit|time|timepoint|day|occasion|trial|repetition|attempt|wave|language|lang|condition|variant|version|"
    r"dataset|set|temperature|method|response|candidate|position|model[ _.-]?[ab12])"
    r"(?:[ _.-]?(?:id|no|nr|name|number))?",
    re.IGNORECASE,
)
"""Names of columns that, together with an id, tell which subject was rated."""

RECORD = " (record)"  # ends the name of a field that the record and its ratings have
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def words_of(name: str) -> list[str]:
    """Return the words of a name, in lower case.

    >>> words_of("rater1_domain2"), words_of("toneAnna")
    (['rater', '1', 'domain', '2'], ['tone', 'anna'])
    """
    return [word.lower() for word in WORD.findall(name)]
