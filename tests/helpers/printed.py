"""What every command prints with ``--json``, by kind of result."""

import json

from typer.testing import CliRunner

import accord
from accord.base.json_text import json_text
from accord.cli import app
from accord.present import summary_of as of_result
from helpers.paths import EXAMPLES

DIFFER = "--r1 .4 --mu1 1.5 --var1 .02 --skew1 -.2 --r2 .6 --mu2 1.4 --var2 .03 --skew2 -.1"
COMMANDS = {
    "report": "report essays.csv --details --by class --ci t --level ordinal",
    "report, two raters": "report news.csv --details --ci t --se null",
    "report, many raters": "report crowd.csv --details --ci t --replicates 20",
    "comparison": "compare before.csv after.csv --paired --margin .05 --method influence",
    "comparison, several": "compare essays.csv --coefficient gwet_ac,fleiss_kappa,scott_pi "
    "--method influence --raters adams,chen",
    "evaluation": "evaluate machines.csv --gold teacher --range 0,4 --ci t",
    "evaluation, words": "evaluate verdicts.csv --gold alice,bob --systems model --ci t",
    "evaluation, people": "evaluate essays.csv --gold adams --systems chen --second brown "
    "--by class --ci t",
    "prompt_comparison": "compare essays.csv --gold adams --by class --coefficient qwk "
    "--method influence",
    "differ": f"differ {DIFFER}",
    "generalized": "agree faculty.csv --score clarity,grammar",
    "plan": "plan --value .7 --null .5 --ci t --raters 2,3",
    "decision": "plan --reliability .9 --pilot machines.csv",
    "decision, occasions": "plan --reliability .8 --components p=2,r=1,pr=1,po=.5,pro=1",
    "sweep": "sweep machines.csv --gold teacher",
    "study": "study prevalence",
    "accuracy": "diagnostic verdicts.csv --gold alice",
    "replicates": "replicates machines.csv --readings m=engine1,engine2",
    "preview": "preview crowd.csv",
    "check": "check news.csv --min gwet_ac=.5 --min-lower fleiss_kappa=.1 --ci t",
}
STUDIO = [
    {
        "id": k,
        "annotations": [
            {
                "completed_by": who,
                "result": [
                    {"from_name": q, "type": "choices", "value": {"choices": [c]}}
                    for q, c in (("tone", "ab"[k % 2]), ("topic", "xy"[(k + who) % 2]))
                ],
            }
            for who in (1, 2)
        ],
    }
    for k in range(8)
]
GRID = "essay,clarity_teacher,clarity_m1,clarity_m2,depth_teacher,depth_m1,depth_m2\n" + "".join(
    f"e{k},{k % 4},{(k + (k % 5 == 0)) % 4},{(k * 3) % 4},"
    f"{k % 6},{(k + (k % 4 == 0)) % 6},{k % 5}\n"
    for k in range(30)
)


def summary_of(words):
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def printed(folder):
    """What ``--json`` prints, by kind of result; files are made in the folder."""
    located = {
        name: [str(EXAMPLES / w) if w.endswith(".csv") else w for w in line.split()]
        for name, line in COMMANDS.items()
    }
    found = {name: summary_of(words) for name, words in located.items()}
    path = folder / "studio.json"
    path.write_text(json.dumps(STUDIO))
    grid = folder / "grid.csv"
    grid.write_text(GRID)
    found["prompts"] = summary_of(["evaluate", str(grid), "--gold", "teacher", "--ci", "t"])
    several = summary_of(["report", str(path), "--details", "--ci", "t"])
    view = json.loads(json_text(of_result(accord.pairwise(EXAMPLES / "essays.csv", ci="t"), "x")))
    return {**found, "questions": several, "table": as_table(several), "view": view}


def as_table(several):
    """What a notebook makes of the table of several questions."""
    start = {"kind": "table", "schema": several["schema"], "source": "", "doubts": []}
    return {**start, **several["table"]}


KINDS = [*COMMANDS, "prompts", "questions", "table", "view"]
