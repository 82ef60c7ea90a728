"""Convoi Express, the guide for bots: what is plainly better is worth more."""

from rotonde.games.convoi_express import rules
from rotonde.games.convoi_express.check import problems
from rotonde.games.convoi_express.foreman_rules import KNOWLEDGE, WISHES, step
from rotonde.games.convoi_express.rules import Verb
from rotonde.games.convoi_express.ways_rules import HOPELESS, PACK, PRICES, WAYS, survey
from rotonde.kernel import contract
from rotonde.kernel.handle import load_game
from rotonde.kernel.moves import pack, verb_of
from tests.games.convoi_express.laying import BLACK, BROWN, GAME, act, deliver, green, join, lay, put, signal


def progress(table):
    return GAME.engine.run(contract.progress, table.box, table.state, 0)


def value(table):
    worth = [0] * 8
    GAME.engine.run(contract.values, table.box, table.state, worth)
    assert len(set(worth[: table.players])) == 1, "together"
    return worth[0]


def value_with_much_luck(table):
    """Its dice depend on the position, the turn included: over many turns luck evens out."""
    total = 0
    for turn in range(24):
        other = table.copy()
        other.state.turn = turn
        total += value(other)
    return total


def better(one, other):
    return progress(one) > progress(other) and value_with_much_luck(one) > value_with_much_luck(other)


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


def test_search_believes_small_differences():
    usual = load_game("tests.kernel.toy", "python").engine.run(contract.explore, None, None)
    table = lay()
    assert 0 < GAME.engine.run(contract.explore, table.box, table.state) < usual == 4000


def test_a_train_that_is_about_to_be_stopped_makes_its_signal_urgent():
    red, green_way = lay({BLACK: "S6-PAR/1>PAR"}), lay({BLACK: "S6-PAR/1>PAR"})
    green(red, "G:PAR/PAR-LEM")
    red.state.green[signal(red, "G:PAR/S6-PAR")] = 0
    assert better(green_way, red)


def test_the_last_turn_counts_only_the_cards_of_whom_it_is():
    mine, theirs = (
        lay({BLACK: "LYO-MRS/1>MRS"}, {BLACK: "blue"}, hand=(0, 0, 0), pile_count=0) for _ in range(2)
    )
    deliver(mine, 7)
    deliver(theirs, 7)
    mine.state.hand[0, 2] = 2
    theirs.state.hand[1, 2] = 2
    assert better(mine, theirs)


def ways_step_by_step(box, price, target):
    """The cheapest way from every post, looked for until nothing is cheaper."""
    ways = [HOPELESS * PACK] * (2 * box.spaces)
    ways[target] = 0
    before = []
    while before != ways:
        before = list(ways)
        for post in range(2 * box.spaces):
            for number in range(box.first_step[post], box.first_step[post + 1]):
                ways[post] = min(ways[post], price[number] + ways[box.step_to[number]])
    return ways


def test_known_ways_are_mended_when_something_changes():
    table = lay({BLACK: "PAR"}, {BLACK: "blue"})
    box, price, ways = table.box, [0] * PRICES, [0] * WAYS
    for change in (
        lambda: None,
        lambda: green(table, "G:PAR/PAR-DIJ"),
        lambda: join(table, "DIJ", "LYO", "BAS"),
        lambda: put(table, BROWN, "PAR-DIJ/1>PAR"),
        lambda: put(table, BROWN, "PAR-DIJ/1>DIJ"),
    ):
        change()
        GAME.engine.run(survey, box, table.state, [0] * rules.SPACES, price, ways)
        for number in range(box.targets):
            wanted = ways_step_by_step(box, price, box.target[number])
            for post, way in enumerate(wanted):
                if way < HOPELESS * PACK:
                    assert ways[number * rules.POSTS + post] == way, (number, post)


def test_the_foreman_plays_whole_games():
    """Whatever he does is legal, and he does something wherever a player must act."""
    for options in ({}, {"board": "north_america", "setup": "free", "extra_green": True}):
        table, rng = GAME.new(2, options), GAME.engine.rng(3)
        room = [[0] * size for size in (rules.SPACES, PRICES, WAYS, WISHES, KNOWLEDGE)]
        for _ in range(120):
            before = bytes(table.state)
            if not GAME.engine.run(step, table.box, table.state, rng, *room):
                assert bytes(table.state) == before
                table.play(pack(Verb.END))
            assert problems(table) == []
