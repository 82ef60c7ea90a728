"""Trains: the example game of the rulebook, move by move."""

import pytest

from rotonde.games.trains.check import problems
from rotonde.games.trains.rules import Verb
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import pack
from tests.games.trains.laying import (
    END,
    GAME,
    ID,
    IKEBUKURO,
    KICHIJOJI,
    SHINAGAWA,
    SHINJUKU,
    TACHIKAWA,
    act,
    at,
    buy,
    chance,
    discard,
    hand,
    in_play,
    lay_rail,
    money,
    pile,
    play,
    received,
    station,
    zone,
)

BLUE, YELLOW, RED = range(3)
N, RAILS, STATION = "normal-train", "lay-rails", "station-expansion"


def draw(table: Table, **cards: int) -> None:
    """The five cards that somebody draws."""
    for card, count in cards.items():
        chance(table, *[card.replace("_", "-")] * count)


@pytest.mark.rule("trains:S8")
@pytest.mark.rule("trains:T1")
@pytest.mark.rule("trains:T8")
@pytest.mark.rule("trains:T9")
def test_the_example_game() -> None:
    table = GAME.new(3, {"board": "tokyo", "cards": "beginner-tokyo", "first": "chair-1"})
    names = (
        "landfill",
        "conductors-station",
        "passing-station",
        "holiday-timetable",
        "steel-bridge",
        "amusement-park",
        "maintenance-factory",
        "dump-site",
    )
    assert {card for card in table.state.kind if card > 9} == {ID[name] for name in names}
    draw(table, normal_train=2, lay_rails=2, station_expansion=1)
    draw(table, normal_train=4, station_expansion=1)
    draw(table, normal_train=4, station_expansion=1)

    # Everybody places a starting rail.
    for one in (SHINAGAWA, IKEBUKURO, TACHIKAWA):
        act(table, pack(Verb.START, one))

    # Blue lays on the plain to the left, then in Shinjuku for 1, then builds a station there.
    assert table.actor == BLUE and hand(table, BLUE) == {N: 2, RAILS: 2, STATION: 1}
    act(table, play(RAILS), lay_rail(at(4, 5)))
    assert money(table) == 0 and received(table) == {"waste": 1}
    act(table, play(N), play(RAILS), lay_rail(SHINJUKU))
    assert money(table) == 0 and received(table) == {"waste": 2}
    act(table, play(STATION), station(SHINJUKU))
    assert received(table) == {"waste": 3} and hand(table, BLUE) == {N: 1}
    assert sum(in_play(table).values()) == 4
    act(table, END)
    assert discard(table, BLUE) == {N: 2, RAILS: 2, STATION: 1, "waste": 3}
    draw(table, normal_train=5)

    # Yellow builds in Ikebukuro and buys an Amusement Park with 4; Red does the same in Tachikawa.
    for who, city in ((YELLOW, IKEBUKURO), (RED, TACHIKAWA)):
        assert table.actor == who and hand(table, who) == {N: 4, STATION: 1}
        act(table, play(STATION), station(city), play(N), play(N), play(N), play(N))
        assert money(table) == 4
        act(table, buy("amusement-park"))
        assert money(table) == 0 and received(table) == {"waste": 1, "amusement-park": 1}
        act(table, END)
        assert sum(discard(table, who).values()) == 7
        draw(table, normal_train=3, lay_rails=2)

    # Blue buys a Dump Site with 5, then has to shuffle.
    assert table.actor == BLUE and hand(table, BLUE) == {N: 5}
    act(table, play(N), play(N), play(N), play(N), play(N), buy("dump-site"))
    assert received(table) == {"dump-site": 1}
    assert sum(discard(table, BLUE).values()) == 8
    act(table, END)
    assert discard(table, BLUE) == {}, "the deck was empty: the discard pile is the new deck"
    assert zone(table, "deck", BLUE) == {N: 7, RAILS: 2, STATION: 1, "waste": 3, "dump-site": 1}
    draw(table, normal_train=5)

    # Yellow lays to the left of Ikebukuro, then in Kichijoji for 1, and buys a Conductor's Station with 2.
    assert table.actor == YELLOW and hand(table, YELLOW) == {N: 3, RAILS: 2}
    act(table, play(RAILS), lay_rail(at(2, 5)), play(N), play(RAILS), lay_rail(KICHIJOJI))
    assert money(table) == 0 and received(table) == {"waste": 2}
    act(table, play(N), play(N), buy("conductors-station"))
    assert received(table) == {"waste": 2, "conductors-station": 1}
    act(table, END)
    draw(table, normal_train=5)

    # Red lays to the right of Tachikawa, then on the plain at the lower left of Kichijoji, and buys an Express Train.
    assert table.actor == RED and hand(table, RED) == {N: 3, RAILS: 2}
    act(table, play(RAILS), lay_rail(at(2, 3)), play(RAILS), lay_rail(at(3, 3)))
    assert money(table) == 0 and received(table) == {"waste": 2}
    act(table, play(N), play(N), play(N), buy("express-train"))
    assert received(table) == {"waste": 2, "express-train": 1}
    act(table, END)
    draw(table, normal_train=5)

    assert table.actor == BLUE and table.state.turn == 7
    assert table.state.rails.tolist() == [3, 3, 3, 0] and table.state.stations == 3
    assert pile(table, "waste") == 70 - 3 - 1 - 1 - 2 - 2
    assert table.scores() == [2, 2, 2]
    assert problems(table) == []
