"""What check.py must find: it can only guard the rules if it notices what is wrong."""

from collections.abc import Callable
from typing import Any

import pytest

from rotonde.games.game_of_trains.check import problems
from rotonde.games.game_of_trains.rules import CHOOSE, DISCARD, DRAWN, ENDED, HAND, PILE, REFILL, THROWN, TURN
from tests.games.game_of_trains.laying import HEAD, NEIGHBOURS, act, lay, remove


def _change(**fields: Any) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        for name, value in fields.items():
            setattr(s, name, value)

    return change


def _cell(name: str, place: Any, value: int) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        getattr(s, name)[place] = value

    return change


def _all(*changes: Callable[[Any], None]) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        for one in changes:
            one(s)

    return change


DAMAGE = {
    "a card twice in trains": _cell("train", (0, 0), 80),
    "a card in a train and in the pile": _cell("train", (0, 0), 9),
    "a card lost": _cell("where", 9, 0),
    "a card in no known place": _cell("where", 9, 12),
    "a card on the table that is not there": _cell("where", 9, 3),
    "a card discarded that lies in a train": _cell("where", 81, DISCARD),
    "a place for card 0": _cell("where", 0, PILE),
    "an impossible card": _cell("train", (0, 0), 90),
    "a wrong count of the pile": _change(pile_count=3),
    "a wrong count of a hand": _cell("hand_count", 1, 1),
    "a wrong count of cards thrown away": _cell("thrown_count", 1, 1),
    "cards thrown away that nobody counted": _cell("where", 9, THROWN),
    "a card in the place of another ability": _all(_cell("row", 3, 0), _cell("row", 0, NEIGHBOURS)),
    "a padlock that is none": _all(_cell("row", 3, 0), _cell("lock", (0, 0), NEIGHBOURS)),
    "a gap on a turn": _all(_cell("train", (0, 0), 0), _cell("where", 81, DISCARD)),
    "a train for nobody": _all(_cell("train", (2, 0), 9), _cell("where", 9, 3), _change(pile_count=67)),
    "nobody's turn": _change(active=2),
    "a first player who is not there": _change(first=-1),
    "turn 0": _change(turn=0),
    "a turn too many": _change(turn=401),
    "a winner out of order": _change(winner=0, phase=ENDED),
    "a winner and the game goes on": _change(winner=0),
    "a draw too early": _change(phase=ENDED),
    "a card held on a turn": _all(_cell("where", 9, HAND), _cell("hand_count", 0, 1), _change(pile_count=67)),
    "a drawn card on a turn": _change(drawn=9),
    "refilling without a gap": _change(phase=REFILL),
    "a removal that is over": _change(removed_slot=3),
    "somebody who waits for nothing": _change(waiting=1),
    "a drawn card of somebody else": _all(
        _cell("where", 9, HAND + 1), _cell("hand_count", 1, 1), _change(pile_count=67, phase=DRAWN, drawn=9)
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_the_check_finds(name: str) -> None:
    table = lay(row=[NEIGHBOURS], turn=5)
    assert table.state.pile_count == 69
    DAMAGE[name](table.state)
    assert problems(table), name


def test_the_check_finds_a_train_in_order_that_nobody_noticed() -> None:
    table = lay()
    for slot, card in enumerate((9, 16, 25, 33, 44, 52, 61)):
        table.state.where[table.state.train[0, slot]] = PILE
        table.state.where[card] = 3
        table.state.train[0, slot] = card
    assert problems(table) == ["the trains of [0] are in order and the winner is -1"]


def test_the_check_finds_a_padlock_under_a_gap() -> None:
    table = act(lay(row=[HEAD]), remove(0))
    assert problems(table) == []
    table.state.lock[0, 0] = 10
    table.state.where[10] = 3
    table.state.pile_count -= 1
    assert problems(table) == ["seat 0 has a padlock under the gap in place 0"]


def test_the_check_finds_an_empty_pile_that_is_drawn_from() -> None:
    table = lay(pile=[])
    table.state.phase = DRAWN
    assert problems(table) == ["a card is drawn from an empty pile"]


def test_the_check_is_content_with_what_is_right() -> None:
    assert problems(lay()) == []
    held = lay(drawn=9)
    assert held.state.phase == DRAWN and problems(held) == []
    held.state.phase = TURN
    assert problems(held)
    held.state.phase = CHOOSE
    assert problems(held), "a drawn card is no starting card"
