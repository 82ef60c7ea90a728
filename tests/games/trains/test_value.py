"""Trains: what guides the bots. How strong they are is measured in bench/."""

import pytest

from rotonde import players
from rotonde.games.trains import value
from rotonde.games.trains.rules import Verb
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import a_of, verb_of
from tests.games.trains.laying import (
    END,
    ID,
    IKEBUKURO,
    PASS,
    TACHIKAWA,
    TOKYO,
    act,
    at,
    buy,
    deal,
    lay,
    lay_rail,
    play,
    station,
)

N, X = "normal-train", "express-train"
NEVER = value.NEVER


def chosen(table: Table) -> int:
    return players.choose("greedy", table.seen_by(table.actor), 1, engine="python")


def promise(table: Table) -> dict[int, int]:
    """What search is told of each move."""
    out = table.game.offers_layout()
    table.game.rules.moves(table.box, table.state, out)
    value.priors(table.box, table.state, out)
    return dict(zip(out.move.tolist()[: out.count], out.prior.tolist()[: out.count], strict=True))


def worth(table: Table) -> list[int]:
    found = [0] * 4
    value.values(table.box, table.state, found)
    return found[: table.players]


# ---------------------------------------------------------------- greedy


def test_trains_are_played_before_the_turn_ends() -> None:
    assert chosen(lay([N, X], deck=[N] * 8)) in (play(N), play(X))


def test_near_the_end_money_becomes_points() -> None:
    few: dict[str, int] = dict.fromkeys(("tower", "apartment", "landfill", X), 1)
    assert chosen(lay(["waste"], deck=[N] * 9, money=8, turn=40, supply=few)) == buy("skyscraper")


def test_early_money_becomes_trains() -> None:
    assert chosen(lay(["waste"], deck=[N] * 9, money=6, turn=3)) == buy("limited-express-train")


def test_stations_stand_where_one_scores() -> None:
    table = lay(["station-expansion"], deck=[N] * 8, rails={0: [TACHIKAWA], 1: [IKEBUKURO]})
    assert chosen(act(table, play("station-expansion"))) == station(TACHIKAWA)


def test_a_hand_of_waste_is_returned() -> None:
    assert chosen(lay(["waste"] * 4 + [N], deck=[X] * 8 + ["waste"] * 4)) == PASS


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("count", [2, 3, 4])
def test_values_are_chances(count: int) -> None:
    table = lay([N, X], players=count, rails={seat: [at(2, 2 * seat)] for seat in range(count)})
    assert all(0 <= one <= 10_000 for one in worth(table))
    ahead = lay([N, X], players=count, rails={seat: [at(2, 2 * seat)] for seat in range(count)})
    ahead.state.track[0] = 30
    assert worth(ahead)[0] > worth(table)[0] and worth(ahead)[1] < worth(table)[1]


def test_at_the_end_whoever_won_has_all() -> None:
    four: dict[str, int] = dict.fromkeys(("tower", "lay-rails", "landfill", "apartment"), 0)
    table = deal(act(lay(["skyscraper"], deck=[N] * 5, supply=four), END))
    assert worth(table) == [10_000, 0]
    table = deal(act(lay(["waste"], deck=[N] * 5, supply=four), END))
    assert worth(table) == [5_000, 5_000], "a shared win is shared"


def test_the_end_of_a_turn_changes_nothing_by_itself() -> None:
    table = lay([], deck=[N] * 9)
    before = value.progress(table.box, table.state, 0)
    assert value.progress(table.box, deal(act(table, END)).state, 0) == before


# ---------------------------------------------------------------- priors


def test_what_goes_without_saying_is_all_that_is_looked_at() -> None:
    told = promise(lay([N, X, "lay-rails", "waste"], deck=[N]))
    assert [move for move, prior in told.items() if prior > NEVER] == [PASS, play(N)]
    told = promise(lay([N, "signaling-area"], deck=[N] * 4))
    assert [move for move, prior in told.items() if prior > NEVER] == [play(N)]


def test_trains_wait_for_a_card_that_wants_them_in_hand() -> None:
    told = promise(lay([N, X, "wagon-factory"], deck=[N]))
    assert told[play("wagon-factory")] > NEVER and told[play(N)] > NEVER


def test_no_card_is_played_for_nothing() -> None:
    told = promise(lay(["lay-rails", "station-expansion"], deck=[N], money=3))
    for move, prior in told.items():
        assert (prior == NEVER) == (verb_of(move) == Verb.PLAY_PLAIN) or verb_of(move) == Verb.BUY


def test_the_best_purchase_promises_most_and_ending_the_turn_less() -> None:
    told = promise(lay([], deck=[N] * 8, money=6, turn=3))
    best = max((move for move in told if verb_of(move) == Verb.BUY), key=lambda move: told[move])
    assert a_of(best) == ID["limited-express-train"] and told[best] == 0 and told[END] < 0


def test_a_station_is_not_built_for_rivals() -> None:
    table = act(
        lay(["station-expansion"], deck=[N], rails={0: [TACHIKAWA], 1: [TOKYO]}), play("station-expansion")
    )
    told = promise(table)
    assert told[station(TACHIKAWA)] == 0 and told[station(TOKYO)] == NEVER


def test_rails_are_weighed_against_the_best() -> None:
    table = act(
        lay(["lay-rails"], deck=[N], money=2, rails={0: [at(2, 1)], 1: [IKEBUKURO]}), play("lay-rails")
    )
    laid = {move: prior for move, prior in promise(table).items() if verb_of(move) == Verb.LAY}
    assert max(laid.values()) == 0 and laid[lay_rail(TACHIKAWA)] > min(laid.values())
