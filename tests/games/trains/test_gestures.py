"""Trains: gestures are rows of ordinary moves, and say beforehand what they cost and bring."""

import random

import pytest

from rotonde.games.trains import gestures
from rotonde.games.trains.rules import Verb
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import verb_of
from rotonde.kernel.subset import CHANCE, OVER, PUBLIC
from rotonde.kernel.telling import Proposal
from tests.games.trains.laying import (
    DONE,
    END,
    GAME,
    ID,
    IKEBUKURO,
    KICHIJOJI,
    TACHIKAWA,
    TOKYO,
    act,
    at,
    buy,
    chance,
    hand,
    in_play,
    lay,
    lay_rail,
    money,
    plain,
    play,
    station,
    waste,
    with_card,
)

N, X, L = "normal-train", "express-train", "limited-express-train"


def offered(table: Table, thing: str | None = None, lang: str = "en") -> list[Proposal]:
    return gestures.proposals(table.seen_by(table.actor), thing, lang)


def discard(card: str) -> int:
    return with_card(Verb.DISCARD, card)


# ---------------------------------------------------------------- playing


def test_all_trains() -> None:
    table = lay([X, N, N, "waste", "lay-rails"])
    (trains,) = offered(table)
    assert trains.moves == (play(N), play(N), play(X))
    assert trains.sentence == "Play all trains"
    assert trains.note == "Normal Train ×2, Express Train. 4 more money: you will have 4."
    act(table, *trains.moves)
    assert money(table) == 4 and hand(table) == {"waste": 1, "lay-rails": 1}
    assert offered(table) == []


def test_trains_that_score_or_help_each_other_go_too_in_the_right_order() -> None:
    table = lay(["bullet-train", "tourist-train", "early-train", "freight-train", N])
    (trains,) = offered(table, lang="fr")
    assert trains.sentence == "Jouer tous les trains"
    assert trains.moves == (play(N), play("bullet-train"), play("tourist-train"), play("early-train"))
    act(table, *trains.moves)
    assert money(table) == 6 and table.state.track[0] == 1
    assert hand(table) == {"freight-train": 1}, "it asks how much Waste to return"


def test_a_train_whose_effect_cannot_be_applied_gives_its_value() -> None:
    table = lay(["bullet-train", X])
    (trains,) = offered(table)
    assert trains.moves == (play(X), plain("bullet-train"))


def test_all_that_asks_for_no_choice() -> None:
    held = ["amusement-park", "signaling-area", "holiday-timetable", "lay-rails", "garage", "landfill", X, N]
    table = lay(held, deck=[N] * 5)
    trains, everything = offered(table)
    assert trains.moves == (play(N), play(X))
    assert everything.moves == (play(N), play(X), play("amusement-park"), play("signaling-area"))
    act(table, *everything.moves)
    assert table.actor == CHANCE and money(table) == 6


def test_nothing_certain_is_said_of_what_comes_after_a_draw() -> None:
    table = lay(["passing-station", "passing-station", "control-room"], deck=[N, X, L, N, X, N])
    (everything,) = offered(table)
    assert everything.moves == (play("passing-station"), play("passing-station"), play("control-room"))
    for move in everything.moves:
        act(table, move)
        chance(table, N) if move != play("control-room") else chance(table, X, X, L)
    assert in_play(table) == {"passing-station": 2, "control-room": 1}


def test_the_turn_may_be_over_before_the_row_is() -> None:
    table = lay(["passing-station", "signaling-area"], deck=[N])
    (everything,) = offered(table)
    chance(act(table, everything.moves[0]), N)
    assert everything.moves[1] not in table.moves(), "no card is left to draw"


def test_one_card_needs_no_gesture() -> None:
    assert offered(lay([X, "waste"])) == []


# ---------------------------------------------------------------- buying


def test_touching_a_pile_plays_the_trains_that_pay_for_it() -> None:
    table = lay([X, X, N, "lay-rails"])
    assert "pile-7" in gestures.targets(table.seen_by(0)) and "pile-8" not in gestures.targets(
        table.seen_by(0)
    )
    (tower,) = offered(table, f"pile-{ID['tower']}")
    assert tower.moves == (play(N), play(X), play(X), buy("tower"))
    assert tower.sentence == "Play all trains and buy Tower"
    assert tower.note == "You will have 0 left. You take a Waste. That is worth 2 points."


def test_a_purchase_after_which_nothing_is_left_to_do_may_end_the_turn() -> None:
    table = lay([X, "waste"], money=1)
    bought, ended = offered(table, f"pile-{ID[X]}", "fr")
    assert bought.moves == (play(X), buy(X)) and ended.moves == (play(X), buy(X), END)
    assert ended.sentence == "Jouer tous les trains et acheter Train express, puis finir le tour"
    act(table, play(X))
    (ended,) = offered(table, f"pile-{ID[X]}")
    assert ended.moves == (buy(X), END) and ended.sentence == "Buy Express Train, then end the turn"
    table = lay(["lay-rails"], money=3)
    assert offered(table, f"pile-{ID[X]}") == [], "buying is one move, and there is a rail to lay"


# ---------------------------------------------------------------- building


@pytest.mark.rule("trains:L4", "trains:L5")
def test_touching_a_hex_plays_what_lays_a_rail_there() -> None:
    table = lay(
        [N, X, "lay-rails"], rails={0: [KICHIJOJI], 1: [TACHIKAWA, at(2, 1)]}, stations={TACHIKAWA: 1}
    )
    assert f"hex-{at(2, 2)}" not in gestures.targets(table.seen_by(1))
    (plain_rail,) = offered(table, f"hex-{at(2, 5)}")
    assert plain_rail.moves == (play("lay-rails"), lay_rail(at(2, 5))), "it costs nothing: no Train is needed"
    assert plain_rail.sentence == "Play Lay Rails and lay a rail on the plain C6 for 0"
    assert plain_rail.note == "Nothing to pay here. You take a Waste."
    assert plain_rail.tags == {f"hex-{at(2, 5)}": "0"}


@pytest.mark.rule("trains:L5")
def test_the_whole_price_is_told_before() -> None:
    table = lay([N, X, "lay-rails"], rails={0: [at(2, 1)], 1: [TACHIKAWA]}, stations={TACHIKAWA: 1})
    (rail,) = offered(table, f"hex-{TACHIKAWA}", "fr")
    assert rail.moves == (play(N), play(X), play("lay-rails"), lay_rail(TACHIKAWA))
    assert rail.sentence == "Jouer tous les trains, jouer Pose de rails et poser un rail à Tachikawa pour 3"
    note = rail.note.replace("\u00a0", " ")
    assert note == (
        "Supplément : la case 1, les gares 1 et les rails des autres 1. Il vous restera 0."
        " Vous prenez 2 Ferrailles. Cela vaut 2 points."
    )
    act(table, *rail.moves)
    assert money(table) == 0 and waste(table) == 2


def test_with_a_rail_to_lay_trains_pay_for_a_dearer_hex() -> None:
    table = act(lay([N, X, "lay-rails"], rails={0: [at(2, 1)], 1: [IKEBUKURO]}), play("lay-rails"))
    single = {move for move in table.moves() if verb_of(move) == Verb.LAY}
    assert lay_rail(TACHIKAWA) not in single
    (rail,) = offered(table, f"hex-{TACHIKAWA}")
    assert rail.moves == (play(N), play(X), lay_rail(TACHIKAWA))
    assert all(not offered(table, f"hex-{move >> 8}") for move in single), "one move is no row"


def test_each_green_card_is_a_way_the_cheapest_first() -> None:
    table = lay(["lay-rails", "viaduct", N], rails={0: [at(2, 1)], 1: [IKEBUKURO]})
    by_viaduct, by_rails = offered(table, f"hex-{TACHIKAWA}")
    assert by_viaduct.moves == (play("viaduct"), lay_rail(TACHIKAWA))
    assert by_rails.moves == (play(N), play("lay-rails"), lay_rail(TACHIKAWA))


def test_a_city_may_get_a_rail_or_a_station() -> None:
    table = lay(["lay-rails", "station-expansion"], money=1, rails={0: [at(2, 1)], 1: [IKEBUKURO]})
    ways = offered(table, f"hex-{TACHIKAWA}")
    assert {way.moves[-1] for way in ways} == {lay_rail(TACHIKAWA), station(TACHIKAWA)}
    (built,) = offered(table, f"hex-{TOKYO}")
    assert built.sentence == "Play Station Expansion and build a station in Tokyo-Akihabara"
    assert built.note == "You take a Waste."


# ---------------------------------------------------------------- discarding


def test_discarding_what_is_never_played() -> None:
    table = act(
        lay(["conductors-station", "waste", "waste", "tower", N], deck=[N] * 3), play("conductors-station")
    )
    (away,) = offered(table)
    assert away.moves == (discard("waste"), discard("waste"), discard("tower"), DONE)
    assert away.sentence == "Discard what is never played" and away.note == "Tower, Waste ×2."
    table = act(lay(["garage", "waste", "waste", "waste"], top=[N, N]), play("garage"))
    (away,) = offered(table)
    assert away.moves == (discard("waste"), discard("waste")), "no more than it asks for"
    table = act(lay(["mail-train", N, "waste"]), play("mail-train"))
    (away,) = offered(table)
    assert away.moves == (discard("waste"), DONE)


def test_other_choices_are_left_to_the_player() -> None:
    table = act(lay(["station-expansion", N, N]), play("station-expansion"))
    assert offered(table) == [] and gestures.targets(table.seen_by(0)) == []


# ---------------------------------------------------------------- said beforehand


def test_trains_may_play_themselves() -> None:
    table = lay([X, N, "bullet-train"])
    (order,) = gestures.orders(table.seen_by(0), "fr")
    assert order.label == "Mes trains se jouent d’eux-mêmes"
    assert [one.id for one in gestures.orders(table.seen_by(1), "en")] == [order.id]
    assert gestures.obey(table.seen_by(0), order.id) == play(N)
    assert gestures.obey(act(table, play(N)).seen_by(0), order.id) == play(X)
    assert gestures.obey(act(table, play(X)).seen_by(0), order.id) is None, "a Bullet Train has an effect"
    assert gestures.obey(table.seen_by(0), "no such order") is None


@pytest.mark.parametrize(
    "kept",
    [
        "waste",
        "maintenance-factory",
        "wagon-factory",
        "conductors-station",
        "mail-train",
        "stationmasters-office",
    ],
)
def test_trains_that_may_be_wanted_in_hand_wait(kept: str) -> None:
    (order,) = gestures.orders(lay([N]).seen_by(0), "en")
    assert gestures.obey(lay([N, X, kept]).seen_by(0), order.id) is None


# ---------------------------------------------------------------- always


def test_who_does_not_act_is_offered_nothing() -> None:
    table = lay([N, N])
    for viewer in (1, PUBLIC):
        seen = table.seen_by(viewer)
        assert gestures.proposals(seen, None, "en") == [] and gestures.targets(seen) == []
    assert gestures.orders(table.seen_by(PUBLIC), "en") == []


@pytest.mark.parametrize(
    "cards", ["beginner-tokyo", "beginner-osaka", "reforming-and-tunneling", "holiday-pass"]
)
def test_all_that_is_offered_can_be_done(cards: str) -> None:
    rng = random.Random(cards)
    table = GAME.new(2, {"cards": cards})
    table.deal(rng)
    seen_kinds: set[str] = set()
    for _ in range(150):
        if table.actor == OVER:
            break
        seen = table.seen_by(table.actor)
        things = [None, *gestures.targets(seen)]
        for thing in [None, *rng.sample(things[1:], min(2, len(things) - 1))]:
            made = gestures.proposals(seen, thing, "fr")
            assert thing is None or made, thing
            for proposal in made:
                seen_kinds.add(str(thing).partition("-")[0])
                tried, done = table.copy(), 0
                while done < len(proposal.moves) and proposal.moves[done] in tried.moves():
                    tried.play(proposal.moves[done])
                    done += 1
                    if done < len(proposal.moves):
                        tried.deal(rng)
                drawn = any(verb_of(move) == Verb.DRAW for move in tried.history[len(table.history) :])
                assert done == len(proposal.moves) or drawn
        table.play(rng.choice(table.moves()))
        table.deal(rng)
    assert seen_kinds == {"None", "hex", "pile"}
