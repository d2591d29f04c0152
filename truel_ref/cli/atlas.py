"""`truel-ref atlas`: what is true of all hit probabilities at once, one command for each part of the atlas.

Each command imports its heavy modules itself.
"""

from __future__ import annotations

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.options import WholeNumber, play_option, two_plays_option
from truel_ref.errors import ProblemError, refuse

__all__ = ["command"]

_ERROR = "1e-7"
_FIRES = ("shooter", "simultaneous")
_IN_STUDIES = {"shooter": "random shooter", "without-a-miss": "without a miss"}


@click.group("atlas", cls=LazyGroup)
def command() -> None:
    """Print what is true of all hit probabilities at once, by proof, certificate or count.

    \b
    truel-ref atlas winners
    truel-ref atlas critical --play stationary
    """  # noqa: D301  click wants the character itself


@asks(
    "critical",
    two_plays_option,
    click.option("--prove", is_flag=True, help="Compute the list again (some minutes)."),
    group=command,
)
def critical_command(play: str, prove: bool) -> object:
    """Print the values of pC at which the map of optimal aims over pA and pB changes.

    The list is complete: there is a proof that there are no others.

    \b
    truel-ref atlas critical --play stationary
    truel-ref atlas critical --json
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.cube import critical_values, prove_critical

    return prove_critical(play) if prove else critical_values(play)


@asks(
    "cube",
    play_option("announced", "stationary", "both", help="Kind of play"),
    click.option(
        "--tolerance",
        "--error",
        "error",
        default=_ERROR,
        show_default=True,
        metavar="E",
        help="Largest uncertainty over one small square; narrower bounds take longer.",
    ),
    click.option(
        "--proved-digits",
        "proved",
        type=int,
        metavar="N",
        help="Print N proved digits; only for shares that are integrals over one letter.",
    ),
    group=command,
)
def cube_command(play: str, error: str, proved: int | None) -> object:
    """Print the shares of the cube of three hit probabilities by the best aims, with proved bounds.

    \b
    truel-ref atlas cube --play stationary --tolerance 1e-6
    truel-ref atlas cube --play stationary --proved-digits 30
    truel-ref atlas cube --play both
    truel-ref atlas cube --json
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.cube import both_plays_table, cube_table, integrated_table

    if proved is not None:
        refuse(
            ProblemError,
            (play == "both", "--proved-digits asks about one play; add --play stationary or --play announced"),
            (error != _ERROR, "--proved-digits and --tolerance are two ways to bound shares; give one of them"),
        )
        return integrated_table(play, proved)
    return both_plays_table(error) if play == "both" else cube_table(play, error)


@asks(
    "guns",
    group=command,
)
def guns_command() -> object:
    """Print how often the best, the middle and the worst of three random guns win.

    Hit probabilities are uniform on [0, 1]. --json has the closed forms; the bounds are proved.

    \b
    truel-ref atlas guns
    truel-ref atlas guns --json
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.which_gun import averages

    return averages()


@asks(
    "larger",
    play_option("without-a-miss", "stationary", "shooter", help="Kind of play"),
    click.option("--most", type=WholeNumber(3), metavar="N", help="Largest number of players. Default: 8."),
    click.option(
        "--draws",
        type=WholeNumber(1),
        metavar="N",
        help="Number of random problems with --most players, without a miss.",
    ),
    click.option("--seed", type=WholeNumber(0), metavar="N", help="Seed of the random problems. Default: 0."),
    group=command,
)
def larger_command(play: str, most: int | None, draws: int | None, seed: int | None) -> object:
    """Print who wins most often for evenly spaced hit probabilities, by the number of players.

    \b
    truel-ref atlas larger
    truel-ref atlas larger --play stationary --most 6
    truel-ref atlas larger --most 5 --draws 100
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.larger_games import random_draws, standings

    refuse(
        ProblemError,
        (
            draws is not None and play != "without-a-miss",
            "--draws: random problems are played without a miss; leave --play out",
        ),
        (draws is None and seed is not None, "--seed belongs to --draws; say how many random problems"),
    )
    players = 8 if most is None else most
    return standings(_IN_STUDIES.get(play, play), players) if draws is None else random_draws(players, draws, seed or 0)


@asks(
    "self",
    click.option(
        "--ends", is_flag=True, help="Print how far the region around the known point extends along each axis."
    ),
    click.option(
        "--samples", "--points", "points", type=WholeNumber(1, 10**8), metavar="N", help="Count over N random points."
    ),
    click.option("--seed", type=WholeNumber(0, 2**64), metavar="N", help="Seed of the points. Default: 4."),
    click.option("--off-path", is_flag=True, help="Also check every decision off the path of play at these points."),
    click.option(
        "--denominator",
        type=WholeNumber(1, 40),
        metavar="N",
        help="Count over all points with the common denominator N.",
    ),
    click.option("--coinciding", is_flag=True, help="With --denominator: include equal hit probabilities, 0 and 1."),
    group=command,
)
def self_command(
    ends: bool, points: int | None, seed: int | None, off_path: bool, denominator: int | None, coinciding: bool
) -> object:
    """Print where a player's only best aim is Self, among four players who search {Others, Miss, Self}.

    Without an option, explain why it pays at 1/10, 1/5, 1/4, 17/20.

    \b
    truel-ref atlas self
    truel-ref atlas self --ends
    truel-ref atlas self --samples 20000
    truel-ref atlas self --denominator 11
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies import self_four

    refuse(
        ProblemError,
        (
            ends + (points is not None) + (denominator is not None) > 1,
            "--ends, --samples and --denominator exclude each other; give one of them",
        ),
        (
            (off_path or seed is not None) and points is None,
            "--off-path and --seed belong to --samples; say how many points",
        ),
        (coinciding and denominator is None, "--coinciding belongs to --denominator; say which"),
    )
    if ends:
        return self_four.all_edges()
    if points is not None:
        return self_four.sample(points, 4 if seed is None else seed, off_path=off_path)
    if denominator is not None:
        return self_four.with_denominator(denominator, different=not coinciding)
    return self_four.reasons()


@asks(
    "surfaces",
    two_plays_option,
    click.option("--prove", is_flag=True, help="Prove the list again with z3 (one or two minutes)."),
    click.option("--certificates", is_flag=True, help="Prove the list again from stored identities, without z3."),
    group=command,
)
def surfaces_command(play: str, prove: bool, certificates: bool) -> object:
    """Print all surfaces between regions of equal aims in the cube of three hit probabilities.

    The list is proved complete. --prove repeats the proof; --certificates proves it in a second way.

    \b
    truel-ref atlas surfaces --play stationary
    truel-ref atlas surfaces --prove --json
    truel-ref atlas surfaces --certificates
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.cube import cube_surfaces, prove_surfaces
    from truel_ref.studies.cube.occurring import stored_systems

    refuse(ProblemError, (prove and certificates, "--prove and --certificates are two proofs; give one of them"))
    systems = stored_systems() if certificates else None
    return prove_surfaces(play, systems) if prove or certificates else cube_surfaces(play)


@asks(
    "winners",
    click.option("--c", "hit_of_c", default="1", show_default=True, metavar="P", help="The hit probability of C."),
    play_option("announced", "stationary", *_FIRES, help="Kind of play; the last two only with --whole-cube"),
    click.option(
        "--tolerance", "--precision", "precision", metavar="E", help="Largest width of the enclosure. Default: 1e-6."
    ),
    click.option("--whole-cube", is_flag=True, help="Print shares of the cube of all three hit probabilities."),
    click.option("--cube", "error", hidden=True),  # --whole-cube --tolerance E under its earlier name
    click.option("--closed", is_flag=True, help="Print closed forms; if there is none, the curves that prevent it."),
    group=command,
)
def winners_command(
    hit_of_c: str, play: str, precision: str | None, whole_cube: bool, error: str | None, closed: bool
) -> object:
    """Print the shares of the square of pA and pB by who wins most often, and by who misses, with proved bounds.

    --whole-cube prints shares of the cube of all three hit probabilities, also for each order of strength and under
    other rules of fire. --closed prints the shares of the square in closed form where their boundaries have one.

    \b
    truel-ref atlas winners
    truel-ref atlas winners --c 1/2 --play stationary
    truel-ref atlas winners --closed
    truel-ref atlas winners --whole-cube --tolerance 1e-5
    truel-ref atlas winners --whole-cube --play simultaneous
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.cube import closed_winner_table, cube_winner_table, winner_table

    tolerance = error or precision or "1e-6"
    if whole_cube or error is not None:
        refuse(
            ProblemError,
            (hit_of_c != "1", "--c and --whole-cube exclude each other; give one of them"),
            (error is not None and precision is not None, "--cube and --tolerance say the same; give --tolerance"),
            (closed, "--closed is answered for a square, not for the cube; leave out --whole-cube"),
        )
        return cube_winner_table(_IN_STUDIES.get(play, play), tolerance)
    refuse(ProblemError, (play in _FIRES, f"--play {play} is answered for the cube only; add --whole-cube"))
    return (closed_winner_table if closed else winner_table)(hit_of_c, play, tolerance)
