"""Write one content analysis, and a few other studies, in the shapes in which people keep them.

All data are simulated: each subject has a true value, and raters observe it with error.
"""

import csv
import json
from datetime import datetime
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
CODERS = ("anna", "ben", "carla")
TOPICS = ("economy", "politics", "sports", "culture")
TONES = ("negative", "neutral", "positive")
VARIABLES = {"topic": TOPICS, "conflict": ("no", "yes"), "tone": TONES, "actors": tuple("01234")}
ARTICLES = 60
WORDS = ("students", "schools", "library", "books", "censorship", "reading", "parents", "people")
WORDS += ("children", "society", "should", "because", "computers", "learning", "together")
WORDS += ("never", "always", "believe", "important", "reason")


def write(name, header, rows, delimiter=","):
    path = HERE / name
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        if header:
            writer.writerow(header)
        writer.writerows(rows)


def observed(rng, categories, true, error=0.15):
    """What a rater says of a subject: mostly the truth."""
    return categories[int(rng.integers(len(categories)))] if rng.random() < error else true


def coding(rng):
    """Codes of every article by every coder: variable → coder → list."""
    codes = {}
    for variable, categories in VARIABLES.items():
        shares = rng.dirichlet(np.full(len(categories), 3.0))
        truth = rng.choice(categories, ARTICLES, p=shares).tolist()
        codes[variable] = {c: [observed(rng, categories, true) for true in truth] for c in CODERS}
    return codes


def content_analysis(codes):
    """The same codes as a grid, in long form, as a file per coder and for ReCal."""
    ids = [f"A{number:02}" for number in range(1, ARTICLES + 1)]
    grid = [f"{variable}_{coder}" for variable in codes for coder in CODERS]
    rows = [[codes[v][c][i] for v in codes for c in CODERS] for i in range(ARTICLES)]
    write("grid.csv", ["article", *grid], [[ids[i], *row] for i, row in enumerate(rows)])
    write(
        "long.csv",
        ["article_id", "coder", *codes],
        [[ids[i], c, *(codes[v][c][i] for v in codes)] for i in range(ARTICLES) for c in CODERS],
    )
    for coder in CODERS:
        table = [[ids[i], *(codes[v][coder][i] for v in codes)] for i in range(ARTICLES)]
        write(f"coders/{coder}.csv", ["article", *codes], table)
    numbers = {v: {label: k for k, label in enumerate(VARIABLES[v])} for v in codes}
    digits = [
        [numbers[v][codes[v][c][i]] for v in codes for c in CODERS[:2]] for i in range(ARTICLES)
    ]
    write("recal.csv", None, digits)
    return ids


def workbook(codes, ids):
    """The codes in a workbook: title, merged header, footer; a second sheet with the codebook."""
    import xlsxwriter

    book = xlsxwriter.Workbook(HERE / "coding.xlsx")
    book.set_properties({"created": datetime(2024, 1, 1), "author": ""})
    sheet = book.add_worksheet("coding")
    sheet.write(0, 0, "Content analysis of news articles, second wave")
    row = 2
    for k, variable in enumerate(codes):
        first = 1 + k * len(CODERS)
        sheet.merge_range(row, first, row, first + len(CODERS) - 1, variable)
        for j, coder in enumerate(CODERS):
            sheet.write(row + 1, first + j, coder)
    sheet.write(row + 1, 0, "article")
    for i, name in enumerate(ids):
        sheet.write(row + 2 + i, 0, name)
        for k, variable in enumerate(codes):
            for j, coder in enumerate(CODERS):
                sheet.write(row + 2 + i, 1 + k * len(CODERS) + j, codes[variable][coder][i])
    sheet.write(row + 3 + len(ids), 0, "Note: actors are counted up to four.")
    notes = book.add_worksheet("codebook")
    notes.write_row(0, 0, ["variable", "meaning"])
    for k, variable in enumerate(codes, start=1):
        notes.write_row(k, 0, [variable, "see the instructions"])
    book.close()


def annotations(rng):
    """60 posts with the annotations of each in a list, and the gold labels in a file of their own.

    Posts are annotated by three of five people.
    """
    labels = ("hate", "offensive", "normal")
    people = [f"ann{number}" for number in range(1, 6)]
    lines, gold = [], []
    for number in range(1, 61):
        true = str(rng.choice(labels, p=[0.2, 0.3, 0.5]))
        chosen = sorted(rng.choice(people, 3, replace=False).tolist())
        given = [{"annotator": name, "label": observed(rng, labels, true, 0.3)} for name in chosen]
        text = " ".join(rng.choice(WORDS, 12))
        lines.append(json.dumps({"id": f"p{number:02}", "text": text, "annotations": given}))
        gold.append([f"p{number:02}", true])
    (HERE / "annotations.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    write("gold.csv", ["id", "gold_label"], gold)


def essays(rng):
    """150 essays of three prompts as in the ASAP corpus; the score is the sum, or the higher."""
    rows = []
    for number in range(1, 151):
        prompt = 1 + (number - 1) // 50
        true = rng.integers(1, 7)
        first, second = (int(np.clip(true + rng.choice([-1, 0, 0, 0, 1]), 1, 6)) for _ in range(2))
        score = first + second if prompt == 1 else max(first, second)
        text = " ".join(rng.choice(WORDS, int(rng.integers(60, 120))))
        rows.append([number, prompt, text.capitalize() + ".", first, second, score])
    header = ["essay_id", "essay_set", "essay", "rater1_domain1", "rater2_domain1", "domain1_score"]
    write("asap.tsv", header, rows, "\t")


def battles(rng):
    """Answers of two models to 40 questions, compared by two people and a judge."""
    rows = []
    for question in range(81, 121):
        for model in ("alpaca", "vicuna"):
            true = str(rng.choice(["win", "loss", "tie"], p=[0.5, 0.3, 0.2]))
            for judge in ("human1", "human2", "gpt"):
                answer = observed(rng, ("win", "loss", "tie"), true, 0.25)
                rows.append([question, judge, model, answer])
    write("battles.csv", ["question_id", "judge", "model", "winner"], rows)


def diagnoses(rng):
    """80 patients read by three doctors, with demographics and the result of the biopsy."""
    findings = ("benign", "malignant")
    rows = []
    for number in range(1, 81):
        true = str(rng.choice(findings, p=[0.7, 0.3]))
        remark = " ".join(rng.choice(WORDS, 7))
        seen = [observed(rng, findings, true, 0.2) for _ in range(3)]
        date = f"2023-{rng.integers(1, 13):02}-{rng.integers(1, 29):02}"
        sex = str(rng.choice(["f", "m"]))
        rows.append([f"P{number:03}", int(rng.integers(25, 90)), sex, date, remark, *seen, true])
    header = ["patient_id", "age", "sex", "date", "remarks", "dr_a", "dr_b", "dr_c", "biopsy"]
    write("diagnoses.csv", header, rows)


def repeated(rng):
    """50 images labelled by four people, who saw some of them twice."""
    labels = ("cat", "dog", "bird")
    rows = []
    for number in range(1, 51):
        true = str(rng.choice(labels))
        for person in ("w1", "w2", "w3", "w4"):
            times = 2 if rng.random() < 0.1 else 1
            rows += [
                [f"img{number:02}", person, observed(rng, labels, true, 0.2)] for _ in range(times)
            ]
    write("repeated.csv", ["image", "worker", "label"], rows)


if __name__ == "__main__":
    generator = np.random.default_rng(2024)
    codes = coding(generator)
    workbook(codes, content_analysis(codes))
    for make in (annotations, essays, battles, diagnoses, repeated):
        make(generator)
