"""What check.py must find: it can only guard the rules if it notices what is wrong."""

import pytest

from rotonde.games.places_assises.check import problems
from rotonde.games.places_assises.rules import DOOR, ENDED, ENTER_1, ENTERING, EXIT_1, GO, REACT, START, TURN
from tests.games.damage import cell, change
from tests.games.places_assises.laying import RED_1, at, lay

WRONG = {
    "a pawn too many": cell("supply", 0, 12),
    "a pawn lost": cell("aisle", 0, -1),
    "a pawn on the floor": cell("pawn", at(2, 4), 1),
    "a pawn on a passenger": cell("pawn", at(1, 3), 1),
    "standing on a seat": cell("aisle", 0, at(0, 0)),
    "a door that is not there": cell("quay", 1, 8),
    "a missed train without a pawn": cell("missed", 0, 1),
    "fewer than no tokens": cell("tokens", 0, -1),
    "a card too many": cell("hand", (0, RED_1), 2),
    "a card lost": cell("pile", RED_1, 4),
    "a wrong count of a hand": cell("hand_count", (0, 0), 2),
    "a wrong count of a pile": cell("pile_count", 1, 59),
    "known, but not there": cell("known", (0, 2), 2),
    "known to oneself": cell("known", (0, RED_1), 1),
    "no such phase": change(phase=18),
    "no such player": change(active=2),
    "no such direction": change(direction=0),
    "too many turns": change(turn=401),
    "skipped and yet acting": cell("skip", 0, 1),
    "a marker of nobody": cell("skip", 3, 1),
    "placing with a pawn at hand": change(phase=START),
    "doors for nobody": change(phase=DOOR),
    "fresh without a pawn": cell("fresh", 0, 1),
    "an attack without a card": change(phase=REACT, target=1),
    "entering without a card": change(phase=ENTERING, card=EXIT_1),
    "a card still there": change(phase=TURN, card=ENTER_1),
    "its own target": change(phase=REACT, card=EXIT_1, target=0),
    "steps for nobody": change(total=3),
    "no steps": change(phase=GO),
    "a winner who has not won": change(winner=0, phase=ENDED),
    "ended without a winner": change(phase=ENDED),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_found(what: str) -> None:
    table = lay(aisle={0: at(2, 2)}, quay={1: 0}, hands={0: [RED_1]})
    assert problems(table) == []
    WRONG[what](table.state)
    assert problems(table) != []
