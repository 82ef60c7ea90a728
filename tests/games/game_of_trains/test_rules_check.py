"""What check.py must find: it can only guard the rules if it notices what is wrong."""

import pytest

from rotonde.games.game_of_trains.check import problems
from rotonde.games.game_of_trains.rules import CHOOSE, DISCARD, DRAWN, ENDED, HAND, PILE, REFILL, THROWN, TURN
from tests.games.damage import cell, change, together
from tests.games.game_of_trains.laying import HEAD, NEIGHBOURS, act, lay, remove

DAMAGE = {
    "a card twice in trains": cell("train", (0, 0), 80),
    "a card in a train and in the pile": cell("train", (0, 0), 9),
    "a card lost": cell("where", 9, 0),
    "a card in no known place": cell("where", 9, 12),
    "a card on the table that is not there": cell("where", 9, 3),
    "a card discarded that lies in a train": cell("where", 81, DISCARD),
    "a place for card 0": cell("where", 0, PILE),
    "an impossible card": cell("train", (0, 0), 90),
    "a wrong count of the pile": change(pile_count=3),
    "a wrong count of a hand": cell("hand_count", 1, 1),
    "a wrong count of cards thrown away": cell("thrown_count", 1, 1),
    "cards thrown away that nobody counted": cell("where", 9, THROWN),
    "a card in the place of another ability": together(cell("row", 3, 0), cell("row", 0, NEIGHBOURS)),
    "a padlock that is none": together(cell("row", 3, 0), cell("lock", (0, 0), NEIGHBOURS)),
    "a gap on a turn": together(cell("train", (0, 0), 0), cell("where", 81, DISCARD)),
    "a train for nobody": together(cell("train", (2, 0), 9), cell("where", 9, 3), change(pile_count=67)),
    "nobody's turn": change(active=2),
    "a first player who is not there": change(first=-1),
    "turn 0": change(turn=0),
    "a turn too many": change(turn=401),
    "a winner out of order": change(winner=0, phase=ENDED),
    "a winner and the game goes on": change(winner=0),
    "a draw too early": change(phase=ENDED),
    "a card held on a turn": together(
        cell("where", 9, HAND), cell("hand_count", 0, 1), change(pile_count=67)
    ),
    "a drawn card on a turn": change(drawn=9),
    "refilling without a gap": change(phase=REFILL),
    "a removal that is over": change(removed_slot=3),
    "somebody who waits for nothing": change(waiting=1),
    "a drawn card of somebody else": together(
        cell("where", 9, HAND + 1), cell("hand_count", 1, 1), change(pile_count=67, phase=DRAWN, drawn=9)
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
