"""The picture of Grandes Lignes: whole, keyed, and with everything on it that one may touch."""

import re

import pytest

from rotonde.games.grandes_lignes import picture
from rotonde.games.grandes_lignes.landscape import centre
from rotonde.kernel.subset import PUBLIC
from tests.games.grandes_lignes.laying import (
    FRANCE,
    PARIS,
    at,
    building,
    city,
    destination,
    edge,
    line,
    racing,
    run,
    step,
    throw,
    way,
)
from tests.games.grandes_lignes.test_words import NAMES, walk
from tests.games.markup import Page

EAST = ["1509", "1608", "1708", "1808", "1908"]


def page(table, seat=0, lang="fr", last=()):
    return Page(picture.board(table.seen_by(seat), lang, NAMES, last))


@pytest.mark.parametrize(("players", "options"), [(3, {}), (2, {"map": "bretagne"})])
def test_every_picture_of_a_game_is_whole(players, options):
    for number, (table, _) in enumerate(walk(players, 5, 240, **options)):
        if number % 12:
            continue
        for seat in (max(0, table.actor), PUBLIC):
            drawn = page(table, seat, ("fr", "en")[number % 2])
            things, keys = drawn.values("data-thing"), drawn.values("data-key")
            assert len(set(things)) == len(things) and len(set(keys)) == len(keys)
            seen = table.seen_by(seat)
            assert {thing for move in seen.moves() for thing in seen.things(move)} <= set(things)


def test_lines_of_several_companies_lie_side_by_side():
    table = building(6, EAST, EAST)
    html = picture.board(table.seen_by(0), "fr", NAMES, {f"edge-{edge(PARIS, '1608')}"})
    ways = dict(re.findall(r'<path id="gl-line-(\d)" d="([^"]+)"', html))
    assert set(ways) == {"1", "2"} and ways["1"] != ways["2"]
    assert ways["1"].count("M") == 4
    assert 'href="#gl-line-1" class="way p1"' in html and 'class="ties p2"' in html, "colour and pattern"
    assert 'class="fresh"' in html


def test_a_race_shows_its_trains_its_goal_and_its_cities():
    table = racing(city("Paris"), city("Reims"), EAST, [PARIS, "1508"], runners=(0, 1))
    throw(table, 3)
    drawn = page(table)
    assert drawn.values("data-key") == ["train-0", "train-1"]
    assert {"goal", "train"} <= set(drawn.classes())
    assert {"stop", "abandon"} <= set(drawn.values("data-thing"))
    html = picture.board(table.seen_by(0), "en", ["<b>", "&", "x"], ())
    assert "<b>," not in html and "&lt;b&gt;" in html


def test_a_city_nobody_has_reached_is_marked():
    table = building(6, EAST)
    free = sum("free" in name.split() and "city" in name.split() for name in page(table).values("class"))
    assert free == 34
    html = picture.board(table.seen_by(0), "fr", NAMES, ())
    assert "○ BELGIQUE" in html, "a sign, not only a colour"
    line(table, 1, [*way(PARIS, "2006"), "2005"])
    html = picture.board(table.seen_by(0), "fr", NAMES, ())
    assert ">BELGIQUE<" in html and "○ ALLEMAGNE" in html


def test_everything_on_the_map_says_why_it_cannot_be_touched():
    table = building(3, way(PARIS, "1501"), EAST)
    seen = table.seen_by(0)
    for thing in page(table).values("data-thing"):
        usable = (
            any(thing in seen.things(move) for move in seen.moves())
            if thing in ("pass", "hex-1401")
            else None
        )
        why = seen.why(thing, "en")
        assert why is None or (why.text and why.rule)
        assert usable is None or usable == (why is None)


def test_what_never_changes_is_sent_once():
    once = re.compile(r'<g data-once="([^"]+)"[^>]*>(.*?)</g><!--/once \1-->', re.DOTALL)
    before = picture.board(building(6, EAST).seen_by(0), "fr", NAMES, ())
    table = racing(city("Paris"), city("Reims"), EAST, runners=(0,))
    after = picture.board(table.seen_by(0), "fr", NAMES, ())
    assert dict(once.findall(before)) == dict(once.findall(after))
    assert [name for name, _ in once.findall(before)] == [
        "ground-france",
        "names-france-fr",
        "hexes-france-fr",
    ]
    assert len(once.sub("", after)) < 16_000
    assert re.search(r'<svg class="map" data-pan="[-\d]+,[-\d]+,\d+,\d+" viewBox="', after)


def test_the_poster_of_a_race_says_who_is_ahead():
    table = racing(city("Paris"), city("Reims"), EAST, EAST, runners=(0, 1))
    run(table, 2, "1608", "1708")
    html = picture.board(table.seen_by(0), "en", NAMES, ())
    ahead = re.findall(r"<b>(Hugo|Anna)</b>.*?--done:(\d+)%.*?<b>(\d)</b> to go", html)
    assert ahead == [("Hugo", "50", "2"), ("Anna", "0", "4")]
    dice = re.findall(r'aria-label="(red|blue) die, (\d)"', html)
    assert dice == [("red", "1"), ("blue", "1"), ("red", "1"), ("blue", "5")], "11 is Paris, 15 is Reims"
    assert "rotate(0)" in html, "the train looks along its way, to the east"


def test_the_die_that_a_train_moves_by_is_shown():
    table = racing(city("Paris"), city("Reims"), EAST, EAST, runners=(0, 1))
    throw(table, 3)
    html = picture.board(table.seen_by(0), "fr", NAMES, ())
    (turn,) = re.findall(r'<li class="p1 on">(.*?)</li>', html)
    assert 'aria-label="dé rouge, 3"' in turn
    table.play(step("1608"))
    html = picture.board(table.seen_by(0), "fr", NAMES, ())
    assert 'aria-label="dé rouge, 3"' in html, "what was thrown, not what is left of it"


def test_whoever_acts_may_drag_from_lines_and_train_and_others_get_no_buttons():
    table = building(6, EAST, EAST)
    assert page(table, 0).values("data-handle") and "pass" in page(table, 0).values("data-thing")
    assert not page(table, 1).values("data-handle") and "pass" not in page(table, 1).values("data-thing")
    table = racing(city("Paris"), city("Reims"), EAST, EAST, runners=(0, 1))
    throw(table, 3)
    assert len(page(table, 0).values("data-handle")) == 1 and "stop" in page(table, 0).values("data-thing")
    assert not page(table, 1).values("data-handle") and "stop" not in page(table, 1).values("data-thing")


def test_a_train_glides_along_the_way_it_came():
    table = racing(city("Paris"), city("Reims"), EAST, runners=(0,))
    run(table, 2, "1608", "1708")
    (way,) = page(table).values("data-way")
    assert way.split() == ["{:.0f},{:.0f}".format(*centre(FRANCE.hexes[at(name)])) for name in EAST[:3]]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_hex_has_a_name_of_its_own(lang):
    drawn = page(building(6, EAST), lang=lang)
    names = [attrs["aria-label"] for _, attrs in drawn.elements if attrs.get("class") == "hx"]
    assert len(set(names)) == len(FRANCE.hexes)


def test_a_small_screen_shows_ones_own_train():
    def looks_at(table, seat):
        return re.search(
            r'data-pan="([-\d]+),([-\d]+),', picture.board(table.seen_by(seat), "fr", NAMES, ())
        ).groups()

    table = racing(city("Reims"), city("Paris"), EAST, runners=(0, 1))
    start = looks_at(table, 0)
    run(table, 2, "1808", "1708")
    assert looks_at(table, 0) != start, "where his train is now"
    assert looks_at(table, 1) == start, "her train has not moved"
    assert looks_at(table, 2) == start, "the one that is to run"


def test_flags_stand_where_lines_come_to_the_goal():
    table = racing(city("Paris"), destination(2), way(PARIS, "2004"), runners=(0,))
    there = [place for place in FRANCE.destination_hexes[1] if table.state.present[place]]
    drawn = page(table).values("class")
    assert len(FRANCE.destination_hexes[1]) > 1
    assert sum(kind == "flag" for kind in drawn) == len(there) == 1


def test_the_key_is_in_both_languages():
    assert picture.legend("fr") != picture.legend("en")
    Page(picture.legend("fr"))
