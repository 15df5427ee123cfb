"""Files as annotation tools export them."""

import json


def task(number, annotations, predictions=()):
    """A task as Label Studio exports it."""
    return {
        "id": number,
        "data": {"text": f"text {number}"},
        "annotations": [
            {
                "id": 100 * number + k,
                "completed_by": who,
                "was_cancelled": cancelled,
                "ground_truth": gold,
                "result": [
                    {
                        "from_name": question,
                        "to_name": "text",
                        "type": "choices" if isinstance(answer, str) else "rating",
                        "value": {"choices": [answer]}
                        if isinstance(answer, str)
                        else {"rating": answer},
                    }
                    for question, answer in answers.items()
                ],
            }
            for k, (who, answers, cancelled, gold) in enumerate(annotations)
        ],
        "predictions": [
            {"model_version": "v1", "result": [
                {"from_name": "tone", "value": {"choices": [answer]}}]}
            for answer in predictions
        ],
    }  # fmt: skip


def label_studio(tmp_path):
    tasks = [
        task(1, [(1, {"tone": "calm", "stars": 3}, False, False),
                 ({"email": "bo@x.org"}, {"tone": "calm", "stars": 4}, False, False)], ["calm"]),
        task(2, [(1, {"tone": "tense", "stars": 1}, False, False),
                 ({"email": "bo@x.org"}, {"tone": "calm", "stars": 1}, False, False)], ["tense"]),
        task(3, [(1, {"tone": "calm", "stars": 2}, False, False),
                 (2, {"tone": "calm", "stars": 2}, True, False),
                 (7, {"tone": "calm", "stars": 5}, False, True)]),
    ]  # fmt: skip
    path = tmp_path / "export.json"
    path.write_text(json.dumps(tasks))
    return path
