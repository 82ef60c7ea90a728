"""Convoi Express, the guide for bots: what is plainly better is worth more."""

from rotonde.games.convoi_express import rules
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel import contract
from rotonde.kernel.moves import pack, verb_of
from tests.games.convoi_express.laying import BLACK, BROWN, GAME, act, deliver, green, join, lay


def progress(table):
    return GAME.engine.run(contract.progress, table.box, table.state, 0)


def value(table):
    worth = [0] * 8
    GAME.engine.run(contract.values, table.box, table.state, worth)
    assert len(set(worth[: table.players])) == 1, "together"
    return worth[0]


def better(one, other):
    return progress(one) > progress(other) and value(one) > value(other)


def test_delivered_is_better_than_loaded_than_empty():
    delivered = lay()
    deliver(delivered, 1)
    near, far = (lay({BLACK: at}, {BLACK: "blue"}) for at in ("LYO-MRS/1>MRS", "PAR"))
    empty, nothing = lay({BLACK: "PAR"}), lay()
    assert better(delivered, near) and better(near, far) and better(far, empty) and better(empty, nothing)


def test_a_clear_way_is_better():
    closed, open_way = lay({BLACK: "PAR"}, {BLACK: "blue"}), lay({BLACK: "PAR"}, {BLACK: "blue"})
    green(open_way, "G:PAR/PAR-DIJ")
    assert better(open_way, closed)
    joined, apart = (lay({BROWN: "PAR-DIJ/1>DIJ"}, {BROWN: "blue"}) for _ in range(2))
    join(apart, "DIJ", "LYO", "BAS")
    assert better(joined, apart)


def test_tokens_and_cards_count():
    assert better(lay(clock=7), lay(clock=3))
    assert better(lay(hand=(3, 0, 0)), lay(hand=(1, 0, 0)))


def test_the_end_is_all_or_nothing():
    won = lay({BLACK: "LYO-MRS/1>MRS"}, {BLACK: "white"})
    deliver(won, 7)
    act(won, pack(Verb.USE, rules.MOVE_CARD), pack(Verb.MOVE, BLACK), pack(Verb.ROLL, 2))
    assert (progress(won), value(won)) == (10_000, 10_000)
    lost = act(lay(pile_count=0), pack(Verb.END))
    assert value(lost) == 0 and progress(lost) < progress(lay())


def test_looking_changes_nothing_and_priors_prefer_what_trains_want():
    table = act(lay({BLACK: "PAR"}, {BLACK: "blue"}), pack(Verb.USE, rules.SIGNAL_CARD))
    before = bytes(table.state)
    value(table)
    out = GAME.offers_layout()
    GAME.engine.run(contract.moves, table.box, table.state, out)
    GAME.engine.run(contract.priors, table.box, table.state, out)
    assert bytes(table.state) == before
    assert len(set(out.prior.tolist()[: out.count])) > 1
    assert all(verb_of(move) == Verb.GREEN for move in out.move.tolist()[: out.count])
