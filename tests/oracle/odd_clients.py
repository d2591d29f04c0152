"""Clients of the judge, sound but for what each is named for: `python odd_clients.py NAME ARGUMENT ...`.

They solve nothing: a line of the vectors answers itself. Many are started, so they import little.
"""

# pathlib takes longer to import than all the rest
# ruff: noqa: PTH100, PTH104, PTH123

import os
import sys
import time

DATA = os.path.abspath(__file__ + "/../../../truel_ref/oracle/data")
VECTORS = [f"{DATA}/{group}.jsonl" for group in ("optimal", "fixed", "ties", "many")]
ARGUMENTS = sys.argv[2:]
HELLO = '{"hello": {"name": "odd", "version": "1.5", "language": "Python", "supports": '


def questions():
    """Yield the id of each question, and the question as it is asked."""
    for line in sys.stdin:
        yield line.split('"')[3], line


def answered(question):
    """Return the vector of a question without its id, as text."""
    asked = question.partition(", ")[2].replace(" ", "").strip()
    for path in VECTORS:
        with open(path, encoding="utf-8") as vectors:
            for vector in vectors:
                if asked in vector:
                    return vector.partition(",")[2]
    raise LookupError(question)


def answer(name, question, flush=True):
    print(f'{{"id":"{name}",{answered(question)}', end="", flush=flush)


def but(at_named, asked=None, flush=True):
    """Answer; at the vectors that are named do something else before, and answer them only if that says so."""
    for name, question in asked or questions():
        if name not in ARGUMENTS or at_named(name):
            answer(name, question, flush)


def sound():
    but(None)


def crashes():
    """After the answers before."""
    but(lambda name: sys.exit(f"no idea about {name}"))


def crashes_with_a_buffer():
    """The same, and the answers that wait in its buffer are lost."""
    but(lambda name: os._exit(5), flush=False)


def crashes_at_the_end_of_input():
    """All questions are read first, and answered backwards."""
    but(lambda name: os._exit(5), reversed(list(questions())))


def hangs():
    but(lambda name: time.sleep(1000))


def hangs_at_the_third():
    """Each process that has answered two."""
    for number, asked in enumerate(questions()):
        time.sleep(1000 * (number == 2))
        answer(*asked)


def skips():
    but(lambda name: print(f'{{"id": "{name}", "skipped": "too many players for me"}}', flush=True))


def misses():
    but(lambda name: False)


def never_starts():
    time.sleep(1000)


def answers_one_and_ends():
    answer(*next(questions()))


def notes_its_process():
    """A line of a file for each process, and one for each question."""
    with open(ARGUMENTS[0], "a", encoding="utf-8") as file:
        print("process", file=file, flush=True)
        for name, question in questions():
            print(name, file=file, flush=True)
            answer(name, question)


def says_hello():
    print(HELLO + ARGUMENTS[0] + "}}", flush=True)
    for name, question in questions():
        if len(ARGUMENTS) > 1 and name.startswith(ARGUMENTS[1]):
            sys.exit("that was not in the hello")
        answer(name, question)


def says_hello_and_compiles():
    print(HELLO + "{}}}", flush=True)
    time.sleep(1)
    sound()


def says_a_line():
    print(ARGUMENTS[0], flush=True)
    sound()


def garbage():
    """Lines of every kind that answer nothing, and none that does."""
    for number, (name, _) in enumerate(questions()):
        print("x" * (3_000_000 if number == 1 else 10))
        print("\x00\xff\x1b[31m", '{"id": ', "[" * 5000, "NaN", '"text"', "[1]", "{}", sep="\n")
        print('{"id": "nobody", "win": [1]}', f'{{"id": ["{name}"]}}', sep="\n")
        print("complaint " * 5000, file=sys.stderr)


def dies_half_way():
    """Each process dies in the middle of its fourth answer."""
    for number, (name, question) in enumerate(questions()):
        if number == 3:
            print(f'{{"id": "{name}', end="", flush=True)
            sys.exit("out of cartridges")
        answer(name, question)


def chats():
    """And says everything twice."""
    for name, question in questions():
        print("solving", name)
        print("thinking " * 20000, file=sys.stderr)
        answer(name, question)
        answer(name, question)


def is_slow():
    for asked in questions():
        time.sleep(0.2)
        answer(*asked)


def floods():
    while True:
        print("y" * 1000)


def repeats_a_key():
    for name, question in questions():
        print(f'{{"id": "{name}", "win": [2], {answered(question)}', end="", flush=True)


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
    for huge_one in HUGE.values():
        print(f'{{"id": "{next(questions())[0]}", "win": {huge_one}}}', flush=True)
    sound()


def has_a_family():
    """A child in a session of its own whose parent ends, and a child of the usual kind; their ids go into a file."""
    import subprocess

    lasting = [sys.executable, "-c", "import time; time.sleep(1000)"]
    code = f"import subprocess as s; print(s.Popen({lasting!r}, start_new_session=True, stdout=s.DEVNULL).pid)"
    orphan = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True).stdout
    child = subprocess.Popen(lasting, stdin=subprocess.DEVNULL)
    with open(f"{ARGUMENTS[0]}.part", "w", encoding="utf-8") as aside:
        aside.write(f"{os.getpid()} {child.pid} {orphan}")
    os.rename(f"{ARGUMENTS[0]}.part", ARGUMENTS[0])
    time.sleep(1000)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
