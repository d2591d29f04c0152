"""Clients of the judge, good and odd: `python clients.py HOW`."""

import json
import sys
import time
from pathlib import Path

DATA = Path(__file__).parents[2] / "truel_ref" / "oracle" / "data"
STORED = {
    vector["id"]: {"win": vector["win"], "aims": vector["aims"]}
    for group in ("optimal", "fixed")
    for vector in map(json.loads, (DATA / f"{group}.jsonl").read_text().splitlines())
}


def main(how):
    """Answer every question in one way."""
    if how == "slow start":
        time.sleep(2)
    if how in ("banner", "hello"):
        print({"banner": "my solver 1.0", "hello": '{"hello": {"name": "mine"}}'}[how], flush=True)
    lines = sys.stdin if how != "backwards" else reversed(list(sys.stdin))
    for number, line in enumerate(lines):
        question = json.loads(line)
        name = question.pop("id")
        odd = name.endswith(("7", "8"))
        if how == "crash" and odd:
            sys.exit("no way")
        if how == "hang" and odd:
            time.sleep(60)
        if how == "stop" and number == 5:
            return
        said = {"id": name} | STORED[name]
        if how == "lost" and odd:
            continue
        if how == "wrong":
            said["win"] = said["win"][::-1]
        if how == "skip" and odd:
            said = {"id": name, "skipped": "not mine"}
        text = json.dumps(said)
        ends = {"crlf": "\r\n", "blank": "\n\n"}.get(how, "\n")
        sys.stdout.write(("\ufeff" if how == "bom" else "") + text + ends)
        sys.stdout.flush()


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="")
    main(sys.argv[1])
