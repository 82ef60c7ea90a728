"""Trains, the end and the points: E1 to E5, P1 to P5."""

import pytest

from rotonde.games.trains.rules import EMPTY_PILES, LAST_RAIL, LAST_STATION, TOO_LONG, Verb
from rotonde.kernel.handle import Table
from rotonde.kernel.subset import OVER
from tests.games.trains.laying import (
    END,
    HACHIOJI,
    IKEBUKURO,
    KICHIJOJI,
    NARITA,
    SHINAGAWA,
    TOKYO,
    YOKOHAMA,
    act,
    at,
    buy,
    chance,
    hexes_offered,
    lay,
    lay_rail,
    play,
    station,
)

FIVE = ["normal-train"] * 5
# All but the last of the thirty stations, and twenty hexes that hang together.
NEARLY_ALL = {12: 2, 4: 2, 6: 2, 19: 3, 21: 2, 25: 2, 34: 2, 35: 2, 37: 2, 39: 2, 44: 2, 50: 2, 68: 3, 70: 1}
TWENTY = [at(row, column) for row in (2, 3) for column in range(9)] + [at(4, 0), at(4, 1)]


def ended(table: Table) -> int:
    """Why the game ended, once this turn is over; 0 if it goes on."""
    chance(act(table, END), *FIVE)
    assert (table.actor == OVER) == (table.state.ended != 0)
    return table.state.ended


@pytest.mark.rule("trains:E1")
def test_four_empty_piles_end_the_game() -> None:
    three = {"tower": 0, "lay-rails": 0, "landfill": 0}
    assert ended(lay(deck=FIVE, supply=three)) == 0
    assert ended(lay(deck=FIVE, supply=three | {"waste": 0})) == 0, "Waste does not count"
    assert ended(lay(deck=FIVE, supply=three | {"express-train": 0})) == EMPTY_PILES


@pytest.mark.rule("trains:E1")
def test_a_pile_bought_empty_counts_at_the_end_of_the_turn() -> None:
    supply = {"tower": 0, "lay-rails": 0, "landfill": 0, "apartment": 1}
    table = act(lay(deck=FIVE, supply=supply, money=6), buy("apartment"))
    assert table.actor == 0, "the turn goes on"
    act(table, buy("express-train"))
    assert ended(table) == EMPTY_PILES


@pytest.mark.rule("trains:E2")
def test_the_twentieth_rail_ends_the_game() -> None:
    assert len(TWENTY) == 20
    rails = {0: TWENTY[:-1], 1: [YOKOHAMA]}
    table = act(lay(["lay-rails", "lay-rails"], rails=rails, deck=FIVE, money=5), play("lay-rails"))
    act(table, lay_rail(TWENTY[-1]), play("lay-rails"))
    assert table.state.rails[0] == 20, "the starting rail is one of them"
    assert not hexes_offered(table, Verb.LAY), "there is none left to lay"
    assert ended(table) == LAST_RAIL
    assert ended(lay(rails=rails, deck=FIVE)) == 0


@pytest.mark.rule("trains:E3")
def test_the_thirtieth_station_ends_the_game() -> None:
    table = lay(["station-expansion"], stations=NEARLY_ALL, deck=FIVE)
    act(table, play("station-expansion"), station(70))
    assert ended(table) == LAST_STATION
    assert ended(lay(stations=NEARLY_ALL, deck=FIVE)) == 0


@pytest.mark.rule("trains:E4")
@pytest.mark.parametrize("active", [0, 1, 2])
def test_the_game_stops_at_once_after_the_turn(active: int) -> None:
    four: dict[str, int] = dict.fromkeys(("tower", "lay-rails", "landfill", "apartment"), 0)
    rails = {0: [SHINAGAWA], 1: [IKEBUKURO], 2: [YOKOHAMA]}
    table = lay(deck=FIVE, supply=four, players=3, active=active, rails=rails)
    assert ended(table) == EMPTY_PILES and table.state.active == active
    assert table.moves() == [] and table.state.hand_count[active] == 5


@pytest.mark.rule("trains:E5")
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_without_end_is_stopped(players: int) -> None:
    assert ended(lay(deck=FIVE, turn=100 * players - 1, players=players)) == 0
    assert ended(lay(deck=FIVE, turn=100 * players, players=players)) == TOO_LONG


# ---------------------------------------------------------------- points


@pytest.mark.rule("trains:P1")
@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 2), (2, 4), (3, 8)])
def test_rails_in_cities_score_by_the_stations(count: int, points: int) -> None:
    rails = {0: [HACHIOJI], 1: [HACHIOJI, at(2, 1)]}
    assert lay(rails=rails, stations={HACHIOJI: count, TOKYO: 2}).scores() == [points, points]


@pytest.mark.rule("trains:P2")
def test_rails_in_remote_places_score_their_number() -> None:
    assert lay(rails={0: [NARITA], 1: [at(0, 0)]}).scores() == [3, 4]
    assert lay(rails={0: [at(4, 9)], 1: [at(2, 1)]}).scores() == [2, 0]


@pytest.mark.rule("trains:P3")
def test_gold_cards_count_wherever_they_are() -> None:
    table = lay(["tower"], deck=["skyscraper"], discard=["apartment", "tower"], top=["apartment"], money=3)
    assert table.scores() == [10, 0]
    assert act(table, buy("apartment")).scores() == [11, 0]
    assert lay(others={1: ["skyscraper", "waste"]}).scores() == [0, 4]


@pytest.mark.rule("trains:P4")
def test_points_of_the_track_are_added() -> None:
    table = lay(["tourist-train"], stations={SHINAGAWA: 2})
    assert act(table, play("tourist-train")).scores() == [5, 0]


@pytest.mark.rule("trains:P5")
def test_ties() -> None:
    four: dict[str, int] = dict.fromkeys(("tower", "lay-rails", "landfill", "apartment"), 0)

    def winners(*laid: list[int], cards: dict[int, list[str]] | None = None) -> list[int]:
        rails = dict(enumerate(laid))
        table = lay(deck=FIVE, supply=four, players=len(laid), rails=rails, others=cards)
        chance(act(table, END), *FIVE)
        return table.winners()

    assert winners([KICHIJOJI], [SHINAGAWA]) == [0, 1], "shared"
    assert winners([KICHIJOJI, at(2, 3)], [SHINAGAWA]) == [0], "more rails"
    assert winners([KICHIJOJI, at(2, 3)], [SHINAGAWA], cards={1: ["tower"]}) == [1], "points come first"
    assert winners([KICHIJOJI], [SHINAGAWA, at(4, 5)], [YOKOHAMA, at(7, 2)]) == [1, 2]
