"""Trains, what a player may know: D2, D3, and guesses that are fair."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from rotonde.games.trains.check import problems
from rotonde.games.trains.rules import OWNER, Verb
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import pack, verb_of
from rotonde.kernel.subset import PUBLIC
from tests.games.trains.laying import (
    DONE,
    END,
    ID,
    KEEP,
    NAME,
    act,
    buy_on_top,
    chance,
    discard,
    lay,
    play,
    top,
    with_card,
    zone,
)

N, X, LIMITED = "normal-train", "express-train", "limited-express-train"
OTHERS = (1, PUBLIC)


def seen_hand(table: Table, viewer: int, seat: int = 0) -> dict[str, int]:
    """What a viewer knows of a hand."""
    cells = table.seen_by(viewer).state.hand[seat].tolist()
    return {NAME[card]: count for card, count in enumerate(cells) if count}


def seen_top(table: Table, viewer: int) -> list[str]:
    seen = table.seen_by(viewer)
    return [NAME.get(card, "?") for card in seen.state.top[0].tolist()[: seen.state.top_count[0]]]


def guesses(table: Table, viewer: int, what: Callable[[Table], object], count: int = 600) -> Counter[object]:
    """How often each answer comes in guesses."""
    rng = random.Random(1)
    found: Counter[object] = Counter()
    for _ in range(count):
        guessed = table.seen_by(viewer).guess(rng)
        assert problems(guessed) == []
        found[what(guessed)] += 1
    return found


@pytest.mark.rule("trains:D3")
def test_hands_are_hidden_and_counted() -> None:
    table = lay([N, X, "waste"], deck=["tower", "tower"])
    for viewer in OTHERS:
        seen = table.seen_by(viewer).state
        assert seen_hand(table, viewer) == {} and seen.hand_count[0] == 3 and seen.deck_count[0] == 2
        together = {NAME[card]: count for card, count in enumerate(seen.deck[0].tolist()) if count}
        assert together == {N: 1, X: 1, "waste": 1, "tower": 2}, "what the deck and the hand hold is known"
    assert seen_hand(table, 0) == {N: 1, X: 1, "waste": 1}


@pytest.mark.rule("trains:D3")
def test_discard_piles_supply_and_play_area_are_open() -> None:
    table = act(lay([X, "lay-rails"], discard=["tower"]), play(X), play("lay-rails"))
    for viewer in OTHERS:
        seen = table.seen_by(viewer).state
        for place in ("play", "received", "supply", "trash"):
            assert getattr(seen, place) == getattr(table.state, place)
        assert seen.discard == table.state.discard


@pytest.mark.rule("trains:D3")
def test_a_draw_is_masked_for_others() -> None:
    table = act(lay(["signaling-area"], deck=["tower", X, N]), play("signaling-area"))
    for viewer in OTHERS:
        assert {table.seen_by(viewer).masked(move) for move in table.moves()} == {pack(Verb.DRAW)}
    assert [table.seen_by(0).masked(move) for move in table.moves()] == table.moves()
    chance(table, "tower")
    assert all(seen_hand(table, viewer) == {} for viewer in OTHERS)


@pytest.mark.rule("trains:D2")
def test_a_look_is_private() -> None:
    table = chance(act(lay(["signals"], deck=["tower", X, N]), play("signals")), "tower")
    assert all(verb_of(move) == Verb.LOOK for move in table.moves())
    for viewer in OTHERS:
        assert {table.seen_by(viewer).masked(move) for move in table.moves()} == {pack(Verb.LOOK)}
    act(chance(table, X), KEEP)
    assert seen_top(table, 0) == [X]
    for viewer in OTHERS:
        assert seen_top(table, viewer) == ["?"]
    found = guesses(table, 1, lambda one: top(one)[0])
    assert set(found) == {"tower", X, N}


@pytest.mark.rule("trains:D2")
def test_a_revealed_card_is_public() -> None:
    table = chance(act(lay(["command-central"], deck=["tower", X, N]), play("command-central")), "tower")
    act(table, with_card(Verb.NAME, X))
    for viewer in OTHERS:
        assert [table.seen_by(viewer).masked(move) for move in table.moves()] == table.moves()
    wrong, right = chance(table.copy(), N), chance(table, X)
    for viewer in OTHERS:
        assert seen_top(wrong, viewer) == [N] and seen_hand(right, viewer) == {X: 1}


@pytest.mark.rule("trains:D2")
def test_the_order_of_cards_put_back_is_private() -> None:
    table = lay(["information-central"], deck=["tower", X, N, "waste", "apartment"])
    chance(act(table, play("information-central")), "tower", X, N, "waste")
    act(table, with_card(Verb.TAKE, "waste"))
    views = {bytes(act(table.copy(), move).seen_by(1).state) for move in table.moves()}
    assert len(views) == 1 and len(table.moves()) == 3
    assert {table.seen_by(1).masked(move) for move in table.moves()} == {pack(Verb.PUT)}
    act(table, with_card(Verb.PUT, X), with_card(Verb.PUT, "tower"))
    assert seen_top(table, 0) == [N, "tower", X]
    for viewer in OTHERS:
        assert sorted(seen_top(table, viewer)) == sorted([N, "tower", X]), "which ones is known"
        assert seen_hand(table, viewer) == {"waste": 1}
    orders = guesses(table, 1, lambda one: tuple(top(one)))
    assert len(orders) == 6 and min(orders.values()) > 60


@pytest.mark.rule("trains:D3")
@pytest.mark.rule("trains:K15")
def test_part_of_such_a_group_drawn_is_no_longer_known() -> None:
    table = lay(["information-central", "passing-station"], deck=["tower", X, N, "waste", "apartment"])
    chance(act(table, play("information-central")), "tower", X, N, "waste")
    act(table, DONE, *[with_card(Verb.PUT, card) for card in ("tower", X, N)], play("passing-station"))
    assert zone(table, "hand", 0) == {"waste": 1}
    assert seen_hand(table, 1) == {} and seen_top(table, 1) == ["?"] * 3
    found = guesses(table, 1, lambda one: next(iter(zone(one, "hand", 0))))
    assert set(found) == {"tower", X, N, "waste", "apartment"}
    act(table, END)
    assert seen_top(table, 1) == []


@pytest.mark.rule("trains:D3")
def test_a_whole_group_drawn_is_known_in_hand() -> None:
    table = lay(["information-central"], deck=["tower", X, N, "waste", "apartment", "apartment"])
    chance(act(table, play("information-central")), "tower", X, N, "waste")
    act(table, DONE, *[with_card(Verb.PUT, card) for card in ("tower", X, N)], END)
    assert seen_hand(table, 1) == {"tower": 1, X: 1, N: 1, "waste": 1}


@pytest.mark.rule("trains:D3")
@pytest.mark.rule("trains:K34")
def test_what_everybody_saw_going_on_top_is_known_in_hand() -> None:
    table = lay(["early-train", "switchback"], deck=["waste"] * 9, money=9)
    act(table, play("early-train"), buy_on_top(X))
    act(table, play("switchback"), with_card(Verb.SEND_BACK, "early-train"))
    for viewer in OTHERS:
        assert seen_top(table, viewer) == ["early-train", X]
    act(table, END)
    for viewer in OTHERS:
        assert seen_hand(table, viewer) == {"early-train": 1, X: 1}


@pytest.mark.rule("trains:D3")
@pytest.mark.parametrize(
    ("cards", "moves", "known"),
    [
        (["pulling"], [play("pulling"), with_card(Verb.FETCH, X)], {X: 1}),
        (["maintenance-factory", X], [play("maintenance-factory"), with_card(Verb.SHOW, X)], {X: 1}),
        (
            ["wagon-factory", X],
            [play("wagon-factory"), with_card(Verb.TRASH, X), with_card(Verb.RECEIVE, LIMITED)],
            {LIMITED: 1},
        ),
        (
            ["stationmasters-office", "dump-site"],
            [play("stationmasters-office"), with_card(Verb.COPY, "dump-site")],
            {"dump-site": 1},
        ),
    ],
)
def test_what_was_shown_is_known_until_it_leaves(
    cards: list[str], moves: list[int], known: dict[str, int]
) -> None:
    table = act(lay([*cards, "waste", "tower"], discard=[X], deck=["tower"] * 5), *moves)
    for viewer in OTHERS:
        assert seen_hand(table, viewer) == known
    for guessed in [table.seen_by(1).guess(random.Random(seed)) for seed in range(20)]:
        assert all(zone(guessed, "hand", 0).get(card, 0) >= count for card, count in known.items())
    act(table, END)
    assert seen_hand(table, 1) == {} and set(known) <= set(discard(table))


@pytest.mark.rule("trains:D3")
def test_a_reshuffle_tells_what_was_in_hand_before() -> None:
    table = act(lay(["control-room", "waste"], deck=["tower"], discard=[X, N, LIMITED]), play("control-room"))
    chance(table, "tower")
    assert seen_hand(table, 1) == {"waste": 1, "tower": 1}, "the deck was empty"
    chance(table, X)
    assert seen_hand(table, 1) == {"waste": 1, "tower": 1}
    found = guesses(table, 1, lambda one: tuple(sorted(zone(one, "hand", 0))))
    assert set(found) == {tuple(sorted(("waste", "tower", card))) for card in (X, N, LIMITED)}
    assert min(found.values()) > 150


@pytest.mark.rule("trains:D3")
def test_guesses_are_fair() -> None:
    """Two cards of five: each pair as often as it should come."""
    table = lay([N, X], deck=["tower", "waste", "waste"])
    found = guesses(table, 1, lambda one: tuple(sorted(one.state.hand[0].tolist(), reverse=True)), 1)
    assert sum(found.values()) == 1
    pairs = guesses(table, 1, lambda one: tuple(sorted(zone(one, "hand", 0).items())), 3000)
    assert len(pairs) == 7
    for pair, count in pairs.items():
        names: dict[str, int] = dict(pair)  # type: ignore[call-overload]
        ways = 1 if names.get("waste", 0) == 2 or "waste" not in names else 2
        assert abs(count / 3000 - ways / 10) < 0.03


@pytest.mark.rule("trains:D3")
def test_ones_own_known_top_is_kept_from_others() -> None:
    table = lay([N], top=[X, "tower"], top_known=OWNER, deck=["waste"] * 3)
    assert seen_top(table, 0) == [X, "tower"] and seen_top(table, 1) == ["?", "?"]
    assert ID[X] not in table.seen_by(1).state.top[0].tolist()
