"""Convoi Express: what a position shows, for words and pictures; and what a train would meet on its way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rotonde.kernel.moves import a_of
from rotonde.kernel.prose import tell

from . import rules
from .lexicon import at, board_of, exit_name, label, signal_name
from .rules import (
    CITY,
    CLEAR,
    DEPOT,
    DISC_ON_ITS_ARM,
    DRAWN,
    PASSING,
    RED_SIGNAL,
    SECTION,
    STARTS,
    TRAIN_BEFORE_IT,
    TRAIN_FACING_IT,
    TRAINS,
    WAY_OUT,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

FURTHEST = 5
ENDS_AT = {
    DISC_ON_ITS_ARM: "switch",
    RED_SIGNAL: "signal",
    TRAIN_BEFORE_IT: "behind",
    TRAIN_FACING_IT: "head_on",
    WAY_OUT: "start",
}


@dataclass(frozen=True)
class Run:
    """How a train would run with signals and switches as they are: the spaces, and what comes after them."""

    by: int  # the end of its space by which it leaves
    spaces: tuple[int, ...]
    ends_at: str  # "open", "city", "port", "start", "switch", "signal", "behind", "head_on"
    place: int  # the space, junction or signal that ends it


def runs_of(seen: "Seen", train: int) -> list[Run]:
    """The ways ahead of a train: one on a track, from a city one by each exit it may take; none in the depot."""
    box: Any = seen.box
    state: Any = seen.state
    here = int(state.where[train])
    if here == DEPOT:
        return []
    if not rules.at_city(box, state, train):
        return [run_by(seen, train, int(state.heading[train]))]
    exits = [end for end in range(int(box.ends[here])) if rules.may_leave_by(box, state, here, end)]
    # M4. Where all are red, one stops it as well as another.
    return [run_by(seen, train, end) for end in exits or [0]]


def run_by(seen: "Seen", train: int, by: int) -> Run:
    """The way ahead of a train that leaves where it stands by this end."""
    box: Any = seen.box
    state: Any = seen.state.copy()
    here, end, spaces = int(state.where[train]), by, list[int]()
    while len(spaces) < FURTHEST:
        found, to = int(rules.ahead(box, state, here, end)), int(rules.next_space(box, state, here, end))
        if found != CLEAR:
            places = {DISC_ON_ITS_ARM: box.junction[here, end], RED_SIGNAL: box.signal[here, end]}
            return Run(by, tuple(spaces), ENDS_AT[found], int(places.get(found, to)))
        spaces.append(to)
        if box.kind[to] != SECTION:
            return Run(by, tuple(spaces), "city" if box.kind[to] == CITY else "port", to)
        here, end = to, 1 - int(rules.next_end(box, state, here, end))
        state.where[train] = to  # it does not stand in its own way
    return Run(by, tuple(spaces), "open", here)


def free_spaces(seen: "Seen") -> int:
    """How far all trains could run together, as signals and switches are."""
    return sum(
        max(len(run.spaces) for run in runs) for train in range(TRAINS) if (runs := runs_of(seen, train))
    )


def spaces_run(before: "Seen", after: "Seen") -> tuple[int, ...]:
    """The spaces by which the move between these views led a train; on through a city, those beyond it."""
    passed = int(before.state.trail_length) if before.state.phase == PASSING else 1
    return tuple(int(space) for space in list(after.state.trail)[passed : int(after.state.trail_length)])


def ways_in_words(seen: "Seen", train: int, runs: Sequence[Run], lang: str) -> str:
    """What a train meets, by each exit where it has a choice."""
    if len(runs) == 1 and len(runs_of(seen, train)) == 1:
        return run_in_words(seen, runs[0], lang)
    net, here = board_of(seen), int(seen.state.where[train])
    exits = [(exit_name(net, here, run.by), run_in_words(seen, run, lang)) for run in runs]
    return tell(
        lang,
        " ; ".join(f"par {exit}, {words}" for exit, words in exits),
        "; ".join(f"by {exit}, {words}" for exit, words in exits),
    )


def run_in_words(seen: "Seen", run: Run, lang: str) -> str:
    """What a train meets, and after how many points."""
    net, points = board_of(seen), len(run.spaces)
    after = tell(
        lang,
        f"après {points} case{'s' if points > 1 else ''}" if points else "tout de suite",
        f"after {points} space{'s' if points > 1 else ''}" if points else "at once",
    )
    match run.ends_at:
        case "city" | "port":
            name = label(net, net.spaces[run.place].node)
            return tell(lang, f"{name} en {points}", f"{name} in {points}")
        case "signal":
            where = signal_name(net, run.place, lang)
            return tell(lang, f"feu rouge {where}, {after}", f"red signal {where}, {after}")
        case "switch":
            name = label(net, net.junctions[run.place])
            return tell(
                lang, f"aiguillage fermé {at(name, 'fr')}, {after}", f"closed switch at {name}, {after}"
            )
        case "head_on":
            return tell(lang, f"collision {after}", f"collision {after}")
        case "behind":
            return tell(lang, f"un train {after}", f"a train {after}")
        case "start":
            name = label(net, net.spaces[run.place].node)
            return tell(lang, f"sortie {at(name, 'fr')}, {after}", f"out at {name}, {after}")
        case _:
            return tell(lang, "voie libre", "clear track")


def delivered(seen: "Seen") -> int:
    state: Any = seen.state
    return sum(map(sum, state.delivered.tolist()))


def odds_of_a_taken_start(seen: "Seen") -> tuple[int, int]:
    """How many of all the outcomes of the start dice, or of the tokens left, lead to a start where a train stands."""
    state: Any = seen.state
    dice = [6 - abs(number - 5) for number in range(STARTS)]
    weights = [int(one) for one in state.token] if seen.box.starts == DRAWN else dice
    trains = set(state.where.tolist())
    taken = [weight for weight, space in zip(weights, state.start.tolist(), strict=True) if space in trains]
    return sum(taken), sum(weights)


def places_to_lay(seen: "Seen") -> set[int]:
    """The cities and ports where the next green disc of the set-up may lie; -1: the tracks."""
    return {int(seen.box.gate_of[a_of(move)]) for move in seen.moves()}


def setting_up(seen: "Seen") -> bool:
    return int(seen.state.turn) == 0


def tokens_lost(before: "Seen", after: "Seen") -> int:
    """How many time tokens went between two views of one turn, where no instruction card was revealed."""
    old, new = before.state, after.state
    cards = int(old.pile_count) - int(new.pile_count)
    return int(old.clock) - int(new.clock) + cards * int(before.box.clock)
