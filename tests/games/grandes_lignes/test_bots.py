"""Bots of Grandes Lignes: better than a plain builder that enters every race."""

import random

import pytest

from rotonde import players
from rotonde.games.grandes_lignes.box import QUICKEST
from rotonde.games.grandes_lignes.value import plain_move
from rotonde.kernel.handle import load_game
from rotonde.kernel.subset import OVER

GAME = load_game("rotonde.games.grandes_lignes", "native")


def play(kinds, seed):
    rng, table, out = random.Random(seed), GAME.new(len(kinds), QUICKEST), GAME.offers_layout()
    while table.actor != OVER:
        table.deal(rng)
        if table.actor == OVER:
            break
        if kinds[table.actor] == "plain":
            table.play(int(GAME.engine.run(plain_move, table.box, table.state, out)))
        else:
            table.play(players.choose(kinds[table.actor], table.seen_by(table.actor), rng.getrandbits(32)))
    return table


@pytest.mark.slow
@pytest.mark.parametrize("other", ["plain", "random"])
def test_greedy_wins_more_than_its_share(other):
    won = 0
    for seed in range(6):
        kinds = [other] * 3
        kinds[seed % 3] = "greedy"
        won += seed % 3 in play(kinds, seed).winners()
    assert won >= 3
