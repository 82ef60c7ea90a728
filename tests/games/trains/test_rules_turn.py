"""Trains, the turn: T1 to T10, drawing D1, Waste W1 to W3."""

import pytest

import rotonde
from rotonde.games.trains.rules import Verb
from rotonde.kernel.moves import pack
from rotonde.kernel.subset import CHANCE
from tests.games.trains.laying import (
    DONE,
    END,
    ID,
    PASS,
    SHINAGAWA,
    act,
    buy,
    buy_on_top,
    chance,
    deal,
    discard,
    hand,
    in_play,
    lay,
    money,
    offered,
    pile,
    plain,
    play,
    received,
    station,
    verbs,
    waste,
    with_card,
    zone,
)

FIVE = ["normal-train"] * 5


# ---------------------------------------------------------------- playing


@pytest.mark.rule("trains:T1")
def test_play_and_buy_in_any_order() -> None:
    table = lay(["express-train"] * 3 + ["normal-train"], deck=FIVE)
    act(table, play("express-train"), play("express-train"), buy("express-train"), play("normal-train"))
    assert money(table) == 2
    act(table, play("express-train"), buy("apartment"))
    assert received(table) == {"express-train": 1, "apartment": 1, "waste": 1}
    assert END in table.moves()


@pytest.mark.rule("trains:T1")
def test_one_thing_is_finished_before_another_begins() -> None:
    table = lay(["normal-train", "station-expansion", "mail-train"], money=9)
    act(table, play("station-expansion"))
    assert verbs(table) == {Verb.STATION}, "no card can be bought while one is being played"
    act(table, station(SHINAGAWA), play("mail-train"))
    assert verbs(table) == {Verb.DISCARD, Verb.DONE}
    act(table, DONE)
    assert Verb.BUY in verbs(table)


@pytest.mark.rule("trains:T1")
def test_nothing_has_to_be_played_or_spent() -> None:
    table = act(lay(["express-train", "normal-train"], deck=FIVE), play("express-train"), END)
    chance(table, *FIVE)
    assert discard(table) == {"express-train": 1, "normal-train": 1}
    assert table.actor == 1


@pytest.mark.rule("trains:T2")
def test_a_card_played_gives_its_value_and_lies_in_play() -> None:
    table = lay(["normal-train", "express-train", "limited-express-train", "early-train"])
    for card, sum_ in (("normal-train", 1), ("express-train", 3), ("limited-express-train", 6)):
        act(table, play(card))
        assert money(table) == sum_
    act(table, plain("early-train"))
    assert money(table) == 8 and hand(table) == {} and len(in_play(table)) == 4


@pytest.mark.rule("trains:T2")
def test_gold_cards_and_waste_are_not_played() -> None:
    table = lay(["apartment", "tower", "skyscraper", "waste"])
    assert table.moves() == [END, PASS]


@pytest.mark.rule("trains:T3")
def test_money_lapses() -> None:
    table = act(lay(["limited-express-train"], deck=FIVE), play("limited-express-train"))
    assert money(table) == 3
    chance(act(table, END), *FIVE)
    assert money(table) == 0 and verbs(table) == {Verb.END}


# ---------------------------------------------------------------- effects


@pytest.mark.rule("trains:T4")
@pytest.mark.parametrize(
    "card",
    ["lay-rails", "station-expansion", "dump-site", "tourist-train", "holiday-timetable", "signaling-area"],
)
def test_an_effect_may_be_declined_and_the_value_stays(card: str) -> None:
    table = lay([card, "normal-train"], deck=FIVE)
    assert {play(card), plain(card)} <= set(table.moves())
    act(table, plain(card))
    assert money(table) == table.box.value[ID[card]]
    assert in_play(table) == {card: 1} and received(table) == {} and hand(table) == {"normal-train": 1}
    assert (table.state.rail_points, table.state.stations, table.state.no_waste) == (0, 0, 0)
    assert table.state.track[0] == 0 and zone(table, "trash").get(card) is None


@pytest.mark.rule("trains:T4")
def test_it_cannot_be_kept_for_later() -> None:
    table = act(lay(["tourist-train"]), plain("tourist-train"))
    assert table.moves() == [END] and table.state.track[0] == 0


@pytest.mark.rule("trains:T4")
def test_it_is_applied_in_full_once_it_is_begun() -> None:
    table = chance(act(lay(["garage", "waste"], deck=["tower"] * 2), play("garage")), "tower", "tower")
    assert verbs(table) == {Verb.DISCARD}
    act(table, with_card(Verb.DISCARD, "tower"))
    assert verbs(table) == {Verb.DISCARD}, "two, not one"


IMPOSSIBLE = {
    "signaling-area": ["normal-train"],
    "maintenance-factory": ["waste"],
    "stationmasters-office": ["normal-train", "lay-rails", "station-expansion"],
    "conductors-station": [],
    "command-central": [],
    "information-central": [],
    "landfill": ["normal-train"],
    "garage": [],
    "switchback": ["normal-train"],
    "signals": [],
    "temporary-timetable": [],
    "amusement-park": ["normal-train"],
    "passing-station": [],
    "pulling": ["normal-train"],
    "control-room": [],
    "bullet-train": ["normal-train"],
    "freight-train": ["normal-train"],
    "mail-train": [],
    "wagon-factory": ["waste"],
}


@pytest.mark.rule("trains:T5")
@pytest.mark.parametrize("card", IMPOSSIBLE)
def test_what_cannot_be_done_in_full_is_not_done_at_all(card: str) -> None:
    """With this in hand, and neither deck nor discard pile, nothing received, nothing in play."""
    table = lay([card, *IMPOSSIBLE[card]])
    assert play(card) not in table.moves() and plain(card) in table.moves()
    with pytest.raises(rotonde.IllegalMove):
        table.play(play(card))


@pytest.mark.rule("trains:T5")
def test_an_empty_waste_pile_does_not_stop_the_rest() -> None:
    table = lay(["tunnel", "station-expansion"], supply={"waste": 0})
    act(table, play("tunnel"), play("station-expansion"), station(SHINAGAWA))
    assert (table.state.rail_points, table.state.stations, table.state.free) == (1, 1, 2)
    assert received(table) == {}


# ---------------------------------------------------------------- buying


@pytest.mark.rule("trains:T6")
def test_buying_costs_and_goes_to_the_received_cards() -> None:
    table = act(lay(money=7, kinds=["landfill"]), buy("express-train"), buy("landfill"), buy("landfill"))
    assert money(table) == 0 and received(table) == {"express-train": 1, "landfill": 2}
    assert (pile(table, "landfill"), pile(table, "express-train")) == (8, 19)
    assert hand(table) == discard(table) == {}, "not to be played this turn"


@pytest.mark.rule("trains:T6")
def test_what_is_too_dear_or_sold_out_cannot_be_bought() -> None:
    table = lay(money=5, supply={"express-train": 0})
    assert "tower" in offered(table, Verb.BUY)
    assert not {"express-train", "limited-express-train", "skyscraper"} & offered(table, Verb.BUY)
    costs = {table.box.cost[ID[card]] for card in offered(lay(money=2), Verb.BUY)}
    assert costs <= {2}


@pytest.mark.rule("trains:T6")
def test_a_pile_may_be_bought_empty() -> None:
    table = act(lay(money=6, supply={"express-train": 1}), buy("express-train"))
    assert "express-train" not in offered(table, Verb.BUY)


# ---------------------------------------------------------------- passing, clean-up


@pytest.mark.rule("trains:T7")
def test_who_does_nothing_may_return_all_waste() -> None:
    table = lay(["waste"] * 3 + ["normal-train"], deck=FIVE)
    assert {PASS, END} <= set(table.moves())
    act(table, PASS)
    assert pile(table, "waste") == 70 and discard(table) == {"normal-train": 1}
    chance(table, *FIVE)
    assert table.actor == 1


@pytest.mark.rule("trains:T7")
def test_all_or_none() -> None:
    table = act(lay(["waste"] * 3, deck=FIVE), END)
    assert discard(table) == {"waste": 3}


@pytest.mark.rule("trains:T7")
def test_not_after_playing_or_buying() -> None:
    assert PASS not in act(lay(["waste", "normal-train"]), play("normal-train")).moves()
    assert PASS not in act(lay(["waste", "landfill"]), plain("landfill")).moves()
    assert PASS not in act(lay(["waste"], money=3), buy("express-train")).moves()
    assert PASS not in lay(["normal-train"]).moves(), "without Waste it is an ordinary end"


@pytest.mark.rule("trains:T8")
def test_clean_up() -> None:
    table = lay(["express-train", "lay-rails", "waste"], deck=["tower"] * 6)
    act(table, play("express-train"), play("lay-rails"), END)
    assert discard(table) == {"express-train": 1, "lay-rails": 1, "waste": 2}
    assert in_play(table) == received(table) == hand(table) == {}
    for _ in range(5):
        assert table.actor == CHANCE
        chance(table, "tower")
    assert hand(table) == {"tower": 5}
    assert (table.actor, table.state.turn) == (1, 6)


@pytest.mark.rule("trains:T9")
def test_the_discard_pile_is_shuffled_only_when_a_card_is_needed() -> None:
    table = act(
        lay(["signaling-area"], deck=["tower", "tower"], discard=["apartment"]), play("signaling-area")
    )
    chance(table, "tower", "tower")
    assert discard(table) == {"apartment": 1} and zone(table, "deck", 0) == {}
    table = act(lay(["signaling-area"], deck=["tower"], discard=["apartment"]), play("signaling-area"))
    chance(table, "tower")
    assert table.chances() == [(pack(Verb.DRAW, ID["apartment"]), 1)]
    chance(table, "apartment")
    assert hand(table) == {"tower": 1, "apartment": 1}


@pytest.mark.rule("trains:T9")
def test_a_draw_is_weighted_by_what_the_deck_holds() -> None:
    table = act(lay(["passing-station"], deck=["tower"] * 3 + ["waste"]), play("passing-station"))
    assert dict(table.chances()) == {pack(Verb.DRAW, ID["tower"]): 3, pack(Verb.DRAW, ID["waste"]): 1}


@pytest.mark.rule("trains:T10")
def test_received_cards_are_not_shuffled_in() -> None:
    table = lay(["lay-rails", "passing-station"], discard=["tower"], money=3)
    act(table, play("lay-rails"), buy("express-train"), play("passing-station"))
    assert table.chances() == [(pack(Verb.DRAW, ID["tower"]), 1)]
    chance(table, "tower")
    assert received(table) == {"waste": 1, "express-train": 1}
    act(table, END)
    deal(table)
    assert sum(hand(table).values()) == 5, "after the turn they are"


# ---------------------------------------------------------------- D1, Waste


@pytest.mark.rule("trains:D1")
def test_a_short_deck_gives_what_it_has() -> None:
    table = chance(act(lay(["control-room"], deck=["tower"]), play("control-room")), "tower")
    assert hand(table) == {"tower": 1} and verbs(table) >= {Verb.END}
    table = act(lay([], deck=["tower"] * 2), END)
    chance(table, "tower", "tower")
    assert hand(table) == {"tower": 2} and table.actor == 1


@pytest.mark.rule("trains:W1")
def test_waste_goes_to_the_received_cards() -> None:
    table = act(lay(["lay-rails"]), play("lay-rails"))
    assert received(table) == {"waste": 1} and pile(table, "waste") == 69
    assert discard(table) == {}


@pytest.mark.rule("trains:W2")
def test_an_empty_pile_gives_none() -> None:
    table = act(lay(["lay-rails"] * 2, supply={"waste": 1}, money=3), play("lay-rails"), play("lay-rails"))
    assert waste(table) == 1 and table.state.rail_points == 2
    act(table, buy("apartment"))
    assert received(table) == {"waste": 1, "apartment": 1}


@pytest.mark.rule("trains:W3")
def test_waste_is_not_for_sale() -> None:
    table = lay(["early-train"], money=9)
    assert "waste" not in offered(table, Verb.BUY)
    act(table, play("early-train"))
    assert "waste" not in offered(table, Verb.BUY) | offered(table, Verb.BUY_ON_TOP)
    with pytest.raises(rotonde.IllegalMove):
        table.play(buy_on_top("waste"))
