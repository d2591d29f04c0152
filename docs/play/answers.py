"""The answers of the page in the browser: a question in JSON goes in, an answer in JSON comes back.

The page runs this file in Pyodide. It uses only public names of truel_ref, and only the core of the package: no NumPy.
"""

import ast
import contextlib
import io
import json
import re
from functools import lru_cache
from html import unescape
from math import prod

import truel_ref  # its parts are imported at their first use, so that the first answer waits for few of them
from truel_ref import Problem
from truel_ref.errors import ProblemError, TruelError
from truel_ref.numbers import number_text, percent_text

PLAYS = {"announced": "solve", "stationary": "equilibria", "periodic": "periodic_equilibria"}
MOST_PLAYERS = 6
MOST_LISTED = 8
"""The most equilibria that get a table."""
MOST_LEAVES = 200
"""The most profiles in a tree."""


def ask(text):
    """Return the answer to a question; an error of the package is the answer {"error": its text}.

    >>> data = json.loads(ask('{"part": "answer", "problem": {"hits": ["1/3", "2/3", "1"]}}'))
    >>> data["plays"][0]["rows"][0]
    ['A', '1/3', 'Miss', '25/63', '39.683 %']

    Parameters: `text`, an object with the keys `part` (answer, why, compare or map), `problem` (the JSON
    of a `Problem`), `play` (announced, stationary or periodic), and for a map `points`; or with the part
    `cell` and a `source`.
    """
    question = json.loads(text)
    try:
        answer = PARTS[question["part"]](question.get("problem"), question.get("play") or "announced", question)
    except TruelError as error:
        answer = {"error": str(error)}
    return json.dumps(answer)


@lru_cache(maxsize=1)
def _answered(text, play):
    problem = Problem.from_json(text)
    if problem.players > MOST_PLAYERS:
        raise ProblemError(
            f"hits: {problem.players} players are too many for this page; state two to {MOST_PLAYERS}, or use the "
            "command truel-ref"
        )
    if play not in PLAYS:
        raise ProblemError(f"play: {play!r} is unknown; choose from {', '.join(PLAYS)}")
    return getattr(truel_ref, PLAYS[play])(problem)


def answered(data, play):
    """Return the answer of the package, kept for the next part."""
    return _answered(json.dumps(data), play)


def aim_texts(problem, aims):
    """Return the aims of the first phase, given in its shooting order, as texts in the order of the players."""
    texts = dict(zip(problem.order, map(problem.aim_text, aims), strict=True))
    return [texts[player] for player in range(problem.players)]


def shares(problem, title, aims, win):
    """Return the table of a play: a row for each player, then the chance that nobody wins."""
    played = zip(aim_texts(problem, aims), win, strict=True)
    shown = [[aim, number_text(chance), percent_text(chance)] for aim, chance in played]
    rows = [[problem.label(at), number_text(problem.hits[at]), *row] for at, row in enumerate(shown)]
    nobody = 1 - sum(win)
    return {"title": title, "rows": rows, "nobody": [number_text(nobody), percent_text(nobody)] if nobody else None}


def answer_part(data, play, question):
    """Return a table for each play: the solution, or the first equilibria or plans, with the notes of the package."""
    answer = answered(data, play)
    if play == "announced":
        first = answer.phases[0]
        plays = [("Announced play", first.aims, first.win)]
    elif play == "stationary":
        plays = [(f"Equilibrium {number}", each.aims, each.win) for number, each in enumerate(answer, 1)]
    else:
        plays = [
            (f"Plan {number}, begun with round {start} of {each.period}", each.aims[start - 1], each.starts[start - 1])
            for number, each in enumerate(answer, 1)
            for start in range(1, each.period + 1)
        ]
    notes = [unescape(note) for note in re.findall("<p>(.*?)</p>", answer._repr_html_())]
    if len(plays) > MOST_LISTED:
        notes.append(f"the page shows {MOST_LISTED} of {len(plays)} tables; the command truel-ref shows all")
    tables = [shares(answer.problem, *each) for each in plays[:MOST_LISTED]]
    return {"plays": tables, "notes": notes, "version": truel_ref.__version__}


def why_part(data, play, question):
    """Return the reasons: for announced play the text and the tree, for a plan the worth of every option."""
    answer = answered(data, play)
    if play == "stationary":
        return {}
    if play == "periodic":
        return {"html": truel_ref.why_plan(answer[0])._repr_html_() if answer else ""}
    problem, order = answer.problem, answer.phases[0].order
    is_whole = problem.players <= 3 and prod(len(problem.options(order, player)) for player in order) <= MOST_LEAVES
    explained = truel_ref.why(answer) if is_whole else truel_ref.why(answer, player=order[0])
    rows = [
        {
            "aims": [problem.aim_text(aim) for aim in row.profile.aims],
            "chosen": [chooses(row.marks, place, len(order)) for place in range(len(order))],
            "wins": [percent_text(win[player], 2) for player, win in zip(order, row.profile.wins, strict=True)],
            "stalls": row.profile.stalls,
        }
        for row in explained.rows[:MOST_LEAVES]
    ]
    players = [problem.label(player) for player in order]
    texts = {"conclusion": explained.conclusion, "steps": explained.steps}
    return texts | {"players": players, "numbers": order, "rows": rows, "whole": is_whole}


def chooses(marks, place, players):
    """Return whether the player at a place chooses the announcement of a row; the marks begin with the last player."""
    at = players - 1 - place
    return at < len(marks) and not marks[at].endswith("=")


def compare_part(data, play, question):
    """Return announced and stationary play side by side."""
    return {"html": truel_ref.compare(answered(data, play).problem)._repr_html_()}


def map_part(data, play, question):
    """Return who wins most often, and the aims, at some points: the hit probabilities of the first two players."""
    if play == "periodic":
        raise ProblemError("play: the page draws maps of announced and stationary play only; choose one of these")
    hits = Problem.from_json(data).to_json()["hits"]
    problems = [Problem.from_json(data | {"hits": [*point, *hits[2:]]}) for point in question["points"]]
    if play == "announced":
        firsts = [(problem, truel_ref.solve(problem).phases[0]) for problem in problems]
        return {"cells": [cell(problem, first.aims, first.win) for problem, first in firsts]}
    cells = []
    for problem in problems:
        found = truel_ref.equilibria(problem)
        only = found[0] if len(found) == 1 else None
        kind = "several equilibria" if len(found) else "no pure equilibrium"
        cells.append(cell(problem, only.aims, only.win) if only else [kind, kind, ""])
    return {"cells": cells}


def cell(problem, aims, win):
    """Return a point of a map: who wins most often, the aims, the largest win probability."""
    best = max(win)
    names = [problem.label(at) for at, chance in enumerate(win) if chance == best]
    return [" = ".join(names) if best else "nobody", ", ".join(aim_texts(problem, aims)), percent_text(best)]


def cell_part(data, play, question):
    """Run a cell of a lesson, after the cells before; return what it prints, and its value as HTML or text.

    >>> cell_part(None, None, {"source": "2 + 3"})
    {'printed': '5', 'html': ''}
    """
    html = ""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            statements = ast.parse(question["source"], "cell").body
            is_valued = statements and isinstance(statements[-1], ast.Expr)
            last = ast.Expression(statements.pop().value) if is_valued else ast.parse("None", mode="eval")
            exec(compile(ast.Module(statements, []), "cell", "exec"), LESSON)
            value = eval(compile(last, "cell", "eval"), LESSON)
            html = value._repr_html_() if hasattr(value, "_repr_html_") else ""
            if value is not None and not html:
                print(repr(value))
        except Exception as error:  # whatever is wrong in a learner's code
            print(slip(error))
    return {"printed": printed.getvalue().rstrip("\n"), "html": html}


def slip(error):
    """Return a line for an error in a cell: its kind, its text, and the line of the cell."""
    at, lines = error.__traceback__, [error.lineno] if isinstance(error, SyntaxError) else []
    while at:
        lines += [at.tb_lineno] if at.tb_frame.f_code.co_filename == "cell" else []
        at = at.tb_next
    text = error.msg if isinstance(error, SyntaxError) else error
    return f"line {lines[-1] if lines else 1}: {type(error).__name__}: {text}"


LESSON = {"__name__": "lesson"}
"""The names that the cells of the lesson have in common."""
PARTS = {
    "answer": answer_part,
    "why": why_part,
    "compare": compare_part,
    "map": map_part,
    "cell": cell_part,
}
