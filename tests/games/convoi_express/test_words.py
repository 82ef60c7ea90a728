"""Convoi Express in words: every move, every moment, in French and English; what will happen, and why not."""

import random
import re
from pathlib import Path

import pytest

from rotonde.games.convoi_express import reading, rules, words
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel.errors import IllegalMove
from rotonde.kernel.moves import pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER, PUBLIC
from tests.games.convoi_express.laying import (
    AMERICA,
    BLACK,
    BROWN,
    GAME,
    GREY,
    act,
    at_card,
    deliver,
    exit_to,
    green,
    join,
    lay,
    move,
    net,
    signal,
    space,
)

NAMES = ["Zoé", "Max", "Inès", "Hugo"]
LANGS = ("fr", "en")
RULES = Path(__file__).parents[3] / "docs" / "rules"
PAGES = {
    lang: set(re.findall(r"\*\*([A-Z]\d+)\.\*\*", (RULES / f"convoi-express.{lang}.md").read_text("utf-8")))
    for lang in LANGS
}
TABLES = (
    {},
    AMERICA,
    {"setup": "free", "extra_green": True, "starts": "drawn"},
    {**AMERICA, "starts": "shuffled", "goods": 10, "unloading": "may", "full_port": "depot"},
)


def walk(options, seed, players=3):
    rng, table = random.Random(seed), GAME.new(players, options)
    while table.actor != OVER:
        yield table
        if table.actor == CHANCE:
            moves, weights = zip(*table.chances(), strict=True)
            table.play(rng.choices(moves, weights)[0])
            continue
        moves = table.moves()
        verb = rng.choice(sorted({verb_of(m) for m in moves}))
        table.play(rng.choice([m for m in moves if verb_of(m) == verb]))
    yield table


def is_sentence(text):
    return bool(text.strip()) and not re.search(r"[{}]|\bNone\b|Verb\.", text)


@pytest.mark.parametrize("options", TABLES)
def test_every_move_and_every_moment_has_its_words(options):
    rng = random.Random(5)
    for table in walk(options, 7):
        moves = table.moves()
        for seat in (table.actor if table.actor >= 0 else 0, PUBLIC):
            seen = table.seen_by(seat)
            for lang in LANGS:
                for text in (
                    words.prompt(seen, lang, NAMES),
                    words.chapter(seen, lang),
                    words.result(seen, lang, NAMES),
                ):
                    assert is_sentence(text)
                assert all(is_sentence(fact) for fact in words.facts(seen, lang))
                for m in rng.sample(moves, min(3, len(moves))):
                    after = table.copy()
                    after.play(m)
                    assert is_sentence(seen.words(m, lang))
                    assert is_sentence(seen.words(m, lang, "Zoé"))
                    told = words.told(seen, after.seen_by(seat), m, lang, "Zoé")
                    assert told == "" or is_sentence(told)
                    assert 0 <= words.subject(seen, m) < 3
                    if table.actor >= 0:
                        assert "Zoé" in seen.words(m, lang, "Zoé")
                        assert words.things(seen, m)
                    if table.actor == seat:
                        assert is_sentence(words.preview(seen, m, lang).note)


def test_moves_are_told_apart_by_what_one_touches():
    """Only with which card a train is loaded is asked in words."""
    for table in walk({}, 3):
        if table.actor >= 0:
            ways = [
                frozenset([*table.things(m), table.words(m, "en") if verb_of(m) == Verb.LOAD else ""])
                for m in table.moves()
            ]
            assert len(set(ways)) == len(ways)


@pytest.mark.parametrize("options", TABLES[:2])
def test_everything_else_says_why_with_a_rule(options):
    every = [f"{kind}-{n}" for kind in ("signal", "train", "agent", "colour", "space") for n in (0, 1, 5, 8)]
    every += ["arm-0-1", "hand-0-0", "hand-2-1", "action-1", "pile", "card", "nonsense", ""]
    for table in list(walk(options, 2))[::9]:
        for seat in (0, PUBLIC):
            seen = table.seen_by(seat)
            usable = {thing for m in seen.moves() for thing in seen.things(m)}
            for thing in every:
                told = [seen.why(thing, lang) for lang in LANGS]
                if thing in usable:
                    assert told == [None, None]
                else:
                    assert told[0].rule == told[1].rule and told[0].rule in PAGES["en"] & PAGES["fr"]
                    assert told[0].text != told[1].text
        if table.actor >= 0:
            for stranger in [pack(verb, a, b) for verb in Verb for a in (0, 7, 60) for b in (0, 3)]:
                if stranger not in table.moves():
                    with pytest.raises(IllegalMove) as refused:
                        table.play(stranger)
                    assert refused.value.rule in PAGES["en"]


def test_sentences():
    table = at_card(1, {BROWN: "S9"}, agents=True)
    assert table.words(pack(Verb.NEW, 0), "fr", "Zoé") == "Zoé met en jeu un train noir."
    act(table, pack(Verb.NEW, 0))
    assert table.words(pack(Verb.START, 6), "en") == "Start 6, at Calais."
    table = act(lay({BLACK: "PAR-LEM/0>LEM"}), pack(Verb.USE, rules.SWITCH_CARD))
    le_mans = net(table).junctions.index("LEM")
    setting = net(table).open_arms("LEM", ["PAR", "LIM"])
    assert table.words(pack(Verb.SWITCH, le_mans, setting), "fr") == "Relier Paris et Limoges au Mans"
    table = act(lay(), pack(Verb.USE, rules.SIGNAL_CARD))
    disc = pack(Verb.GREEN, signal(table, "T:STR-FRA@1"), signal(table, "G:PAR/PAR-DIJ"))
    assert table.words(disc, "en", "Max") == (
        "Max moves the green disc between Strasbourg and Frankfurt to the signal at Paris towards Dijon."
    )


@pytest.mark.rule("convoi-express:A2")
def test_the_preview_of_a_switch_says_where_trains_would_go():
    table = act(lay({BLACK: "PAR-DIJ/1>DIJ"}), pack(Verb.USE, rules.SWITCH_CARD))
    setting = net(table).open_arms("DIJ", ["PAR", "BAS"])
    told = words.preview(
        table.seen_by(0), pack(Verb.SWITCH, net(table).junctions.index("DIJ"), setting), "en"
    )
    way = run(table, setting)
    counted = {f"space-{space}": str(points) for points, space in enumerate(way.spaces, 1)}
    assert told.tags == counted and len(counted) == 5, "the points to each space of the new way stand there"
    assert list(told.way) == ["train-0", *counted], "and it is drawn as a line"
    assert told.note == f"Black 1 → {reading.run_in_words(after_of(table, setting), way, 'en')}."


@pytest.mark.rule("convoi-express:A1")
def test_the_preview_of_a_disc_shows_which_signal_turns_red():
    table = act(lay(), pack(Verb.USE, rules.SIGNAL_CARD))
    source, target = signal(table, "T:STR-FRA@1"), signal(table, "G:PAR/PAR-DIJ")
    told = words.preview(table.seen_by(0), pack(Verb.GREEN, source, target), "en")
    assert told.tags == {f"signal-{source}": "red"}


@pytest.mark.rule("convoi-express:M2")
def test_the_preview_of_an_exit_shows_the_run():
    table = lay({BLACK: "PAR"})
    green(table, "G:PAR/PAR-DIJ", "G:PAR/PAR-REI")
    act(table, pack(Verb.USE, rules.MOVE_CARD), pack(Verb.MOVE, BLACK), pack(Verb.ROLL, 2))
    seen = table.seen_by(0)
    told = words.preview(seen, exit_to(table, BLACK, "PAR-DIJ"), "fr")
    ran = [f"space-{space(table, f'PAR-DIJ/{section}')}" for section in (0, 1)]
    assert list(told.way) == ["train-0", *ran] and told.tags == dict(zip(ran, "12", strict=True))
    assert told.note == "Sans perdre de jeton."


@pytest.mark.rule("convoi-express:P2")
def test_a_new_train_knows_how_likely_its_start_is_taken():
    for starts, told in (
        ("printed", "The start may be taken: 6 chances in 36 to lose two tokens."),
        ("drawn", "The start may be taken: 1 chance in 11 to lose two tokens."),
    ):
        table = at_card(4, {BLACK: "S7"}, options={"starts": starts})
        assert words.preview(table.seen_by(0), pack(Verb.NEW, 1), "en").note == told
    table = at_card(4)
    assert (
        words.preview(table.seen_by(0), pack(Verb.NEW, 1), "fr").note
        == "Toutes les cases de départ sont libres."
    )


@pytest.mark.rule("convoi-express:I4")
def test_a_colour_shows_what_its_trains_have_before_them():
    table = at_card(17, {BLACK: "S6-PAR/0>PAR", BLACK + 1: "PAR-DIJ/0>DIJ"})
    told = words.preview(table.seen_by(0), pack(Verb.COLOUR, 0), "en")
    assert told.note.startswith("Black 1 → Paris in 2. Black 2 → ") and told.tags
    none = words.preview(table.seen_by(0), pack(Verb.COLOUR, 2), "fr")
    assert (none.note, none.tags) == ("Ils sont tous au dépôt : aucun ne roule.".replace(" :", "\u00a0:"), {})


@pytest.mark.rule("convoi-express:S3")
@pytest.mark.rule("convoi-express:D1")
def test_the_free_set_up_says_where_a_disc_goes():
    table = GAME.new(1, {"setup": "free", "extra_green": True})
    table.deal(random.Random(1))
    asked = []
    while table.state.phase == rules.GREENS:
        asked.append(words.prompt(table.seen_by(0), "fr", NAMES))
        act(table, table.moves()[0])
    assert asked[0] == "Posez un feu vert à Paris."
    assert words.preview(table.seen_by(0), table.moves()[0], "en").note == "After that, 21 switches to go."
    assert asked[5:] == ["Posez un feu vert sur une voie."] * 3 + ["Posez un feu vert où vous voulez."]


def test_a_train_that_would_not_move_says_so_on_the_map():
    table = act(lay({BLACK: "PAR-DIJ/1>DIJ"}), pack(Verb.USE, rules.MOVE_CARD))
    join(table, "DIJ", "BAS", "LYO")
    assert words.preview(table.seen_by(0), pack(Verb.MOVE, BLACK), "en").tags == {"train-0": "0"}


def after_of(table, setting):
    return table.seen_by(0).after(pack(Verb.SWITCH, net(table).junctions.index("DIJ"), setting))


def run(table, setting):
    return reading.runs_of(after_of(table, setting), BLACK)[0]


@pytest.mark.rule("convoi-express:T1")
def test_what_was_lost_is_told():
    table = lay({BROWN: "PAR-REI/0>PAR"})
    act(table, pack(Verb.USE, rules.MOVE_CARD), pack(Verb.MOVE, BROWN))
    before = table.seen_by(0)
    act(table, pack(Verb.ROLL, 2))
    told = words.told(before, table.seen_by(0), pack(Verb.ROLL, 2), "fr", "Zoé")
    assert told == (
        "Le train marron 1 obtient 2. Un feu rouge l’arrête à Paris côté Reims. 2 jetons Temps en moins."
    )


@pytest.mark.rule("convoi-express:M3")
@pytest.mark.rule("convoi-express:M5")
@pytest.mark.rule("convoi-express:M7")
@pytest.mark.rule("convoi-express:M8")
@pytest.mark.parametrize(
    ("trains", "told"),
    [
        ({BLACK: "DIJ-BAS/0>DIJ"}, "The closed switch stops it at Dijon."),
        ({BLACK: "S6", BROWN: "PAR"}, "Another train stops it."),
        ({BLACK: "S6", BROWN: "S6-PAR/1>S6"}, "Collision! Train black 1 goes to the depot."),
        (
            {BLACK: "S6-PAR/0>S6"},
            "It runs out of the network at Calais. Train black 1 goes to the depot.",
        ),
    ],
)
def test_the_log_says_what_stopped_a_train(trains, told):
    table = act(lay(trains), pack(Verb.USE, rules.MOVE_CARD), pack(Verb.MOVE, BLACK))
    before = table.seen_by(0)
    act(table, pack(Verb.ROLL, 5))
    line = words.told(before, table.seen_by(0), pack(Verb.ROLL, 5), "en", "Zoé")
    assert line.startswith(f"Train black 1 rolls 5. {told} ")


@pytest.mark.rule("convoi-express:M9")
@pytest.mark.rule("convoi-express:A4")
def test_the_log_says_where_a_train_arrives_and_that_two_cards_were_played():
    table = lay({BLACK: "S6-PAR/0>PAR"})
    pair = pack(Verb.PAIR, rules.SIGNAL_CARD, rules.SWITCH_CARD, rules.MOVE_CARD)
    before = table.seen_by(0)
    act(table, pair)
    told = words.told(before, table.seen_by(0), pair, "en", "Zoé")
    assert told == "Zoé plays Signal and Switch as a Move card."
    twice = pack(Verb.PAIR, rules.SIGNAL_CARD, rules.SIGNAL_CARD, rules.MOVE_CARD)
    assert before.words(twice, "fr") == "Jouer deux cartes Feu comme carte Déplacement"
    act(table, pack(Verb.MOVE, BLACK))
    before = table.seen_by(0)
    act(table, pack(Verb.ROLL, 4))
    told = words.told(before, table.seen_by(0), pack(Verb.ROLL, 4), "en", "Zoé")
    assert told == "Train black 1 rolls 4. It arrives at Paris."


@pytest.mark.rule("convoi-express:M2")
def test_the_log_says_what_stopped_a_train_that_left_a_city():
    table = lay({BLACK: "PAR", BROWN: "PAR-DIJ/1>PAR"})
    green(table, "G:PAR/PAR-DIJ", "G:PAR/PAR-REI")
    act(table, pack(Verb.USE, rules.MOVE_CARD), pack(Verb.MOVE, BLACK), pack(Verb.ROLL, 3))
    before, leave = table.seen_by(0), exit_to(table, BLACK, "PAR-DIJ")
    act(table, leave)
    line = words.told(before, table.seen_by(0), leave, "fr", "Zoé")
    assert line.startswith("Zoé envoie le train noir 1 vers Dijon. Collision")


@pytest.mark.rule("convoi-express:P2")
def test_the_log_says_which_train_came_in_and_that_a_start_was_taken():
    table = act(at_card(4, {BLACK: "S7"}), pack(Verb.NEW, 1))
    for number, told in (
        (6, "Start 6: train brown 1 comes in at Calais."),
        (7, "Start 7, Kiel: the space is taken, the train stays in the depot. 2 time tokens lost."),
    ):
        after = table.copy()
        after.play(pack(Verb.START, number))
        line = words.told(table.seen_by(0), after.seen_by(0), pack(Verb.START, number), "en", "Zoé")
        assert line == told


@pytest.mark.rule("convoi-express:G2")
@pytest.mark.rule("convoi-express:G4")
def test_the_prompt_says_which_colour_moves_and_who_can_help():
    table = at_card(12, {BLACK: "PAR-DIJ/0>DIJ", BLACK + 1: "S6-PAR/0>PAR"}, agents=True)
    asked = words.prompt(table.seen_by(0), "en", NAMES)
    assert asked == "The black trains move: name the first one, or call on the manager or the conductor."
    act(table, pack(Verb.NAME, BLACK), pack(Verb.ROLL, 2))
    asked = words.prompt(table.seen_by(0), "fr", NAMES).replace("\u00a0", " ")
    assert asked == (
        "Le train noir 1 obtient 2 : faites-le rouler, ou faites appel au logisticien ou à la gestionnaire."
    )
    act(table, pack(Verb.GO))
    assert words.prompt(table.seen_by(0), "en", NAMES).startswith("The black trains move: name the next one")


@pytest.mark.rule("convoi-express:M2")
def test_the_prompt_asks_for_an_exit_where_there_is_one_to_choose():
    table = lay({BLACK: "PAR"})
    green(table, "G:PAR/PAR-DIJ", "G:PAR/PAR-REI")
    act(table, pack(Verb.USE, rules.MOVE_CARD), pack(Verb.MOVE, BLACK), pack(Verb.ROLL, 2))
    seen = table.seen_by(0)
    assert words.prompt(seen, "en", NAMES) == "Train black 1 rolls 2: choose its exit."
    for place, told in (("PAR-LEM/0", "There is no green signal"), ("LEM-LIM/0", "Choose a green exit")):
        assert seen.why(f"space-{space(table, place)}", "en").text.startswith(told)
    assert seen.why("train-0", "en").text == "Touch the track by which it leaves."


@pytest.mark.rule("convoi-express:A5")
def test_the_prompt_says_who_can_load_and_that_no_card_is_left():
    can = words.prompt(lay({BLACK: "PAR", BROWN: "BER"}).seen_by(0), "en", NAMES)
    assert can == "Play action cards, or end the turn. Trains black 1 and brown 1 can load."
    assert words.prompt(lay(hand=(0, 0, 0)).seen_by(0), "en", NAMES) == "No cards left: end the turn."


@pytest.mark.rule("convoi-express:G1")
def test_an_agent_who_cannot_help_says_when_he_can():
    refused = lay({BLACK: "PAR"}, agents=True).seen_by(0).why("agent-0", "en")
    assert (refused.rule, refused.text) == ("G2", "The logistician helps right after a die is rolled.")


@pytest.mark.rule("convoi-express:A1")
@pytest.mark.rule("convoi-express:A2")
@pytest.mark.rule("convoi-express:A4")
def test_what_a_card_cannot_change_says_why():
    table = lay({BLACK: "PAR"}, hand=(1, 0, 0))
    seen, here = table.seen_by(0), net(table)
    open_arm = table.state.open[0]
    arm = next(k for k in range(4) if open_arm >> k & 1)
    lit = next(k for k, green in enumerate(table.state.green) if green)
    for thing, rule, told in (
        (f"signal-{lit}", "A1", "This signal is green already"),
        (f"arm-0-{arm}", "A2", "This track is open already"),
        (f"arm-0-{next(k for k in range(4) if not open_arm >> k & 1)}", "A4", "It takes a switch card"),
        (f"space-{here.at['S6']}", "U2", "A space is not played"),
        ("colour-1", "P1", "A train leaves the depot only"),
        ("card", "I5", "This card is done"),
        ("train-0", "A5", "To move, it takes a move card"),
        ("signal-²", "A4", "It takes a signal card"),
    ):
        if thing == "train-0":
            seen = lay({BLACK: "S6"}, hand=(1, 0, 0)).seen_by(0)
        refused = seen.why(thing, "en")
        assert refused.rule == rule and refused.text.startswith(told), thing


@pytest.mark.rule("convoi-express:U3")
def test_ending_the_turn_says_how_many_cards_are_drawn():
    def told(hand):
        return words.preview(lay({BLACK: "S6"}, hand=hand).seen_by(0), pack(Verb.END), "en").note

    assert told((1, 1, 1)).startswith("You draw 5 cards. ")
    assert told((3, 3, 3)).startswith("You draw 1 card: never more than ten in hand. ")
    assert told((4, 3, 3)).startswith("You draw nothing: you hold ten cards. ")


def test_ending_the_turn_warns_of_trains_that_would_lose_tokens():
    table = lay({BROWN: "PAR-REI/0>PAR", BLACK: "S6", BLACK + 1: "DIJ-BAS/0>DIJ", BLACK + 2: "LEM-S9/0>S9"})
    note = words.preview(table.seen_by(0), pack(Verb.END), "en").note
    assert note.endswith(
        " Tokens to lose at worst, if their colour comes:"
        " black 2 (closed switch, 5), black 3 (out of the network, 2), brown 1 (red signal, 4)."
    )


@pytest.mark.parametrize(
    ("trains", "ends_at"),
    [
        ({BLACK: "S6"}, "city"),
        ({BLACK: "LYO-MRS/1>MRS"}, "port"),
        ({BLACK: "PAR-REI/0>PAR"}, "signal"),
        ({BLACK: "DIJ-BAS/0>DIJ"}, "switch"),
        ({BLACK: "S6", BROWN: "PAR"}, "behind"),
        ({BLACK: "S6", BROWN: "S6-PAR/1>S6"}, "head_on"),
        ({BLACK: "S6-PAR/0>S6"}, "start"),
        ({BLACK: "PAR"}, "start"),
    ],
)
def test_what_a_train_meets_is_what_it_then_meets(trains, ends_at):
    """From a city it leaves by the only green exit."""
    table = lay(trains)
    [ahead] = reading.runs_of(table.seen_by(0), BLACK)
    assert ahead.ends_at == ends_at
    green(table)
    move(table, BLACK, 5)
    if ends_at in ("city", "signal", "switch", "behind"):
        assert table.state.where[BLACK] == (
            ahead.spaces[-1] if ahead.spaces else lay(trains).state.where[BLACK]
        )
        assert table.state.clock == (7 if ends_at == "city" else max(0, 7 - 5 + len(ahead.spaces)))


def at_paris_with_two_exits():
    """Green to Calais, where the network ends after two sections, and to Dijon, whose switch leads to Lyon."""
    table = lay({BLACK: "PAR"})
    green(table, "G:PAR/PAR-DIJ")
    return table


@pytest.mark.rule("convoi-express:M2")
def test_a_train_in_a_city_with_two_green_exits_has_a_way_by_each():
    table = at_paris_with_two_exits()
    assert [run.ends_at for run in reading.runs_of(table.seen_by(0), BLACK)] == ["start", "open"]
    told = words.preview(act(table, pack(Verb.USE, rules.MOVE_CARD)).seen_by(0), pack(Verb.MOVE, BLACK), "en")
    assert told.note == (
        "Ahead of it: by Calais, out at Calais, after 2 spaces; by Dijon, clear track. It will lose no token."
    )
    assert len(told.tags) == 7


@pytest.mark.rule("convoi-express:A2")
def test_the_preview_of_a_switch_tells_of_a_train_that_may_choose_its_exit():
    table = act(at_paris_with_two_exits(), pack(Verb.USE, rules.SWITCH_CARD))
    dijon = net(table).junctions.index("DIJ")
    closed = pack(Verb.SWITCH, dijon, net(table).open_arms("DIJ", ["LYO", "BAS"]))
    told = words.preview(table.seen_by(0), closed, "fr")
    assert told.note.replace("\u00a0", " ") == "Noir 1 → par Dijon, aiguillage fermé à Dijon, après 2 cases."
    assert list(told.way) == ["train-0", *told.tags]
    ending = words.preview(act(table, closed).seen_by(0), pack(Verb.END), "fr").note
    assert "noir 1 (par toute sortie, 2)" in ending, "by Calais, whatever the die shows"


@pytest.mark.rule("convoi-express:N3")
def test_a_train_that_passes_a_city_is_told_of_from_there():
    table = lay({BLACK: "CHY-DEN/0>DEN"}, options={"board": "north_america"})
    green(table, "G:DEN/KCY-DEN")
    move(table, BLACK, 3)
    seen = table.seen_by(0)
    assert words.prompt(seen, "en", NAMES) == "Stop the train here, or choose its exit: it has 2 points left."
    onward = exit_to(table, BLACK, "KCY-DEN")
    told = words.preview(seen, onward, "en")
    after = act(table, onward)
    assert told.tags == {f"space-{after.state.trail[2]}": "1", f"space-{after.state.trail[3]}": "2"}
    assert list(told.way) == ["train-0", *told.tags]


def test_the_end_is_told():
    table = lay({BLACK: "LYO-MRS/1>MRS"}, {BLACK: "white"})
    deliver(table, 7)
    move(table, BLACK, 2)
    assert words.result(table.seen_by(0), "en", NAMES) == "You all win! All 8 goods are delivered in turn 5."
    lost = act(lay(pile_count=0), pack(Verb.END))
    assert words.prompt(lost.seen_by(1), "fr", NAMES).replace("\u00a0", " ") == (
        "Perdu : 0 marchandise livrée sur 8 à la fin du dernier tour."
    )


@pytest.mark.rule("convoi-express:T7")
def test_the_end_says_that_the_clock_ran_down():
    table = lay({BROWN: "PAR-REI/0>PAR"}, pile_count=0, clock=1)
    move(table, BROWN, 4)
    assert words.result(table.seen_by(0), "en", NAMES) == (
        "Lost: the clock is empty and no card is left to lose. 0 of 8 goods delivered."
    )


def test_before_a_roll_the_odds_are_told():
    def odds(place, train=BLACK):
        table = act(lay({train: place}), pack(Verb.USE, rules.MOVE_CARD))
        return words.preview(table.seen_by(0), pack(Verb.MOVE, train), "en").note

    assert odds("S6-PAR/0>PAR").endswith("It is sure to get there.")
    assert odds("LYO-DIJ/0>LYO").endswith("It gets there 5 times in 6.")
    assert odds("LYO-DIJ/0>LYO", GREY).endswith("It gets there 1 time in 6.")
    assert odds("PAR-DIJ/0>DIJ", GREY).endswith("It will not get there this time.")
    assert odds("PAR-DIJ/0>PAR").endswith("Tokens lost in any case: 2–5.")
