"""Grandes Lignes in words: every move, every moment, every refusal, in both languages."""

import random

import pytest

from rotonde import IllegalMove
from rotonde.games.grandes_lignes import words
from rotonde.games.grandes_lignes.rules import ENTRY, LAST_ROUND, LAST_THROW, Verb
from rotonde.kernel.moves import pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER, PUBLIC
from tests.games.grandes_lignes.laying import (
    ABANDON,
    DECLINE,
    ENTER,
    GAME,
    PARIS,
    PASS,
    STOP,
    accounts,
    building,
    city,
    destination,
    give,
    line,
    new,
    racing,
    run,
    step,
    stroke,
    throw,
    way,
)

NAMES = ["Hugo", "Anna", "Mina", "Léo", "Zoé", "Max"]
EAST = ["1509", "1608", "1708", "1808", "1908"]


def walk(players, seed, moves, **options):
    """A random game that comes to races soon: strokes are few, races are entered."""
    rng, table = random.Random(seed), GAME.new(players, options)
    for _ in range(moves):
        if table.actor == OVER:
            return
        some = table.moves()
        if table.actor >= 0:
            verb = rng.choice(sorted({verb_of(move) for move in some}))
            some = [move for move in some if verb_of(move) == verb]
        move = rng.choice(some)
        yield table, move
        GAME.engine.run(GAME.rules.play, table.box, table.state, move)


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"map": "bretagne"}), (6, {"ferries": True})])
def test_every_move_and_every_moment_has_its_words(players, options):
    for number, (table, move) in enumerate(walk(players, players, 260, **options)):
        if number % 3:
            continue
        after = table.copy()
        GAME.engine.run(GAME.rules.play, after.box, after.state, move)
        lang = ("fr", "en")[number % 2]
        for seat in (max(0, table.actor), PUBLIC):
            seen, then = table.seen_by(seat), after.seen_by(seat)
            told = [
                seen.words(move, lang),
                seen.words(move, lang, "Hugo"),
                words.prompt(seen, lang, NAMES),
                words.result(seen, lang, NAMES),
                words.chapter(seen, lang),
                *words.facts(seen, lang),
                words.standing(seen, 0, lang).text,
            ]
            assert all(text.strip() and "{" not in text and "None" not in text for text in told), told
            assert 0 <= words.subject(seen, move) < players
            assert isinstance(words.told(seen, then, move, lang, "Hugo"), str)
            words.touched(seen, move)
            if table.actor == seat:
                assert "Hugo" in seen.words(move, lang, "Hugo")
                assert words.preview(seen, move, lang).note
                assert seen.things(move) and seen.why(seen.things(move)[0], lang) is None
        if table.actor == CHANCE:
            assert table.things(move) == []


def test_moves_are_told_apart_by_what_one_touches():
    table = building(6, EAST, [PARIS, "1508"])
    touched = [frozenset(table.things(move)) for move in table.moves()]
    assert len(set(touched)) == len(touched)


def test_a_stroke_and_its_payments():
    table = building(6, [PARIS, "1508"], EAST)
    move = stroke("1508", "1608")
    seen = table.seen_by(0).called(NAMES[:3])
    assert seen.words(move, "fr") == "Tracer un trait vers l’est, jusqu’à une case au nord-est de Paris"
    assert words.preview(seen, move, "en").note == "Costs 1 dice point. Dues: 1 game point to Anna."
    then = seen.after(move)
    assert words.told(seen, then, move, "en", "Hugo").endswith(
        "as far as one hex north-east of Paris. Dues: 1 game point to Anna."
    )
    table = building(6, EAST[:-1])
    seen = table.seen_by(0)
    move = stroke("1808", "1908")
    told = words.told(seen, seen.after(move), move, "fr", "Hugo")
    assert told == "Hugo construit jusqu’à Reims. Prime\u00a0: 5 points de jeu."


def test_only_strokes_that_matter_have_a_line_in_the_log():
    seen = building(6, EAST[:2]).seen_by(0)
    move = stroke("1608", "1708")
    assert words.told(seen, seen.after(move), move, "fr", "Hugo") == "", "he goes on, and the map shows it"
    seen = building(1, EAST[:2]).seen_by(0)
    told = words.told(seen, seen.after(move), move, "fr", "Hugo")
    there = "Hugo construit jusqu’à 2 cases au nord-est de Paris."
    assert told == there, "his turn ends there"


def test_what_the_bank_gets_is_told():
    table = building(6, way(PARIS, "1501"), ferries=True)
    seen, move = table.seen_by(0), stroke("1501", "1401")
    told = words.told(seen, seen.after(move), move, "en", "Hugo")
    assert told.endswith("Paid to the bank: 6 game points. Premium: 5 game points.")


def test_french_names_take_their_articles():
    table = building(6, way(PARIS, "1206"))
    assert "au Havre" in table.words(stroke("1206", "1106"), "fr")
    table = building(6, way(PARIS, "1413"))
    assert "d’Orléans" in table.words(stroke("1413", "1313"), "fr")


def test_a_run_is_told_when_it_ends_with_its_dues():
    table = racing(city("Paris"), city("Reims"), [PARIS, "1508"], EAST)
    throw(table, 3)
    seen = table.seen_by(0)
    assert words.told(seen, seen.after(step("1608")), step("1608"), "en", "Hugo") == ""
    table.play(step("1608"))
    seen = table.seen_by(0).called(NAMES[:3])
    told = words.told(seen, seen.after(STOP), STOP, "en", "Hugo")
    assert told == "Hugo throws a 3 and stops one hex north-east of Paris. Dues: 1 game point to Anna."
    table.play(STOP)
    throw(table, 3)
    table.play(step("1708"))
    table.play(step("1808"))
    seen = table.seen_by(0).called(NAMES[:3])
    told = words.told(seen, seen.after(step("1908")), step("1908"), "en", "Hugo")
    assert (
        told
        == "Hugo throws a 3 and wins the race in Reims! Dues: 1 game point to Anna. Prize: 20 game points."
    )


def told_after(table, move, lang="en"):
    """The line of the log for a move of the one who acts."""
    seen, seat = (
        table.seen_by(table.actor).called(NAMES[: table.players]),
        words.subject(table.seen_by(0), move),
    )
    return words.told(seen, seen.after(move), move, lang, NAMES[seat])


def entering(*before, **options):
    """Seat 2 is asked last whether to race; the others have answered so."""
    table = racing(city("Paris"), city("Reims"), EAST, EAST, **options)
    s = table.state
    s.phase, s.throws, s.part, s.train = ENTRY, 0, [0] * 6, [-1] * 6
    for move in before:
        table.play(move)
    return table


def test_what_became_of_a_race_is_told_with_the_last_answer():
    assert told_after(entering(ENTER, DECLINE), DECLINE) == "Mina stays out."
    alone = told_after(entering(ENTER, DECLINE, solo_instant=True), DECLINE)
    assert alone == "Mina stays out. Hugo is alone in the race: 20 game points."
    nobody = told_after(entering(DECLINE, DECLINE), DECLINE, "fr")
    assert nobody == "Mina ne participe pas. Personne ne court\u00a0: la course est nulle."


def test_whoever_is_asked_to_race_sees_how_far_it_is_and_over_whose_lines():
    seen = entering(DECLINE, DECLINE).seen_by(2).called(NAMES[:3])
    shown = words.preview(seen, ENTER, "en")
    assert shown.note.startswith(
        "The shortest way takes 4 dice points, 4 over Hugo’s lines and 4 over Anna’s lines. 20 points for the first"
    )
    assert shown.way == [f"hex-{name}" for name in EAST]


def test_a_race_that_nobody_finishes_is_told_to_be_void():
    table = racing(city("Paris"), city("Reims"), EAST, runners=(0,))
    throw(table, 1)
    assert told_after(table, ABANDON) == "Hugo gives up the race. Nobody has arrived: the race is void."
    table = racing(city("Paris"), city("Reims"), EAST, runners=(0,))
    table.state.throws = LAST_THROW
    throw(table, 1)
    told = told_after(table, STOP, "fr")
    assert told == "Hugo fait 1 et s’arrête à Paris. Personne n’est arrivé\u00a0: la course est nulle."


def test_dice_that_draw_a_race_are_told():
    table = entering(DECLINE, DECLINE, DECLINE)
    seen = table.seen_by(0)
    move = pack(Verb.START, city("Le Havre"))
    told = words.told(seen, seen, move, "fr", "Anna")
    assert told == "Anna tire 2 au dé rouge et 1 au bleu\u00a0: la course part du Havre."
    told = words.told(seen, seen, pack(Verb.GOAL, destination(3)), "en", "Anna")
    assert told == "Anna throws a 3 for the goal: Germany."


def test_the_prizes_of_a_compared_finish_are_told_whoever_ends_the_round():
    table = racing(city("Paris"), city("Reims"), EAST, EAST, runners=(0, 1), fair_finish=True)
    run(table, 6, *EAST[1:])
    throw(table, 1)
    assert told_after(table, ABANDON) == "Anna gives up the race. Prize for Hugo: 20 game points."
    table = racing(city("Paris"), city("Reims"), EAST, [PARIS, "1508"], runners=(0, 1), fair_finish=True)
    run(table, 6, *EAST[1:])
    throw(table, 1)
    told = told_after(table, step("1608"))
    assert told.endswith("Dues: 1 game point to Hugo. Prize for Hugo: 20 game points.")


def test_the_end_of_building_is_told():
    table = building(1, EAST[:-1])
    table.state.left = 1
    told = told_after(table, stroke("1808", "1908"))
    assert told.endswith("Premium: 5 game points. All is reached: this is the last round.")
    table = building(1, EAST)
    table.state.round, table.state.waiting = LAST_ROUND, 1
    assert told_after(table, PASS) == "Hugo ends the turn. Building is over."


def test_a_person_may_be_called_like_a_city():
    assert words.dues_words({0: 2, 1: 1}, ["Le Corbusier", "Anna"], "fr") == (
        "2 points de jeu à Le Corbusier et 1 à Anna"
    )


def refused(table, move, rule):
    with pytest.raises(IllegalMove) as problem:
        table.play(move)
    assert problem.value.rule == rule, problem.value.told["en"].text
    assert problem.value.told["fr"].text != problem.value.told["en"].text


def test_refusals_name_the_rule():
    table = building(2, EAST, [PARIS, "1508"])
    refused(table, stroke(PARIS, "1608"), "B6")
    refused(table, stroke("2309", "2409"), "B3")
    refused(table, stroke(PARIS, "1609"), "B4")
    refused(table, pack(Verb.CLOSE), "F2")
    refused(table, STOP, "B3")
    give(table, 0)
    refused(table, stroke(PARIS, "1508"), "D6")
    table = building(6, [*way(PARIS, "2006"), "2005"])
    refused(table, stroke("2005", "1905"), "B7")
    table = new(3)
    refused(table, stroke("1908", "1907"), "B3")
    table = racing(city("Paris"), city("Nancy"), way(PARIS, "2309"))
    line(table, 0, ["2309", "2409", "2510"])
    throw(table, 1)
    refused(table, step("1908"), "R3")
    refused(table, step("1508"), "R3")
    refused(table, stroke(PARIS, "1609"), "R3")
    before = accounts(table)
    table.play(step("1608"))
    run(table, 1, "1708")
    assert accounts(table) == before


def test_the_account_of_a_company_says_what_it_has():
    table = racing(city("Paris"), city("Reims"), EAST, runners=(0,))
    table.state.wins[0] = 1
    assert words.standing(table.seen_by(0), 0, "en").note == "4 strokes, 1 city premium, 1 race won"
    assert words.standing(table.seen_by(0), 1, "fr").note == ""


def test_things_that_cannot_be_touched_say_why():
    table = building(2, EAST)
    seen = table.seen_by(0)
    for thing, rule in (("hex-9999", "B3"), ("stop", "B3"), ("", "B3")):
        why = seen.why(thing, "fr")
        assert why is not None and why.rule == rule
    assert seen.why("hex-1609", "en", ["hex-1509"]).rule == "B4"
    why = seen.why("hex-1611", "fr")
    assert (why.rule, why.text) == ("B4", "Le trait qui y mène coûte 3 points de dé, il vous en reste 2.")
    assert table.seen_by(1).why("hex-1608", "en").rule == "S3"
