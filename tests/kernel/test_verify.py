"""Proving a record: every way to tamper with one is found and said plainly, in both languages."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from rotonde import BadRecord
from rotonde.kernel import fairness
from rotonde.kernel.handle import load_game
from rotonde.kernel.moves import pack
from rotonde.kernel.record import Record, parse
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.verify import verify

TOY = load_game("tests.kernel.toy", "python")
KEY, OTHER_KEY = bytes(range(32)), bytes(range(1, 33))


def a_game(key: bytes = KEY, seed: int = 1) -> Record:
    """A game whose chance follows from a key, as it comes back from a file."""
    rng, table = random.Random(seed), TOY.new(3)
    while table.actor != OVER:
        if table.actor == CHANCE:
            table.play(table.outcome(partial(fairness.place, key, len(table.history))))
        else:
            table.play(rng.choice(table.moves()))
    text = table.record(["Zoé", "Max", "Inès"], key, fairness.commitment(key)).text()
    return parse(text, lambda name: TOY.verbs)


GOOD = a_game()
DRAWS = [number for number, (actor, _) in enumerate(GOOD.moves) if actor == CHANCE]
CHOICES = [number for number, (actor, _) in enumerate(GOOD.moves) if actor != CHANCE]


def with_moves(moves: list[tuple[int, int]]) -> Record:
    """The same file with other moves."""
    return parse(replace(GOOD, moves=moves).text(), lambda name: TOY.verbs)


def other_draw(number: int) -> Record:
    """Another outcome that the rules would allow, in the place of the one that the key gave."""
    table = TOY.replay(GOOD, number)
    actor, move = GOOD.moves[number]
    another = next(one for one in table.moves() if one != move)
    return with_moves([*GOOD.moves[:number], (actor, another), *GOOD.moves[number + 1 :]])


def test_an_honest_record_is_proved() -> None:
    table = verify(TOY, GOOD)
    assert table.actor == OVER and table.scores() == GOOD.result
    assert table.history == tuple(move for _, move in GOOD.moves)
    assert verify(TOY, replace(GOOD, result=[])).actor == OVER, "a result need not be claimed"


def test_a_game_of_other_rules_is_not_called_tampered_with() -> None:
    with pytest.raises(BadRecord, match="cannot be judged") as caught:
        verify(TOY, replace(GOOD, rules=TOY.rules_version + 1))
    assert "impossible de juger" in caught.value.told["fr"].text


def test_a_game_that_was_given_up_is_proved_as_far_as_it_went() -> None:
    given_up = replace(GOOD, moves=GOOD.moves[:7], result=[], ended="resigned 1")
    assert len(verify(TOY, given_up).history) == 7


TAMPERED: dict[str, tuple[Callable[[], Record], str, str]] = {
    "the key left out": (lambda: replace(GOOD, key=""), "key is missing", "clé manque"),
    "the hash left out": (
        lambda: replace(GOOD, commitment=""),
        "hash shown at the start is missing",
        "empreinte",
    ),
    "another key": (
        lambda: replace(GOOD, key=OTHER_KEY.hex()),
        "not the one whose hash was shown",
        "n’est pas celle",
    ),
    "another hash": (
        lambda: replace(GOOD, commitment=fairness.commitment(OTHER_KEY)),
        "not the one whose hash was shown",
        "n’est pas celle",
    ),
    "another key with its hash": (
        lambda: replace(GOOD, key=OTHER_KEY.hex(), commitment=fairness.commitment(OTHER_KEY)),
        "does not follow from the key",
        "ne suit pas de la clé",
    ),
    "the moves of another game": (
        lambda: with_moves(a_game(OTHER_KEY, 2).moves),
        "does not follow from the key",
        "ne suit pas de la clé",
    ),
    "moves missing at the end": (
        lambda: with_moves(GOOD.moves[:-3]),
        "moves are missing",
        "manque des coups",
    ),
    "no moves": (lambda: with_moves([]), "moves are missing", "manque des coups"),
    "a move after the end": (
        lambda: with_moves([*GOOD.moves, (0, pack(5))]),
        "for nobody to act here",
        "joue personne",
    ),
    "another winner": (
        lambda: replace(GOOD, result=[1 - score for score in GOOD.result]),
        "the game's: the file was tampered with",
        "celui de la partie : fichier modifié",
    ),
    "a result for more players": (
        lambda: replace(GOOD, result=[*GOOD.result, 1]),
        "the game's: the file was tampered with",
        "celui de la partie : fichier modifié",
    ),
    "another winner, said to be by giving up": (
        lambda: replace(GOOD, result=[1 - score for score in GOOD.result], ended="resigned 1"),
        "the game's: the file was tampered with",
        "celui de la partie : fichier modifié",
    ),
    "chance said to be a player": (
        lambda: with_moves([(0, GOOD.moves[0][1]), *GOOD.moves[1:]]),
        "it is for chance to act here",
        "joue le hasard",
    ),
    "a player said to be chance": (
        lambda: with_moves(
            [(CHANCE if n == CHOICES[0] else actor, move) for n, (actor, move) in enumerate(GOOD.moves)]
        ),
        "to act here, not for chance",
        "pas le hasard",
    ),
    "a draw left out": (
        lambda: with_moves([*GOOD.moves[: DRAWS[2]], *GOOD.moves[DRAWS[2] + 1 :]]),
        "Line",
        "Ligne",
    ),
    "a draw put in": (
        lambda: with_moves([*GOOD.moves[: DRAWS[2]], GOOD.moves[DRAWS[2]], *GOOD.moves[DRAWS[2] :]]),
        "Line",
        "Ligne",
    ),
    "a choice left out": (
        lambda: with_moves([*GOOD.moves[: CHOICES[1]], *GOOD.moves[CHOICES[1] + 1 :]]),
        "Line",
        "Ligne",
    ),
    "a draw that the rules do not know": (
        lambda: with_moves([(CHANCE, pack(1, 7)), *GOOD.moves[1:]]),
        "does not follow from the key",
        "ne suit pas de la clé",
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_found(name: str) -> None:
    make, english, french = TAMPERED[name]
    with pytest.raises(BadRecord) as refused:
        verify(TOY, make())
    assert english in refused.value.told["en"].text
    assert french in refused.value.told["fr"].text


@pytest.mark.parametrize("number", DRAWS)
def test_every_single_draw_is_proved(number: int) -> None:
    with pytest.raises(BadRecord) as refused:
        verify(TOY, other_draw(number))
    line = GOOD.lines[number]
    assert refused.value.told["en"].text.startswith(
        f"Line {line}, move {number + 1}: this draw does not follow"
    )
    assert refused.value.told["fr"].text.startswith(f"Ligne {line}, coup {number + 1} : ce tirage")


@pytest.mark.parametrize("number", CHOICES)
def test_another_choice_makes_another_game(number: int) -> None:
    """The key says nothing about what people chose: what follows may be possible, but it is not the same game."""
    table = TOY.replay(GOOD, number)
    actor, move = GOOD.moves[number]
    for another in [one for one in table.moves() if one != move]:
        moves = [*GOOD.moves[:number], (actor, another), *GOOD.moves[number + 1 :]]
        try:
            end = verify(TOY, with_moves(moves))
        except BadRecord as problem:
            assert problem.told["fr"].text and problem.told["en"].text
        else:
            assert end.scores() == GOOD.result and end.history != tuple(one for _, one in GOOD.moves)
