"""Trains, the box and the set-up: C1 to C5, S1 to S8."""

import random
from collections import Counter
from typing import Any

import pytest

from rotonde.games.trains import box as trains_box
from rotonde.games.trains.check import problems
from rotonde.games.trains.rules import CITY, REMOTE, SEA, START, Verb
from rotonde.kernel.errors import BadOption
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.subset import CHANCE
from tests.games.trains.laying import GAME, ID, NAME, PLACE, act, at, lay, zone

BOARDS = ("tokyo", "osaka")
all_counts = pytest.mark.parametrize("players", [2, 3, 4])
both_boards = pytest.mark.parametrize("board", BOARDS)


def start(players: int = 2, seed: int = 0, **options: Any) -> Table:
    """A table where everybody has drawn five cards."""
    table = GAME.new(players, options)
    table.deal(random.Random(seed))
    assert problems(table) == []
    return table


# ---------------------------------------------------------------- the box


@pytest.mark.rule("trains:C1")
def test_five_hundred_cards_of_39_kinds() -> None:
    cards = trains_box.cards()
    assert len(cards) == len({card["id"] for card in cards}) == 39
    assert sum(card["copies"] for card in cards) == 500
    assert Counter(card["pile"] for card in cards) == {"always": 8, "chosen": 30, "none": 1}
    assert all(card["copies"] == 10 for card in cards if card["pile"] == "chosen")
    for lang in ("fr", "en"):
        assert len({card[lang] for card in cards}) == 39


@pytest.mark.rule("trains:C2")
def test_types() -> None:
    kinds = Counter("+".join(card["types"]) for card in trains_box.cards() if card["pile"] == "chosen")
    assert kinds == {"action": 20, "train+action": 5, "rail": 5}
    for name in ("lay-rails", "tunnel", "station-expansion"):
        assert not GAME.box(2, GAME.check_options(2, {})).action[ID[name]]


@pytest.mark.rule("trains:C3")
@both_boards
def test_boards(board: str) -> None:
    hexes = trains_box.hexes(board)
    assert len(hexes) == 76
    kinds = Counter(terrain for terrain, _, _ in hexes)
    slots = sum(number for terrain, number, _ in hexes if terrain == "city")
    remote = sorted(number for terrain, number, _ in hexes if terrain == "remote")
    if board == "tokyo":
        assert kinds == {"city": 22, "remote": 6, "plain": 12, "river": 16, "mountain": 10, "sea": 10}
        assert (slots, remote) == (39, [2, 2, 3, 3, 4, 4])
    else:
        assert kinds == {"city": 24, "remote": 8, "plain": 9, "river": 10, "mountain": 15, "sea": 10}
        assert (slots, remote) == (35, [2, 2, 3, 3, 3, 3, 4, 4])
    assert all(1 <= number <= 3 for terrain, number, _ in hexes if terrain == "city")


@pytest.mark.rule("trains:C3")
@both_boards
def test_neighbours_are_mutual_and_all_land_hangs_together(board: str) -> None:
    around = trains_box.neighbours(board)
    assert all(number in around[other] for number in range(76) for other in around[number])
    land = [number for number, (terrain, _, _) in enumerate(trains_box.hexes(board)) if terrain != "sea"]
    reached, waiting = {land[0]}, [land[0]]
    while waiting:
        near = [other for other in around[waiting.pop()] if other in land and other not in reached]
        reached.update(near)
        waiting += near
    assert sorted(reached) == land and len(land) == 66


@pytest.mark.rule("trains:C4")
def test_blocked_borders_are_no_neighbours() -> None:
    around = trains_box.neighbours("tokyo")
    centre = [
        PLACE[name] for name in ("Ikebukuro-Ueno", "Shinjuku-Shibuya", "Tokyo-Akihabara", "Shinagawa-Meguro")
    ]
    assert all(other not in around[one] for one in centre for other in centre)
    by_land = [other for other in around[PLACE["Chiba"]] if trains_box.hexes("tokyo")[other][0] != "sea"]
    assert by_land == [PLACE["Funabashi"]]
    assert len(trains_box.blocked("tokyo")) == 7 and len(trains_box.blocked("osaka")) == 11
    osaka = {name: number for number, (_, _, name) in enumerate(trains_box.hexes("osaka")) if name}
    assert trains_box.neighbours("osaka")[osaka["Kameoka"]] == (at(0, 7, "osaka"),)


@pytest.mark.rule("trains:C5")
@both_boards
def test_twenty_rails_and_thirty_stations(board: str) -> None:
    made: Any = GAME.box(2, GAME.check_options(2, {"board": board}))
    assert made.station_tokens == 30
    table = lay(rails={0: list(range(19)), 1: [PLACE["Haneda"]]})
    assert table.state.rails[0] == 19


# ---------------------------------------------------------------- setting up


@pytest.mark.rule("trains:S1")
@both_boards
def test_the_board_is_chosen(board: str) -> None:
    table = GAME.new(2, {"board": board})
    cities = [name for terrain, _, name in trains_box.hexes(board) if terrain == "city"]
    assert sum(terrain == CITY for terrain in table.box.terrain) == len(cities)


@pytest.mark.rule("trains:S2")
@all_counts
def test_nobody_has_points_or_rails_yet(players: int) -> None:
    table = start(players)
    assert table.scores() == [0] * players
    assert table.state.rails.tolist() == [0] * 4 and table.state.track.tolist() == [0] * 4


@pytest.mark.rule("trains:S3")
@all_counts
def test_ten_cards_each(players: int) -> None:
    table = GAME.new(players)
    for seat in range(players):
        assert zone(table, "deck", seat) == {"normal-train": 7, "lay-rails": 2, "station-expansion": 1}
    assert table.state.supply[ID["normal-train"]] == 0
    assert all(a_of(move) != ID["normal-train"] for move in table.moves() if verb_of(move) == Verb.BUY)


@pytest.mark.rule("trains:S4")
@all_counts
def test_the_supply(players: int) -> None:
    supply = zone(GAME.new(players), "supply")
    always = {name: count for name, count in supply.items() if ID[name] < 10}
    assert always == {
        "express-train": 20,
        "limited-express-train": 10,
        "lay-rails": 20 - 2 * players,
        "station-expansion": 20 - players,
        "apartment": 10,
        "tower": 10,
        "skyscraper": 10,
        "waste": 70,
    }
    assert len(supply) == 16 and all(count == 10 for name, count in supply.items() if ID[name] > 9)


@pytest.mark.rule("trains:S5")
def test_eight_kinds_at_random_each_as_likely() -> None:
    table = GAME.new(2, {"cards": "random"})
    left = list(range(10, 40))
    for card in (12, 39, 10, 25, 31, 17, 28, 11):
        assert table.actor == CHANCE
        assert table.chances() == [(pack(Verb.PILE, one), 1) for one in left]
        act(table, pack(Verb.PILE, card))
        left.remove(card)
    assert [card for card in table.state.kind if card > 9] == [12, 39, 10, 25, 31, 17, 28, 11]
    assert verb_of(table.moves()[0]) == Verb.FIRST


@pytest.mark.rule("trains:S5")
def test_landfill_and_seven_others() -> None:
    table = start(cards="landfill")
    kinds = table.state.kind.tolist()
    assert ID["landfill"] in kinds and len(set(kinds)) == 17
    assert sum(verb_of(move) == Verb.PILE for move in table.history) == 7


@pytest.mark.rule("trains:S5")
@pytest.mark.parametrize(
    ("name", "cards"),
    [
        (
            "beginner-tokyo",
            "Landfill, Conductor’s Station, Holiday Timetable, Passing Station, Amusement Park, Steel Bridge, "
            "Dump Site, Maintenance Factory",
        ),
        (
            "beginner-osaka",
            "Landfill, Bullet Train, Garage, Tourist Train, Ironworks, Stationmaster’s Office, Tunnel, "
            "Temporary Timetable",
        ),
        (
            "reforming-and-tunneling",
            "Signals, Pulling, Information Central, Freight Train, Wagon Factory, Early Train, Signaling Area, "
            "Subway Excavation",
        ),
        (
            "holiday-pass",
            "Landfill, Station Crew, Holiday Timetable, Tourist Train, Mail Train, Viaduct, Maintenance Factory, "
            "Control Room",
        ),
    ],
)
def test_recommended_sets(name: str, cards: str) -> None:
    table = GAME.new(2, {"cards": name})
    kinds = [card for card in table.state.kind if card > 9]
    assert [trains_box.cards()[card - 1]["en"] for card in kinds] == cards.split(", ")
    assert verb_of(table.moves()[0]) == Verb.FIRST


@pytest.mark.rule("trains:S5")
def test_cards_are_chosen_by_their_names_in_both_languages() -> None:
    wanted = [ID["landfill"], ID["temporary-timetable"], ID["stationmasters-office"], ID["switchback"]]
    for text in (
        "landfill,temporary-timetable,stationmasters-office,switchback",
        "Décharge, Horaires temporaires, Bureau du chef de gare, Échangeur",
        " decharge ,HORAIRES TEMPORAIRES, bureau du chef de gare,echangeur",
        "Landfill, Temporary Timetable, Stationmaster's Office, Switchback",
    ):
        assert trains_box.chosen_cards(text) == wanted
    for card in trains_box.cards()[9:]:
        for lang in ("fr", "en"):
            assert trains_box.chosen_cards(card[lang]) == [ID[card["id"]]]


@pytest.mark.rule("trains:S5")
def test_the_lot_fills_up_a_choice_of_fewer_than_eight() -> None:
    table = start(chosen="TGV, Décharge")
    kinds = [card for card in table.state.kind if card > 9]
    assert kinds[:2] == [ID["bullet-train"], ID["landfill"]] and len(set(kinds)) == 8
    assert sum(verb_of(move) == Verb.PILE for move in table.history) == 6


@pytest.mark.rule("trains:S5")
def test_a_choice_has_a_name_that_gives_it_again() -> None:
    rng = random.Random(1)
    names = {trains_box.name_of(range(10, 18)), trains_box.name_of(range(32, 40))}
    for _ in range(200):
        cards = sorted(rng.sample(range(10, 40), 8))
        name = trains_box.name_of(cards)
        names.add(name)
        assert trains_box.cards_named(name) == cards
        assert sorted(card for card in GAME.new(2, {"chosen": name}).state.kind if card > 9) == cards
    assert len(names) == 202
    drawn = start(cards="random", seed=5)
    again = GAME.new(2, {"chosen": trains_box.name_of(card for card in drawn.state.kind if card > 9)})
    assert set(again.state.kind) == set(drawn.state.kind)


@pytest.mark.rule("trains:S5")
@pytest.mark.parametrize(
    "text",
    [
        "zuzuzuzu",
        "babababab",
        "landfill, landfill",
        "Décharge, landfill",
        "waste",
        "no such card",
        "landfill,",
        ",",
        ",".join(card["id"] for card in trains_box.cards()[9:18]),
    ],
)
def test_other_choices_are_refused(text: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.new(2, {"chosen": text})
    assert refused.value.told["fr"].text != refused.value.told["en"].text


@pytest.mark.rule("trains:S6")
@all_counts
def test_who_begins_is_drawn_or_chosen(players: int) -> None:
    table = GAME.new(players)
    assert table.chances() == [(pack(Verb.FIRST, seat), 1) for seat in range(players)]
    for seat in range(players):
        assert start(players, first=f"chair-{seat + 1}").actor == seat
    for missing in range(players + 1, 5):
        with pytest.raises(BadOption) as refused:
            start(players, first=f"chair-{missing}")
        assert str(missing) in refused.value.told["fr"].text
    last = players - 1
    act(table, pack(Verb.FIRST, last))
    table.deal(random.Random(1))
    order: list[int] = []
    while table.state.phase == START:
        order.append(table.actor)
        act(table, table.moves()[0])
    assert order == [(last + step) % players for step in range(players)]
    assert table.actor == last


@pytest.mark.rule("trains:S7")
@all_counts
def test_five_cards_each_before_the_first_rail(players: int) -> None:
    table = start(players)
    assert table.state.hand_count.tolist()[:players] == [5] * players
    assert table.state.deck_count.tolist()[:players] == [5] * players
    assert table.state.phase == START


@pytest.mark.rule("trains:S8")
@both_boards
def test_where_the_first_rail_may_lie(board: str) -> None:
    table = start(3, board=board, first="chair-1")
    terrain = table.box.terrain.tolist()
    free = [number for number in range(76) if terrain[number] not in (SEA, REMOTE)]
    assert len(free) == {"tokyo": 60, "osaka": 58}[board]
    assert [a_of(move) for move in table.moves()] == free
    act(table, pack(Verb.START, free[5]))
    assert [a_of(move) for move in table.moves()] == [one for one in free if one != free[5]]
    act(table, pack(Verb.START, free[6]), pack(Verb.START, free[0]))
    assert table.state.rails.tolist() == [1, 1, 1, 0]
    assert table.state.supply[ID["waste"]] == 70 and table.state.money == 0
    assert (table.actor, table.state.turn) == (0, 1)


def test_names_of_cards_are_in_both_languages() -> None:
    assert NAME[9] == "waste"
    assert {card["fr"] for card in trains_box.cards()} & {card["en"] for card in trains_box.cards()} == {
        "Tunnel"
    }
