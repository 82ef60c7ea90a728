"""Trains: what its moves are called, what will happen, and why something cannot be done."""

import pytest

from rotonde.games.trains import words
from rotonde.games.trains.rules import CREW_EARNS, Verb
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import pack
from rotonde.kernel.subset import PUBLIC
from tests.games.trains.laying import (
    DONE,
    DROP,
    END,
    IKEBUKURO,
    KASHIWA,
    KICHIJOJI,
    NARITA,
    PASS,
    PLACE,
    SHINAGAWA,
    TACHIKAWA,
    TOKYO,
    YOKOHAMA,
    act,
    at,
    buy,
    buy_on_top,
    chance,
    lay,
    lay_rail,
    plain,
    play,
    station,
    with_card,
)

N, X = "normal-train", "express-train"
HANEDA = PLACE["Haneda"]
TWENTY = [at(row, column) for row in (2, 3) for column in range(9)] + [at(4, 0), at(4, 1)]


def told(table: Table, move: int, lang: str = "fr", viewer: int = 1) -> str:
    """The line of the log for a move."""
    before = table.seen_by(viewer)
    after = act(table.copy(), move).seen_by(viewer)
    return words.told(before, after, before.masked(move), lang, "Léa").replace("\u00a0", " ")


def note(table: Table, move: int, lang: str = "fr") -> str:
    return words.preview(table.seen_by(table.actor), move, lang).note.replace("\u00a0", " ")


def why(table: Table, thing: str, lang: str = "fr") -> tuple[str, str]:
    refusal = table.seen_by(table.actor).why(thing, lang)
    assert refusal is not None
    return refusal.rule, refusal.text


# ---------------------------------------------------------------- sentences


def test_sentences_of_a_turn() -> None:
    table = lay(["lay-rails", X, "waste"], money=3, rails={0: [KICHIJOJI], 1: [TACHIKAWA]})
    seen = table.seen_by(0)
    assert seen.words(play("lay-rails"), "fr") == "Jouer Pose de rails"
    assert seen.words(plain("lay-rails"), "en") == "Play Lay Rails without its effect"
    assert seen.words(buy(X), "fr") == "Acheter Train express"
    assert seen.words(PASS, "fr") == "Passer et rendre 1 Ferraille"
    assert seen.words(END, "en") == "End your turn"
    act(table, play("lay-rails"))
    assert table.words(lay_rail(at(2, 5)), "fr") == "Poser un rail sur la plaine C6 pour 0"
    assert table.words(lay_rail(at(2, 5)), "en", "Léa") == "Léa lays a rail on the plain C6 (0)."


def test_the_log_says_what_was_received() -> None:
    table = lay(["lay-rails", "station-expansion"], money=3)
    assert told(table, play("lay-rails")) == "Léa joue Pose de rails, et reçoit une Ferraille."
    assert told(table, buy("apartment"), "en") == "Léa buys Apartment, and takes a Waste."
    act(table, play("station-expansion"))
    assert told(table, station(TOKYO)) == "Léa bâtit une gare à Tokyo-Akihabara, et reçoit une Ferraille."


@pytest.mark.rule("trains:T7")
def test_the_log_says_how_much_waste_came_back() -> None:
    table = lay(["waste", "waste", N])
    for viewer in (0, 1, PUBLIC):
        assert told(table, PASS, viewer=viewer) == "Léa passe et rend 2 Ferrailles."
        assert told(table, PASS, "en", viewer) == "Léa passes and returns 2 Waste."


def test_the_log_is_short() -> None:
    table = lay([X], deck=[N] * 5)
    assert told(table, END) == "Léa passe."
    act(table, play(X))
    assert told(table, END) == "", "the next line tells it"
    act(table, END)
    assert told(table, table.moves()[0]) == ""


def test_a_card_looked_at_is_told_only_when_it_is_discarded() -> None:
    table = chance(act(lay(["signals"], deck=["tower", X, N]), play("signals")), "tower")
    assert told(table, with_card(Verb.LOOK, X), "en") == ""
    chance(table, X)
    assert told(table, pack(Verb.KEEP), "en") == "Léa leaves the card on the deck."
    assert told(table, DROP, "en") == "Léa discards Express Train from the deck."


def test_cards_put_back_are_told_without_a_name() -> None:
    table = chance(
        act(lay(["information-central"], deck=["tower", X, N]), play("information-central")), "tower", X, N
    )
    act(table, DONE)
    move = with_card(Verb.PUT, X)
    assert told(table, move) == "Léa remet une carte sur son paquet."
    assert table.seen_by(0).words(move, "fr") == "Remettre Train express sur le paquet"


@pytest.mark.parametrize(
    ("card", "more", "move", "said"),
    [
        ("station-crew", [], pack(Verb.CREW, CREW_EARNS), "Recevoir 1 d’argent"),
        ("freight-train", ["waste", "waste"], pack(Verb.SELL, 2), "Rendre 2 Ferrailles"),
        ("mail-train", [N], DONE, "Assez défaussé"),
        ("wagon-factory", [N], with_card(Verb.TRASH, N), "Écarter Train omnibus"),
        ("stationmasters-office", ["dump-site"], with_card(Verb.COPY, "dump-site"), "Copier Dépotoir"),
    ],
)
def test_choices(card: str, more: list[str], move: int, said: str) -> None:
    table = act(lay([card, *more]), play(card))
    assert move in table.moves()
    assert table.words(move, "fr") == said


# ---------------------------------------------------------------- what will happen


def test_the_surcharge_is_taken_apart() -> None:
    rails = {0: [at(2, 1)], 1: [TACHIKAWA]}
    table = act(lay(["lay-rails"], rails=rails, stations={TACHIKAWA: 1}, money=5), play("lay-rails"))
    said = note(table, lay_rail(TACHIKAWA))
    assert said == (
        "Supplément : la case 1, les gares 1 et les rails des autres 1. Il vous restera 2."
        " Vous prenez une Ferraille. Cela vaut 2 points."
    )
    assert words.preview(table.seen_by(0), lay_rail(TACHIKAWA), "fr").tags == {f"hex-{TACHIKAWA}": "3"}
    assert note(table, lay_rail(at(2, 0)), "en") == "Surcharge: the hex 1. You will have 4 left."


def test_nothing_to_pay() -> None:
    table = act(lay(["subway-excavation"], rails={0: [KASHIWA], 1: [YOKOHAMA]}), play("subway-excavation"))
    assert note(table, lay_rail(NARITA)) == "Rien à payer ici. Cela vaut 3 points."


def test_previews_of_cards() -> None:
    table = lay([X, "tourist-train"], money=3)
    assert note(table, play(X)) == "2 d’argent de plus : vous aurez 5."
    assert "Cela vaut 1 point." in note(table, play("tourist-train"))
    assert note(table, buy("apartment")) == "Il vous restera 0. Vous prenez une Ferraille. Cela vaut 1 point."
    assert note(table, END) == "Vous perdez 3 d’argent, puis piochez cinq cartes."


def test_naming_tells_the_odds() -> None:
    table = chance(act(lay(["command-central"], deck=["tower", X, X, N]), play("command-central")), "tower")
    assert note(table, with_card(Verb.NAME, X)) == "Votre paquet en a 2 sur 3 cartes."


# ---------------------------------------------------------------- refusals


def test_why_a_hex_cannot_be_used() -> None:
    rails = {0: [SHINAGAWA], 1: [IKEBUKURO]}
    table = lay(["lay-rails"], rails=rails)
    assert why(table, f"hex-{at(4, 5)}")[0] == "L1"
    act(table, play("lay-rails"))
    assert why(table, f"hex-{SHINAGAWA}") == ("L3", "Vous avez déjà un rail ici.")
    assert why(table, f"hex-{TOKYO}") == ("L2", "La frontière est barrée ici.")
    assert why(table, f"hex-{KICHIJOJI}") == ("L2", "Aucun de vos rails n’est à côté.")
    assert why(table, f"hex-{at(4, 8)}")[0] == "L2"
    assert why(table, f"hex-{at(4, 7)}") == ("L4", "Poser ici coûte 1, et vous avez 0.")


def test_why_a_card_cannot_be_used() -> None:
    table = lay(["waste", "tower", "landfill"], money=2, supply={"conductors-station": 0})
    assert why(table, "hand-9")[0] == "K9"
    assert why(table, "hand-7")[0] == "T2"
    assert why(table, "pile-2", "en") == ("T6", "Express Train costs 3, and you have 2.")
    assert why(table, "pile-9")[0] == "W3"
    assert why(table, "pile-13")[0] == "T6"
    act(table, play("landfill"))
    assert why(table, "pass")[0] == "T7"


def test_an_effect_comes_first() -> None:
    table = act(lay(["station-expansion", N], money=5), play("station-expansion"))
    assert why(table, "pile-2") == ("T1", "Finissez d’abord l’effet de Gare.")
    assert why(table, f"hex-{at(4, 5)}")[0] == "L7"


def test_others_wait() -> None:
    table = lay([N])
    for viewer in (1, PUBLIC):
        refusal = table.seen_by(viewer).why("hand-1", "en")
        assert refusal is not None and refusal.rule == "S6"


# ---------------------------------------------------------------- the end


@pytest.mark.rule("trains:E2")
def test_the_result_says_whose_last_rail_it_was() -> None:
    rails = {0: TWENTY, 1: [HANEDA]}
    table = chance(act(lay([], deck=[N] * 5, rails=rails, stations={HANEDA: 1}), END), *[N] * 5)
    names = ("Léa", "Hugo")
    assert (
        words.result(table.seen_by(0), "fr", names)
        == "Vous avez posé tous vos rails. Hugo gagne avec 2 points."
    )
    assert words.result(table.seen_by(1), "en", names) == "Léa has placed every rail. You win with 2 points."


def test_result() -> None:
    four: dict[str, int] = dict.fromkeys(("tower", "lay-rails", "landfill", "apartment"), 0)
    table = lay(deck=[N] * 5, supply=four, stations={SHINAGAWA: 2})
    chance(act(table, END), *[N] * 5)
    names = ["Léa", "Hugo"]
    assert (
        words.result(table.seen_by(0), "fr", names) == "Quatre piles sont vides. Vous gagnez avec 4 points."
    )
    assert words.result(table.seen_by(1), "en", names) == "Four piles are empty. Léa wins with 4 points."


def test_facts_and_standing() -> None:
    table = act(lay(["lay-rails", X], stations={SHINAGAWA: 1}), play("lay-rails"), play(X))
    assert words.facts(table.seen_by(0), "fr") == ["2 en caisse", "1 rail à poser", "tour 3"]
    standing = words.standing(table.seen_by(1), 0, "en")
    assert (standing.text, standing.note) == ("2 pts", "1 rail, cities 2")


def test_early_train() -> None:
    table = act(lay(["early-train"], money=3), play("early-train"))
    assert table.things(buy_on_top(X)) == ["pile-2", "on-top"]
    assert table.words(buy_on_top(X), "en") == "Buy Express Train and put it on your deck"
