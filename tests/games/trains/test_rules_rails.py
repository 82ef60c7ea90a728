"""Trains, rails and stations: L1 to L7."""

from typing import Any

import pytest

from rotonde.games.trains import box as trains_box
from rotonde.games.trains.rules import Verb
from tests.games.trains.laying import (
    END,
    FUNABASHI,
    HACHIOJI,
    IKEBUKURO,
    KASHIWA,
    KICHIJOJI,
    NARITA,
    PLACE,
    SHINAGAWA,
    SHINJUKU,
    TACHIKAWA,
    TOKYO,
    TSUKUBA,
    YOKOHAMA,
    act,
    at,
    chance,
    hexes_offered,
    lay,
    lay_rail,
    money,
    plain,
    play,
    station,
    waste,
)

RICH = 20


def may_lay_at(rails: dict[int, list[int]], cards: tuple[str, ...] = ("lay-rails",), **more: Any) -> set[int]:
    """Where the active player may lay after playing these cards."""
    table = lay(list(cards), rails=rails, **{"money": RICH, **more})
    act(table, *[play(card) for card in cards])
    return hexes_offered(table, Verb.LAY)


def price(one: int, cards: tuple[str, ...] = ("lay-rails",), **more: Any) -> tuple[int, int]:
    """What laying on a hex costs, and how much Waste it brings, after playing these cards beside it."""
    near = next(
        other for other in trains_box.neighbours("tokyo")[one] if trains_box.hexes("tokyo")[other][0] != "sea"
    )
    rails = {0: [near]} | more.pop("rivals", {1: [PLACE["Haneda"]]})
    table = lay(list(cards), rails=rails, money=RICH, **more)
    act(table, *[play(card) for card in cards])
    before, taken = money(table), waste(table)
    act(table, lay_rail(one))
    return before - money(table), waste(table) - taken


PLAIN_HEX, RIVER_HEX, MOUNTAIN_HEX = at(4, 5), at(2, 1), at(0, 1)


@pytest.mark.rule("trains:L1")
def test_a_green_card_gives_a_point_to_use_now_or_later() -> None:
    table = act(lay(["lay-rails", "lay-rails", "normal-train"]), play("lay-rails"))
    assert table.state.rail_points == 1 and waste(table) == 1
    act(table, play("normal-train"), play("lay-rails"))
    assert table.state.rail_points == 2
    act(table, lay_rail(at(4, 5)), lay_rail(at(5, 5)))
    assert table.state.rail_points == 0 and table.state.rails[0] == 3
    assert not hexes_offered(table, Verb.LAY)


@pytest.mark.rule("trains:L1")
def test_points_left_over_are_lost_and_the_waste_stays() -> None:
    table = chance(act(lay(["lay-rails"], deck=["tower"] * 5), play("lay-rails"), END), *["tower"] * 5)
    assert table.state.rail_points == 0 and table.state.discard[0, 9] == 1


@pytest.mark.rule("trains:L1")
def test_without_its_effect_it_gives_no_point_and_no_waste() -> None:
    table = act(lay(["lay-rails"]), plain("lay-rails"))
    assert table.state.rail_points == 0 and waste(table) == 0


@pytest.mark.rule("trains:L2")
def test_next_to_an_own_rail_only() -> None:
    assert may_lay_at({0: [KICHIJOJI], 1: [YOKOHAMA]}) == set(trains_box.neighbours("tokyo")[KICHIJOJI])
    two = may_lay_at({0: [KICHIJOJI, at(2, 5)], 1: [YOKOHAMA]})
    around = trains_box.neighbours("tokyo")
    assert two == (set(around[KICHIJOJI]) | set(around[at(2, 5)])) - {KICHIJOJI, at(2, 5)}


@pytest.mark.rule("trains:L2")
def test_not_across_a_blocked_border() -> None:
    allowed = may_lay_at({0: [SHINAGAWA], 1: [YOKOHAMA]})
    assert SHINJUKU not in allowed and TOKYO not in allowed and at(4, 5) in allowed
    for one, other in trains_box.blocked("osaka"):
        rails = {0: [one], 1: [at(3, 7, "osaka")]}
        table = act(lay(["lay-rails"], board="osaka", rails=rails, money=RICH), play("lay-rails"))
        assert other not in hexes_offered(table, Verb.LAY)


@pytest.mark.rule("trains:L2")
def test_never_on_the_sea() -> None:
    assert may_lay_at({0: [PLACE["Haneda"]], 1: [YOKOHAMA]}) == {at(6, 5), at(7, 4)}


@pytest.mark.rule("trains:L3")
def test_one_own_rail_a_hex_but_several_players_may_share() -> None:
    allowed = may_lay_at({0: [KICHIJOJI, at(2, 5)], 1: [at(2, 3), at(3, 3)]})
    assert KICHIJOJI not in allowed and at(2, 5) not in allowed
    assert {at(2, 3), at(3, 3)} <= allowed


@pytest.mark.rule("trains:L4")
def test_surcharges() -> None:
    assert price(PLAIN_HEX) == (0, 0)
    assert price(RIVER_HEX) == (1, 0)
    assert price(MOUNTAIN_HEX) == (2, 0)
    assert price(KICHIJOJI) == (1, 0)
    assert price(HACHIOJI, stations={HACHIOJI: 1}) == (2, 0)
    assert price(HACHIOJI, stations={HACHIOJI: 3}) == (4, 0)
    assert price(NARITA) == (3, 0)
    assert price(TSUKUBA) == (4, 0)


@pytest.mark.rule("trains:L4")
@pytest.mark.parametrize("purse", range(5))
def test_one_must_be_able_to_pay(purse: int) -> None:
    allowed = may_lay_at({0: [KASHIWA], 1: [YOKOHAMA]}, money=purse)
    assert (NARITA in allowed) == (purse >= 3) and (TSUKUBA in allowed) == (purse >= 4)


@pytest.mark.rule("trains:L4")
@pytest.mark.rule("trains:L5")
def test_the_example_of_the_rulebook() -> None:
    """A city (+1) with two stations (+2) and a rail of another player (+1 and a Waste)."""
    assert price(TACHIKAWA, stations={TACHIKAWA: 2}, rivals={1: [TACHIKAWA]}) == (4, 1)


@pytest.mark.rule("trains:L5")
def test_rivals_cost_one_each_but_only_one_waste() -> None:
    assert price(PLAIN_HEX, rivals={1: [PLAIN_HEX]}) == (1, 1)
    four = {seat: [PLAIN_HEX] for seat in (1, 2, 3)}
    assert price(PLAIN_HEX, rivals=four, players=4) == (3, 1)
    assert price(NARITA, rivals={1: [NARITA], 2: [NARITA]}, players=3) == (5, 1)


@pytest.mark.rule("trains:L6")
def test_effects_last_until_the_end_of_the_turn_and_add_up() -> None:
    rails = {0: [at(0, 1)], 1: [YOKOHAMA]}
    table = lay(["lay-rails", "tunnel", "viaduct", "steel-bridge"], rails=rails, deck=["tower"] * 5)
    act(table, play("tunnel"), play("lay-rails"))
    assert table.state.rail_points == 2
    act(table, lay_rail(at(0, 2)), lay_rail(at(1, 1)))
    assert money(table) == 0, "both are mountains, whichever card pays for the second"
    act(table, play("viaduct"), play("steel-bridge"), lay_rail(at(1, 2)))
    chance(act(table, END), *["tower"] * 5)
    assert table.state.free == 0
    both = ("steel-bridge", "viaduct")
    assert price(RIVER_HEX, both) == price(KICHIJOJI, both) == (0, 0)


@pytest.mark.rule("trains:L6")
def test_they_cancel_money_not_waste() -> None:
    rivals = {1: [RIVER_HEX]}
    assert price(RIVER_HEX, ("steel-bridge",), rivals=rivals) == (1, 1)
    assert price(RIVER_HEX, ("subway-excavation",), rivals=rivals) == (0, 1)


@pytest.mark.rule("trains:L7")
def test_stations_in_any_city_with_a_free_place() -> None:
    table = act(lay(["station-expansion"], stations={KICHIJOJI: 1, TOKYO: 1}), play("station-expansion"))
    cities = {number for number, (kind, _, _) in enumerate(trains_box.hexes("tokyo")) if kind == "city"}
    assert hexes_offered(table, Verb.STATION) == cities - {KICHIJOJI}
    act(table, station(FUNABASHI))
    assert table.state.station[FUNABASHI] == 1 and table.state.stations == 3
    assert IKEBUKURO in cities
