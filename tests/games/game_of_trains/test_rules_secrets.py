"""Game of Trains: a guess of what is hidden is a fair one."""

import random
from collections import Counter

import pytest

from rotonde.games.game_of_trains.rules import HAND, PILE, THROWN
from tests.games.game_of_trains.laying import DRAW, TRAINS, act, cards_at, keep, lay, set_up

GUESSES = 1200


def chi_square(found: Counter[int], cards: set[int], places: int) -> float:
    """How far the cards that came to `places` places in many guesses are from coming all as often."""
    expected = GUESSES * places / len(cards)
    assert set(found) <= cards, "only what is unknown is guessed"
    assert sum(found.values()) == GUESSES * places
    return sum((found[card] - expected) ** 2 / expected for card in cards)


@pytest.mark.rule("game-of-trains:S4")
@pytest.mark.rule("game-of-trains:S5")
def test_every_unknown_card_may_be_anywhere_as_likely() -> None:
    """Seat 1 knows its own cards; those of seat 2, those seat 0 threw away, and the pile are one to it."""
    table = act(set_up(TRAINS[1:4], ((9,), (10, 12), (13, 14, 15)), first=2), keep(9, 0))
    table = act(table, keep(10, 0))
    assert table.actor == 1
    assert cards_at(table, HAND + 1) == {13, 14, 15} and cards_at(table, THROWN + 0) == {12}
    rng, seen = random.Random(1), table.seen_by(0)
    unknown = cards_at(table, PILE, HAND + 1)
    held: Counter[int] = Counter()
    for _ in range(GUESSES):
        guessed = seen.guess(rng)
        held.update(cards_at(guessed, HAND + 1))
        assert cards_at(guessed, THROWN + 0) == {12}, "what it threw away itself, it knows"
    assert chi_square(held, unknown, 3) < 103  # 59 degrees of freedom: 999 of 1000 seeds stay below

    seen, unknown = table.seen_by(1), cards_at(table, PILE, THROWN)
    thrown: Counter[int] = Counter()
    for _ in range(GUESSES):
        guessed = seen.guess(rng)
        thrown.update(cards_at(guessed, THROWN + 0))
        assert cards_at(guessed, HAND + 1) == {13, 14, 15}
    assert chi_square(thrown, unknown, 1) < 101


@pytest.mark.rule("game-of-trains:T1")
def test_the_drawn_card_of_another_is_any_card_of_the_pile() -> None:
    table = act(lay(pile=range(1, 13)), DRAW, 9)
    rng, drawn = random.Random(2), Counter[int]()
    for _ in range(GUESSES):
        guessed = table.seen_by(1).guess(rng)
        drawn[guessed.state.drawn] += 1
        assert cards_at(guessed, HAND) == {guessed.state.drawn}
    unknown = cards_at(table, PILE, HAND)
    assert chi_square(drawn, unknown, 1) < 31.3
