"""Recorded games: a file dropped into tests/records is a test by itself. It must replay to the result it claims.

With a key, every draw in it is proved too. `tools/record_game.py` makes such files.
"""

from pathlib import Path

import pytest

import rotonde
from rotonde.kernel.subset import OVER
from rotonde.kernel.verify import verify

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_result(path: Path) -> None:
    record = rotonde.read_record(path.read_text("utf-8"))
    game = rotonde.game(record.game, "python")
    table = game.replay(record)
    if not record.ended:
        assert table.actor == OVER, "the game is whole, or says how it ended"
    if table.actor == OVER:
        assert table.scores() == record.result
    assert table.history == tuple(move for _, move in record.moves)
    if record.key:
        assert bytes(verify(game, record).state) == bytes(table.state)


def test_there_are_recorded_games() -> None:
    """Of every playable game, for its fewest and its most players."""
    recorded = {
        (record.game, record.players)
        for record in (rotonde.read_record(p.read_text("utf-8")) for p in RECORDS)
    }
    for name in rotonde.games.PLAYABLE:
        least, most = rotonde.game(name, "python").info.players
        assert {(name, least), (name, most)} <= recorded
