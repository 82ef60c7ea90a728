"""The words of Game of Trains: natural, complete, well set, and silent about secrets."""

import json
import random
import re
from importlib.resources import files
from pathlib import Path

import pytest

import rotonde
from rotonde.games.game_of_trains import refusals, rules, words
from rotonde.games.game_of_trains.lexicon import ABILITY_NAMES
from rotonde.games.game_of_trains.rules import Verb
from rotonde.kernel.moves import pack
from rotonde.kernel.prose import of_name, typeset
from tests.games.game_of_trains.positions import GAME, LANGS, NAMES, TRAINS, position, viewpoints, walk

DOCS = Path(__file__).parents[3] / "docs" / "rules"
EVERY_ABILITY = (4, 8, 1, 11, 7, 13, 22, 2)
"""One card of each ability, none of them in TRAINS."""


def numbered(lang):
    """The numbers of the rules in docs/rules, in order."""
    page = (DOCS / f"game-of-trains.{lang}.md").read_text("utf-8")
    return re.findall(r"^\*\*([A-Z]+\d+)\.\*\*", page, re.MULTILINE)


def plain(text):
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def say(table, move, lang, who=None):
    return plain(table.words(move, lang, who))


# ---------------------------------------------------------------- a move in words


SENTENCES = [
    (pack(Verb.DRAW), "Piocher une carte", "Draw a card"),
    (pack(Verb.SWAP, 3), "Échanger le 57 et le 42", "Swap 57 and 42"),
    (pack(Verb.LEAP, 2), "Échanger le 29 et le 42 par-dessus le 57", "Swap 29 and 42 over 57"),
    (pack(Verb.RIGHT, 1), "Faire reculer le 19 de deux places", "Move 19 two places right"),
    (pack(Verb.LEFT, 5), "Faire avancer le 61 de deux places", "Move 61 two places left"),
    (
        pack(Verb.REMOVE, 3),
        "Jouer « Milieu » : chacun perd son wagon 4",
        "Play “Middle”: everyone loses wagon 4",
    ),
    (pack(Verb.PROTECT, 0), "Mettre un cadenas sur le 6", "Put a padlock on 6"),
]

TOLD = [
    (pack(Verb.DRAW), "Anna pioche une carte.", "Anna draws a card."),
    (pack(Verb.SWAP, 3), "Anna échange le 57 et le 42.", "Anna swaps 57 and 42."),
    (pack(Verb.RIGHT, 1), "Anna fait reculer le 19 de deux places.", "Anna moves 19 two places right."),
    (
        pack(Verb.REMOVE, 6),
        "Anna joue « Queue » : chacun perd son wagon 7.",
        "Anna plays “Tail”: everyone loses wagon 7.",
    ),
    (pack(Verb.PROTECT, 6), "Anna met un cadenas sur le 77.", "Anna puts a padlock on 77."),
]


@pytest.mark.parametrize(("move", "fr", "en"), SENTENCES)
def test_a_move_is_named_for_the_one_who_makes_it(move, fr, en):
    table = position(row=EVERY_ABILITY)
    assert (say(table, move, "fr"), say(table, move, "en")) == (fr, en)


@pytest.mark.parametrize(("move", "fr", "en"), TOLD)
def test_a_move_is_told_of_somebody(move, fr, en):
    table = position(row=EVERY_ABILITY)
    assert (say(table, move, "fr", "Anna"), say(table, move, "en", "Anna")) == (fr, en)


def test_a_placed_card_is_told_with_what_it_does_to_the_station():
    table = position(drawn=84, row=(25,))
    assert say(table, pack(Verb.PLACE, 3), "fr") == "Mettre le 84 à la place du 57"
    assert say(table, pack(Verb.PLACE, 3), "fr", "Anna") == "Anna place le 84 et dépose le 57 en gare."
    paired = "Anna place le 84. Le 77 et l’autre « Deux à droite » de la gare s’annulent."
    assert say(table, pack(Verb.PLACE, 6), "fr", "Anna") == paired


def test_the_drawn_card_is_told_to_its_player_only():
    table = position(drawn=84)
    mine, theirs = table.seen_by(1), table.seen_by(0)
    assert plain(words.sentence(mine, pack(Verb.PLACE, 0), "en")) == "Put 84 in place of 6"
    told = words.sentence(theirs, pack(Verb.PLACE, 0), "en", "Anna")
    assert told == "Anna places the card and leaves 6 at the station."


def test_secrets_stay_out_of_the_words():
    secret = re.compile(r"\d")
    for table, move in walk(players=4, seed=3, moves=90):
        for seat in viewpoints(table):
            seen = table.seen_by(seat)
            masked = seen.masked(move)
            if masked != move:
                for lang in LANGS:
                    told = words.sentence(seen, masked, lang, "Anna")
                    assert told and not secret.search(told)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_has_words_for_every_viewpoint(players):
    for table, move in walk(players, seed=players, moves=140):
        for seat in viewpoints(table):
            seen = table.seen_by(seat)
            masked = seen.masked(move)
            who = NAMES[words.subject(seen, masked)]
            for lang in LANGS:
                assert words.sentence(seen, masked, lang)
                told = words.sentence(seen, masked, lang, who)
                assert told.startswith(who) and told.endswith(".") and "{" not in told
                assert words.prompt(seen, lang, NAMES).endswith(".")


def test_chance_is_told_of_the_one_who_gets_the_card():
    for table, move in walk(players=3, seed=8, moves=27):
        if table.state.phase == rules.DEAL:
            before, seat = table.copy(), words.subject(table.seen_by(0), move)
            before.play(move)
            assert before.state.train[seat] != table.state.train[seat]
        if table.state.phase == rules.HANDS:
            before, seat = table.copy(), words.subject(table.seen_by(0), move)
            before.play(move)
            assert before.state.hand_count[seat] == table.state.hand_count[seat] + 1


def test_the_log_names_a_drawn_card_once_it_lies_in_the_train():
    table = position(drawn=84)
    before, move = table.seen_by(0), pack(Verb.PLACE, 0)
    table.play(move)
    line = words.told(before, table.seen_by(0), move, "en", "Anna")
    assert line == "Anna places 84 and leaves 6 at the station."


def test_the_log_is_silent_about_what_the_next_line_tells_anyway():
    told = {}
    for table, move in walk(players=3, seed=15, moves=300):
        seen, verb = table.seen_by(0), Verb(move & 255)
        after = table.copy()
        after.play(move)
        told.setdefault(verb, words.told(seen, after.seen_by(0), seen.masked(move), "fr", "Anna"))
    assert {verb for verb, line in told.items() if not line} == {Verb.DEAL, Verb.HAND, Verb.DRAW, Verb.DRAWN}
    assert told[Verb.FIRST] == "Anna commence."


def test_the_log_has_chapters():
    table = position(players=3)
    assert words.chapter(table.seen_by(0), "fr") == "Tour de table 2"
    table.state.turn = 7
    assert words.chapter(table.seen_by(0), "en") == "Round 3"
    assert words.chapter(GAME.new(players=2).seen_by(0), "fr") == "Mise en place"


# ---------------------------------------------------------------- what one touches


THINGS = [
    (pack(Verb.DRAW), {"pile"}),
    (pack(Verb.SWAP, 0), {"row-swap_adjacent", "card-6", "card-19"}),
    (pack(Verb.LEAP, 0), {"row-swap_skip_one", "card-6", "card-29"}),
    (pack(Verb.RIGHT, 4), {"row-shift2_right", "card-42"}),
    (pack(Verb.LEFT, 4), {"row-shift2_left", "card-42"}),
    (pack(Verb.REMOVE, 0), {"row-remove_left"}),
    (pack(Verb.REMOVE, 3), {"row-remove_middle"}),
    (pack(Verb.REMOVE, 6), {"row-remove_right"}),
    (pack(Verb.PROTECT, 3), {"row-protect", "card-57"}),
]


@pytest.mark.parametrize(("move", "things"), THINGS)
def test_what_one_touches_to_make_a_move(move, things):
    assert set(position(row=EVERY_ABILITY).things(move)) == things


def test_the_card_to_keep_and_the_wagon_it_replaces():
    for table, _ in walk(players=2, seed=1, moves=200):
        if table.state.phase == rules.CHOOSE:
            seen = table.seen_by(table.actor)
            card, wagon = words.reading.hand(seen, seen.seat)[0], table.state.train[seen.seat, 4]
            assert set(seen.things(pack(Verb.KEEP, card, 4))) == {f"card-{card}", f"card-{wagon}"}
            return


def test_no_two_moves_are_touched_alike():
    for table, _ in walk(players=3, seed=5, moves=200):
        if table.actor >= 0:
            touched = [frozenset(table.things(move)) for move in table.moves()]
            assert len(set(touched)) == len(touched)
            assert not any(one < other for one in touched for other in touched)


def test_what_a_move_changes_is_where_things_differ_after_it():
    for table, move in walk(players=4, seed=6, moves=160):
        if table.state.phase < rules.CHOOSE:
            continue
        seen = table.seen_by(rotonde.PUBLIC)
        touched = {thing for thing in words.touched(seen, move) if thing.startswith("slot-")}
        after = table.copy()
        after.play(move)
        for seat in range(4):
            for slot in range(7):
                if table.state.train[seat, slot] != after.state.train[seat, slot]:
                    assert f"slot-{seat}-{slot}" in touched


# ---------------------------------------------------------------- what will happen


def preview(table, move, lang="fr"):
    shown = words.preview(table.seen_by(table.actor), move, lang)
    return plain(shown.note), dict(shown.tags)


def test_the_winning_move_says_so():
    note, tags = preview(position(row=[4]), pack(Verb.SWAP, 3))
    assert note == "Votre train est en ordre. Il part, et vous gagnez."
    assert tags == {"card-57": "42", "card-42": "57"}
    note, _ = preview(position(row=[4]), pack(Verb.SWAP, 3), "en")
    assert note == "Your train is in order. It departs, and you win."


def test_the_couplings_before_and_after():
    assert preview(position(row=[4]), pack(Verb.SWAP, 4))[0] == "Attelages en ordre : toujours 5."
    note, tags = preview(position(row=[4]), pack(Verb.SWAP, 1))
    assert note == "Attelages en ordre : 5 → 4."
    assert tags == {"card-19": "29", "card-29": "19"}


def test_a_shift_shows_all_three_wagons():
    _, tags = preview(position(row=[1]), pack(Verb.RIGHT, 2))
    assert tags == {"card-29": "57", "card-57": "42", "card-42": "29"}


def test_a_lost_padlock_is_foretold():
    note, _ = preview(position(row=[4], locks={(1, 0): 18}), pack(Verb.SWAP, 0))
    assert note == "Attelages en ordre : 5 → 4. Le 6 perd son cadenas."
    note, _ = preview(position(row=[8], locks={(1, 3): 18}), pack(Verb.LEAP, 2), "en")
    assert "padlock" not in note


def test_a_padlock_says_what_it_is_good_for():
    note, tags = preview(position(row=[2]), pack(Verb.PROTECT, 6))
    assert note == "Le 77 ne craint plus « Queue » tant qu’il garde sa place."
    assert tags == {}


def test_the_replaced_wagon_goes_to_the_station_or_cancels_out():
    table = position(drawn=84, row=[25])
    note, tags = preview(table, pack(Verb.PLACE, 3))
    assert note.endswith("Le 57 va en gare : tout le monde pourra jouer « Saute-wagon ».")
    assert tags == {"card-57": "84"}
    note, _ = preview(table, pack(Verb.PLACE, 6), "en")
    assert note.endswith("At the station the two “Two right” cards cancel out: nobody can use them.")


REMOVALS = [
    ({}, "Vous perdez le 6 ; les autres perdent le 3, le 81 et le 73. ", {"6", "3", "81", "73"}),
    ({1: 18}, "Votre 6 est protégé ; les autres perdent le 3, le 81 et le 73. ", {"3", "81", "73"}),
    (
        {0: 26, 2: 18},
        "Vous perdez le 6 ; un autre train perd le 81. Le 3 et le 73 sont protégés. ",
        {"6", "81"},
    ),
    ({0: 26, 2: 18, 3: 34}, "Vous perdez le 6, les autres ne perdent rien. ", {"6"}),
]


@pytest.mark.parametrize(("locked", "start", "lost"), REMOVALS)
def test_a_removal_says_who_loses_what(locked, start, lost):
    table = position(row=[7], locks={(seat, 0): card for seat, card in locked.items()})
    note, tags = preview(table, pack(Verb.REMOVE, 0))
    assert note.startswith(start) and note.endswith("La pioche comble les places vides.")
    assert tags == {f"card-{card}": "?" for card in lost}


def test_a_removal_against_one_other_player():
    note, _ = preview(position(players=2, row=[7]), pack(Verb.REMOVE, 0))
    assert note.startswith(
        "Vous perdez le 6 ; l’autre train perd le 73. En gare, les cartes « Queue » s’annulent."
    )
    note, _ = preview(position(players=2, row=[7]), pack(Verb.REMOVE, 0), "en")
    assert note.startswith(
        "You lose 6; the other train loses 73. At the station the “Tail” cards cancel out."
    )


def test_a_removal_that_hits_nobody():
    table = position(players=2, row=[7], locks={(0, 0): 18, (1, 0): 26})
    note, tags = preview(table, pack(Verb.REMOVE, 0))
    assert (note, tags) == ("Tous ces wagons sont protégés : il ne se passe rien.", {})


def test_drawing_from_an_empty_pile_says_that_the_discard_is_shuffled():
    table = position()
    assert "remélange" not in preview(table, pack(Verb.DRAW))[0]
    for card in range(1, 85):
        if table.state.where[card] == rules.PILE:
            table.state.where[card] = rules.DISCARD
    table.state.pile_count = 0
    assert preview(table, pack(Verb.DRAW))[0].startswith("La pioche est vide : on remélange la défausse.")


def test_the_last_turn_is_announced():
    table = position(row=[4])
    table.state.turn = table.box.turn_limit
    assert preview(table, pack(Verb.SWAP, 0))[0].endswith("C’est le dernier tour : partie nulle.")


def test_every_legal_move_has_a_preview():
    for table, _ in walk(players=3, seed=9, moves=120):
        if table.actor >= 0:
            seen = table.seen_by(table.actor)
            for move in seen.moves():
                for lang in LANGS:
                    shown = words.preview(seen, move, lang)
                    assert shown.note.endswith(".")
                    assert all(thing.startswith("card-") and value for thing, value in shown.tags.items())


# ---------------------------------------------------------------- why not


LEGAL = ("", "")


def why(table, thing, *chosen, seat=None, lang="fr"):
    refused = table.seen_by(table.actor if seat is None else seat).why(thing, lang, chosen)
    return LEGAL if refused is None else (refused.rule, plain(refused.text))


def test_what_can_be_touched_is_not_refused():
    table = position(row=[4])
    assert why(table, "pile") == LEGAL
    assert why(table, "row-swap_adjacent") == LEGAL
    assert why(table, "card-57", "row-swap_adjacent") == LEGAL


NOT_NOW = [
    # thing, chosen before, rule
    ("card-6", (), "T3", ()),
    ("row-protect", (), "T3", ()),
    ("row-protect", (), "T2", (4,)),
    ("row-swap_skip_one", ("row-swap_adjacent",), "T2", (4, 8)),
    ("pile", ("row-swap_adjacent",), "T2", (4,)),
    ("card-6", ("pile",), "T2", (4,)),
    ("card-73", (), "T2", (4,)),
    ("card-73", ("row-swap_adjacent",), "B1", (4,)),
    ("card-42", ("row-swap_adjacent", "card-6"), "B1", (4,)),
    ("card-42", ("row-swap_skip_one", "card-6"), "B2", (8,)),
    ("card-77", ("row-shift2_right",), "B3", (1,)),
    ("card-61", (), "B3", (1,)),
    ("card-19", ("row-shift2_left",), "B4", (11,)),
    ("card-19", ("row-remove_left",), "B5", (7,)),
    ("card-19", (), "B5", (7,)),
    ("card-19", ("row-protect",), "B6", (2,)),
    ("row-protect", ("card-19", "card-6"), "B6", (2, 4)),
    ("row-shift2_right", ("card-77",), "B3", (1, 4)),
    ("card-61", ("card-6",), "B1", (4,)),
    ("card-19", ("card-6",), "T2", (2, 1)),
    ("nonsense", (), "T1", (4,)),
]


@pytest.mark.parametrize(("thing", "chosen", "rule", "row"), NOT_NOW)
def test_what_cannot_be_touched_says_which_rule(thing, chosen, rule, row):
    assert why(position(row=row), thing, *chosen)[0] == rule


def test_padlocks_that_are_there_already():
    table = position(row=[2], locks={(1, 0): 18, (2, 0): 26})
    assert why(table, "card-6", "row-protect") == ("P5", "Le 6 a déjà un cadenas.")
    assert why(table, "lock-1-0")[0] == "P3"
    assert why(table, "lock-2-0")[0] == "P4"
    full = position(row=[2], locks={(1, 0): 18, (1, 3): 26, (1, 6): 34})
    assert why(full, "row-protect") == ("P5", "Vos wagons 1, 4 et 7 ont déjà un cadenas.")


def test_a_drawn_card_must_be_placed_first():
    table = position(row=[4], drawn=84)
    place = "Vous avez pioché le 84 : choisissez le wagon qu’il remplace."
    assert why(table, "pile") == ("T1", place)
    assert why(table, "card-84") == ("T1", place)
    assert why(table, "row-swap_adjacent")[0] == "T4"
    assert why(table, "card-73")[0] == "T1"
    assert why(table, "card-19", "card-6")[0] == "T1"


def test_in_set_up_one_keeps_a_card_first():
    for table, _ in walk(players=3, seed=4, moves=200):
        if table.state.phase == rules.CHOOSE and table.state.hand_count[table.actor] > 1:
            seat = table.actor
            hand = [f"card-{card}" for card in words.reading.hand(table.seen_by(seat), seat)]
            other = f"card-{table.state.train[(seat + 1) % 3, 0]}"
            first, second = (f"card-{table.state.train[seat, slot]}" for slot in (0, 1))
            assert why(table, hand[0]) == LEGAL
            assert why(table, "pile")[0] == "S4"
            assert why(table, "row-protect")[0] == "S7"
            assert why(table, other)[0] == "S5"
            assert why(table, hand[1], hand[0])[0] == "S5"
            assert why(table, second, first)[0] == "S5"
            assert why(table, first, seat=(seat + 1) % 3) == ("S5", "Ce n’est pas encore votre tour.")
            return


def test_somebody_else_is_to_move_or_nobody():
    table = position(row=[4])
    assert why(table, "pile", seat=0) == ("S3", "Ce n’est pas encore votre tour.")
    assert why(table, "pile", seat=rotonde.PUBLIC)[0] == "S3"
    table.play(pack(Verb.SWAP, 3))
    assert why(table, "pile", seat=1) == ("E1", "La partie est finie.")


def test_whatever_lies_on_the_board_is_either_legal_or_explained():
    known = set(numbered("fr"))
    for table, _ in walk(players=4, seed=11, moves=110):
        for seat in viewpoints(table):
            seen = table.seen_by(seat)
            legal = {thing for move in seen.moves() for thing in seen.things(move)}
            board = GAME.picture.board(seen, "fr", NAMES, ())
            for thing in re.findall(r'data-thing="([^"]+)"', board):
                refused = seen.why(thing, "en")
                if thing in legal:
                    assert refused is None
                else:
                    assert refused is not None and refused.rule in known and refused.text.endswith(".")


REFUSED = [
    (pack(Verb.PLACE, 0), "T1"),
    (pack(Verb.KEEP, 4, 0), "S7"),
    (pack(Verb.SWAP, 6), "B1"),
    (pack(Verb.LEAP, 5), "B2"),
    (pack(Verb.RIGHT, 5), "B3"),
    (pack(Verb.LEFT, 1), "B4"),
    (pack(Verb.REMOVE, 1), "B5"),
    (pack(Verb.PROTECT, 1), "B6"),
    (pack(Verb.PROTECT, 0), "P5"),
    (pack(Verb.FIRST, 0), "S3"),
    (pack(Verb.REFILL, 9), "R4"),
    (pack(Verb.SWAP, 4000), "T1"),
    (pack(200), "T1"),
]


@pytest.mark.parametrize(("move", "rule"), REFUSED)
def test_an_illegal_move_is_refused_with_its_rule(move, rule):
    seen = position(row=EVERY_ABILITY, locks={(1, 0): 18}).seen_by(1)
    assert {refusals.of_move(seen, move, lang).rule for lang in LANGS} == {rule}


def test_moves_with_a_card_in_hand():
    seen = position(row=EVERY_ABILITY, drawn=84).seen_by(1)
    assert refusals.of_move(seen, pack(Verb.DRAW), "fr").rule == "T1"
    assert refusals.of_move(seen, pack(Verb.SWAP, 0), "fr").rule == "T4"
    assert refusals.of_move(seen, pack(Verb.PLACE, 7), "fr").rule == "T1"


def test_any_number_gets_a_reason():
    rng, known = random.Random(2), set(numbered("en"))
    for table, _ in walk(players=2, seed=12, moves=80):
        for seat in viewpoints(table):
            seen = table.seen_by(seat)
            for move in (rng.getrandbits(53), pack(rng.randrange(16), rng.randrange(90), rng.randrange(9))):
                if move not in seen.moves():
                    refused = refusals.of_move(seen, move, rng.choice(LANGS))
                    assert refused.rule in known and refused.text.endswith(".")


# ---------------------------------------------------------------- now, and at the end


def test_what_to_do_now():
    table = position()
    assert plain(words.prompt(table.seen_by(1), "fr", NAMES)) == "La gare est vide : piochez une carte."
    assert words.prompt(table.seen_by(0), "fr", NAMES) == "C’est à Anna de jouer."
    assert words.prompt(table.seen_by(0), "en", NAMES) == "It is Anna’s turn."
    table = position(row=[4])
    assert words.prompt(table.seen_by(1), "en", NAMES) == "Draw, or play a card from the station."
    table = position(drawn=84)
    assert words.prompt(table.seen_by(1), "en", NAMES) == "You drew 84: choose the wagon it replaces."
    assert "84" not in words.prompt(table.seen_by(2), "en", NAMES)


def test_facts_and_standing():
    table = position(row=[4], locks={(1, 0): 18})
    assert words.facts(table.seen_by(0), "fr") == ["Pioche 54", "Défausse 0", "tour 6"]
    assert words.facts(table.seen_by(0), "en") == ["Pile 54", "Discard 0", "turn 6"]
    standing = words.standing(table.seen_by(0), 1, "fr")
    assert (standing.done, standing.of, standing.text) == (5, 6, "5/6")


def test_the_counts_are_right_for_everybody():
    for table, _ in walk(players=4, seed=13, moves=160):
        discarded = sum(place == rules.DISCARD or place >= rules.THROWN for place in table.state.where)
        for seat in viewpoints(table):
            assert words.facts(table.seen_by(seat), "fr")[:2] == [
                f"Pioche {table.state.pile_count}",
                f"Défausse {discarded}",
            ]


def result(table, seat, lang):
    return plain(words.result(table.seen_by(seat), lang, NAMES))


def test_who_won():
    table = position(row=[4])
    assert result(table, 0, "en") == "The game goes on."
    table.play(pack(Verb.SWAP, 3))
    assert result(table, 1, "fr") == "Vous gagnez : votre train est en ordre."
    assert result(table, 0, "fr") == "Anna gagne : son train est en ordre."
    assert result(table, rotonde.PUBLIC, "en") == "Anna wins with a train in order."


def test_a_win_on_somebody_elses_turn():
    trains = [(84, 19, 29, 42, 57, 61, 77), *TRAINS[1:3]]
    trains[1] = (6, 20, 28, 41, 58, 62, 10)
    table = position(players=3, row=[7], trains=trains)
    table.play(pack(Verb.REMOVE, 0))
    table.play(pack(Verb.REFILL, 83))
    table.play(pack(Verb.REFILL, 82))
    table.play(pack(Verb.REFILL, 5))
    assert table.actor == rotonde.OVER
    assert result(table, 0, "fr") == "Vous gagnez pendant le tour d’Anna : le 5 met votre train en ordre."
    assert result(table, 1, "fr") == "Hugo gagne pendant votre tour : le 5 met son train en ordre."
    assert result(table, 2, "en") == "Hugo wins on Anna’s turn: 5 puts that train in order."


def test_a_draw():
    table = position(row=[4])
    table.state.turn = table.box.turn_limit
    table.play(pack(Verb.SWAP, 0))
    assert result(table, 0, "fr") == "Partie nulle : après 400 tours, aucun train n’est en ordre."
    assert why(table, "pile", seat=1) == ("E4", "La partie est finie.")


# ---------------------------------------------------------------- language


@pytest.mark.parametrize(
    ("name", "said"),
    [("Hugo", "de Hugo"), ("Anna", "d’Anna"), ("Élise", "d’Élise"), ("Œdipe", "d’Œdipe"), ("", "de ")],
)
def test_elision(name, said):
    assert of_name(name) == said


def test_typesetting():
    assert typeset("« Oui » : non ; si !") == "«\u00a0Oui\u00a0»\u00a0: non\u202f; si\u202f!"


def test_french_is_well_set_everywhere():
    wrong = re.compile(r" [:;!?»]|« |'|\.\.\.")
    texts = []
    for table, move in walk(players=3, seed=14, moves=120):
        for seat in viewpoints(table):
            seen = table.seen_by(seat)
            texts += [words.prompt(seen, "fr", NAMES), words.result(seen, "fr", NAMES)]
            texts += [
                words.sentence(seen, seen.masked(move), "fr", "Anna"),
                refusals.of_move(seen, 1 << 20, "fr").text,
            ]
            texts += [words.preview(seen, legal, "fr").note for legal in seen.moves()]
    texts.append((DOCS / "game-of-trains.fr.md").read_text("utf-8"))
    assert [text for text in texts if wrong.search(text)] == []


# ---------------------------------------------------------------- the rules pages and the cards


def test_both_rules_pages_have_the_same_numbers():
    assert numbered("fr") == numbered("en")
    assert len(set(numbered("fr"))) == len(numbered("fr")) == 34


@pytest.mark.rule("game-of-trains:C1")
@pytest.mark.rule("game-of-trains:C3")
def test_the_rules_pages_list_the_cards_of_the_box():
    cards = json.loads((files("rotonde.games.game_of_trains") / "data/cards.json").read_text("utf-8"))[
        "cards"
    ]
    assert [card["number"] for card in cards] == list(range(1, 85))
    box = position().box
    for lang in LANGS:
        page = (DOCS / f"game-of-trains.{lang}.md").read_text("utf-8")
        for ability, name in enumerate(ABILITY_NAMES[lang]):
            listed = re.search(rf"^\| {name} \|.*\| ([\d, ]+) \|$", page, re.MULTILINE)
            assert listed is not None
            numbers = [int(number) for number in listed[1].split(",")]
            assert numbers == [card for card in range(1, 85) if box.ability[card] == ability]
            assert numbers == [
                card["number"] for card in cards if card["ability"] == rules.ABILITIES[ability]
            ]
