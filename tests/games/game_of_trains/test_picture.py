"""The picture of Game of Trains: whole, keyed, named for those who listen, and blind to secrets."""

import re
from pathlib import Path

import pytest

import rotonde
from rotonde.games.game_of_trains import picture, reading, rules
from rotonde.games.game_of_trains.rules import Verb
from rotonde.kernel.moves import pack
from tests.games.game_of_trains.positions import LANGS, NAMES, position, viewpoints, walk
from tests.games.markup import Page

STYLE = Path(picture.__file__).with_name("style.css").read_text("utf-8")


def sections(page):
    return [attrs["class"].split() for tag, attrs in page.elements if tag == "section"]


def board(table, seat, lang="fr", last=(), names=NAMES):
    return Page(picture.board(table.seen_by(seat), lang, names, last))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_picture_of_a_game_is_whole(players):
    for table, _ in walk(players, seed=players + 20, moves=75):
        for seat in viewpoints(table):
            page = board(table, seat, LANGS[table.state.turn % 2])
            keys, things = page.values("data-key"), page.values("data-thing")
            assert len(set(keys)) == len(keys)
            assert len(set(things)) == len(things)
            seen = table.seen_by(seat)
            assert {thing for move in seen.moves() for thing in seen.things(move)} <= set(things)


def test_equal_views_give_equal_pictures():
    for table, _ in walk(players=3, seed=31, moves=90):
        seen = table.seen_by(0)
        other = table.copy()
        swapped = [card for card in range(1, 85) if seen.state.where[card] == rules.UNKNOWN][:2]
        if len(swapped) == 2:
            one, two = swapped
            where = other.state.where
            where[one], where[two] = where[two], where[one]
            if other.state.drawn in swapped:
                other.state.drawn = one if other.state.drawn == two else two
        assert picture.board(other.seen_by(0), "fr", NAMES, ()) == picture.board(seen, "fr", NAMES, ())


@pytest.mark.rule("game-of-trains:C2")
def test_a_train_is_a_locomotive_and_seven_places():
    page = board(position(), 1)
    classes = [attrs.get("class", "") for _, attrs in page.elements]
    assert classes.count("lo") == 4
    assert sum(name.split()[:1] == ["slot"] for name in classes) == 28
    assert sum(name.split()[:1] == ["cp"] for name in classes) == 24


def test_ones_own_train_is_the_last_the_others_follow_in_turn_order():
    trains = [section for section in sections(board(position(), 1)) if "tr" in section]
    assert [section[1] for section in trains] == ["p3", "p4", "p1", "p2"]
    assert ["me" in section for section in trains] == [False, False, False, True]


def test_for_those_who_watch_all_trains_are_alike():
    trains = [section for section in sections(board(position(), rotonde.PUBLIC)) if "tr" in section]
    assert [section[1] for section in trains] == ["p1", "p2", "p3", "p4"]
    assert not any("me" in section for section in trains)


def test_every_wagon_is_named_in_the_language():
    table = position(locks={(1, 0): 18})
    assert board(table, 1, "fr").thing("card-57")["aria-label"] == "Wagon 57, Saute-wagon, place 4"
    assert board(table, 1, "en").thing("card-57")["aria-label"] == "Wagon 57, Leapfrog, place 4"
    assert board(table, 0, "fr").thing("card-6")["aria-label"].endswith("protégé par un cadenas")
    for tag, attrs in board(table, 1).elements:
        if tag == "button" and attrs["class"].startswith("w "):
            assert attrs["aria-label"]


def test_a_card_keeps_its_key_from_train_to_station_to_padlock():
    table = position(drawn=84)
    assert board(table, 1).thing("card-42")["data-key"] == "card-42"
    table.play(pack(Verb.PLACE, 4))
    page = board(table, 1)
    assert page.thing("row-protect")["data-key"] == "card-42"
    assert page.thing("card-84")["data-key"] == "card-84"
    table.play(pack(Verb.PROTECT, 0))
    assert board(table, 1).thing("lock-2-0")["data-key"] == "card-42"


def test_the_drawn_card_lies_open_for_its_player_only():
    table = position(drawn=84)
    assert "card-84" in board(table, 1).values("data-thing")
    for seat in (0, 2, 3, rotonde.PUBLIC):
        page = board(table, seat)
        assert "card-84" not in page.values("data-thing")
        assert "1 carte en main" in page.values("aria-label")


def test_starting_cards_lie_open_for_their_player_and_face_down_for_the_others():
    for table, _ in walk(players=4, seed=22, moves=60):
        if table.state.phase != rules.CHOOSE:
            continue
        for seat in range(4):
            page = board(table, seat, "en")
            own = reading.hand(table.seen_by(seat), seat)
            assert len(own) == table.state.hand_count[seat]
            assert {f"card-{card}" for card in own} <= set(page.values("data-thing"))
            for other in set(range(4)) - {seat}:
                cards = [f"card-{n}" for n in range(1, 85) if table.state.where[n] == rules.HAND + other]
                assert not set(cards) & set(page.values("data-thing"))
                if cards:
                    label = f"{len(cards)} card{'s' if len(cards) > 1 else ''} in hand"
                    assert label in page.values("aria-label")


def test_couplings_show_what_is_in_order():
    html = picture.board(position().seen_by(1), "fr", NAMES, ())
    own = html[html.index('class="tr p2 me"') :]
    assert re.findall(r'class="cp (\w+)"', own) == ["ok", "ok", "ok", "no", "ok", "ok"]


def test_gaps_have_no_coupling():
    table = position(row=[7])
    table.play(pack(Verb.REMOVE, 0))
    html = picture.board(table.seen_by(1), "fr", NAMES, ())
    assert html.count("slot gap") == 4
    assert html.count('class="cp"') == 4


def test_the_last_move_has_folded_corners():
    table = position(drawn=84)
    move = pack(Verb.PLACE, 4)
    touched = table.game.words.touched(table.seen_by(0), move)
    table.play(move)
    page = board(table, 0, last=touched)
    folded = [attrs["data-thing"] for _, attrs in page.elements if "last" in attrs.get("class", "").split()]
    assert sorted(folded) == ["card-84", "row-protect"]


def test_the_train_that_wins_leaves():
    table = position(row=[4])
    table.play(pack(Verb.SWAP, 3))
    assert [section for section in sections(board(table, 0)) if "won" in section] == [["tr", "p2", "won"]]


def test_names_are_text_and_never_markup():
    evil = ['<script>alert("1")</script>', "A & B", "'\"><img src=x>", "{who}"]
    for seat in (0, rotonde.PUBLIC):
        page = Page(picture.board(position().seen_by(seat), "fr", evil, ()))
        assert not {"script", "img"} & {tag for tag, _ in page.elements}
        assert "A & B" in page.text


def test_the_legend_names_all_eight_kinds():
    for lang, kind in (("fr", "Saute-wagon"), ("en", "Leapfrog")):
        page = Page(picture.legend(lang))
        assert sum(tag == "li" for tag, _ in page.elements) == 8
        assert kind in page.text


def test_colours_are_tokens():
    html = picture.board(position(drawn=84, row=[4, 2], locks={(1, 0): 18}).seen_by(1), "fr", NAMES, ())
    assert not re.search(r"#[0-9A-Fa-f]{6}\b|rgb|style=", html)
    # In the style only the game's own tokens, at its top.
    assert not re.search(r"#[0-9A-Fa-f]{3,6}\b", STYLE[STYLE.index(".got") :])
