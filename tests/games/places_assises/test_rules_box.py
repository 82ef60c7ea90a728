"""Places assises, what is in the box: C1 to C5, S1."""

import json
import re
from collections import deque
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import rotonde
from rotonde.games.places_assises.box import CARDS, CARS, PAIRS, arrangements
from rotonde.games.places_assises.rules import ACTIONS, FLOOR, NUMBER_KINDS, PASSENGER, SEAT, Verb
from rotonde.kernel.moves import pack
from tests.games.places_assises.laying import GAME, RED_1, act, at, discarded, lay, offered, walk

RULES = Path(__file__).parents[3] / "docs" / "rules"
JOINS = ("short", "long")


def box(players: int = 2, **options: Any) -> Any:
    return GAME.new(players, options).box


def boards_of(join: str) -> list[tuple[Any, int]]:
    one = box(cars="draw", join=join)
    return [(one, board) for board in range(one.boards)]


def reachable(one: Any, board: int, closed: set[int]) -> set[int]:
    """The squares that one can walk to from the doors without stepping on closed ones."""
    waiting = deque(one.door[board, door] for door in range(one.doors[board]))
    seen = set(waiting)
    while waiting:
        square = waiting.popleft()
        for there in one.link[board, square]:
            if there >= 0 and there not in seen and there not in closed:
                seen.add(there)
                waiting.append(there)
    return seen


def kinds(one: Any, board: int, kind: int) -> set[int]:
    return {square for square in range(90) if one.kind[board, square] == kind}


@pytest.mark.rule("places-assises:C1")
def test_there_are_eight_cars_of_five_by_nine_squares() -> None:
    data = json.loads((files("rotonde.games.places_assises") / "data" / "cars.json").read_text("utf-8"))
    assert [car["id"] for car in data["cars"]] == [f"T{number}" for number in range(1, 9)]
    for car in data["cars"]:
        assert [len(row) for row in car["rows"]] == [9] * 5
        assert set("".join(car["rows"])) <= set("SP.D")
        assert sum(row.count("D") for row in car["rows"]) == len(car["doors"])


@pytest.mark.rule("places-assises:C1")
def test_the_tiles_are_those_of_the_design() -> None:
    free = {car["id"]: sum(row.count("S") for row in car["rows"]) for car in CARS}
    assert free == {"T1": 18, "T2": 18, "T3": 18, "T4": 16, "T5": 19, "T6": 17, "T7": 18, "T8": 19}
    taken = {car["id"]: sum(row.count("P") for row in car["rows"]) for car in CARS}
    assert taken == {"T1": 10, "T2": 10, "T3": 10, "T4": 5, "T5": 13, "T6": 5, "T7": 14, "T8": 13}
    bars = {car["id"]: len(car["bars"]) for car in CARS}
    assert bars == {"T1": 16, "T2": 16, "T3": 16, "T4": 12, "T5": 8, "T6": 16, "T7": 8, "T8": 8}


@pytest.mark.rule("places-assises:C1")
@pytest.mark.parametrize("join", JOINS)
def test_every_pawn_can_find_a_seat_on_every_board(join: str) -> None:
    for one, board in boards_of(join):
        seats = kinds(one, board, SEAT)
        assert len(seats) > max(2 * 12, 3 * 10, 4 * 8)
        assert seats <= reachable(one, board, set()), "with Excuse me"


@pytest.mark.rule("places-assises:C2")
@pytest.mark.parametrize("join", JOINS)
def test_links_go_both_ways_and_floors_hang_together(join: str) -> None:
    for one, board in boards_of(join):
        for square in range(90):
            for side, there in enumerate(one.link[board, square]):
                if there >= 0:
                    assert one.link[board, there, side ^ 2] == square
        floor = kinds(one, board, FLOOR)
        assert reachable(one, board, set(range(90)) - floor) == floor


@pytest.mark.rule("places-assises:C2")
@pytest.mark.parametrize("join", JOINS)
def test_a_bench_has_two_seats_at_most_and_one_way_in(join: str) -> None:
    for one, board in boards_of(join):
        for square in kinds(one, board, SEAT) | kinds(one, board, PASSENGER):
            mate = one.mate[board, square]
            if mate >= 0:
                assert one.mate[board, mate] == square and mate % 9 == square % 9
                assert one.way_out[board, mate] == one.way_out[board, square]
            assert one.kind[board, one.way_out[board, square]] == FLOOR


@pytest.mark.rule("places-assises:C2")
def test_seats_behind_passengers_are_those_that_need_a_card() -> None:
    for one, board in boards_of("short"):
        passengers = kinds(one, board, PASSENGER)
        without = kinds(one, board, SEAT) - reachable(one, board, passengers)
        behind = {seat for seat in kinds(one, board, SEAT) if one.mate[board, seat] in passengers}
        assert without <= behind
        for seat in behind - without:
            assert one.way_out[board, seat] in one.link[board, seat].tolist(), "it has a way of its own"


@pytest.mark.rule("places-assises:C3")
def test_there_are_sixty_numbers_and_sixty_actions_of_fourteen_kinds() -> None:
    copies = box().copies.tolist()
    assert copies[1:11] == [6] * 10
    assert sum(copies[11:]) == 60
    assert (
        len({name.rstrip("123").rstrip("_") for name in ACTIONS if not name.startswith(("exit", "enter"))})
        == 10
    )


@pytest.mark.rule("places-assises:C3")
@pytest.mark.parametrize(("lang", "words"), [("en", ("green", "red")), ("fr", ("verte", "rouge"))])
def test_the_cards_are_those_of_the_rules_page(lang: str, words: tuple[str, str]) -> None:
    page = (RULES / f"places-assises.{lang}.md").read_text("utf-8")
    lines = re.findall(
        rf"^\| [^|]+ \| (\d+)[^|]* \| ({'|'.join(words)}) \| [^|]*\(A(\d+)\) \|$", page, re.MULTILINE
    )
    order = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 25, 26]
    one = box()
    assert [(int(count), star == words[0]) for count, star, _ in lines] == [
        (one.copies[kind], one.keeps_turn[kind] == 1) for kind in order
    ]
    assert [int(rule) for _, _, rule in lines] == list(range(1, 15))


@pytest.mark.rule("places-assises:C4")
def test_the_stars_are_data_and_may_be_those_of_the_colours_named() -> None:
    default, by_colour = box(), box(stars="colour")
    changed = {kind for kind in range(27) if default.keeps_turn[kind] != by_colour.keeps_turn[kind]}
    names = {ACTIONS[kind - NUMBER_KINDS - 1] for kind in changed}
    assert names == {"exit_1", "exit_2", "enter_1", "enter_2"}
    assert [by_colour.keeps_turn[kind] for kind in (11, 12, 18, 19)] == [0, 0, 1, 1]


@pytest.mark.rule("places-assises:C4")
@pytest.mark.parametrize("deck", list(CARDS["decks"]))
def test_every_deck_has_cards_of_every_number(deck: str) -> None:
    copies = box(deck=deck).copies.tolist()
    assert all(copies[1:11]) and copies[0] == 0
    assert copies[1:6] == copies[6:11]
    assert sum(copies[11:]) > 4 * 3


@pytest.mark.rule("places-assises:C4")
def test_the_odds_of_the_doors_are_an_option() -> None:
    for odds, expected in (("1/3", [1, 2]), ("1/2", [1, 1]), ("2/3", [2, 1])):
        table = lay(quay={0: 0}, doors=odds)
        table.play(pack(Verb.BOARD))
        assert [weight for _, weight in table.chances()] == expected


@pytest.mark.rule("places-assises:C5")
def test_an_empty_pile_is_made_again_from_its_discard() -> None:
    table = lay(hands={0: [RED_1]}, aisle={0: at(2, 2)}, tokens=1)
    for kind in range(1, 11):
        table.state.discard[kind] += table.state.pile[kind]
        table.state.pile[kind] = 0
    table.state.pile_count[0] = 0
    actions = table.state.pile_count[1]
    act(table, pack(Verb.TOKEN, RED_1))
    assert table.state.pile_count.tolist() == [60, actions]
    assert discarded(table) == []
    assert dict(table.chances())[pack(Verb.DRAW, RED_1)] == 6


@pytest.mark.rule("places-assises:C5")
def test_what_is_played_lies_in_the_discard() -> None:
    table = lay(hands={0: [RED_1]}, aisle={0: at(2, 2)})
    act(table, walk(RED_1))
    assert discarded(table) == [RED_1]


@pytest.mark.rule("places-assises:S1")
def test_any_two_cars_can_be_chosen_or_drawn() -> None:
    assert len(PAIRS) == 28
    for pair in PAIRS:
        table = GAME.new(2, {"cars": pair})
        assert [weight for _, weight in table.chances()] == [1]
        table.play(table.moves()[0])
        ids = [CARS[number]["id"] for number in table.box.car[0].tolist()]
        assert ids == pair.split("+")
    drawn = GAME.new(2, {"cars": "draw"})
    assert len(drawn.moves()) == 28 * 4
    pairs = {tuple(drawn.box.car[board].tolist()) for board in range(drawn.box.boards)}
    assert pairs == set(combinations(range(8), 2))


@pytest.mark.rule("places-assises:S1")
def test_end_to_end_there_is_one_gangway() -> None:
    for one, board in boards_of("short"):
        crossing = [(a, b) for a in range(45) for b in one.link[board, a].tolist() if b >= 45]
        assert crossing == [(at(2, 8), at(2, 0, 1))]


@pytest.mark.rule("places-assises:S1")
def test_side_by_side_facing_doors_become_passages_without_start_spaces() -> None:
    long = boards_of("long")
    assert len(long) == 80
    assert len({tuple(one.car[board].tolist()) for one, board in long}) == 25
    for one, board in long:
        crossing = [(a, b) for a in range(45) for b in one.link[board, a].tolist() if b >= 45]
        assert 1 <= len(crossing) <= 2
        assert all(b == a - 36 + 45 and a // 9 == 4 for a, b in crossing)
        doors = one.door[board].tolist()[: one.doors[board]]
        assert len(doors) >= 2
        assert not {square for pair in crossing for square in pair} & set(doors)
        assert all(door % 45 // 9 == (0 if door < 45 else 4) for door in doors)


@pytest.mark.rule("places-assises:S1")
def test_two_cars_that_cannot_lie_side_by_side_are_refused() -> None:
    assert {pair for pair in combinations(range(8), 2) if not arrangements(pair, "long")} == {
        (4, 6),
        (4, 7),
        (6, 7),
    }
    with pytest.raises(rotonde.BadOption) as refused:
        GAME.new(2, {"cars": "T7+T8", "join": "long"})
    assert refused.value.rule == "S1"
    assert "Heure de pointe" in refused.value.told["fr"].text


@pytest.mark.rule("places-assises:S1")
def test_a_car_may_be_turned_round() -> None:
    straight, turned = (arrangements((0, 1), "short")[number].cars[0] for number in (0, 2))
    assert not straight.turned and turned.turned
    assert turned.rows == tuple(row[::-1] for row in reversed(straight.rows))
    assert {(8 - column, "NS"["SN".index(side)]) for column, side in straight.doors} == turned.doors


@pytest.mark.rule("places-assises:T3")
def test_every_door_leads_to_a_door_square() -> None:
    for one, board in [*boards_of("short"), *boards_of("long")]:
        for door in range(one.doors[board]):
            assert one.kind[board, one.door[board, door]] == FLOOR
    table = lay()
    table.state.phase = 3
    assert offered(table, Verb.PLACE) == set(range(8))
