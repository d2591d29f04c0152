"""Solution: the frozen record of an answer. It prints itself in a terminal, in a notebook, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any

from truel_ref.errors import PhaseError, shown
from truel_ref.game.aims import Aim, label, player_named
from truel_ref.game.problem import TIE_RULES, Order, Problem, order_text
from truel_ref.numbers import Number, number_latex, number_text, percent_text

__all__ = ["Decision", "Outcome", "Outcomes", "Phase", "Solution", "Tie", "Worth"]


def _stalemate(win: Iterable[Number]) -> Number:
    return 1 - sum(win, Fraction(0))


def _aim_json(aim: Aim | None) -> str | list[str] | None:
    return None if aim is None else aim.to_json()


def _texts(values: Iterable[Number]) -> list[str]:
    return [number_text(value) for value in values]


@dataclass(frozen=True, repr=False)
class Phase:
    """What happens in one phase.

    Fields: `order`, the shooting order that names it; `aims`, one per player of `order`, None where a player was to
    choose but the phase is a stalemate; `win`, the win probabilities at its start, one per player of the problem.
    """

    order: Order
    aims: tuple[Aim | None, ...]
    win: tuple[Number, ...]

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins from here on."""
        return _stalemate(self.win)

    def to_json(self) -> dict[str, Any]:
        """Return the phase as plain data for JSON."""
        return {
            "order": [label(player) for player in self.order],
            "aims": {label(player): _aim_json(aim) for player, aim in zip(self.order, self.aims, strict=True)},
            "win": _texts(self.win),
            "stalemate": number_text(self.stalemate),
        }

    def __repr__(self) -> str:
        aims = ", ".join("none" if aim is None else str(aim) for aim in self.aims)
        return f"<Phase {order_text(self.order)}: {aims}; win {', '.join(_texts(self.win))}>"


@dataclass(frozen=True, repr=False)
class Tie:
    """A node of the announcements where two or more allowed options share the best value.

    Fields: `order`, the phase; `earlier`, the aims announced before, by the first players of `order`; `equal`, the
    options of equal value in canonical order; `chosen`, what the tie rule took; `on_path`, whether the chosen
    announcements of this phase lead here (the phase itself need not be on the path of play).
    """

    order: Order
    earlier: tuple[Aim, ...]
    equal: tuple[Aim, ...]
    chosen: Aim
    on_path: bool

    @property
    def player(self) -> int:
        """The player who had the choice."""
        return self.order[len(self.earlier)]

    def to_json(self) -> dict[str, Any]:
        """Return the tie as plain data for JSON."""
        announced = zip(self.order, self.earlier, strict=False)  # the later players have not announced yet
        return {
            "order": [label(player) for player in self.order],
            "player": label(self.player),
            "earlier": {label(player): aim.to_json() for player, aim in announced},
            "equal": [aim.to_json() for aim in self.equal],
            "chosen": self.chosen.to_json(),
            "on_path": self.on_path,
        }

    def __str__(self) -> str:
        before = ", ".join(f"{label(player)} {aim}" for player, aim in zip(self.order, self.earlier, strict=False))
        return (
            f"in {order_text(self.order)}{' after ' + before if before else ''}: {label(self.player)} chose "
            f"{self.chosen} among {', '.join(map(str, self.equal))}{'' if self.on_path else ' (off the path)'}"
        )

    def __repr__(self) -> str:
        return f"<Tie {self}>"


@dataclass(frozen=True, repr=False)
class Worth:
    """What one option of a decision was worth, with the replies to it.

    Fields: `player`, who decides; `aim`, the option; `allowed`, False if all that can follow it is a stalemate of the
    phase; `replies`, the aims of the later announcers, None where all ends in a stalemate; `win`, the win
    probabilities at the decider's own first turn, all 0 in a stalemate.
    """

    player: int
    aim: Aim
    allowed: bool
    replies: tuple[Aim, ...] | None
    win: tuple[Number, ...]

    @property
    def value(self) -> Number:
        """The decider's own win probability, which is what he compares."""
        return self.win[self.player]

    def __repr__(self) -> str:
        replies = "stalemate" if self.replies is None else ", ".join(map(str, self.replies)) or "none"
        verdict = "" if self.allowed else ", not allowed"
        return f"<Worth {self.aim}: {number_text(self.value)}, replies: {replies}{verdict}>"


@dataclass(frozen=True, repr=False)
class Decision:
    """One node of the announcements: a player, what was announced before him, and every option weighed.

    Fields: `order`, the phase; `earlier`, the aims announced before; `worths`, one `Worth` per option in canonical
    order; `chosen`, the aim he announces, None if he has no allowed one.
    """

    order: Order
    earlier: tuple[Aim, ...]
    worths: tuple[Worth, ...]
    chosen: Aim | None

    @property
    def player(self) -> int:
        """The player who decides."""
        return self.order[len(self.earlier)]

    @property
    def best(self) -> tuple[Aim, ...]:
        """The allowed options that share the best value, in canonical order: more than one is a tie."""
        allowed = [worth for worth in self.worths if worth.allowed]
        top = max((worth.value for worth in allowed), default=None)
        return tuple(worth.aim for worth in allowed if worth.value == top)

    def __repr__(self) -> str:
        return f"<Decision of {label(self.player)} in {order_text(self.order)}: {self.chosen}>"


@dataclass(frozen=True, repr=False)
class Outcome:
    """One way the game can come out: `win` probabilities and `aims` of the first phase (None in a stalemate)."""

    win: tuple[Number, ...]
    aims: tuple[Aim | None, ...]

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins."""
        return _stalemate(self.win)

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as plain data for JSON."""
        return {
            "win": _texts(self.win),
            "aims": [_aim_json(aim) for aim in self.aims],
            "stalemate": number_text(self.stalemate),
        }

    def __repr__(self) -> str:
        aims = ", ".join("none" if aim is None else str(aim) for aim in self.aims)
        return f"<Outcome {aims}: {', '.join(_texts(self.win))}>"


@dataclass(frozen=True)
class Outcomes:
    """Every optimal outcome over all ways of breaking ties.

    Fields: `outcomes`, distinct, the one that `solve` gives first; `complete`, False if the cap on combinations was
    hit, and then the list is a lower bound; `combinations`, how many ways to value the later phases were followed.
    """

    outcomes: tuple[Outcome, ...]
    complete: bool
    combinations: int

    def to_json(self) -> dict[str, Any]:
        """Return the outcomes as plain data for JSON."""
        return {"outcomes": [outcome.to_json() for outcome in self.outcomes], "complete": self.complete}

    def __str__(self) -> str:
        """Return a table with one row per outcome: the aims, then the win probabilities."""
        from tabulate import tabulate

        players = range(len(self.outcomes[0].win))
        rows = [
            [
                *("none" if aim is None else str(aim) for aim in outcome.aims),
                *_texts((*outcome.win, outcome.stalemate)),
            ]
            for outcome in self.outcomes
        ]
        headers = [
            *(f"{label(player)} aims" for player in players),
            *(f"{label(player)} wins" for player in players),
            "stalemate",
        ]
        count = len(self.outcomes)
        said = f"{count} optimal outcome{'s' if count > 1 else ''}"
        said += ", complete" if self.complete else " or more: the cap on combinations was hit"
        return f"{tabulate(rows, headers, disable_numparse=True)}\n{said}"


@dataclass(frozen=True, repr=False)
class Solution:
    """The answer to a problem: numbers are fractions, and `Algebraic` where they are irrational.

    Fields: `problem`; `phases`, every phase that can be reached under some option of somebody, the first phase
    first, then by size downwards and by order; `ties`, the material ones of all these phases: those where the equal
    options lead to different win probabilities (at the chooser's own turn, after the replies), and those on the
    path of play of their phase; `method` and `backend`, how it was computed, which count for nothing in comparisons.

    >>> from truel_ref import solve
    >>> solution = solve(["1/3", "2/3", 1])
    >>> print(solution)
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1/3    Miss   25/63    39.683 %
    B         2/3    C      8/21     38.095 %
    C         1      B      2/9      22.222 %
    """

    problem: Problem
    phases: tuple[Phase, ...]
    ties: tuple[Tie, ...]
    method: str = field(default="plain", compare=False)
    backend: str = field(default="fractions", compare=False)

    @property
    def win(self) -> tuple[Number, ...]:
        """The win probability of every player."""
        return self.phases[0].win

    @property
    def aims(self) -> tuple[Aim | None, ...]:
        """The aim of every player in the first phase; None where he had no allowed one (a stalemate)."""
        return self.phases[0].aims

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins; with the win probabilities it is exactly 1."""
        return self.phases[0].stalemate

    @property
    def exact(self) -> bool:
        """Whether every number is exact; always so here, and said because results carry their provenance."""
        return True

    @property
    def policy(self) -> dict[Order, Phase]:
        """Every reported phase under its shooting order, as a new dictionary."""
        return dict(self._policy)

    @cached_property
    def _policy(self) -> dict[Order, Phase]:
        return {phase.order: phase for phase in self.phases}

    def phase(self, order: str | Iterable[int | str]) -> Phase:
        """Return a phase by its shooting order: labels in text ("B, C, A"), or a list of labels or indices.

        Raises `PhaseError` if the solution holds no such phase.

        >>> from truel_ref import solve
        >>> solve(["1/3", "2/3", 1]).phase("B,C")
        <Phase B, C: C, B; win 0, 2/3, 1/3>
        """
        entries = order.split(",") if isinstance(order, str) else order
        if not isinstance(entries, Iterable):
            raise PhaseError(f"{shown(order)} is no phase; name it by its shooting order, like 'B,C'")
        players = self.problem.players
        found = tuple(entry if isinstance(entry, int) else player_named(str(entry), players) for entry in entries)
        if found in self._policy:
            return self._policy[found]  # type: ignore[index]  # no key contains None, and this is a key
        orders = "; ".join(order_text(phase.order) for phase in self.phases[:6])
        raise PhaseError(
            f"{shown(order)} is no phase of this solution; there are {len(self.phases)}: "
            f"{orders}{' …' if len(self.phases) > 6 else ''}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain data for JSON; `docs/formats.md` describes it.

        >>> from truel_ref import solve
        >>> answer = solve(["1/3", "2/3", 1]).to_json()
        >>> answer["win"], answer["aims"], answer["stalemate"], answer["ties"]
        (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'], '0', [])
        """
        return {
            "win": _texts(self.win),
            "aims": [_aim_json(aim) for aim in self.aims],
            "stalemate": number_text(self.stalemate),
            "ties": [tie.to_json() for tie in self.ties],
            "phases": [phase.to_json() for phase in self.phases],
        }

    # -- printing

    def _rows(self) -> list[tuple[str, str, str, Number]]:
        order = self.problem.first_order
        rows = []
        for player, hit, aim, win in zip(order, self.problem.hits, self.aims, self.win, strict=True):
            star = "" if self.problem.targets[player] == "Optimal" else " *"
            rows.append((label(player), number_text(hit), f"{'none' if aim is None else aim}{star}", win))
        return rows

    def _notes(self) -> list[str]:
        notes = []
        if any(aim.endswith("*") for _, _, aim, _ in self._rows()):
            notes.append("* predefined")
        if self.stalemate:
            notes.append(f"stalemate: {number_text(self.stalemate)} ({percent_text(self.stalemate)})")
        if self.ties:
            on_path = [tie for tie in self.ties if tie.on_path]
            rule = self.problem.if_eq
            count = f"{len(self.ties)} tie{'s' if len(self.ties) > 1 else ''}"
            where = f"{len(on_path)} on the path of a phase"
            notes.append(f"{count} broken by rule {rule} ({TIE_RULES[rule]}), {where}; --json lists all")
            first = [tie for tie in on_path if tie.order == self.problem.first_order]
            notes.extend(f"  {tie}" for tie in first)
        return notes

    def __str__(self) -> str:
        from tabulate import tabulate

        rows = [(name, hit, aim, number_text(win), percent_text(win)) for name, hit, aim, win in self._rows()]
        table = tabulate(
            rows,
            headers=("player", "hit", "aim", "wins", "percent"),
            disable_numparse=True,
            colalign=("left", "left", "left", "left", "right"),
        )
        return "\n".join([table, *self._notes()])

    def __repr__(self) -> str:
        return f"<Solution of {self.problem!r}: win {', '.join(_texts(self.win))}>"

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><td>{name}</td><td>{hit}</td><td>{escape(aim)}</td>"
            f"<td>{number_text(win)}</td><td>{percent_text(win)}</td></tr>"
            for name, hit, aim, win in self._rows()
        )
        head = "".join(f"<th>{name}</th>" for name in ("player", "hit", "aim", "wins", "percent"))
        notes = "".join(f"<p>{escape(note)}</p>" for note in self._notes())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{cells}</tbody></table>{notes}"

    def _repr_latex_(self) -> str:
        lines = [
            rf"\text{{{name}}} & {number_latex(hit)} & \text{{{aim}}} & {number_latex(win)} \\"
            for (name, _, aim, win), hit in zip(self._rows(), self.problem.hits, strict=True)
        ]
        if self.stalemate:
            lines.append(rf"\text{{stalemate}} & & & {number_latex(self.stalemate)} \\")
        if any(aim.endswith("*") for _, _, aim, _ in self._rows()):
            lines.append(r"\text{* predefined} \\")
        head = r"\text{player} & \text{hit} & \text{aim} & \text{wins} \\ \hline"
        return "\n".join([r"$\displaystyle \begin{array}{llll}", head, *lines, r"\end{array}$"])
