"""The picture of Convoi Express: whole, keyed, named for those who listen, and all that can be touched is on it."""

import math
import random
import re
from pathlib import Path

import pytest

from rotonde.games.convoi_express import picture
from rotonde.games.convoi_express.boards import network, shipped
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel.moves import a_of, pack
from rotonde.kernel.subset import PUBLIC
from tests.games.convoi_express.laying import AMERICA, BLACK, GAME, GREY, act, at_card, lay
from tests.games.convoi_express.laying import move as roll
from tests.games.convoi_express.test_words import LANGS, NAMES, TABLES, walk
from tests.games.markup import Page

STYLE = Path(picture.__file__).with_name("style.css").read_text("utf-8")


def page(table, seat=0, lang="fr", last=()):
    return Page(picture.board(table.seen_by(seat), lang, NAMES, last))


@pytest.mark.parametrize("options", TABLES)
def test_every_picture_of_a_game_is_whole(options):
    for table in list(walk(options, 4))[::17]:
        for seat in (max(table.actor, 0), PUBLIC):
            for lang in LANGS:
                shown = page(table, seat, lang)
                keys, things = shown.values("data-key"), shown.values("data-thing")
                standing = [key.partition("-") for key in keys if not key.startswith("gone-")]
                assert sorted(number for _, _, number in standing) == [str(train) for train in range(9)]
                assert {kind for kind, _, _ in standing} <= {"train", "depot"} and len(keys) - len(
                    standing
                ) < 2
                assert len(set(things)) == len(things)
                seen = table.seen_by(seat)
                assert {thing for move in seen.moves() for thing in seen.things(move)} <= set(things)
                for move in seen.moves()[:4]:
                    assert set(seen.game.words.preview(seen, move, lang).tags) <= set(things)


def test_a_train_shows_its_way_and_its_load():
    table = lay({BLACK: "S6-PAR/0>PAR", GREY: "S6-PAR/1>S6"}, {BLACK: "red"})
    name = page(table).thing("train-0")["aria-label"]
    assert name.startswith("Train noir 1, rouge, entre Calais et Paris")
    turns = [
        float(re.search(r"rotate\((-?[\d.]+)\)", page(table).thing(f"train-{train}")["transform"])[1])
        for train in (BLACK, GREY)
    ]
    assert abs(abs(turns[0] - turns[1]) - 180) < 0.2, "they face each other"


def test_what_one_must_see_to_decide_comes_before_the_map():
    """The card, the clock, the agents and the depot: nobody scrolls past the map to answer what is asked."""
    for options in ({}, AMERICA):
        html = picture.board(lay(options=options).seen_by(0), "fr", NAMES, ())
        desk, rest = html.split("cvx-map")
        for thing in ("card", "colour-0", "colour-2", "agent-"):
            assert f'data-thing="{thing}' in desk and f'data-thing="{thing}' not in rest


def test_a_pair_is_made_of_a_card_and_one_more():
    shown = picture.board(lay(hand=(3, 1, 2)).seen_by(0), "fr", NAMES, ())
    assert (
        "<b>Feu</b><i>×3</i>" in shown
        and "<b>Aiguillage</b><" in shown
        and "<b>Déplacement</b><i>×2</i>" in shown
    )
    things = re.findall(r'data-thing="(hand-\d-\d)"', shown)
    assert things == ["hand-0-0", "hand-0-1", "hand-1-0", "hand-2-0", "hand-2-1"]
    assert 'aria-label="une deuxième carte Feu"' in shown


@pytest.mark.rule("convoi-express:D3")
@pytest.mark.rule("convoi-express:N1")
@pytest.mark.parametrize(
    ("options", "ports", "places"), [({}, 1, 8), (AMERICA, 2, 8), ({"goods": 10}, 1, 10)]
)
def test_the_goods_of_a_port_lie_below_its_name_on_the_map(options, ports, places):
    table = lay(options=options)
    table.state.delivered[0, 2] = 1
    html = picture.board(table.seen_by(0), "en", NAMES, ())
    on_map = re.findall(r'<g class="goods".*?</g></g>', html[html.index("cvx-map") : html.index("cvx-hand")])
    assert len(on_map) == ports
    drawn = "".join(on_map)
    assert drawn.count('class="cube') == places and drawn.count('class="cube red"') == 1


def test_a_telephone_looks_where_it_happens():
    def middle(table):
        html = picture.board(table.seen_by(0), "fr", NAMES, ())
        left, top, wide, high = map(float, re.search(r'data-pan="([^"]+)"', html)[1].split(","))
        return left + wide / 2, top + high / 2

    def at(table, place):
        spot = picture.plan_of(str(table.options["board"])).spaces[place]
        return pytest.approx((spot.x, spot.y), abs=2)

    table = at_card(12, {BLACK: "PAR-DIJ/0>DIJ", GREY: "S6-PAR/0>PAR"})
    assert middle(table) == at(table, table.state.where[BLACK]), "the train that must be named"
    table = roll(lay({BLACK: "PAR-DIJ/0>DIJ"}), BLACK, 2)
    assert middle(table) == at(table, table.state.where[BLACK]), "the train that ran last"
    table = GAME.new(1, {"setup": "free"})
    table.deal(random.Random(1))
    assert middle(table) == at(table, table.box.gate_of[a_of(table.moves()[0])]), (
        "the city that has no disc yet"
    )


def test_signals_differ_by_shape():
    html = picture.board(lay().seen_by(0), "en", NAMES, ())
    on_map = html[html.index("cvx-map") : html.index("cvx-hand")]
    assert on_map.count('class="go"') == 8
    assert on_map.count('class="halt"') == 31 - 8


def test_america_has_two_ports_and_its_own_agents():
    shown = picture.board(lay(options=AMERICA).seen_by(0), "en", NAMES, ())
    assert "San Francisco" in shown and "New York" in shown
    assert {"agent-3", "agent-4", "agent-5"} <= set(re.findall(r'data-thing="(agent-\d)"', shown))


@pytest.mark.parametrize("board", shipped())
def test_there_is_room_for_every_section(board):
    plan, net = picture.Plan(network(board)), network(board)
    assert set(plan.spaces) == set(range(len(net.spaces)))
    assert set(plan.signals) == set(range(len(net.signals)))
    assert min(spot.length for k, spot in plan.spaces.items() if net.spaces[k].kind == "section") > 20


@pytest.mark.parametrize("board", shipped())
def test_nothing_lies_over_the_middle_of_what_can_be_touched(board):
    """A signal or an arm of a junction answers to a finger beside it, but never in the place of another thing."""
    plan, net = picture.Plan(network(board)), network(board)
    sections = [spot for k, spot in plan.spaces.items() if net.spaces[k].kind == "section"]
    signals, arms = list(plan.signals.values()), list(plan.arms.values())

    for number, signal in plan.signals.items():
        for other in sections + arms + signals:
            away = math.hypot(signal.x - other.x, signal.y - other.y)
            assert other is signal or away > plan.reach[number]
    for (junction, arm), spot in plan.arms.items():
        wedge = plan.wedge(junction, arm, plan.at(net.nodes[net.junctions[junction]]))
        assert inside(spot, wedge)
        assert not any(inside(other, wedge) for other in sections + signals)
        assert not any(other is not spot and inside(other, wedge) for other in arms)


def inside(spot, polygon):
    """Whether a spot lies in a polygon that is nowhere hollow, whichever way round it is."""
    sides = [
        (bx - ax) * (spot.y - ay) - (by - ay) * (spot.x - ax)
        for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
    ]
    return all(side > 0 for side in sides) or all(side < 0 for side in sides)


@pytest.mark.parametrize("board", shipped())
def test_all_of_the_board_is_on_the_sheet(board):
    plan, net = picture.Plan(network(board)), network(board)
    left, top, right, bottom = plan.sheet
    for x, y in map(plan.at, net.board["nodes"]):
        assert left < x < right and top < y < bottom


def test_the_card_shows_what_is_done_and_what_is_being_done():
    def symbols(table):
        html = picture.board(table.seen_by(0), "en", NAMES, ())
        return re.findall(r'<li class="(\w*)"><svg[^>]*>.*?</svg>([\w :]+)</li>', html)

    table = at_card(1, {BLACK: "S6-PAR/0>PAR", GREY: "S7"})
    assert symbols(table) == [("now", "new train"), ("", "black"), ("", "grey")]
    act(table, pack(Verb.NEW, 1), pack(Verb.START, 9))
    assert symbols(table) == [("done", "new train"), ("now", "black"), ("", "grey")]
    act(table, pack(Verb.NAME, BLACK), pack(Verb.ROLL, 2))
    assert symbols(table) == [("done", "new train"), ("done", "black"), ("now", "grey")]
    table = at_card(17, {BLACK: "S6-PAR/0>PAR"})
    assert symbols(table) == [("now", "any colour")]
    assert symbols(act(table, pack(Verb.COLOUR, 0))) == [("now", "any colour: black")]


def test_the_last_run_is_drawn_even_when_the_train_is_gone():
    table = lay({BLACK: "LYO-MRS/0>MRS"}, {BLACK: "blue"})
    assert 'class="trail"' not in picture.board(table.seen_by(0), "en", NAMES, ())
    roll(table, BLACK, 3)
    assert table.state.where[BLACK] == -1, "it is in the depot"
    drawn = picture.board(table.seen_by(0), "en", NAMES, ())
    assert re.search(r'class="trail" d="M[^"]*L[^"]*L[^"]*"', drawn), "two sections and the port"


def test_who_plays_alone_has_no_team():
    assert 'class="cvx-panel team"' not in picture.board(lay(players=1).seen_by(0), "fr", NAMES, ())
    assert 'class="cvx-panel team"' in picture.board(lay(players=2).seen_by(0), "fr", NAMES, ())


@pytest.mark.parametrize("board", shipped())
def test_no_name_lies_over_a_signal(board):
    plan, net = picture.Plan(network(board)), network(board)
    for node in net.board["nodes"]:
        x, y, anchor = plan.names[node["id"]]
        letter, height = picture.NAME_SIZES[node["kind"]]
        width = letter * max(map(len, picture.lines_of(node)))
        left = x - width * ("start", "middle", "end").index(anchor) / 2
        for spot in plan.signals.values():
            beside = not left - 8 < spot.x < left + width + 8
            assert beside or not y - 0.8 * height - 8 < spot.y < y + 0.2 * height + 8, node["label"]


def test_a_train_is_no_longer_than_its_section_allows():
    def scale(table):
        drawn = picture.board(table.seen_by(0), "fr", NAMES, ())
        found = re.search(r'data-thing="train-0"[^>]*><g transform="scale\(([\d.]+)\)"', drawn)
        return float(found[1]) if found else 1.0

    assert scale(lay({BLACK: "PAR"})) == 1
    assert picture.SHORTEST <= scale(lay({BLACK: "FRA-NUE/0>NUE"})) < 1


def test_names_are_text_and_never_markup():
    evil = ['<script>alert("1")</script>', "A & B", "x", "{who}"]
    html = picture.board(lay(players=4).seen_by(0), "fr", evil, ())
    assert "<script" not in html and "A &amp; B" in html


def test_colours_are_tokens():
    html = picture.board(lay({BLACK: "PAR"}, {BLACK: "blue"}).seen_by(0), "fr", NAMES, ())
    assert not re.search(r"#[0-9A-Fa-f]{6}\b|rgb|style=", html)
    assert not re.search(r"#[0-9A-Fa-f]{3,6}\b", STYLE[STYLE.index(".cvx") :])


def test_the_last_move_is_marked_and_the_legend_speaks_both_languages():
    assert "last" in page(lay({BLACK: "PAR"}), last=["train-0"]).thing("train-0")["class"]
    assert Page(picture.legend("fr")).elements and picture.legend("fr") != picture.legend("en")


def test_a_train_that_ran_knows_its_way_space_by_space():
    table = lay({BLACK: "PAR-DIJ/0>DIJ", GREY: "LEM-LIM/0>LIM"})
    way = "data-way"
    assert way not in page(table).thing(f"train-{BLACK}")
    roll(table, BLACK, 3)
    drawn = page(table)
    points = drawn.thing(f"train-{BLACK}")[way].split()
    assert len(points) == 6, "where it stood, and three spaces, round the switches of Dijon and Lyon"
    x, y = points[-1].split(",")
    assert drawn.thing(f"train-{BLACK}")["transform"].startswith(f"translate({x} {y})")
    assert way not in drawn.thing(f"train-{GREY}")


def test_a_train_that_ran_into_a_port_is_seen_to_run_there():
    table = lay({BLACK: "LYO-MRS/1>MRS"}, {BLACK: "white"})
    roll(table, BLACK, 4)
    html = picture.board(table.seen_by(0), "fr", NAMES, ())
    gone = re.search(r'<g class="gone-train"[^>]*>', html)
    assert gone and 'data-from="train-0" data-fades data-way="' in gone[0]
    assert f'data-key="depot-{BLACK}"' in html
