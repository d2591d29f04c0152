"""Write the generated pages of the docs: python scripts/write_pages.py FOLDER.

Every page is a function that returns its text; the same code writes the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

from truel_ref.errors import TruelError
from truel_ref.symbolic.closed_form import ClosedForm, closed_form
from truel_ref.symbolic.text import function_text

NOTE = "<!-- Written by scripts/pages; change scripts/write_pages.py, not this file. -->"

CLOSED_FORMS = f"""{NOTE}

# Closed forms of all profiles of three players

The hit probabilities of A, B and C are $a$, $b$ and $c$; $w_A$, $w_B$ and $w_C$ are their win probabilities when
everybody keeps the aims of the heading. Each of the 27 profiles of single targets and Miss stands here, as LaTeX and
as text that is also Python. The formulas come out of the lines of `truel_ref.phase` with rational functions instead
of numbers (`truel_ref.symbolic.closed_form`); they are in lowest terms, and every denominator is positive inside the
unit cube.

**Where they hold.** In a phase, $K$ is the chance that nobody is hit in a whole round. The value of a phase is
$V/(1-K)$, so a formula must only be read where $1-K>0$ in every phase that enters it: in the phase of all three, and
in each duel that can follow. These polynomials, and where they vanish, stand below each formula. Where one vanishes
the phase is a stalemate; in a duel of two who never hit both win with probability 0. `closed_form(…).at(…)` refuses
such points; `solve`, and a closed form in which these hit probabilities were fixed beforehand, answer there too.
Everywhere else in the closed cube the formulas hold, and $w_A + w_B + w_C = 1$.

The same for other aims, mixes with symbolic weights, two players, or four with given later aims:

```console
$ scripts/truel symbolic "(0, x, 1-x),C,B" --b 1/2 --c 1
{{mix}}
$ scripts/truel symbolic Miss,C,B --at 1/3,2/3,1
{{at}}
$ scripts/truel symbolic Miss,C,B --at 1,0,0
{{refused}}
$ scripts/truel symbolic B,A --latex
{{latex}}
```

"""


def closed_forms() -> str:
    """Return the page of the closed forms of all 27 profiles of three players."""
    original = closed_form("Miss,C,B")
    try:
        original.at([1, 0, 0])
    except TruelError as error:
        refused = f"truel-ref: {error}"
    wins = zip(original.players, original.at(["1/3", "2/3", 1]), strict=True)
    page = CLOSED_FORMS.format(
        mix=closed_form("(0, x, 1-x),C,B", [None, "1/2", 1]),
        at="\n".join(f"{name} {win}" for name, win in wins),
        refused=refused,
        latex=closed_form("B,A").latex(),
    )
    profiles = product(["B", "C", "Miss"], ["A", "C", "Miss"], ["A", "B", "Miss"])
    return page + "\n\n".join(_section(closed_form(aims)) for aims in profiles) + "\n"


def _section(form: ClosedForm) -> str:
    lines = [f"## {', '.join(form.aims)}", ""]
    if not form.domain:
        return "\n".join([*lines, "Nobody is ever hit: a stalemate, and $w_A = w_B = w_C = 0$."])
    lines += ["$$", form.latex(), "$$", "", "```text"]
    lines += [f"{name} = {function_text(win)}" for name, win in zip(form.players, form.functions, strict=True)]
    lines += ["```", "", "| phase | `1 - K` | not to be read where |", "|---|---|---|"]
    for condition in form.domain:
        lines.append(f"| {condition.names} | `{function_text(condition.function)}` | {condition.excluded} |")
    return "\n".join(lines)


PAGES: dict[str, Callable[[], str]] = {"closed-forms.md": closed_forms}


def main() -> int:
    """Write every page into the folder given."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in PAGES.items():
        aside = folder / f"{name}.part"
        aside.write_text(page(), encoding="utf-8", newline="\n")
        aside.replace(folder / name)
        print(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
