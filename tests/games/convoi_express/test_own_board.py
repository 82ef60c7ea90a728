"""A board that somebody wrote: checked on the command line, then played, recorded and replayed like any other."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rotonde import cli, games
from rotonde.games.convoi_express.boards import shipped

PACKAGE = {"convoi-express": "rotonde.games.convoi_express"}


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PLAYABLE", games.PLAYABLE | PACKAGE)


@pytest.fixture
def board() -> Any:
    """Central Europe with a longer line from Calais to Paris."""
    mine = json.loads(json.dumps(shipped()["central_europe"]))
    mine["id"], mine["name"] = "long_way", {"fr": "Le détour", "en": "The long way"}
    next(line for line in mine["lines"] if line["id"] == "S6-PAR")["sections"] = 3
    return mine


@pytest.fixture
def file(tmp_path: Path, board: Any) -> Path:
    path = tmp_path / "long-way.json"
    path.write_text(json.dumps(board), "utf-8")
    return path


def says(capsys: pytest.CaptureFixture[str], *args: str | Path) -> tuple[int, str, str]:
    code = cli.main([str(arg) for arg in args])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_good_board_can_be_played(capsys: pytest.CaptureFixture[str], file: Path):
    code, out, _ = says(capsys, "board", "check", file, "--lang", "en")
    assert (code, "Nothing is wrong" in out, "Convoi Express" in out) == (0, True, True)
    code, out, _ = says(capsys, "board", "check", file, "--lang", "fr")
    assert (code, "Rien à redire" in out) == (0, True)


def test_every_problem_is_a_sentence(capsys: pytest.CaptureFixture[str], file: Path, board: Any):
    board["lines"] = [line for line in board["lines"] if line["id"] != "S6-PAR"]
    board["first_setup"]["green"].remove("G:PAR/S6-PAR")
    file.write_text(json.dumps(board), "utf-8")
    code, out, _ = says(capsys, "board", "check", file, "--lang", "en")
    assert code == 1
    assert "S6 has 0 lines; it must have 1." in out
    code, out, _ = says(capsys, "board", "check", file, "--lang", "fr")
    assert code == 1 and "S6 a 0 ligne ;" in out


@pytest.mark.parametrize("change", [{"id": "Mon plateau"}, {"name": {"fr": "", "en": ""}}, {"nodes": 3}])
def test_a_board_has_a_name_and_a_shape(
    capsys: pytest.CaptureFixture[str], file: Path, board: Any, change: Any
):
    file.write_text(json.dumps(board | change), "utf-8")
    assert says(capsys, "board", "check", file)[0] == 1


def test_a_board_with_problems_is_not_played(capsys: pytest.CaptureFixture[str], file: Path, board: Any):
    board["lines"].pop()
    file.write_text(json.dumps(board), "utf-8")
    code, _, err = says(capsys, "simulate", "convoi-express", "--board", file, "--lang", "en")
    assert code == 2 and "long-way.json: " in err


LISTED = f"from rotonde import games; games.PLAYABLE.update({PACKAGE!r})\n"
PLAY = """
import random, sys
from pathlib import Path
from rotonde.kernel.boards import add_board
add_board(Path(sys.argv[1]))
import rotonde
from rotonde.kernel.subset import OVER
game = rotonde.game("convoi-express", "python")
(mine,) = [choice for choice in game.options[0].choices if choice.startswith("long_way@")]
table, rng = game.new(2, {"board": mine}), random.Random(2)
table.deal(rng)
while table.actor != OVER:
    table.play(rng.choice(table.moves()))
    table.deal(rng)
sys.stdout.write(table.record(["Zoé", "Max"]).text())
"""
REPLAY = "import sys; from rotonde import cli; sys.exit(cli.main(sys.argv[1:]))"


def run(program: str, *args: str | Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", LISTED + program, *map(str, args)]
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8")


def test_a_record_names_the_board_and_asks_for_it(tmp_path: Path, file: Path):
    played = run(PLAY, file)
    assert not played.stderr and "long_way@" in played.stdout
    record = tmp_path / "game.txt"
    record.write_text(played.stdout, "utf-8")
    replayed = run(REPLAY, "replay", record, "--board", file, "--lang", "en")
    assert replayed.returncode == 0, replayed.stderr
    alone = run(REPLAY, "replay", record, "--lang", "en")
    assert alone.returncode == 1 and "--board FILE" in alone.stderr
    assert "--board FICHIER" in run(REPLAY, "replay", record, "--lang", "fr").stderr


def test_another_board_of_that_name_is_not_taken_for_it(tmp_path: Path, file: Path, board: Any):
    record = tmp_path / "game.txt"
    record.write_text(run(PLAY, file).stdout, "utf-8")
    board["name"]["en"] = "Another one"
    file.write_text(json.dumps(board), "utf-8")
    assert run(REPLAY, "replay", record, "--board", file).returncode == 1
