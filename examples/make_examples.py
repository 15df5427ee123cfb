"""Write the example data sets.

All data are simulated: each subject has a true value, and raters observe it with error.
"""

import csv
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def write(name, header, rows):
    with (HERE / name).open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def essays(rng):
    """60 essays, marks 0 to 5 by three teachers; one is severe, some marks are missing."""
    quality = rng.normal(2.8, 1.2, 60)
    teachers = {"adams": (0.2, 0.5), "brown": (0.0, 0.5), "chen": (-0.6, 0.7)}
    rows = []
    for number, true in enumerate(quality, start=1):
        marks = []
        for leaning, error in teachers.values():
            mark = int(np.clip(np.rint(true + leaning + rng.normal(0, error)), 0, 5))
            marks.append("" if rng.random() < 0.08 else mark)
        rows.append([f"E{number:02}", ["A", "B"][number % 2], *marks])
    write("essays.csv", ["essay", "class", *teachers], rows)


def news(rng):
    """150 news items by two coders; the category "threat" is rare."""
    categories = ["neutral", "praise", "blame", "threat"]
    shares = [0.82, 0.09, 0.07, 0.02]
    rows = []
    for number in range(1, 151):
        true = rng.choice(4, p=shares)
        codes = [
            categories[true if rng.random() < 0.9 else rng.choice(4, p=shares)] for _ in range(2)
        ]
        rows.append([number, *codes])
    write("news.csv", ["item", "coder1", "coder2"], rows)


def crowd(rng):
    """400 images, each labelled by 3 to 6 of 45 workers of different accuracy; a row per label."""
    labels = ["bird", "cat", "dog", "none"]
    care = rng.beta(8, 2, 45)
    rows = []
    for image in range(1, 401):
        true = rng.choice(4, p=[0.3, 0.25, 0.35, 0.1])
        for worker in sorted(rng.choice(45, size=rng.integers(3, 7), replace=False)):
            label = true if rng.random() < care[worker] else rng.integers(4)
            batch = f"batch{(image - 1) // 20 + 1:02}"
            rows.append([f"img{image:03}", f"w{worker + 1:02}", labels[label], batch])
    write("crowd.csv", ["image", "worker", "label", "batch"], rows)


CANONS = ("clarity", "organization", "accuracy", "spelling", "grammar", "punctuation")


def graders(rng):
    """40 essays rated 1 to 10 on six criteria by three faculty members and eight students; long."""
    quality = rng.normal(6, 1.3, (40, 1)) + rng.normal(0, 0.9, (40, len(CANONS)))
    for name, raters, error in (("faculty", 3, 1.1), ("students", 8, 1.7)):
        rows = []
        for number, true in enumerate(quality, start=1):
            for rater in range(1, raters + 1):
                marks = np.clip(np.rint(true + rng.normal(0, error, true.size)), 1, 10)
                rows.append([f"E{number:02}", f"{name[0]}{rater}", *marks.astype(int)])
        write(f"{name}.csv", ["essay", "grader", *CANONS], rows)


def training(rng):
    """90 recordings coded by the same two coders before and after training."""
    categories = ["calm", "tense", "open conflict"]
    true = rng.choice(3, size=90, p=[0.5, 0.35, 0.15])
    for name, care in (("before", 0.68), ("after", 0.86)):
        rows = []
        for number, truth in enumerate(true, start=1):
            codes = [truth if rng.random() < care else rng.integers(3) for _ in range(2)]
            rows.append([f"rec{number:02}", *(categories[code] for code in codes)])
        write(f"{name}.csv", ["recording", "dana", "eli"], rows)


def machines(rng):
    """120 answers marked 0 to 4 by a teacher and by two scoring engines."""
    quality = rng.normal(2.2, 1.1, 120)
    rows = []
    for number, true in enumerate(quality, start=1):
        errors = (0.35, 0.55, 0.85)
        marks = [int(np.clip(np.rint(true + rng.normal(0, error)), 0, 4)) for error in errors]
        rows.append([number, *marks])
    write("machines.csv", ["answer", "teacher", "engine1", "engine2"], rows)


POINTS = (
    (
        "the b tag makes the words bold",
        "text between the tags is shown in heavy type",
        "it displays the sentence in bold letters",
        "bold print is switched on by the tag",
        "everything after b appears as strong dark text",
    ),
    (
        "every opening tag needs a closing tag with a slash",
        "it is ended by the tag with the forward slash",
        "you must close the element or the rest stays like that",
        "the slash tag turns the effect off again",
        "without the end tag the formatting goes on",
    ),
    (
        "tags have to be nested so the inner one closes first",
        "the last tag opened is the first to be closed",
        "elements may not overlap each other",
        "the order of closing is the reverse of opening",
        "an inner element sits wholly inside the outer one",
    ),
    (
        "the browser reads the markup and does not show the tags",
        "tags themselves are invisible on the page",
        "the user sees only the content in the browser window",
        "the program that renders the page interprets the code",
        "what is in angle brackets is an instruction and is not printed",
    ),
)
WRONG = (
    "it makes a link to another page",
    "the picture is loaded from the server",
    "b stands for the body of the document",
    "this is a programming language with variables",
    "it changes the colour of the background",
    "I am not sure about the rest",
    "the text is put in the middle of the screen",
    "it starts a new line",
)


def answers(rng):
    """300 short answers about HTML, marked 0 to 4 by two tutors: one mark for each point."""
    rows = []
    for number in range(1, 301):
        ability = rng.beta(2.2, 1.3)
        made = [point for point in POINTS if rng.random() < ability]
        said = [str(rng.choice(point)) for point in made]
        said += [str(text) for text in rng.choice(WRONG, rng.integers(0, 3), replace=False)]
        order = rng.permutation(len(said))
        text = ". ".join(_typed(rng, said[k]) for k in order) or "no idea"
        marks = []
        for error in (0.12, 0.15):
            slip = int(rng.choice([-1, 1])) if rng.random() < error else 0
            marks.append(int(np.clip(len(made) + slip, 0, 4)))
        rows.append([f"A{number:03}", text.capitalize() + ".", *marks])
    write("answers.csv", ["id", "answer", "mark", "mark2"], rows)


def _typed(rng, text):
    """Return a sentence with typing errors: some letters are missing."""
    words = text.split()
    for k, word in enumerate(words):
        if len(word) > 4 and rng.random() < 0.04:
            gone = int(rng.integers(1, len(word) - 1))
            words[k] = word[:gone] + word[gone + 1 :]
    return " ".join(words)


def drift(rng):
    """200 texts marked 0 to 6: one system ranks well but is too high, the other is unbiased."""
    rows = []
    for number in range(1, 201):
        true = int(np.clip(np.rint(rng.normal(3, 1.5)), 0, 6))
        high = true + 1.5 + rng.normal(0, 0.08)
        near = np.clip(true + rng.normal(0, 0.45), 0, 8)
        rows.append([f"T{number:03}", true, f"{high:.2f}", f"{near:.2f}"])
    write("drift.csv", ["text", "human", "drifted", "steady"], rows)


def verdicts(rng):
    """240 answers judged pass or fail by a model, and most of them by three people; long."""
    rows = []
    for number in range(1, 241):
        good = rng.random() < 0.6
        for who, care, share in (
            ("alice", 0.9, 0.7), ("bob", 0.88, 0.7), ("carol", 0.82, 0.7), ("model", 0.85, 1.0)
        ):  # fmt: skip
            if rng.random() < share:
                right = rng.random() < care
                rows.append([f"Q{number:03}", who, "pass" if good == right else "fail"])
    write("verdicts.csv", ["item", "rater", "label"], rows)


def articles(rng):
    """80 articles coded by three coders in four variables; long, a column per variable."""
    scales = {
        "topic": (["politics", "economy", "sports", "culture"], [0.4, 0.3, 0.2, 0.1]),
        "tone": (["negative", "neutral", "positive"], [0.3, 0.5, 0.2]),
        "threat": (["no", "yes"], [0.95, 0.05]),
    }
    error = {"anna": 0.06, "ben": 0.08, "carla": 0.22}
    rows = []
    for number in range(1, 81):
        true = {name: rng.choice(labels, p=p) for name, (labels, p) in scales.items()}
        length = rng.integers(3, 40)
        for coder, share in error.items():
            codes = [
                rng.choice(labels, p=p) if rng.random() < share else true[name]
                for name, (labels, p) in scales.items()
            ]
            paragraphs = int(length + rng.integers(-1, 2) * (rng.random() < 3 * share))
            rows.append([number, coder, *codes, "" if rng.random() < 0.02 else paragraphs])
    write("articles.csv", ["article", "coder", *scales, "paragraphs"], rows)


def prompts(rng):
    """Marks of 180 essays on three prompts with scales of their own, and of two engines."""
    rows = []
    for prompt, (n, top) in {"letter": (70, 6), "story": (60, 4), "source": (50, 12)}.items():
        for number in range(1, n + 1):
            true = rng.normal(0.55, 0.2) * top
            human = int(np.clip(np.rint(true + rng.normal(0, 0.05 * top)), 0, top))
            scores = [
                int(np.clip(np.rint(true + rng.normal(0, error * top)), 0, top))
                for error in (0.16, 0.09)
            ]
            rows.append([f"{prompt[:2]}{number:03}", prompt, human, *scores])
    write("prompts.csv", ["essay", "prompt", "human", "engine_old", "engine_new"], rows)


def angles(rng):
    """Angles of 25 knees, each read three times with two goniometers; long."""
    rows = []
    for number in range(1, 26):
        knee = rng.normal(6, 7)
        for device, shift, error in (("manual", 1.0, 1.6), ("electro", 0.0, 0.9)):
            here = knee + shift + rng.normal(0, 1.2)
            angles = np.rint(here + rng.normal(0, error, 3)).astype(int)
            rows += [[f"P{number:02}", device, k, x] for k, x in enumerate(angles, start=1)]
    write("angles.csv", ["person", "rater", "trial", "angle"], rows)


if __name__ == "__main__":
    generator = np.random.default_rng(20260101)
    for make in (essays, news, crowd, graders, training, machines, answers, drift, verdicts):
        make(generator)
    for number, make in enumerate((articles, prompts, angles)):  # later: streams of their own
        make(np.random.default_rng([20260101, number]))
