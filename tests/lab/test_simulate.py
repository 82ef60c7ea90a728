"""Whole games between players, inside the engines: the same whoever asks, and nobody sees what they may not know."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import rotonde
from rotonde import games, players
from rotonde.kernel import chance
from rotonde.lab import loops_rules, simulate
from rotonde.lab.simulate import Hall, Simulation, Tally, plan_for
from tests.conformance.cases import quickest

COMPETITIVE = [name for name in games.PLAYABLE if not games.info(name).cooperative]
DIFFERENT = {"jobs", "seconds", "moves_per_second"}


def outcome(run: Simulation) -> dict[str, Any]:
    """All that must be the same when the same games are played again."""
    return {name: value for name, value in run.as_json().items() if name not in DIFFERENT}


def test_the_same_seed_gives_the_same_games_whatever_the_jobs():
    game = COMPETITIVE[0]  # how games are shared out is the same for all of them
    asked: dict[str, Any] = {"games": 9, "seats": ("search:20", "greedy"), "players": 2, "seed": 5}
    alone = simulate.simulate(game, **asked)
    together = simulate.simulate(game, jobs=2, **asked)
    assert outcome(alone) == outcome(together)
    assert together.jobs == 2
    asked["seed"] = 6
    other = simulate.simulate(game, **asked)
    assert other.as_json()["fingerprint"] != alone.as_json()["fingerprint"]


@pytest.mark.parametrize("game", games.PLAYABLE)
def test_games_are_the_same_however_they_are_cut_into_pieces(game: str):
    hall = Hall(plan_for(game, seats=("random",), seed=3))
    whole = hall.play(0, loops_rules.BATCH + 20)
    parts = Tally()
    for start, count in [(200, 76), (0, 1), (1, 199)]:
        parts.add(hall.play(start, count))
    assert parts == whole


@pytest.mark.parametrize("game", games.PLAYABLE)
def test_engines_simulate_the_same_games(game: str):
    asked: dict[str, Any] = {"games": 2, "seats": ("random",), "players": 2, "seed": 2}
    native = simulate.simulate(game, **asked).tally
    assert simulate.simulate(game, engine="python", **asked).tally == native


def test_bots_think_the_same_on_every_engine():
    game = next(iter(games.PLAYABLE))  # thinking takes long on the python engine, and one tells
    asked: dict[str, Any] = {"games": 1, "seats": ("greedy", "search:6"), "players": 2, "seed": 2}
    native = simulate.simulate(game, **asked).tally
    assert simulate.simulate(game, engine="python", **asked).tally == native


@pytest.mark.parametrize("game", games.PLAYABLE)
@pytest.mark.parametrize("number", [0, 1])
def test_a_simulated_player_knows_what_its_seat_sees_and_no_more(game: str, number: int):
    """The same game at a table by hand: each player gets `seen_by` its seat."""
    specs = ("greedy", "search:30")
    simulated = Hall(plan_for(game, 2, seats=specs, seed=8)).play(number, 1)

    rng: Any = [0, 0, 0, 0]
    chance.seed(rng, 8, number)
    key = (chance.next_word(rng) << 30) ^ chance.next_word(rng)
    chance.seed(rng, key, loops_rules.CHANCE_STREAM)
    table = rotonde.game(game).new(2)
    mark = 0
    while table.actor != rotonde.OVER:
        if table.actor == rotonde.CHANCE:
            outcomes = [move for move, weight in table.chances() for _ in range(weight)]
            move = outcomes[chance.below(rng, len(outcomes))]
        else:
            seat = table.actor
            seed = key ^ len(table.history)
            move = players.choose(specs[(seat + number) % 2], table.seen_by(seat), seed)
        table.play(move)
        mark = (mark * 1000003 + move) & 0xFFFFFFFFFF
    winners = sum(1 << (seat + number) % 2 for seat in table.winners())
    assert simulated.winners == Counter([winners])
    assert simulated.lengths == Counter([len(table.history)])
    assert simulated.marks == mark


@pytest.mark.parametrize("game", COMPETITIVE)
@pytest.mark.parametrize("fixed", [False, True])
def test_wins_count_for_the_player_in_the_order_given(game: str, fixed: bool):
    options = quickest(games.PLAYABLE[game])
    one_way, other_way = (
        simulate.simulate(game, games=30, seats=seats, players=2, options=options, fixed_seats=fixed)
        for seats in (("greedy", "random"), ("random", "greedy"))
    )
    assert one_way.wins[0] > 20
    assert other_way.wins[1] > 20


@pytest.mark.parametrize("game", games.PLAYABLE)
def test_json(game: str):
    least, most = games.info(game).players
    for count in range(least, most + 1):
        result = simulate.simulate(game, games=40, players=count, seats=("random",)).as_json()
        assert result["game"] == game
        assert result["players"] == count
        assert result["games"] == 40
        assert result["seats"] == ["random"] * count
        assert result["reproducible"] is True
        assert result["seats_rotate"] is True
        assert result["moves_per_second"] > 0
        assert result["seconds"] > 0
        assert result["moves"] == pytest.approx(40 * result["moves_per_game"]["mean"])
        assert result["moves_per_game"]["least"] <= result["moves_per_game"]["median"]
        assert 0 < result["decisions"] <= result["moves"]
        if games.info(game).cooperative:
            assert 0 <= result["won"] <= 40
        else:
            assert sum(result["wins"]) == pytest.approx(40)
            assert len(result["wins"]) == len(result["intervals"]) == count
            for wins, (low, high) in zip(result["wins"], result["intervals"], strict=True):
                assert low <= wins / 40 <= high


def test_shared_wins_count_in_parts():
    tally = Tally(winners=Counter({0b001: 3, 0b011: 1, 0b111: 2}), lengths=Counter({10: 6}))
    plan = plan_for(COMPETITIVE[0], 3)
    run = Simulation(plan, games=6, jobs=1, seconds=1.0, tally=tally, cooperative=False)
    assert [float(wins) for wins in run.wins] == pytest.approx([3 + 1 / 2 + 2 / 3, 1 / 2 + 2 / 3, 2 / 3])
    assert sum(run.wins) == 6
    assert run.draws == 2


def test_co_operation_counts_games_won():
    tally = Tally(winners=Counter({0b11: 15, 0: 5}), lengths=Counter({10: 20}))
    run = Simulation(
        plan_for(COMPETITIVE[0], 2), games=20, jobs=1, seconds=1.0, tally=tally, cooperative=True
    )
    result = run.as_json()
    assert result["won"] == 15
    assert result["interval"][0] < 0.75 < result["interval"][1]
    assert "wins" not in result


def test_a_player_by_the_clock_is_asked_outside():
    result = simulate.simulate(COMPETITIVE[0], games=2, players=2, seats=("search:2ms", "random"), jobs=1)
    assert result.as_json()["reproducible"] is False
    assert sum(result.wins) == 2


def test_progress_is_told_from_nothing_to_all():
    told: list[tuple[int, int]] = []
    simulate.simulate(COMPETITIVE[0], games=130, progress=lambda done, of: told.append((done, of)))
    assert told[0] == (0, 130)
    assert told[-1] == (130, 130)
    assert told == sorted(told)


def test_what_does_not_fit_is_refused():
    game = COMPETITIVE[0]
    for wrong in [
        {"seats": ("random", "random", "random"), "players": 2},
        {"seats": ("nobody",)},
        {"seats": ()},
        {"players": 99},
        {"options": {"no_such": 1}},
        {"seed": -1},
        {"seed": 1 << 63},
    ]:
        with pytest.raises(rotonde.BadOption):
            plan_for(game, **wrong)
    with pytest.raises(rotonde.UnknownGame):
        plan_for("no-such-game")
    with pytest.raises(ValueError, match="games"):
        simulate.simulate(game, games=0)
