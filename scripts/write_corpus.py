"""Write the output of 600 commands: python scripts/write_corpus.py [--check].

Users rely on numbers for years, so an output may change only on purpose. A seed determines most of the commands; all
run in this process. Each file of `tests/corpus` has the calls of one command: the words after a dollar sign, the output
(without the version of the package and the internal number type), and the status if it is not 0. `--check` writes
nothing: it shows the differences, and the status is then 1.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import truel_ref
from truel_ref.cli import main as main_command
from truel_ref.files import write_text

FOLDER = Path(__file__).parent.parent / "tests" / "corpus"
PROMPT = "$ truel-ref "

FORMATS = ([], ["--json"], ["--format", "csv"], ["--format", "latex"], ["--format", "md"], ["--digits", "12"])
SEARCHES = ("others,miss", "others", "others,miss,random", "others,miss,self", "strongest,miss", "all")


PICKED = """\
atlas critical --play stationary --json
atlas self --denominator 4
atlas self --json
atlas self --points 4 --seed 1 --json
atlas surfaces --play stationary --json
atlas winners --cube 1e-3 --play random-shooter --json
best-mix 3/4 11/20 1 --if-eq -1
claims S3 --json
course 1/5 4/5 1/2 7/10 3/5 --play periodic --begin 2 --turns 4
darts turns 6 --miss 1/2 --policy
darts turns 6 --miss 1/2 --policy --json
deviations 1/3 2/3 1 --targets C,C,B
dicewars holds 1 2 --json
dicewars holds 3 2 4 1
dicewars table --format csv --digits 1
equilibria 1 1 1 1 --cap 2
equilibria 1/3 2/3 1 --all
equilibria 1/5 7/10 2/5 3/5 1/2
equilibria 13/25 1/2 11/25 2/5 --all
equilibria 13/25 1/2 11/25 2/5 --all --format md
mastermind adversary --pegs 2 --colors 2 --trees
mastermind code --strategy knuth --json
mastermind code 3142 --json
mastermind random --pegs 2 --colors 2 --expectation --json
mastermind random --pegs 2 --colors 2 --seed 7
mastermind tree --pegs 2 --colors 2 --strategy expected
mastermind tree --pegs 2 --colors 2 --strategy expected --json
periodic 0 0 1/2
periodic 0 0 1/2 --rounds 3
periodic 1/3 2/3 1 --all
periodic 1/3 2/3 1 --format csv
periodic 1/3 2/3 1 --rounds 4 --clock game --json
periodic 1/5 4/5 1/2 7/10 3/5
periodic 1/5 4/5 1/2 7/10 3/5 --all --format md
periodic 1/5 4/5 1/2 7/10 3/5 --json
periodic 1/5 4/5 1/2 7/10 3/5 --rounds 12
periodic 1/5 4/5 1/2 7/10 3/5 --rounds 12 --clock game --names Ann,Bob,Carl,Dora,Emil
periodic 1/5 7/10 2/5 3/5 1/2 --period 3 --digits 4
simulate 1/3 2/3 1 --games 2e3 --json
simulate 1/3 2/3 1 --names Ann,Bob,Carl --order Carl,Bob,Ann --games 100
simulate 1/3 2/3 1 --play stationary --games 2000
simulate 1/3 2/3 1 --story
simulate 1/3 2/3 1 --story --json
simulate 1/5 4/5 1/2 7/10 3/5 --play periodic --games 1e5 --seed 2
solve '(3 - sqrt(5))/2, 1/2, 50 %'
solve '(sqrt(5) - 1)/2' 1/2 1/2 --json --all-outcomes
solve 'sqrt(2)/2' 1/2 1 --targets '0:sqrt(2)/4:1/2,A,A'
solve 0 0 0 --json
solve 0 0 0 --targets B,optimal,A
solve 1 1 0 --all-outcomes
solve 1 1 0 --all-outcomes --format md
solve 1 1 0 --json --all-outcomes
solve 1/2 1/2 1 --json --ties 'opposite of shooting order'
solve 1/2 1/2 1/2 1/2 --search others --all-outcomes --cap 2
solve 1/3 2/3 1 --json --search A:others --search 'b: others, miss, self'
solve 1/3 2/3 1 --names Ann,Bob,Carl --order 'carl, bob, ann'
solve 1/3 2/3 1 --targets '(0, 1/3, 1/3),0:0:1,B'
solve 1/3 2/3 1 --levels 5,5,5 --json
solve 3/4 55% 1 --search others,miss,random --random-levels 4
solve 1/4 1/2 3/4 1 --json --search-later D:miss
solve 1/4 1/2 3/4 1 --json --target-later strongest
solve 1/4 55% .5 0.1 --targets 0:1/3:1/3:0,Optimal,optimal,miss --search Others,Random \
--later strongest --search-later ALL --if-eq -1 --levels 2,none,-,3 --json
symbolic
symbolic 'miss, c, b' --hits ,1/2,1
symbolic D,D,D,C --later B,C,A=A,A,B --later C,A,B=B,C,C \
--later A,B,C=C,C,B --later A,B,D=D,D,B --a 1/4 --b 1/2 --c 3/4 --d 1
symbolic Miss,C,B --at 1/3,2/3,1
symbolic Miss,C,B --at 1/3,2/3,1 --json
symbolic Miss,C,B --c 1
symbolic Miss,C,B --c 1 --b 1/2 --json
symbolic crossings 1/3,2/3,1 1/2,1/2,1
symbolic crossings 1/3,2/3,1 1/2,1/2,1 --aims C,C,B
symbolic crossings 1/3,2/3,1 1/2,1/2,1 --format csv
symbolic crossings 1/3,2/3,1 1/2,1/2,1 --json
symbolic crossings 1/3,2/3,1 1/2,1/2,1 --search others,miss,self --ties 'shooting order' --json
symbolic equal-chances --c 1 --json
symbolic formula Miss,C,B --hits ,1/2,1 --latex
symbolic regions --c 1 --closed --precision 1e-4 --json
symbolic regions --c 1 --play both --precision 1e-4
symbolic regions --c 1 --play stationary --precision 1/10 --json
symbolic regions --c 1 --precision 1e-2 --json
variant bullets 1/3 2/3 1 --bullets 1,2,1 --survivors none --tree
variant lot 1 4/5 1/2 --games 1e4 --story
variant opinions 1 2/3 1/3 --all
variant shooter 1 4/5 1/2 --all --format md
variant simultaneous 1 4/5 1/2 --all
variant simultaneous 1 4/5 1/2 --equilibrium 2 --games 1e4 --story --json
verify 'sqrt(2)/2' 1/2 1 --win '(2 - sqrt(2))/2,0.5607,0.15'
verify 0 0 0 --aims none,none,none --stalemate 1 --win 0,0.000,0%
verify 1/2 1/2 1 --targets C,A,Miss --aims C,C,Miss
verify 1/2 1/2 1/2 --search others --aims B,C,A
verify 1/2 1/2 1/2 --search others --aims B,C,A --strict-ties --json
verify 1/3 2/3 1
verify 1/3 2/3 1 --aims C,,B --format md
verify 1/3 2/3 1 --aims C,C,B --win 31.2%,54.0%,14.8% --json
verify 1/3 2/3 1 --aims Miss,C,B --win 25/63,8/21,2/9 --stalemate 0
verify 1/3 2/3 1 --names Ann,Bob,Carl --order Carl,Bob,Ann --aims carl,Carl,Bob --win 33.3%,,2/3
verify 1/3 2/3 1 --win -1/3,4/3,0 --format csv
verify 1/3 2/3 1 --win 1/2,1/2
why 1/3 2/3 1 --json
why 1/3 2/3 1 --markdown
why 1/3 2/3 1 --play periodic --json
why 1/5 4/5 1/2 7/10 3/5 --play periodic --phase A,B,C
why 1/5 4/5 1/2 7/10 3/5 --play periodic --player D
"""  # fmt: skip
"""Commands that the random part does not cover: options used once, and commands with long answers."""


def _hits(rng: Random, players: int, bottom: int = 12) -> list[str]:
    return [f"{rng.randrange(bottom + 1)}/{bottom}" for _ in range(players)]


def _solved(rng: Random) -> Iterator[list[str]]:
    for number in range(140):
        players = rng.choice([2, 3, 3, 3, 4, 4, 5])
        words = ["solve", *_hits(rng, players), "--search", rng.choice(SEARCHES if players < 4 else SEARCHES[:2])]
        words += rng.choice([[], ["--if-eq", rng.choice(["1", "2", "3", "4", "-1", "-4"])]])
        if number % 4 == 0:
            words += ["--targets", ",".join(rng.choice(["Optimal", "Strongest", "Miss"]) for _ in range(players))]
        yield words + rng.choice(FORMATS)
    for _ in range(20):
        yield ["solve", *_hits(rng, 3), "--search", "others,miss,random", "--levels", f"{rng.randrange(2, 7)},2,3"]
    for hit in ("sqrt(2)/2", "sqrt(5)/3", "(sqrt(3) - 1)/2", "root(1 0 1 -1; 0)"):
        for other in ("1/2", "2/3", "1"):
            yield ["solve", hit, other, *_hits(rng, 1)]


def _explained(rng: Random) -> Iterator[list[str]]:
    for _ in range(60):
        players = rng.choice([2, 3, 3, 3])
        yield ["why", *_hits(rng, players), "--search", rng.choice(SEARCHES[:4])]
    for _ in range(20):
        yield ["deviations", *_hits(rng, rng.choice([2, 3]))]


def _other_plays(rng: Random) -> Iterator[list[str]]:
    for _ in range(50):
        yield ["equilibria", *_hits(rng, rng.choice([2, 3, 3, 4]), 7), *rng.choice(FORMATS[:3])]
    for _ in range(25):
        yield ["compare", *_hits(rng, 3)]
    for _ in range(25):
        yield ["course", *_hits(rng, rng.choice([2, 3])), *rng.choice(FORMATS[:2])]
    for model in ("lot", "shooter", "simultaneous", "opinions"):
        for _ in range(12):
            yield ["variant", model, *_hits(rng, 3, 7), *rng.choice(FORMATS[:2])]
    for _ in range(12):
        yield ["variant", "bullets", *_hits(rng, 3, 7), "--bullets", ",".join(str(rng.randrange(3)) for _ in range(3))]


def _by_dice(rng: Random) -> Iterator[list[str]]:
    for _ in range(20):
        yield ["simulate", *_hits(rng, 3), "--games", "2000", "--seed", str(rng.randrange(1000))]


def _other_games(rng: Random) -> Iterator[list[str]]:
    for _ in range(20):
        aim = rng.choice("STD") + str(rng.randrange(1, 21))
        yield ["darts", "outcome", aim, "--miss", f"{rng.randrange(11)}/10"]
    for miss in range(0, 11, 2):
        yield ["darts", "best", "--miss", f"{miss}/10"]
    for _ in range(10):
        yield ["darts", "finish", str(rng.randrange(2, 180))]
    for attacker in range(2, 9):
        yield ["dicewars", "attack", str(attacker), str(rng.randrange(1, 9))]
    for cards in ("2", "3", "4"):
        for goal in ("win", "points"):
            yield ["goofspiel", "solve", "--cards", cards, "--goal", goal]
    for strategy in ("knuth", "irving", "neuwirth", "kooi", "expected", "worst"):
        for pegs, colors in (("2", "3"), ("3", "2"), ("3", "3")):
            yield ["mastermind", "code", "--pegs", pegs, "--colors", colors, "--strategy", strategy]


def _slips(rng: Random) -> Iterator[list[str]]:
    yield ["solve", "3/2", "1"]
    yield ["solve", "1/2"]
    yield ["solve", "1/2", "one"]
    yield ["solve", "1/2", "1/3", "--targets", "C,A"]
    yield ["why", "1/2", "1/3", "1/4", "--search", "everything"]
    yield ["darts", "outcome", "T21", "--miss", "0"]
    yield ["darts", "outcome", "T20", "--miss", "1.2"]
    yield ["dicewars", "attack", "9", "1"]
    yield ["mastermind", "code", "112", "--pegs", "2", "--colors", "2"]
    yield ["goofspiel", "solve", "--own", "1,3", "--other", "2", "--prize", "2"]


def picked() -> list[list[str]]:
    """Return the words of the picked commands."""
    return [shlex.split(line) for line in PICKED.splitlines()]


def commands() -> list[list[str]]:
    """Return the words of all commands, equal in every run."""
    listed = picked()
    for kind in (_solved, _explained, _other_plays, _by_dice, _other_games, _slips):
        listed += kind(Random(f"2026 {kind.__name__}"))
    return listed


def printed(words: list[str]) -> str:
    """Run a command, and return its entry: its words, its output, and its status if it is not 0."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main_command(words)
    said = [f"{PROMPT}{shlex.join(words)}\n", out.getvalue(), err.getvalue(), f"[status {status}]\n" if status else ""]
    text = "".join(said).replace(truel_ref.__version__, "VERSION")
    return re.sub(r'"backend": "(gmpy2|fractions)"', '"backend": "BACKEND"', text)


def stored() -> dict[str, list[str]]:
    """Return the stored entries of `printed`, by the name of their file."""
    files = sorted(FOLDER.glob("*.txt"))
    begins = re.compile(rf"^(?={re.escape(PROMPT)})", re.MULTILINE)
    return {file.stem: begins.split(file.read_text(encoding="utf-8"))[1:] for file in files}


def difference(old: str, new: str) -> str:
    """Return the lines that differ between the stored and the present output of a command."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "before", "now", lineterm="")
    return "\n".join([old.partition("\n")[0], *lines])


def main(words: list[str]) -> int:
    """Write the files, or compare with them."""
    by_file: dict[str, list[str]] = {}
    for command in commands():
        by_file.setdefault(command[0], []).append(printed(command))
    if "--check" not in words:
        for name, blocks in by_file.items():
            write_text(FOLDER / f"{name}.txt", "".join(blocks))
        return 0
    before = {block.partition("\n")[0]: block for blocks in stored().values() for block in blocks}
    now = {block.partition("\n")[0]: block for blocks in by_file.values() for block in blocks}
    differ = [command for command in before | now if before.get(command) != now.get(command)]
    for command in differ:
        sys.stdout.write(difference(before.get(command, command), now.get(command, command)) + "\n")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
