"""What check.py must find: it can only guard the rules if it notices what is wrong."""

from collections.abc import Callable
from typing import Any

import pytest

from rotonde.games.places_assises.check import problems
from rotonde.games.places_assises.rules import DOOR, ENDED, ENTER_1, ENTERING, EXIT_1, GO, REACT, START, TURN
from tests.games.places_assises.laying import RED_1, at, lay


def _set(**fields: Any) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        for name, value in fields.items():
            setattr(s, name, value)

    return change


def _cell(name: str, place: Any, value: int) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        getattr(s, name)[place] = value

    return change


WRONG = {
    "a pawn too many": _cell("supply", 0, 12),
    "a pawn lost": _cell("aisle", 0, -1),
    "a pawn on the floor": _cell("pawn", at(2, 4), 1),
    "a pawn on a passenger": _cell("pawn", at(1, 3), 1),
    "standing on a seat": _cell("aisle", 0, at(0, 0)),
    "a door that is not there": _cell("quay", 1, 8),
    "a missed train without a pawn": _cell("missed", 0, 1),
    "fewer than no tokens": _cell("tokens", 0, -1),
    "a card too many": _cell("hand", (0, RED_1), 2),
    "a card lost": _cell("pile", RED_1, 4),
    "a wrong count of a hand": _cell("hand_count", (0, 0), 2),
    "a wrong count of a pile": _cell("pile_count", 1, 59),
    "known, but not there": _cell("known", (0, 2), 2),
    "known to oneself": _cell("known", (0, RED_1), 1),
    "no such phase": _set(phase=18),
    "no such player": _set(active=2),
    "no such direction": _set(direction=0),
    "too many turns": _set(turn=401),
    "skipped and yet acting": _cell("skip", 0, 1),
    "a marker of nobody": _cell("skip", 3, 1),
    "placing with a pawn at hand": _set(phase=START),
    "doors for nobody": _set(phase=DOOR),
    "fresh without a pawn": _cell("fresh", 0, 1),
    "an attack without a card": _set(phase=REACT, target=1),
    "entering without a card": _set(phase=ENTERING, card=EXIT_1),
    "a card still there": _set(phase=TURN, card=ENTER_1),
    "its own target": _set(phase=REACT, card=EXIT_1, target=0),
    "steps for nobody": _set(total=3),
    "no steps": _set(phase=GO),
    "a winner who has not won": _set(winner=0, phase=ENDED),
    "ended without a winner": _set(phase=ENDED),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_found(what: str) -> None:
    table = lay(aisle={0: at(2, 2)}, quay={1: 0}, hands={0: [RED_1]})
    assert problems(table) == []
    WRONG[what](table.state)
    assert problems(table) != []
