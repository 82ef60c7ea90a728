"""Grandes Lignes: maps are data that is checked, distances are true, and the check of a table finds what is wrong."""

import copy
import functools
import json
import os
import subprocess
import sys
from importlib.resources import files

import pytest

from rotonde.games.grandes_lignes import board_problems, maps
from rotonde.games.grandes_lignes import box as the_box
from rotonde.games.grandes_lignes.box import problems_of
from rotonde.games.grandes_lignes.check import problems
from rotonde.games.grandes_lignes.rules import State
from rotonde.kernel.prose import tell
from tests.games.grandes_lignes.laying import FRANCE, GAME, at, building, city, destination, racing, way

DATA = files("rotonde.games.grandes_lignes") / "data"
EAST = ["1509", "1608", "1708", "1808"]


def france():
    return json.loads((DATA / "france.json").read_text("utf-8"))


def told(changed, lang="en"):
    return problems_of(json.dumps(changed), lang)


@pytest.mark.rule("grandes-lignes:C3")
@pytest.mark.parametrize("name", the_box.MAPS)
def test_the_maps_that_are_shipped_are_in_order(name):
    text = (DATA / f"{name}.json").read_text("utf-8")
    assert problems_of(text) == [] == problems_of(text, "fr")
    assert len(text.encode()) < 150_000


@pytest.mark.rule("grandes-lignes:C3")
def test_what_is_wrong_with_a_map_is_said_in_words():
    assert "JSON" in problems_of("{")[0] and "JSON" in problems_of("[1]", "fr")[0]
    for key in ("name", "start", "rows", "cities", "destinations", "rivers"):
        broken = france()
        del broken[key]
        assert key in told(broken)[0]
    for change, words in (
        (lambda m: m["rows"].__setitem__(3, m["rows"][3] + "o"), "same length"),
        (lambda m: m["rows"].__setitem__(0, m["rows"][0].replace("-", "x")), "'x' is no kind of hex"),
        (lambda m: m["rows"].__setitem__(0, "o" * 29), "hexes to build in"),
        (lambda m: m["cities"][3].update(number=17), "Amiens: 17 cannot be thrown"),
        (lambda m: m["cities"][3].update(number=11), "Amiens: 11 is used twice"),
        (lambda m: m["cities"][3].update(hex="1509"), "Amiens: hex 1509 has a city"),
        (lambda m: m["cities"][3].update(hex="0000"), "Amiens: hex 0000 is not a plain"),
        (lambda m: m["cities"][3].pop("name"), "'cities', number 4: 'name' is missing"),
        (lambda m: m.update(start="1608"), "hex 1608, which is no city"),
        (lambda m: m.update(cities=m["cities"][:3]), "at least four cities"),
        (lambda m: m["destinations"][0].update(die=2), "each once"),
        (lambda m: m["destinations"][0].update(hexes=["1509"]), "hex 1509 is not abroad"),
        (lambda m: m["destinations"][0].update(hexes=[]), "neither 'hexes' nor 'cities'"),
        (lambda m: m["destinations"][5].update(cities=[99]), "there is no city 99"),
        (lambda m: m["rivers"][0].update(edges=["1509-1709"]), "do not touch"),
        (lambda m: m["rivers"][0].update(edges=["1509"]), "does not name two hexes"),
        (lambda m: m["ferries"][0].update(hex="1509"), "no port overseas"),
        (lambda m: m.update(targets={"9": 100}), "'targets' gives"),
        (lambda m: m.update(targets={"3": 2}), "'targets' gives"),
    ):
        broken = france()
        change(broken)
        assert any(words in problem for problem in told(broken)), (words, told(broken))
        assert told(broken, "fr") != told(broken)


@pytest.mark.rule("grandes-lignes:C3")
def test_a_city_that_cannot_be_reached_is_named():
    broken = france()
    for row, column in ((9, 1), (9, 2), (10, 2), (11, 1), (11, 2)):
        line = broken["rows"][row]
        broken["rows"][row] = line[:column] + "." + line[column + 1 :]
    assert told(broken) == ["There is no way from the start to Brest."]


def test_distances_of_the_box_are_those_of_the_map():
    box = GAME.box(3, GAME.check_options(3, {}))
    expected = {
        "Reims": 4,
        "Lyon": 16,
        "Brest": 17,
        "Bordeaux": 20,
        "Toulouse": 25,
        "Marseille": 31,
        "Nice": 41,
    }
    for name, cost in expected.items():
        assert box.far[FRANCE.start, city(name)] == cost
    assert [box.far[FRANCE.start, destination(die)] for die in range(1, 6)] == [9, 7, 14, 16, 28]
    assert box.apart[city("Paris"), city("Reims")] == 4
    assert box.far[at("2005"), city("Charleville")] == 127, "nobody builds from abroad"


@pytest.mark.rule("grandes-lignes:C3")
def test_a_region_has_its_own_start_and_its_own_end():
    table = GAME.new(3, {"map": "bretagne"})
    region = maps.shipped("bretagne")
    assert region.place_names[table.box.city_at[table.box.start] - 1]["fr"] == "Rennes"
    assert [GAME.new(players, {"map": "bretagne"}).box.target for players in range(2, 7)] == [
        130,
        130,
        115,
        100,
        100,
    ]
    assert table.box.places_to_reach == 19 + 4 and problems(table) == []


@pytest.mark.rule("grandes-lignes:C3")
def test_a_map_of_ones_own_can_be_played(tmp_path):
    mine = france() | {"id": "mine", "name": {"fr": "Ma carte", "en": "My map"}, "targets": {"2": 60}}
    mine["labels"] = []
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(mine), "utf-8")
    assert board_problems(mine, "en") == []
    program = """
import random
from rotonde.kernel.handle import load_game
game = load_game("rotonde.games.grandes_lignes", "python")
key = next(choice for choice in game.options[0].choices if str(choice).startswith("mine@"))
table, rng = game.new(2, {"map": key}), random.Random(1)
for _ in range(20):
    table.deal(rng)
    table.play(rng.choice(table.moves()))
seen = table.seen_by(0)
assert "Ma carte" in game.picture.board(seen, "fr", ["A", "B"], ())
print(table.box.target)
"""
    environment = os.environ | {"ROTONDE_BOARDS": str(file)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "60\n"


@pytest.mark.rule("grandes-lignes:C3")
def test_a_map_that_is_no_map_is_refused_in_words():
    for wrong in (
        None,
        [],
        3,
        "map",
        {},
        {"rows": 5},
        {"labels": [1]},
        france() | {"labels": [{"text": {}, "at": "99"}]},
    ):
        assert board_problems(wrong, "fr") and board_problems(wrong, "en")


def fields_of(value, path=()):
    """Every field of a map, once for each list."""
    yield path
    entries = (
        value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    )
    for key, entry in entries:
        yield from fields_of(entry, (*path, key))


@pytest.mark.rule("grandes-lignes:C3")
def test_whatever_stands_in_a_field_is_said_in_words_or_can_be_drawn():
    brittany = json.loads((DATA / "bretagne.json").read_text("utf-8"))
    for path in fields_of(brittany):
        for wrong in (None, True, -3, 2.5, "", "x", [], [1], {}, {"fr": 1}):
            changed = copy.deepcopy(brittany)
            *way, last = path or [None]
            place = functools.reduce(lambda part, key: part[key], way, changed)
            if path:
                place[last] = wrong
            else:
                changed = wrong
            found = board_problems(changed, "fr")
            assert all(isinstance(one, str) and one for one in found)
            assert found or maps.load(json.dumps(changed)), (path, wrong)


def test_what_is_missing_is_named_by_its_place():
    broken = france()
    broken["cities"][3]["number"] = "14"
    del broken["destinations"][1]["name"]["en"]
    assert told(broken, "fr") == [
        tell("fr", "« cities », n° 4, « number » : il faut un nombre entier.", ""),
        tell("fr", "« destinations », n° 2, « name » : il manque « en ».", ""),
    ]
    assert told(broken) == [
        "'cities', number 4, 'number': a whole number is needed.",
        "'destinations', number 2, 'name': 'en' is missing.",
    ]


def test_a_state_is_small():
    assert State.dtype.itemsize < 8192


# ---------------------------------------------------------------- the check


def test_the_check_finds_what_is_wrong():
    def spoilt(change, racing_now=False):
        made = racing(0, city("Reims"), way("1509", "1908")) if racing_now else building(6, EAST)
        assert problems(made) == []
        change(made.state)
        return problems(made)

    assert spoilt(lambda s: s.track.__setitem__(5, 1))
    assert spoilt(lambda s: s.track.__setitem__(5, 64))
    assert spoilt(lambda s: s.present.__setitem__(5, 1))
    assert spoilt(lambda s: s.near.__setitem__((0, 3), 1))
    assert spoilt(lambda s: s.first_at.__setitem__(3, 1))
    assert spoilt(lambda s: setattr(s, "left", 1))
    assert spoilt(lambda s: s.legal.__setitem__(0, 1))
    assert spoilt(lambda s: setattr(s, "choices", 1))
    assert spoilt(lambda s: s.account.__setitem__(1, 21))
    assert spoilt(lambda s: s.account.__setitem__(5, 1))
    assert spoilt(lambda s: setattr(s, "points", 9))
    assert spoilt(lambda s: setattr(s, "active", 3))
    assert spoilt(lambda s: setattr(s, "phase", 99))
    assert spoilt(lambda s: s.train.__setitem__(0, 9))
    assert spoilt(lambda s: s.train.__setitem__(0, 0), racing_now=True)
    assert spoilt(lambda s: s.train.__setitem__(1, at("1509")), racing_now=True)
    assert spoilt(lambda s: setattr(s, "active", 1), racing_now=True)
    assert spoilt(lambda s: setattr(s, "race_to", -1), racing_now=True)
    assert spoilt(lambda s: setattr(s, "normal_races", 4), racing_now=True)
    assert maps.hexes_apart((15, 9), (15, 9)) == 0
