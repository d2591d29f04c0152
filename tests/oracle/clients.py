"""Clients of the judge, good and odd: `python clients.py HOW`."""

import json
import sys
import time
from fractions import Fraction
from pathlib import Path

DATA = Path(__file__).parents[2] / "truel_ref" / "oracle" / "data"
STORED = {
    vector["id"]: vector
    for group in ("optimal", "fixed")
    for vector in map(json.loads, (DATA / f"{group}.jsonl").read_text().splitlines())
}


def floats(numbers):
    return [float(Fraction(number)) for number in numbers]


def by_player(values):
    return dict(zip("ABCDEFG", values, strict=False))


SAID = {
    "right": lambda one: {"win": one["win"], "aims": one["aims"]},
    "win alone": lambda one: {"win": one["win"]},
    "floats": lambda one: {"win": floats(one["win"]), "aims": one["aims"]},
    "floats as text": lambda one: {"win": [*map(str, floats(one["win"]))], "stalemate": one["stalemate"]},
    "decimals": lambda one: {"win": one["win_decimal"], "aims": one["aims"]},
    "scientific": lambda one: {"win": [f"{win:.15e}" for win in floats(one["win"])]},
    "weights": lambda one: {"win": one["win"], "aims": one["weights"]},
    "weights in floats": lambda one: {
        "win": floats(one["win"]),
        "aims": [aim and floats(aim) for aim in one["weights"]],
    },
    "by player": lambda one: {"win": by_player(one["win"]), "aims": by_player(one["aims"])},
    "small letters": lambda one: {
        "win": one["win"],
        "aims": [f" {aim.lower()} " if isinstance(aim, str) else aim for aim in one["aims"]],
    },
    "with a stalemate": lambda one: {"win": floats(one["win"]), "stalemate": float(Fraction(one["stalemate"]))},
    "more keys": lambda one: {"time": 3, "win": one["win"], "hello": None, "aims": None},
    "nan": lambda one: {"win": [float("nan")] * len(one["win"])},
    "wrong": lambda one: {"win": one["win"][::-1], "aims": one["aims"]},
}
"""What a client says; all but the last two are right."""
DRESSES = {
    "crlf": lambda text: text + "\r\n",
    "blank lines": lambda text: f"\n{text}\n\n",
    "bom": lambda text: f"\ufeff{text}\n",
    "blanks": lambda text: f"  {text} \t\n",
    "wide": lambda text: text.replace(":", " : ") + "\n",
    "escaped": lambda text: text.replace('"win"', '"\\u0077in"') + "\n",
    "noise": lambda text: f"solving ...\n{text}\n{{}}\n",
}
"""How a line is printed."""
STARTS = {"banner": "my solver 1.0\n", "hello": '{"hello": {"name": "mine"}}\n'}


def main(how):
    """Answer every question in one way."""
    time.sleep({"slow start": 2, "slow crash": 1.2}.get(how, 0))
    sys.stdout.write(STARTS.get(how, ""))
    lines = sys.stdin if how != "backwards" else reversed(list(sys.stdin))
    for number, line in enumerate(lines):
        name = json.loads(line)["id"]
        odd = name.endswith(("7", "8"))
        if how in ("crash", "slow crash") and odd:
            sys.exit("no way")
        if how == "hang" and odd:
            time.sleep(60)
        if how == "stop" and number == 5:
            return
        said = SAID.get(how, SAID["right"])(STORED[name])
        if how == "skip" and odd:
            said = {"skipped": "not mine"}
        if how != "lost" or not odd:
            text = json.dumps({"id": name} | said)
            sys.stdout.write(DRESSES.get(how, "{}\n".format)(text))
        sys.stdout.flush()


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="")
    main(sys.argv[1])
