"""Clients of the judge, sound but for what each is named for: `python odd_clients.py NAME ARGUMENT ...`."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import faulty

ARGUMENTS = sys.argv[2:]
HELLO = {"name": "odd", "version": "1.5", "language": "Python"}


def questions():
    for line in sys.stdin:
        yield json.loads(line)


def answer(question, flush=True, **more):
    found = faulty.SOLVERS["sound"]({key: value for key, value in question.items() if key != "id"})
    print(json.dumps({"id": question["id"]} | found | more), flush=flush)


def sound():
    for question in questions():
        answer(question)


def crashes():
    """At the vectors that are named, after the answers before."""
    for question in questions():
        if question["id"] in ARGUMENTS:
            sys.exit(f"no idea about {question['id']}")
        answer(question)


def crashes_with_a_buffer():
    """The same, and the answers that wait in its buffer are lost."""
    for question in questions():
        if question["id"] in ARGUMENTS:
            os._exit(5)
        answer(question, flush=False)


def crashes_at_the_end_of_input():
    """All questions are read first, and answered backwards."""
    for question in reversed(list(questions())):
        if question["id"] in ARGUMENTS:
            os._exit(5)
        answer(question)


def hangs():
    for question in questions():
        if question["id"] in ARGUMENTS:
            time.sleep(1000)
        answer(question)


def never_starts():
    time.sleep(1000)


def answers_one_and_ends():
    answer(next(questions()))


def notes_its_process():
    """A line of a file for each process, and one for each question."""
    with Path(ARGUMENTS[0]).open("a", encoding="utf-8") as file:
        print("process", file=file, flush=True)
        for question in questions():
            print(question["id"], file=file, flush=True)
            answer(question)


def says_hello():
    print(json.dumps({"hello": HELLO | {"supports": json.loads(ARGUMENTS[0])}}), flush=True)
    for question in questions():
        if len(ARGUMENTS) > 1 and len(question["hits"]) > int(ARGUMENTS[1]):
            sys.exit("that was not in the hello")
        answer(question)


def says_a_line():
    print(ARGUMENTS[0], flush=True)
    sound()


def skips():
    for question in questions():
        if question["id"] in ARGUMENTS:
            print(json.dumps({"id": question["id"], "skipped": "too many players for me"}), flush=True)
        else:
            answer(question)


def repeats_a_key():
    for question in questions():
        win = faulty.SOLVERS["sound"](question)["win"]
        print(f'{{"id": "{question["id"]}", "win": [2], "win": {win}}}', flush=True)


def ends_badly():
    sound()
    sys.exit(7)


def does_not_end():
    sound()
    time.sleep(1000)


HUGE = {
    "digits": '["0.' + "3" * 500_000 + '", 0, 0]',
    "integer": "[" + "7" * 500_000 + ", 0, 0]",
    "decimals": "[0." + "3" * 500_000 + ", 0, 0]",
    "small": '["1e-1000000", 0, 0]',
    "small number": "[1e-1000000, 0, 0]",
    "large": '["1e1000000", 0, 0]',
    "fraction": '["1/' + "9" * 500_000 + '", 0, 0]',
    "nested": "[" * 400 + "]" * 400,
    "entries": "[" + "0," * 400_000 + "0]",
    "list of lists": "[[" + "0," * 400_000 + "0], 0, 0]",
}


def huge():
    """Every answer but the last ones is enormous, each in its own way."""
    for number, question in enumerate(questions()):
        if number < len(HUGE):
            print(f'{{"id": "{question["id"]}", "win": {list(HUGE.values())[number]}}}', flush=True)
        else:
            answer(question)


def has_a_family():
    """A child in a session of its own whose parent ends, and a child of the usual kind; their ids go into a file."""
    lasting = [sys.executable, "-c", "import time; time.sleep(1000)"]
    code = f"import subprocess as s; print(s.Popen({lasting!r}, start_new_session=True, stdout=s.DEVNULL).pid)"
    orphan = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True).stdout
    child = subprocess.Popen(lasting, stdin=subprocess.DEVNULL)
    aside = Path(f"{ARGUMENTS[0]}.part")
    aside.write_text(f"{os.getpid()} {child.pid} {orphan}", encoding="utf-8")
    aside.rename(ARGUMENTS[0])
    time.sleep(1000)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
