"""Trains, the 39 cards, one after the other: K1 to K39."""

import pytest

from rotonde.games.trains.rules import CREW_DRAWS, CREW_EARNS, CREW_RETURNS, Verb
from rotonde.kernel.moves import pack
from rotonde.kernel.subset import CHANCE
from tests.games.trains.laying import (
    DONE,
    DROP,
    END,
    ID,
    KASHIWA,
    KEEP,
    KICHIJOJI,
    NARITA,
    SHINAGAWA,
    YOKOHAMA,
    act,
    at,
    buy,
    buy_on_top,
    chance,
    discard,
    hand,
    in_play,
    lay,
    lay_rail,
    money,
    offered,
    pile,
    plain,
    play,
    received,
    station,
    top,
    verbs,
    waste,
    with_card,
    zone,
)

N, X, LIMITED = "normal-train", "express-train", "limited-express-train"


def crew(choice: int) -> int:
    return pack(Verb.CREW, choice)


def sell(count: int) -> int:
    return pack(Verb.SELL, count)


# ---------------------------------------------------------------- the cards of every game


@pytest.mark.rule("trains:K1")
@pytest.mark.rule("trains:K2")
@pytest.mark.rule("trains:K3")
@pytest.mark.parametrize(("card", "cost", "value"), [(N, 1, 1), (X, 3, 2), (LIMITED, 6, 3)])
def test_trains(card: str, cost: int, value: int) -> None:
    table = lay([card], money=cost)
    assert (buy(card) in table.moves()) == (card != N), "Normal Trains are never for sale"
    assert play(card) in table.moves() and plain(card) not in table.moves(), "there is no effect to decline"
    act(table, play(card))
    assert money(table) == cost + value


@pytest.mark.rule("trains:K4")
def test_lay_rails() -> None:
    table = act(lay(["lay-rails"]), play("lay-rails"))
    assert (table.state.rail_points, waste(table), table.state.free, money(table)) == (1, 1, 0, 0)


@pytest.mark.rule("trains:K5")
def test_station_expansion() -> None:
    table = act(lay(["station-expansion"]), play("station-expansion"), station(KICHIJOJI))
    assert table.state.station[KICHIJOJI] == 1 and waste(table) == 1


@pytest.mark.rule("trains:K5")
def test_without_a_station_left_there_is_no_effect_and_no_waste() -> None:
    slots = {12: 2, 4: 2, 6: 2, 19: 3, 21: 2, 25: 2, 34: 2, 35: 2, 37: 2, 39: 2, 44: 2, 50: 2, 68: 3, 70: 2}
    table = lay(["station-expansion"], stations=slots)
    assert table.state.stations == 30
    assert play("station-expansion") not in table.moves()
    assert waste(act(table, plain("station-expansion"))) == 0


@pytest.mark.rule("trains:K6")
@pytest.mark.rule("trains:K7")
@pytest.mark.rule("trains:K8")
@pytest.mark.parametrize(
    ("card", "cost", "points"), [("apartment", 3, 1), ("tower", 5, 2), ("skyscraper", 8, 4)]
)
def test_buildings(card: str, cost: int, points: int) -> None:
    assert buy(card) not in lay(money=cost - 1).moves()
    table = act(lay(money=cost), buy(card))
    assert (money(table), table.scores()[0], waste(table)) == (0, points, 1)
    assert lay([card]).moves() == [END], "it cannot be played"


@pytest.mark.rule("trains:K9")
def test_waste_does_nothing() -> None:
    assert verbs(lay(["waste"])) == {Verb.END, Verb.PASS}
    assert lay(["waste"]).scores() == [0, 0]


# ---------------------------------------------------------------- the thirty others


@pytest.mark.rule("trains:K10")
@pytest.mark.rule("trains:K26")
@pytest.mark.rule("trains:K30")
@pytest.mark.parametrize(
    ("card", "count", "value"), [("signaling-area", 2, 0), ("passing-station", 1, 1), ("control-room", 3, 0)]
)
def test_cards_that_draw(card: str, count: int, value: int) -> None:
    table = chance(act(lay([card], deck=["tower"] * 5), play(card)), *["tower"] * count)
    assert hand(table) == {"tower": count} and money(table) == value
    assert table.actor == 0


@pytest.mark.rule("trains:K11")
def test_maintenance_factory() -> None:
    table = act(lay(["maintenance-factory", X, "early-train", "lay-rails"]), play("maintenance-factory"))
    assert offered(table, Verb.SHOW) == {X, "early-train"}, "any blue card"
    act(table, with_card(Verb.SHOW, "early-train"))
    assert received(table) == {"early-train": 1} and hand(table) == {X: 1, "early-train": 1, "lay-rails": 1}
    assert money(table) == 0, "received, not played"


@pytest.mark.rule("trains:K11")
def test_maintenance_factory_with_nothing_left_to_receive() -> None:
    table = act(lay(["maintenance-factory", N]), play("maintenance-factory"), with_card(Verb.SHOW, N))
    assert received(table) == {} and hand(table) == {N: 1}
    table = lay(["maintenance-factory", X], supply={X: 0})
    act(table, play("maintenance-factory"), with_card(Verb.SHOW, X))
    assert received(table) == {}


@pytest.mark.rule("trains:K12")
def test_stationmasters_office() -> None:
    table = lay(["stationmasters-office", "dump-site", "tourist-train", "lay-rails", "station-expansion", N])
    act(table, play("stationmasters-office"))
    assert offered(table, Verb.COPY) == {"dump-site", "tourist-train"}, (
        "green and violet cards are no Actions"
    )
    act(table, with_card(Verb.COPY, "dump-site"))
    assert table.state.no_waste == 1 and money(table) == 0, "the effect, not the value"
    assert hand(table)["dump-site"] == 1 and play("dump-site") in table.moves()


@pytest.mark.rule("trains:K13")
def test_conductors_station() -> None:
    table = act(
        lay(["conductors-station", "waste", "waste", N], deck=["tower"] * 3), play("conductors-station")
    )
    assert offered(table, Verb.DISCARD) == {"waste", N}
    act(table, with_card(Verb.DISCARD, "waste"), with_card(Verb.DISCARD, "waste"))
    assert hand(table) == {N: 1} and table.actor == 0, "all discards come before the first draw"
    chance(act(table, DONE), "tower", "tower")
    assert hand(table) == {N: 1, "tower": 2} and discard(table) == {"waste": 2}


@pytest.mark.rule("trains:K13")
def test_conductors_station_may_bring_the_discards_back() -> None:
    table = act(
        lay(["conductors-station", "waste"]), play("conductors-station"), with_card(Verb.DISCARD, "waste")
    )
    chance(act(table, DONE), "waste")
    assert hand(table) == {"waste": 1}


@pytest.mark.rule("trains:K14")
def test_command_central() -> None:
    table = lay(["command-central"], deck=["tower", X, "waste"])
    chance(act(table, play("command-central")), "tower")
    assert len(offered(table, Verb.NAME)) == 17, "any card of this game"
    assert {N, "waste", "command-central"} <= offered(table, Verb.NAME)
    right = chance(act(table.copy(), with_card(Verb.NAME, X)), X)
    assert hand(right) == {"tower": 1, X: 1} and top(right) == []
    wrong = chance(act(table, with_card(Verb.NAME, X)), "waste")
    assert hand(wrong) == {"tower": 1} and top(wrong) == ["waste"]


@pytest.mark.rule("trains:K14")
def test_command_central_with_one_card_left() -> None:
    table = chance(act(lay(["command-central"], deck=["tower"]), play("command-central")), "tower")
    assert Verb.NAME not in verbs(table) and hand(table) == {"tower": 1}


@pytest.mark.rule("trains:K15")
def test_information_central() -> None:
    table = lay(["information-central"], deck=["tower", X, "waste", N, "skyscraper"])
    chance(act(table, play("information-central")), "tower", X, "waste", N)
    assert money(table) == 1 and offered(table, Verb.TAKE) == {"tower", X, "waste", N}
    act(table, with_card(Verb.TAKE, X))
    assert hand(table) == {X: 1} and offered(table, Verb.PUT) == {"tower", "waste", N}
    act(table, with_card(Verb.PUT, "tower"), with_card(Verb.PUT, N))
    assert top(table) == ["waste", N, "tower"], "the last card goes by itself"
    assert Verb.END in verbs(table)


@pytest.mark.rule("trains:K15")
def test_information_central_taking_none_of_few() -> None:
    table = lay(["information-central"], deck=["tower"], discard=[X])
    chance(act(table, play("information-central")), "tower", X)
    act(table, DONE, with_card(Verb.PUT, "tower"))
    assert top(table) == [X, "tower"] and hand(table) == {}


@pytest.mark.rule("trains:K16")
def test_collaboration() -> None:
    rails = {0: [SHINAGAWA], 1: [at(4, 5), at(4, 4)]}
    table = act(lay(["collaboration", "lay-rails"], rails=rails, money=2), play("collaboration"))
    assert waste(table) == 1, "its own"
    act(table, lay_rail(at(4, 5)))
    assert (money(table), waste(table)) == (2, 1)
    act(table, play("lay-rails"), lay_rail(at(4, 4)))
    assert (money(table), waste(table)) == (1, 2), "the city is paid for, the other Waste is taken"


@pytest.mark.rule("trains:K17")
def test_landfill() -> None:
    table = act(lay(["landfill", "waste", "waste", N]), play("landfill"))
    assert hand(table) == {N: 1} and pile(table, "waste") == 70


@pytest.mark.rule("trains:K18")
def test_garage() -> None:
    table = chance(act(lay(["garage", "waste"], deck=["tower", X, X]), play("garage")), "tower", X)
    assert offered(table, Verb.DISCARD) == {"waste", "tower", X}
    act(table, with_card(Verb.DISCARD, "waste"), with_card(Verb.DISCARD, "tower"))
    assert hand(table) == {X: 1} and discard(table) == {"waste": 1, "tower": 1} and money(table) == 1


@pytest.mark.rule("trains:K18")
def test_garage_with_too_few_cards() -> None:
    table = chance(act(lay(["garage"], deck=["tower"]), play("garage")), "tower")
    act(table, with_card(Verb.DISCARD, "tower"))
    assert hand(table) == {} and Verb.END in verbs(table)


@pytest.mark.rule("trains:K19")
def test_dump_site_before_and_after() -> None:
    rails = {0: [SHINAGAWA], 1: [at(4, 5)]}
    cards = ["lay-rails", "lay-rails", "dump-site", "station-expansion"]
    table = lay(cards, rails=rails, money=9, deck=["tower"] * 5)
    act(table, play("lay-rails"), play("dump-site"))
    assert waste(table) == 1, "what came before stays"
    act(
        table,
        play("lay-rails"),
        lay_rail(at(4, 5)),
        play("station-expansion"),
        station(KICHIJOJI),
        buy("apartment"),
    )
    assert waste(table) == 1, "rails, sharing, station, building: none any more"
    chance(act(table, END), *["tower"] * 5)
    assert table.state.no_waste == 0


@pytest.mark.rule("trains:K20")
def test_switchback() -> None:
    table = act(
        lay(["switchback", LIMITED, "lay-rails"]), play("lay-rails"), play(LIMITED), play("switchback")
    )
    assert offered(table, Verb.SEND_BACK) == {LIMITED}
    act(table, with_card(Verb.SEND_BACK, LIMITED))
    assert top(table) == [LIMITED] and money(table) == 4 and LIMITED not in in_play(table)
    act(table, END)
    assert hand(table) == {LIMITED: 1}, "the known card needs no chance"
    assert table.actor == CHANCE


@pytest.mark.rule("trains:K21")
def test_ironworks() -> None:
    table = lay(["lay-rails", "lay-rails", "lay-rails", "station-expansion", "ironworks", "ironworks"])
    act(table, play("lay-rails"), play("ironworks"))
    assert money(table) == 1, "not for cards played before"
    act(table, play("lay-rails"))
    assert money(table) == 3
    act(table, play("ironworks"), plain("lay-rails"))
    assert money(table) == 8 and waste(table) == 2, "two add up, even without the effect"
    act(table, plain("station-expansion"))
    assert money(table) == 8, "a station is not green"


@pytest.mark.rule("trains:K22")
def test_signals() -> None:
    table = chance(act(lay(["signals"], deck=["tower", "waste", X]), play("signals")), "tower", "waste")
    assert verbs(table) == {Verb.KEEP, Verb.DROP} and hand(table) == {"tower": 1}
    kept = act(table.copy(), KEEP)
    assert top(kept) == ["waste"] and discard(kept) == {}
    act(table, DROP)
    assert top(table) == [] and discard(table) == {"waste": 1}


@pytest.mark.rule("trains:K22")
def test_signals_with_one_card_left() -> None:
    table = chance(act(lay(["signals"], deck=["tower"]), play("signals")), "tower")
    assert Verb.END in verbs(table), "there is nothing to look at"


@pytest.mark.rule("trains:K23")
def test_holiday_timetable() -> None:
    table = act(lay(["holiday-timetable"]), play("holiday-timetable"))
    assert money(table) == 3 and in_play(table) == {} and zone(table, "trash")["holiday-timetable"] == 1
    assert pile(table, "holiday-timetable") == 9, "it does not go back to the supply"


@pytest.mark.rule("trains:K24")
def test_temporary_timetable() -> None:
    deck = ["tower", "waste", "waste", X, "tourist-train", "apartment"]
    table = act(lay(["temporary-timetable"], deck=deck), play("temporary-timetable"))
    chance(table, "waste", X, "tower", "tourist-train")
    assert hand(table) == {X: 1, "tourist-train": 1} and discard(table) == {"waste": 1, "tower": 1}
    assert zone(table, "deck", 0) == {"waste": 1, "apartment": 1} and zone(table, "aside") == {}


@pytest.mark.rule("trains:K24")
def test_temporary_timetable_runs_out() -> None:
    table = act(lay(["temporary-timetable"], deck=["tower"], discard=[X]), play("temporary-timetable"))
    chance(table, "tower", X)
    assert hand(table) == {X: 1} and discard(table) == {"tower": 1}


@pytest.mark.rule("trains:K25")
def test_amusement_park() -> None:
    table = lay(["amusement-park", "amusement-park", N, LIMITED], money=0)
    act(table, play(N), play("amusement-park"))
    assert money(table) == 3
    act(table, play(LIMITED), play("amusement-park"))
    assert money(table) == 10, "the printed value of the best one"


@pytest.mark.rule("trains:K27")
def test_station_crew() -> None:
    table = act(lay(["station-crew", "waste"], deck=["tower"]), play("station-crew"))
    assert table.moves() == [crew(CREW_DRAWS), crew(CREW_EARNS), crew(CREW_RETURNS)]
    assert hand(chance(act(table.copy(), crew(CREW_DRAWS)), "tower")) == {"waste": 1, "tower": 1}
    assert money(act(table.copy(), crew(CREW_EARNS))) == 1
    act(table, crew(CREW_RETURNS))
    assert hand(table) == {} and pile(table, "waste") == 70
    assert act(lay(["station-crew"]), play("station-crew")).moves() == [crew(CREW_EARNS)]


@pytest.mark.rule("trains:K28")
@pytest.mark.rule("trains:K36")
@pytest.mark.rule("trains:K38")
@pytest.mark.rule("trains:K39")
@pytest.mark.parametrize(
    ("card", "river", "mountain", "city", "remote", "shared"),
    [
        ("lay-rails", 1, 2, 3, 3, 1),
        ("steel-bridge", 0, 2, 3, 3, 1),
        ("tunnel", 1, 0, 3, 3, 1),
        ("viaduct", 1, 2, 0, 3, 1),
        ("subway-excavation", 0, 0, 0, 0, 0),
    ],
)
def test_cards_that_save_surcharges(
    card: str, river: int, mountain: int, city: int, remote: int, shared: int
) -> None:
    prices: list[int] = []
    for start, goal, stations, rivals in (
        (at(2, 2), at(2, 1), {}, YOKOHAMA),
        (at(0, 2), at(0, 1), {}, YOKOHAMA),
        (at(2, 1), at(2, 2), {at(2, 2): 2}, YOKOHAMA),
        (KASHIWA, NARITA, {}, YOKOHAMA),
        (SHINAGAWA, at(4, 5), {}, at(4, 5)),
    ):
        table = lay([card], rails={0: [start], 1: [rivals]}, stations=stations, money=9)
        act(table, play(card), lay_rail(goal))
        prices.append(9 - money(table))
        assert waste(table) == (2 if rivals == goal else 1), "the Waste is taken all the same"
    assert prices == [river, mountain, city, remote, shared]


@pytest.mark.rule("trains:K29")
def test_pulling() -> None:
    table = lay(["pulling"], discard=[X, "tower", "mail-train"], money=6)
    act(table, buy(LIMITED), play("pulling"))
    assert offered(table, Verb.FETCH) == {X, "mail-train"}, "not what was received this turn"
    act(table, with_card(Verb.FETCH, "mail-train"))
    assert hand(table) == {"mail-train": 1} and discard(table) == {X: 1, "tower": 1}


@pytest.mark.rule("trains:K31")
def test_bullet_train() -> None:
    table = act(lay(["bullet-train", "bullet-train", N, N]), plain("bullet-train"))
    assert play("bullet-train") not in table.moves(), "no Normal Train is in play yet"
    act(table, play(N), play(N), play("bullet-train"))
    assert money(table) == 5, "one more, not two"


@pytest.mark.rule("trains:K32")
def test_freight_train() -> None:
    table = act(lay(["freight-train", "waste", "waste", "waste"]), play("freight-train"))
    assert table.moves() == [sell(1), sell(2), sell(3)]
    act(table, sell(2))
    assert money(table) == 3 and hand(table) == {"waste": 1} and pile(table, "waste") == 69


@pytest.mark.rule("trains:K33")
def test_tourist_train() -> None:
    table = act(lay(["tourist-train", "tourist-train"]), play("tourist-train"), play("tourist-train"))
    assert table.state.track[0] == 2 and money(table) == 2 and table.scores() == [2, 0]


@pytest.mark.rule("trains:K33")
@pytest.mark.rule("trains:P4")
def test_the_score_track_has_no_end() -> None:
    table = lay(["tourist-train"])
    table.state.track[0] = 127
    act(table, play("tourist-train"))
    assert table.state.track[0] == 128 and table.scores() == [128, 0]


@pytest.mark.rule("trains:K34")
def test_early_train() -> None:
    table = lay(["early-train"], money=9, deck=["waste"])
    assert not offered(table, Verb.BUY_ON_TOP)
    act(table, play("early-train"), buy_on_top("apartment"), buy_on_top(X), buy(X))
    assert top(table) == [X, "apartment"], "the last one bought lies on top"
    assert received(table) == {"waste": 1, X: 1}
    act(table, END)
    assert hand(table) == {X: 1, "apartment": 1} and table.state.early == 0


@pytest.mark.rule("trains:K35")
def test_mail_train() -> None:
    table = act(lay(["mail-train", "waste", "waste", "tower"]), play("mail-train"))
    act(table, with_card(Verb.DISCARD, "waste"), with_card(Verb.DISCARD, "tower"))
    assert money(table) == 3
    act(table, DONE)
    assert hand(table) == {"waste": 1} and discard(table) == {"waste": 1, "tower": 1}


@pytest.mark.rule("trains:K37")
def test_wagon_factory() -> None:
    table = act(lay(["wagon-factory", N, X], kinds=["tourist-train", "early-train"]), play("wagon-factory"))
    assert offered(table, Verb.TRASH) == {N, X}
    cheap = act(table.copy(), with_card(Verb.TRASH, N))
    assert offered(cheap, Verb.RECEIVE) == {X, "tourist-train"}
    act(table, with_card(Verb.TRASH, X))
    assert offered(table, Verb.RECEIVE) == {X, LIMITED, "tourist-train", "early-train"}, "cheaper ones too"
    act(table, with_card(Verb.RECEIVE, LIMITED))
    assert hand(table) == {N: 1, LIMITED: 1} and zone(table, "trash")[X] == 1
    assert play(LIMITED) in table.moves()


@pytest.mark.rule("trains:K37")
def test_wagon_factory_with_nothing_to_receive() -> None:
    table = lay(["wagon-factory", N], supply={X: 0})
    assert play("wagon-factory") not in table.moves(), "the cheapest Train costs 6"
    table = lay(["wagon-factory", N, X], supply={X: 0})
    act(table, play("wagon-factory"))
    assert offered(table, Verb.TRASH) == {X}


def test_every_card_has_a_rule_of_its_own_number() -> None:
    assert sorted(ID.values()) == list(range(1, 40))
