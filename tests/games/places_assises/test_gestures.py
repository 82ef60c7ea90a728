"""Places assises: what spares a person clicks ends in ordinary moves, and what is said beforehand betrays nothing."""

import random

import pytest

import rotonde
from rotonde.games.places_assises import gestures
from rotonde.games.places_assises.rules import (
    ADVANCED_1,
    ECCENTRIC,
    ENTER_1,
    ENTER_2,
    EXCUSE_ME,
    EXIT_1,
    PANHANDLER,
    REBEL,
    REVERSE,
    TAKE_A_SEAT,
    Verb,
)
from rotonde.kernel.handle import Seen, Table
from rotonde.kernel.moves import pack
from rotonde.kernel.telling import Proposal
from tests.games.places_assises.laying import (
    ACCEPT,
    BLUE_1,
    BLUE_4,
    BOARD,
    DONE,
    EXCUSED,
    FREE_SEATS,
    GAME,
    PASS,
    REBELLED,
    RED_1,
    RED_3,
    RED_4,
    act,
    at,
    go,
    lay,
    offered,
    pawns,
    pick,
    play,
    seat,
    walk,
)

NAMES = ["Hugo", "Anna", "Mina", "Robot Régis"]


def view(table: Table, who: int = 0) -> Seen:
    return table.seen_by(who).called(NAMES[: table.players])


def offers(table: Table, thing: str, lang: str = "fr") -> list[Proposal]:
    return gestures.proposals(view(table), thing, lang)


def plain(words: str) -> str:
    return words.replace("\u00a0", " ").replace("\u202f", " ")


# ---------------------------------------------------------------- touching where to go


def test_touching_a_seat_lays_the_cards_that_lead_there_and_goes() -> None:
    table = lay(aisle={0: at(0, 2)}, hands={0: [RED_4, BLUE_1]})
    (offer,) = offers(table, f"square-{at(3, 3)}")
    assert offer.moves == (walk(RED_4), go(at(3, 3)))
    assert (
        plain(offer.sentence) == "Avancer de 4 avec 4 rouge et s’asseoir, rangée 4, Ligne Rouge, côté couloir"
    )
    assert offer.note == "Votre place assise n° 1 sur 12."
    assert offer.tags == {
        f"square-{square}": str(count + 1)
        for count, square in enumerate((at(1, 2), at(2, 2), at(2, 3), at(3, 3)))
    }


def test_the_cheapest_cards_come_first() -> None:
    table = lay(aisle={0: at(0, 2)}, hands={0: [RED_1, RED_3, BLUE_4, ADVANCED_1]})
    cards = [offer.moves[0] for offer in offers(table, f"square-{at(3, 3)}")]
    assert cards == [walk(BLUE_4), walk(RED_1, RED_3), walk(RED_3, plus=1)]
    table = lay(aisle={0: at(2, 3)}, hands={0: [RED_1, EXCUSE_ME, REBEL]})
    cards = [offer.moves[0] for offer in offers(table, f"square-{at(0, 3)}")]
    assert cards == [walk(RED_1, passing=EXCUSED), walk(RED_1, passing=REBELLED)]


def test_the_targets_are_what_the_cards_reach() -> None:
    table = lay(aisle={0: at(0, 2)}, hands={0: [RED_1, RED_3]})
    reached = {
        square
        for cards in (walk(RED_1), walk(RED_3), walk(RED_1, RED_3))
        for square in offered(act(table.copy(), cards), Verb.GO)
    }
    assert set(gestures.targets(view(table))) == {f"square-{square}" for square in reached}


def test_whoever_missed_the_train_gets_in_on_the_way() -> None:
    table = lay(quay={0: 0}, missed=[0], hands={0: [RED_4]})
    (offer,) = offers(table, f"square-{at(3, 3)}", "en")
    assert offer.moves == (BOARD, walk(RED_4), go(at(3, 3)))
    assert offer.sentence.startswith("Get in, walk 4 with red 4 and sit down")
    table = lay(quay={0: 0}, hands={0: [RED_4]})
    assert gestures.targets(view(table)) == [], "nobody knows whether the doors will open"


# ---------------------------------------------------------------- touching whom or what a card is for


@pytest.mark.parametrize("card", [EXIT_1, ECCENTRIC, TAKE_A_SEAT])
def test_touching_somebody_s_traveller_plays_the_card_at_it(card: int) -> None:
    table = lay(seated={1: FREE_SEATS[:2]}, quay={0: 0}, hands={0: [card]})
    (offer,) = offers(table, f"square-{FREE_SEATS[0]}")
    assert offer.moves == (pack(Verb.PLAY, card), pick(FREE_SEATS[0]))
    assert "Anna" in offer.sentence and "Anna" in offer.note


def test_touching_a_free_seat_plays_a_card_that_fills_it() -> None:
    table = lay(quay={0: 0}, hands={0: [ENTER_1, ENTER_2]})
    square = FREE_SEATS[3]
    assert [offer.moves for offer in offers(table, f"square-{square}")] == [
        (pack(Verb.PLAY, ENTER_1), seat(square)),
        (pack(Verb.PLAY, ENTER_2), seat(square)),
    ]


def test_touching_a_hand_begs_a_card() -> None:
    table = lay(quay={0: 0}, hands={0: [PANHANDLER], 1: [RED_1]})
    (offer,) = offers(table, "backs-1-0")
    assert offer.moves == (pack(Verb.PLAY, PANHANDLER), pack(Verb.ROB, 1, 0))
    assert plain(offer.sentence) == "« La manche » : prendre un nombre à Anna"
    assert gestures.targets(view(table)) == ["backs-1-0"]


def test_all_numbers_go_at_once() -> None:
    table = act(lay(quay={0: 0}, hands={0: [RED_1, RED_4]}), PASS)
    (offer,) = gestures.proposals(view(table), None, "en")
    assert act(table, *offer.moves).actor == rotonde.CHANCE
    one = act(lay(quay={0: 0}, hands={0: [RED_1]}), PASS)
    assert gestures.proposals(view(one), None, "en") == [], "one card is touched as quickly"
    assert DONE in one.moves()


@pytest.mark.parametrize(
    ("players", "cars", "join"), [(2, "T1+T2", "short"), (3, "T4+T6", "long"), (4, "draw", "short")]
)
def test_every_proposal_can_be_played(players: int, cars: str, join: str) -> None:
    """In random games, for every target: each proposal is a row of legal moves, and there is one for each target."""
    rng = random.Random(5)
    table = GAME.new(players, {"cars": cars, "join": join})
    table.deal(rng)
    for _ in range(150):
        if table.actor < 0:
            break
        seen = table.seen_by(table.actor)
        touchable = gestures.targets(seen)
        for thing in rng.sample(touchable, min(3, len(touchable))):
            made = gestures.proposals(seen, thing, "en")
            assert 0 < len(made) <= gestures.MOST, thing
            for one in made:
                act(table.copy(), *one.moves)
        for one in gestures.proposals(seen, None, "fr"):
            act(table.copy(), *one.moves)
        table.play(rng.choice(table.moves()))
        table.deal(rng)


# ---------------------------------------------------------------- orders


def attacked(card: int, players: int = 3) -> Table:
    table = lay(players, seated={1: FREE_SEATS[:2]}, quay={0: 0}, hands={0: [ECCENTRIC], 1: [card]}, turn=7)
    return act(play(table, ECCENTRIC), pick(FREE_SEATS[0]))


@pytest.mark.rule("places-assises:X3")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_everybody_may_say_the_same_beforehand(lang: str) -> None:
    """Whoever is attacked or not, with a Rebel in hand or not: but for the one whose turn it is."""
    for card in (REBEL, REVERSE):
        table = attacked(card)
        calm = lay(3, quay={0: 0, 1: 2, 2: 3}, hands={0: [ECCENTRIC], 1: [card]}, turn=7)
        said = [gestures.orders(view(one, who), lang) for one in (table, calm) for who in (1, 2)]
        assert said == [said[0]] * 4
        assert [order.id for order in said[0]] == ["this-turn-7", "this-game"]
        assert [order.id for order in gestures.orders(view(table, 0), lang)] == ["this-game"]
        assert gestures.orders(table.seen_by(rotonde.PUBLIC), lang) == []


@pytest.mark.parametrize("card", [REBEL, REVERSE])
@pytest.mark.parametrize("order", ["this-turn-7", "this-game"])
def test_whoever_will_not_be_asked_lets_it_happen(card: int, order: str) -> None:
    table = attacked(card)
    assert gestures.obey(view(table, 1), order) == ACCEPT
    act(table, ACCEPT)
    assert FREE_SEATS[0] not in pawns(table, 1)


def test_an_order_answers_attacks_only_and_only_in_its_turn() -> None:
    assert gestures.obey(view(attacked(REBEL), 1), "this-turn-6") is None
    table = lay(aisle={0: at(2, 2)}, hands={0: [RED_1]}, turn=7)
    assert gestures.obey(view(table), "this-turn-7") is None, "one's own turn is never played by an order"
    assert gestures.obey(view(table), "this-game") is None
