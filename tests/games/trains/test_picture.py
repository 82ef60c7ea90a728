"""Trains: its board as HTML."""

import re
from importlib.resources import files

import pytest

from rotonde.games.trains import box as trains_box
from rotonde.games.trains import drawings, lexicon, picture, reading
from rotonde.games.trains.rules import OWNER
from rotonde.kernel.handle import Table
from rotonde.kernel.subset import PUBLIC
from tests.games.trains.laying import (
    END,
    KICHIJOJI,
    SHINAGAWA,
    TACHIKAWA,
    act,
    at,
    chance,
    hand,
    lay,
    play,
)

NAMES = ("Léa", "<Hugo>", "Mina", "Zoé")
N, X = "normal-train", "express-train"


def board(table: Table, viewer: int = 0, lang: str = "fr") -> str:
    return picture.board(table.seen_by(viewer), lang, NAMES, set())


def things(html: str) -> set[str]:
    return set(re.findall(r'data-thing="([^"]+)"', html))


@pytest.mark.parametrize("name", ["tokyo", "osaka"])
def test_both_maps(name: str) -> None:
    html = board(
        lay([N], board=name, rails={0: [at(4, 4)], 1: [at(4, 5)]} if name == "tokyo" else {0: [42], 1: [43]})
    )
    assert {f"hex-{number}" for number in range(76)} <= things(html)
    ground = drawings.ground(name)
    for terrain, _, place in trains_box.hexes(name):
        if place and terrain != "sea":
            assert all(part in drawings.names(name) for part in place.split("-"))
    assert ground.count('stroke="var(--red)"') == len(trains_box.blocked(name))


def test_no_secret_is_drawn() -> None:
    table = lay(["temporary-timetable", N], top=[X], top_known=OWNER, deck=["tower"])
    for viewer in (1, PUBLIC):
        html = board(table, viewer)
        assert "hand-24" not in html
        assert "sur le paquet" not in html
    assert "sur le paquet" in board(table).replace("\u00a0", " ") and "hand-24" in board(table)


def test_prices_stand_where_a_rail_may_go() -> None:
    rails = {0: [at(2, 1)], 1: [KICHIJOJI]}
    near = len(trains_box.neighbours("tokyo")[at(2, 1)])
    assert 'class="cost' not in board(lay([N], rails=rails)), "there is no rail to lay"
    table = lay(["lay-rails"], rails=rails, stations={TACHIKAWA: 1})
    for _ in range(2):
        html = board(table)
        assert html.count('class="cost') == near
        assert re.search(rf'data-thing="hex-{TACHIKAWA}".*?class="cost">2<', html)
        assert 'class="cost' not in board(table, 1)
        act(table, play("lay-rails")) if "lay-rails" in hand(table) else None


def bill(html: str, number: int) -> str:
    """The bill of a hex, as plain text."""
    found = re.search(rf'data-thing="hex-{number}".*?class="toll"[^>]*>(.*?)</span></button>', html)
    assert found is not None
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[1])).replace("\u00a0", " ").strip()


@pytest.mark.rule("trains:L4", "trains:L5", "trains:L6")
def test_a_bill_takes_the_surcharge_apart_and_names_the_waste() -> None:
    rails = {0: [at(2, 1)], 1: [TACHIKAWA], 2: [TACHIKAWA]}
    table = lay(["lay-rails"], rails=rails, stations={TACHIKAWA: 1}, players=3)
    seen = table.seen_by(0).called(NAMES[:3])
    html = picture.board(seen, "fr", NAMES, set())
    assert 'class="cost dirty">4<' in html
    assert bill(html, TACHIKAWA) == (
        "Tachikawa Ville 1 1 gare 1 &lt;Hugo&gt; et Mina y roulent 2 Supplément 4 et une Ferraille"
    )
    table = lay(["viaduct"], rails=rails, stations={TACHIKAWA: 1}, players=3)
    seen = table.seen_by(0).called(NAMES[:3])
    assert bill(picture.board(seen, "en", NAMES, set()), TACHIKAWA) == (
        "Tachikawa City 0 &lt;Hugo&gt; and Mina are here 2 Surcharge 2 and a Waste"
    )


def test_choices_are_on_the_board() -> None:
    table = act(lay(["command-central"], deck=[X, N]), play("command-central"))
    chance(table, X)
    named = {thing for thing in things(board(table)) if thing.startswith("name-")}
    assert len(named) == 17
    assert not any(thing.startswith("name-") for thing in things(board(table, 1)))
    table = chance(act(lay(["signals"], deck=[X, N]), play("signals")), X, N)
    assert {"keep", "drop"} <= things(board(table)) and "keep" not in things(board(table, 1))


def test_no_style_of_the_pages_reaches_into_the_picture() -> None:
    sheets = [
        sheet.read_text("utf-8")
        for sheet in (files("rotonde.web") / "static").iterdir()
        if sheet.name.endswith(".css")
    ]
    styled = {name for sheet in sheets for name in re.findall(r"(?m)(?:^|[},])\s*\.([\w-]+)", sheet)}
    rails = {0: [at(2, 1)], 1: [TACHIKAWA]}
    html = board(lay(["lay-rails", X], rails=rails, discard=[N])) + picture.legend("fr")
    drawn = {name for names in re.findall(r'class="([^"]+)"', html) for name in names.split()}
    assert "bill" in styled and drawn & styled <= {"mark", "p1", "p2"}, (
        "how players look is the same everywhere"
    )


def test_long_names_can_be_parted_on_a_narrow_card() -> None:
    for lang in ("fr", "en"):
        for card in range(1, 40):
            title = lexicon.card_title(card, lang)
            assert title.replace("\u00ad", "") == lexicon.card_name(card, lang)
            assert max(len(part) for part in re.split(r"[\u00ad\s’-]", title)) <= 10


def test_names_are_escaped() -> None:
    html = board(lay([N]))
    assert "<Hugo>" not in html and "&lt;Hugo&gt;" in html


def test_the_score_sheet_adds_up() -> None:
    four: dict[str, int] = dict.fromkeys(("tower", "lay-rails", "landfill", "apartment"), 0)
    table = lay(["skyscraper"], deck=[N] * 5, supply=four, stations={SHINAGAWA: 2})
    assert "Décompte" not in board(table)
    chance(act(table, END), *[N] * 5)
    html = board(table)
    assert "Décompte" in html and "<td>4</td><td>0</td><td>4</td><td>0</td><td>8</td>" in html
    for seat in (0, 1):
        assert reading.points(table.seen_by(1), seat).total == table.scores()[seat]


def test_every_card_can_be_drawn_in_both_languages() -> None:
    for lang in ("fr", "en"):
        for card in range(1, 40):
            assert drawings.scene(card).startswith("<svg")
        assert "svg" in picture.legend(lang)


def test_a_pile_says_what_its_card_does() -> None:
    html = board(lay([N], kinds=["passing-station"])).replace("\u00a0", " ")
    assert "<small>2 points. À l’achat, prenez une Ferraille.</small>" in html
    assert "<small>Valeur 2.</small>" in html
    assert "<small>Valeur 1. Piochez 1 carte.</small>" in html


@pytest.mark.rule("trains:D3")
def test_everybody_sees_what_each_deck_holds_in_all_but_not_who_holds_what() -> None:
    table = lay(
        [X, "signals"],
        top=["tower"],
        top_known=OWNER,
        deck=["waste"],
        discard=[N],
        others={1: ["skyscraper"]},
    )
    for viewer in (0, 1, PUBLIC):
        html = board(table, viewer).replace("\u00a0", " ")
        assert "En tout : Train omnibus, Train express, Immeuble, Ferraille, Feu de signalisation<" in html
        assert "En tout : Gratte-ciel<" in html and "Défausse : Train omnibus<" in html
        assert "Vu en main" not in html
    act(table, play("signals"))
    assert "En tout : Train omnibus, Train express, Immeuble, Ferraille, Feu de signalisation<" in board(
        table, 1
    ).replace("\u00a0", " "), "also while some of it is in play"


@pytest.mark.parametrize("name", ["tokyo", "osaka"])
def test_no_rail_covers_the_name_of_a_place(name: str) -> None:
    places = {place: number for number, (_, _, place) in enumerate(trains_box.hexes(name)) if place}
    for place, number in places.items():
        parts = place.split("-")
        lines = [re.search(rf'y="([\d.]+)">{re.escape(part)}<', drawings.names(name)) for part in parts]
        lowest = max(float(line[1]) for line in lines if line)
        rails = min(drawings.rail_spot(name, number, seat)[1] for seat in range(4))
        assert lowest + 3 <= rails - 9.5 + (0 if len(parts) == 1 else 2), f"{place} stands under the rails"
