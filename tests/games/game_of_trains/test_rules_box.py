"""Game of Trains, what is in the box: C1 to C3."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from rotonde.games.game_of_trains.lexicon import ABILITY_NAMES
from rotonde.games.game_of_trains.rules import ABILITIES, Verb
from rotonde.kernel.moves import a_of
from tests.games.game_of_trains.laying import (
    ALL_ABILITIES,
    HEAD,
    TAIL,
    ability,
    lay,
    place,
    remove,
    slots_offered,
    start,
    train,
)

RULES = Path(__file__).parents[3] / "docs" / "rules"


@pytest.mark.rule("game-of-trains:C1")
def test_there_are_84_wagons_each_number_once() -> None:
    data = json.loads((files("rotonde.games.game_of_trains") / "data" / "cards.json").read_text("utf-8"))
    assert sorted(card["number"] for card in data["cards"]) == list(range(1, 85))
    assert {card["ability"] for card in data["cards"]} == set(ABILITIES)
    for card in data["cards"]:
        assert ABILITIES[ability(card["number"])] == card["ability"]


@pytest.mark.rule("game-of-trains:C1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_wagon_can_be_drawn(players: int) -> None:
    assert sorted(a_of(move) for move in start(players).moves()) == list(range(1, 85))


@pytest.mark.rule("game-of-trains:C2")
def test_there_are_seven_places_and_the_locomotive_is_none() -> None:
    table = lay(drawn=9)
    assert slots_offered(table, Verb.PLACE) == [0, 1, 2, 3, 4, 5, 6]
    assert len(train(table)) == 7
    table.play(place(0))
    assert train(table)[0] == 9


@pytest.mark.rule("game-of-trains:C2")
def test_place_1_is_behind_the_locomotive_and_place_7_at_the_tail() -> None:
    head, tail = lay(row=[HEAD]), lay(row=[TAIL])
    head.play(remove(0))
    tail.play(remove(6))
    assert train(head) == [0, 17, 56, 41, 24, 73, 3]
    assert train(tail) == [81, 17, 56, 41, 24, 73, 0]


@pytest.mark.rule("game-of-trains:C3")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_abilities_are_those_of_the_rules_page(lang: str) -> None:
    page = (RULES / f"game-of-trains.{lang}.md").read_text("utf-8")
    lines = re.findall(r"^\| ([^|]+?) \| [^|]+ \| ([\d, ]+) \|$", page, re.MULTILINE)
    written = {name: [int(number) for number in numbers.split(",")] for name, numbers in lines}
    assert set(written) == set(ABILITY_NAMES[lang])
    for number, name in enumerate(ABILITY_NAMES[lang]):
        assert written[name] == [card for card in range(1, 85) if ability(card) == number]


@pytest.mark.rule("game-of-trains:C3")
def test_low_and_high_numbers_share_the_abilities_about_equally() -> None:
    for number in range(8):
        cards = [card for card in range(1, 85) if ability(card) == number]
        assert len(cards) in (10, 11)
        assert len([card for card in cards if card <= 42]) in (5, 6)
    assert sorted(ability(card) for card in ALL_ABILITIES) == list(range(8))
