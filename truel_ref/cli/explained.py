"""`truel-ref why`, `deviations`, `course`, `best-mix`, `compare`: what stands behind an answer, and beside it."""

from __future__ import annotations

from truel_ref.cli.frame import command
from truel_ref.cli.output import drawn
from truel_ref.cli.plays import KINDS, PlayKind, answer_in, play_option
from truel_ref.cli.problems import MIXED, PHASE, PROBLEM
from truel_ref.cli.words import option, whole
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import Progress
from truel_ref.game.problem import Problem


@command(
    "why",
    PROBLEM,
    PHASE,
    option("--player LABEL", "Only the profiles that this player compares."),
    play_option("announced", "periodic"),
    counts="rows",
    draws=True,
)
def _why(problem: Problem, phase: str | None, player: str | None, play: PlayKind, progress: Progress) -> object:
    """Explain the optimal aims: every profile, who would choose it, and the ties.

    \b
    truel-ref why 1/3 2/3 1
    truel-ref why 1/4 1/2 3/4 1 --player A
    truel-ref why 1/4 1/2 3/4 1 --phase B,C,D
    truel-ref why 1/3 2/3 1 -o why.png
    truel-ref why 1/5 4/5 1/2 7/10 3/5 --play periodic --player D

    C+ marks the choice of C given the earlier announcements, C! the only option of C, C+=1 a tie that rule 1 broke,
    and C= an equally good option that C did not choose.

    With --play periodic: what every option at every turn of a plan is worth, and how much the plan is better.
    """  # noqa: D301  click wants the character itself
    if play.kind == "periodic":
        from truel_ref.explain.gains import why_plan

        refuse(ProblemError, (drawn() or phase, "-o and --phase are for announced play; leave them out"))
        return why_plan(answer_in(problem, play)[0], player=player)
    from truel_ref.explain.reasons import why

    return why(problem, phase=phase, player=player)


@command("deviations", PROBLEM, PHASE, counts="phases")
def _deviations(problem: Problem, phase: str | None, progress: Progress) -> object:
    """Print who could gain by another aim, both if the others keep their aims and if they reply.

    \b
    truel-ref deviations 1/3 2/3 1
    truel-ref deviations 1/3 2/3 1 --targets C,C,B
    truel-ref deviations 1/4 1/2 3/4 1 --phase B,C,D

    If nobody gains while the others keep their aims, the aims are a Nash equilibrium of the phase.
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.gains import deviations

    return deviations(answer_in(problem, PlayKind(), progress)[0], phase)


@command(
    "course",
    PROBLEM,
    play_option(*KINDS),
    option("--turns N", "Print the distribution of the number of turns up to N.", type=whole(0, 10_000), default=20),
    counts="phases",
    draws=True,
)
def _course(problem: Problem, play: PlayKind, turns: int, progress: Progress) -> object:
    """Print the course of a duel: number of turns and rounds, order of elimination, last pair.

    \b
    truel-ref course 1/3 2/3 1
    truel-ref course 1/3 2/3 1 --targets Miss,C,B --turns 40 -o course.png
    truel-ref course 1/2 2/5 3/5 --play stationary
    truel-ref course 1/5 4/5 1/2 7/10 3/5 --play 'periodic begin 2'
    truel-ref course 1/3 2/3 1 --play 'simultaneous equilibrium 1'

    A deliberate miss is a turn. A new round begins each time the turn passes the first shooter's place.
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.courses import course

    refuse(ProblemError, (drawn() and turns == 0, "--turns: a figure shows at least one turn"))
    answer, of = answer_in(problem, play, progress)
    return course(answer, turns=turns, of=of)


@command("compare", PROBLEM, MIXED, counts="phases")
def _compare(problem: Problem, mixed: bool, progress: Progress) -> object:
    """Compare announced and stationary play: aims, wins, and who gains by announcing.

    \b
    truel-ref compare 1/2 2/5 3/5
    truel-ref compare 13/25 1/2 11/25 2/5 --mixed

    The gain is the announced minus the stationary win probability, in percentage points.
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.comparison import compare

    return compare(problem, mixed=mixed, progress=progress)


@command("best-mix", PROBLEM)
def _best_mix(problem: Problem) -> object:
    """Find the best mix that the first of three players can announce, over all weights, against best replies.

    \b
    truel-ref best-mix 3/4 11/20 1
    truel-ref best-mix 1/3 2/3 1 --search others,miss,self
    truel-ref best-mix 1/2 1/2 1/2 --ties 4

    The first player mixes the single options of their search set; the others reply with options of theirs. The answer
    is exact: the supremum, where it is, whether it is attained, and under which tie rule.
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.mixes import best_mix

    return best_mix(problem)
