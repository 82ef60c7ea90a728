"""Every game ends, or is stopped by a rule."""

from rotonde.kernel import contract, loops
from rotonde.kernel.subset import OVER
from tests.conformance.cases import CASES, PACKAGES, Case, good_move, walk

MOST = 1_000_000  # moves, chance included; far more than any game needs


def _play_out(case: Case, engine: str, seed: int) -> None:
    game, table = case.game(engine), case.new(engine)
    s = game.state_layout()
    rng = game.engine.rng(0)
    made = game.engine.run(loops.random_games, table.box, table.state, s, rng, 1, MOST, seed)
    assert game.engine.run(contract.actor, table.box, s) == OVER, f"not over after {made} moves"


def test_random_games_end(any_case: Case) -> None:
    for seed in range(100):
        _play_out(any_case, "native", seed)


def test_random_games_end_on_the_python_engine() -> None:
    for package in PACKAGES:
        for case in [case for case in CASES if case.package == package][:2]:
            _play_out(case, "python", 1)


def test_results_at_the_end(any_case: Case) -> None:
    for seed in range(3):
        *_, table = walk(any_case, seed, choose=good_move)
        assert table.actor == OVER
        scores, winners = table.scores(), table.winners()
        assert len(scores) == any_case.players
        assert all(type(score) is int for score in scores)
        assert set(winners) <= set(range(any_case.players))
        if table.game.info.cooperative:
            assert len(winners) in (0, any_case.players), "all win or nobody does"
        else:
            assert winners, "somebody is best"
        for seat in any_case.seats:
            assert table.seen_by(seat).scores() == scores
            assert table.seen_by(seat).winners() == winners


def test_nobody_has_won_before_the_end(case: Case) -> None:
    assert case.new().winners() == []
