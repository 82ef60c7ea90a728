"""Places assises in words and pictures: what a person reads and touches."""

import re

import pytest

from rotonde.games.places_assises import picture, words
from rotonde.games.places_assises.rules import (
    ECCENTRIC,
    EXCUSE_ME,
    EXPRESS,
    PANHANDLER,
    REBEL,
    REVERSE,
    TAKE_A_SEAT,
    U_PASS,
    Verb,
)
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import a_of, pack
from tests.games.places_assises.laying import (
    BOARD,
    EXCUSED,
    FREE_SEATS,
    PASS,
    RED_1,
    RED_2,
    RED_4,
    act,
    at,
    go,
    lay,
    pick,
    play,
    walk,
)

NAMES = ["Hugo", "Anna", "Mina", "Robot Régis"]


def test_a_walk_is_told_as_the_picture_of_the_game_tells_it() -> None:
    table = act(lay(aisle={0: at(0, 2)}, hands={0: [RED_4]}), walk(RED_4))
    seen = table.seen_by(0)
    move = go(at(3, 3))
    assert seen.words(move, "fr") == "Avancer de 4 et s’asseoir, rangée 4, Ligne Rouge, côté couloir"
    assert seen.words(move, "en", "Hugo") == "Hugo walks 4 and sits down."
    preview = words.preview(seen, move, "fr")
    assert preview.tags == {
        f"square-{at(1, 2)}": "1",
        f"square-{at(2, 2)}": "2",
        f"square-{at(2, 3)}": "3",
    } | {f"square-{at(3, 3)}": "4"}
    assert preview.note == "Votre place assise n° 1 sur 12."


def test_laying_cards_shows_every_square_that_they_reach() -> None:
    seen = lay(aisle={0: at(0, 2)}, hands={0: [RED_2]}).seen_by(0)
    preview = words.preview(seen, walk(RED_2), "en")
    assert set(preview.tags) == {f"square-{at(2, 2)}", f"square-{at(1, 1)}"}
    assert preview.note == "One seat that far."


def test_whoever_is_passed_is_not_counted_on_the_way() -> None:
    table = act(lay(aisle={0: at(2, 3)}, hands={0: [RED_1, EXCUSE_ME]}), walk(RED_1, passing=EXCUSED))
    assert words.preview(table.seen_by(0), go(at(0, 3)), "fr").tags == {f"square-{at(0, 3)}": "1"}


def test_two_numbers_alike_are_two_things() -> None:
    seen = lay(aisle={0: at(0, 2)}, hands={0: [RED_1, RED_1]}).seen_by(0)
    assert seen.things(walk(RED_1, RED_1)) == [f"hand-{RED_1}", f"hand-{RED_1}-2"]
    refusal = seen.why(f"hand-{RED_1}-2", "fr")
    assert refusal is None, "it goes with the first"


def test_the_one_outside_is_chosen_by_touching_its_door() -> None:
    table = lay(seated={1: [at(0, 0)]}, quay={0: 4}, hands={0: [TAKE_A_SEAT]})
    seen = play(table, TAKE_A_SEAT).seen_by(0)
    assert seen.things(pick(at(0, 0))) == [f"square-{at(0, 0)}"]
    assert seen.things(pick(at(0, 0), 1)) == [f"square-{at(0, 0)}", "door-4"]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_penalties_are_announced(lang: str) -> None:
    """A penalty is not forbidden, but nobody runs into it unwarned."""
    warning = {"fr": "Attention", "en": "Careful"}[lang]
    twice = lay(aisle={0: at(2, 2)}, quay={0: 0}, hands={0: [U_PASS]}).seen_by(0)
    assert warning in words.preview(twice, pack(Verb.PLAY, U_PASS), lang).note
    table = lay(seated={1: FREE_SEATS[:2]}, aisle={1: at(2, 5)}, quay={0: 0}, hands={0: [ECCENTRIC]})
    seen = play(table, ECCENTRIC).seen_by(0)
    assert warning in words.preview(seen, pick(FREE_SEATS[0]), lang).note


def test_the_question_is_asked_of_everybody_attacked() -> None:
    for card in (REBEL, REVERSE):
        table = lay(seated={1: FREE_SEATS[:2]}, quay={0: 0}, hands={0: [ECCENTRIC], 1: [card]})
        act(play(table, ECCENTRIC), pick(FREE_SEATS[0]))
        assert "Hugo joue « Excentrique » contre vous" in words.prompt(table.seen_by(1), "fr", NAMES).replace(
            "\u00a0", " "
        )
        assert words.prompt(table.seen_by(0), "fr", NAMES) == "On attend la réponse d’Anna."
        assert "pass" in table.seen_by(1).things(pack(Verb.ACCEPT))


def test_others_go_by_their_names() -> None:
    table = lay(3, seated={1: FREE_SEATS[:2]}, quay={0: 0}, hands={0: [ECCENTRIC], 1: [REVERSE]})
    seen = play(table, ECCENTRIC).seen_by(2).called(NAMES[:3])
    move = pick(FREE_SEATS[0])
    assert seen.words(move, "fr", "Hugo") == "Hugo veut chasser un voyageur d’Anna dans l’allée."
    assert seen.words(move, "en", "Hugo") == "Hugo tries to drive one of Anna’s travellers into the aisle."
    square = picture.board(seen, "fr", NAMES, set()).split(f'data-thing="square-{FREE_SEATS[0]}"')[1]
    assert "voyageur d’Anna" in square.split(">")[0]


def log_of(table: Table, move: int, lang: str, viewer: int = 2) -> str:
    """The line that a viewer reads when the move is made."""
    before = table.seen_by(viewer).called(NAMES[: table.players])
    masked = before.masked(move)
    who = words.subject(before, masked)
    after = act(table.copy(), move).seen_by(viewer).called(NAMES[: table.players])
    return words.told(before, after, masked, lang, NAMES[who]).replace("\u00a0", " ")


def test_the_log_says_whom_a_card_hit() -> None:
    table = lay(3, quay={0: 0}, hands={0: [EXPRESS, REVERSE], 1: [RED_1]})
    express, reverse = pack(Verb.PLAY, EXPRESS), pack(Verb.PLAY, REVERSE)
    assert log_of(table, express, "fr") == "Hugo joue « Express » : Anna passera son tour."
    assert log_of(table, express, "en") == "Hugo plays “Express”: Anna will miss a turn."
    assert (
        log_of(act(table.copy(), reverse), express, "fr") == "Hugo joue « Express » : Mina passera son tour."
    )
    assert log_of(table, reverse, "fr") == "Hugo joue « Demi-tour » : le sens du jeu s’inverse."
    note = words.preview(table.seen_by(0).called(NAMES[:3]), express, "en").note
    assert note == "Anna will miss the next turn. Nothing can cancel it."


def test_a_stolen_card_is_named_to_those_who_know_it() -> None:
    table = lay(3, quay={0: 0}, hands={0: [PANHANDLER], 1: [RED_1]})
    act(play(table, PANHANDLER), pack(Verb.ROB, 1, 0), pack(Verb.ACCEPT))
    (move,) = table.moves()
    assert log_of(table, move, "fr", viewer=0) == "Hugo prend le 1 rouge à Anna."
    assert log_of(table, move, "en", viewer=1) == "Hugo takes the red 1 from Anna."
    assert log_of(table, move, "fr", viewer=2) == ""


def test_a_penalty_is_told() -> None:
    table = lay(aisle={0: at(2, 2)}, quay={0: 0}, hands={0: [U_PASS]})
    told = log_of(table, pack(Verb.PLAY, U_PASS), "en", viewer=1)
    assert told == "Hugo plays “U-Pass”. But the aisle was taken: both have to get out."


@pytest.mark.parametrize(
    ("thing", "rule"),
    [(f"hand-{REBEL}", "A14"), (f"hand-{RED_1}", "T3"), (f"square-{at(2, 2)}", "T3"), ("tokens", "K1")],
)
def test_refusals_name_their_rule(thing: str, rule: str) -> None:
    seen = lay(quay={0: 0}, hands={0: [REBEL, RED_1]}).seen_by(0)
    refusal = seen.why(thing, "en")
    assert refusal is not None and refusal.rule == rule


def test_the_board_has_every_square_and_every_door_once() -> None:
    table = lay(3, aisle={0: at(0, 2)}, quay={1: 0, 2: 0}, hands={0: [RED_1, RED_1, REBEL, REBEL]})
    board = picture.board(table.seen_by(0), "fr", NAMES, set())
    things = re.findall(r'data-thing="([^"]+)"', board)
    assert len(things) == len(set(things))
    assert {f"square-{square}" for square in range(90)} <= set(things)
    assert {f"door-{door}" for door in range(8)} <= set(things)
    assert "×2" in board, "two Rebels lie as one card"
    assert len(board) < 80_000


def test_a_narrow_screen_opens_where_the_viewer_s_traveller_is() -> None:
    def opens_at(table: Table, seat: int) -> list[str]:
        return re.findall(r'data-open-at="([^"]+)"', picture.board(table.seen_by(seat), "fr", NAMES, set()))

    table = lay(
        3,
        seated={1: [at(0, 0)]},
        aisle={0: at(2, 7, 1)},
        quay={0: 6, 1: 5},
        hands={0: [ECCENTRIC], 1: [RED_1]},
    )
    assert [opens_at(table, seat) for seat in range(3)] == [[f"square-{at(2, 7, 1)}"], ["door-5"], []]
    act(play(table, ECCENTRIC), pick(at(0, 0)))
    assert opens_at(table, 1) == [f"square-{at(0, 0)}"], "where the attack is"


def test_people_say_what_happened_to_them() -> None:
    table = lay(seated={1: [at(0, 0)]}, quay={0: 0, 1: 1}, missed=[1], blocked={}, hands={0: [ECCENTRIC]})
    said = re.compile(r'class="bubble[^>]*>([^<]+)<')
    assert said.findall(picture.board(table.seen_by(0), "en", NAMES, set())) == ["Drat!"]
    act(play(table, ECCENTRIC), pick(at(0, 0)))
    assert said.findall(picture.board(table.seen_by(1), "en", NAMES, set())) == ["Oi!", "Drat!"]
    stuck = lay(aisle={0: at(2, 0), 1: at(2, 1)}, blocked={0: 1})
    assert said.findall(picture.board(stuck.seen_by(0), "en", NAMES, set())) == ["Excuse me…"]


def test_whoever_walked_glides_along_the_squares() -> None:
    table = act(lay(aisle={0: at(0, 2)}, hands={0: [RED_4]}), walk(RED_4))
    move = go(at(3, 3))
    last = set(words.touched(table.seen_by(0), move))
    board = picture.board(act(table, move).seen_by(0), "fr", NAMES, last)
    (way,) = re.findall(r'data-way="([^"]+)"', board)
    assert len(way.split()) == 5, "four steps and where they began"


def test_a_traveller_keeps_its_key_from_the_door_to_the_seat() -> None:
    table = lay(quay={0: 0}, missed=[0], hands={0: [RED_4]})

    def keys() -> set[str]:
        last = {f"square-{a_of(table.history[-1])}"} if table.history else set()
        return set(
            re.findall(r'data-key="(walker-0[^"]+)"', picture.board(table.seen_by(0), "fr", NAMES, last))
        )

    assert keys() == {"walker-0-0"}
    act(table, BOARD)
    assert keys() == {"walker-0-0"}
    act(table, walk(RED_4), go(at(3, 3)))
    assert keys() == {"walker-0-0"}
    assert PASS not in table.moves()
