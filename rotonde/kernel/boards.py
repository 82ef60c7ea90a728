"""Boards that somebody wrote, for games whose boards are data: one more choice beside those of the game.

Their files are named in the environment, so that every process of a command knows them. Such a board is called by its
id and a mark of what is in it: whoever replays a record later has the same board, or is asked for it.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

VARIABLE = "ROTONDE_BOARDS"


def key_of(board: Any) -> str:
    """What an option calls this board: "alps@1f00ba44"."""
    text = json.dumps(board, ensure_ascii=False, sort_keys=True)
    return f"{board['id']}@{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def own_boards(game: str) -> dict[str, Any]:
    """The boards of one's own for this game, by their keys. They were checked when they were added."""
    paths = filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))
    boards = [json.loads(Path(path).read_text("utf-8")) for path in paths]
    return {key_of(board): board for board in boards if board["game"] == game}


def add_board(path: Path) -> None:
    """From now on a game that is loaded, here or in a process started from here, offers this board."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = os.pathsep.join(filter(None, (before, str(path.resolve()))))
