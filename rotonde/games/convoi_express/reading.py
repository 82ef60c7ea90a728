"""Convoi Express: what a position shows, for words and pictures; and what a train would meet on its way."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rotonde.kernel.moves import a_of
from rotonde.kernel.prose import tell

from .lexicon import at, board_of, label, signal_name
from .rules import CITY, DEPOT, DRAWN, PORT, SECTION, START_SPACE, STARTS, TRAINS

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

FURTHEST = 5


@dataclass(frozen=True)
class Run:
    """How a train would run with signals and switches as they are: the spaces, and what comes after them."""

    spaces: tuple[int, ...]
    ends_at: str  # "open", "city", "port", "start", "switch", "signal", "behind", "head_on", "choice"
    place: int  # the space, junction or signal that ends it


def run_of(seen: "Seen", train: int, exit: int | None = None) -> Run | None:
    """The way ahead of a train, from a city by that exit or the only green one; else `choice`. None in the depot."""
    box: Any = seen.box
    state: Any = seen.state
    here = int(state.where[train])
    if here == DEPOT:
        return None
    heading, spaces = int(state.heading[train]), list[int]()
    if box.kind[here] in (CITY, PORT):
        exits = [end for end in range(int(box.ends[here])) if state.green[box.signal[here, end]]]
        if exit is None and len(exits) != 1:
            return Run((), "choice", here)
        heading = exits[0] if exit is None else exit
    while len(spaces) < FURTHEST:
        to, into = int(box.next[here, heading]), int(box.back[here, heading])
        signal, junction = int(box.signal[here, heading]), int(box.junction[here, heading])
        if junction >= 0:
            arm, setting = int(box.arm[here, heading]), int(state.open[junction])
            if not setting >> arm & 1:
                return Run(tuple(spaces), "switch", junction)
            other = next(k for k in range(int(box.arms[junction])) if k != arm and setting >> k & 1)
            to, into = int(box.arm_space[junction, other]), int(box.arm_end[junction, other])
        if signal >= 0 and not state.green[signal]:
            return Run(tuple(spaces), "signal", signal)
        met = next((t for t in range(TRAINS) if t != train and state.where[t] == to), None)
        if met is not None:
            facing = box.kind[to] == START_SPACE or (box.kind[to] == SECTION and state.heading[met] == into)
            return Run(tuple(spaces), "head_on" if facing else "behind", to)
        if box.kind[to] == START_SPACE:
            return Run(tuple(spaces), "start", to)
        spaces.append(to)
        if box.kind[to] != SECTION:
            return Run(tuple(spaces), "city" if box.kind[to] == CITY else "port", to)
        here, heading = to, 1 - into
    return Run(tuple(spaces), "open", here)


def free_spaces(seen: "Seen") -> int:
    """How far all trains could run together, as signals and switches are."""
    runs = [run_of(seen, train) for train in range(TRAINS)]
    return sum(len(run.spaces) for run in runs if run is not None)


def run_made(seen: "Seen") -> Run:
    """The run that the last move made, as the state remembers it."""
    state: Any = seen.state
    spaces = [int(space) for space in list(state.trail)[1 : int(state.trail_length)]]
    return Run(tuple(spaces), "open", spaces[-1] if spaces else int(state.trail[0]))


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
        case "choice":
            return tell(lang, "sortie au choix", "any green exit")
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
