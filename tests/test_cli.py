"""The command line as a person meets it: what it says, in which language, and with which code it ends."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from functools import partial
from pathlib import Path

import pytest

import rotonde
from rotonde import cli, games
from rotonde.cli import listing
from rotonde.kernel import fairness
from rotonde.web import serve

GAME = next(iter(games.PLAYABLE))
NAMES = ["Hugo", "Zoé"]


class Said:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out.replace("\u00a0", " ").replace("\u202f", " ")
        self.err = err.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.fixture
def rotonde_says(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def run(*args: str | Path) -> Said:
        try:
            code = cli.main([str(arg) for arg in args])
        except SystemExit as end:
            code = end.code
            assert isinstance(code, int)
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return run


# ---- Language, help, mistakes ----


def test_help_in_both_languages(rotonde_says):
    english, french = rotonde_says("--help"), rotonde_says("--help", "--lang", "fr")
    assert english.code == french.code == 0
    assert "usage:" in english.out
    assert "utilisation :" in french.out
    for command in cli.COMMANDS:
        assert command.name in english.out
        of_command = [rotonde_says(command.name, "--help", f"--lang={lang}") for lang in ("fr", "en")]
        assert all(said.code == 0 and f"rotonde {command.name}" in said.out for said in of_command)
        assert "utilisation :" in of_command[0].out
        assert "usage:" not in of_command[0].out
        assert of_command[0].out != of_command[1].out


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": "fr_CA"}, "fr"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(rotonde_says, monkeypatch, environment, lang):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    said = rotonde_says("no-such-command")
    assert said.code == 2
    assert ("il n’y a pas de commande" if lang == "fr" else "there is no command") in said.err


@pytest.mark.parametrize(
    ("args", "fr", "en"),
    [
        (["nothing"], "pas de commande « nothing »", "no command 'nothing'"),
        (["simulate"], "il manque : JEU", "required: GAME"),
        (["simulate", "chess"], "pas de jeu « chess »", "no game 'chess'"),
        (["simulate", GAME, "--games", "0"], "nombre entier de 1 à", "whole number from 1 to"),
        (["simulate", GAME, "--games", "many"], "pas « many »", "not 'many'"),
        (["simulate", GAME, "--games"], "--games demande une valeur", "--games: expected one argument"),
        (
            ["simulate", GAME, "--json=yes"],
            "--json ne prend pas de valeur",
            "--json: ignored explicit argument",
        ),
        (["simulate", GAME, "--seats", "greedy,"], "« » n’est pas un joueur", "'' is no player"),
        (["simulate", GAME, "--seats", "search:0"], "« search:0 » n’est pas", "'search:0' is no player"),
        (["simulate", GAME, "--seats", "random,random,random", "--players", "2"], "3 joueurs", "3 players"),
        (["simulate", GAME, "--players", "99"], "pas à 99", "not 99"),
        (["simulate", GAME, "--option", "shape"], "nom=valeur", "name=value"),
        (["simulate", GAME, "--option", "shape=round"], "pas d’option « shape »", "no option 'shape'"),
        (["simulate", GAME, "--option", "a=1", "--option", "a=2"], "deux fois", "twice"),
        (["simulate", GAME, "--seed", "-1"], "--seed", "--seed"),
        (["games", "chess"], "arguments inconnus : chess", "unrecognized arguments: chess"),
        (["bench", "chess"], "pas de jeu « chess »", "no game 'chess'"),
        (["bench", "--seconds", "0"], "0.01 à 600 secondes", "0.01 to 600 seconds"),
        (["--port", "70000"], "nombre entier de 0 à 65535", "whole number from 0 to 65535"),
        (["--host", "256.1.1.1"], "adresse", "address"),
        (["replay", "no/such/file"], "ce fichier n’existe pas", "No such file"),
        (["verify", "."], "c’est un dossier", "directory"),
    ],
)
def test_mistakes_get_a_sentence_and_the_code_2(rotonde_says, args, fr, en):
    for lang, words in (("fr", fr), ("en", en)):
        said = rotonde_says(*args, "--lang", lang)
        assert said.code == 2
        assert words in said.err.replace("«  »", "« »")
        assert "Traceback" not in said.err
        assert said.out == ""


def test_an_unknown_language(rotonde_says):
    for args in (["--lang", "de"], ["games", "--lang", "de"], ["games", "--lang=de"], ["games", "--lang"]):
        said = rotonde_says(*args)
        assert said.code == 2
        assert "--lang" in said.err


def test_version(rotonde_says):
    assert rotonde_says("--version").out == f"rotonde {rotonde.__version__}\n"


def test_an_interruption_is_quiet(rotonde_says, monkeypatch):
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "info", interrupt)
    said = rotonde_says("games")
    assert (said.code, said.out, said.err) == (130, "", "")


# ---- games, simulate, bench ----


def test_games_are_listed_with_their_options(rotonde_says):
    for lang in ("fr", "en"):
        said = rotonde_says("games", "--lang", lang)
        assert said.code == 0
        for name in (*games.PLAYABLE, *games.ANNOUNCED):
            assert name in said.out
            assert games.info(name).title[lang] in said.out
        for name in games.PLAYABLE:
            for option in rotonde.game(name, "python").options:
                assert option.name in said.out


def test_simulate_as_json(rotonde_says):
    said = rotonde_says(
        "simulate", GAME, "--games", "20", "--seats", "greedy,random", "--seed", "4", "--json"
    )
    assert said.code == 0
    assert said.err == ""
    result = json.loads(said.out)
    assert result["seats"] == ["greedy", "random"]
    assert result["games"] == 20
    assert result["seed"] == 4
    asked = {"game", "players", "games", "seats", "wins", "moves", "seconds", "moves_per_second"}
    assert asked <= result.keys()


def test_simulate_for_people(rotonde_says):
    option = rotonde.game(GAME, "python").options[0]
    args = (
        "simulate",
        GAME,
        "--games",
        "20",
        "--players",
        "3",
        "--option",
        f"{option.name}={option.choices[0]}",
    )
    english = rotonde_says(*args)
    assert english.out.count("random ") == 3
    assert "95% interval" in english.out
    assert "a second." in english.out
    french = rotonde_says(*args, "--lang", "fr", "--seats", "greedy,random,random")
    assert "intervalle à 95 %" in french.out
    assert "Les sièges tournent" in french.out
    fixed = rotonde_says(*args, "--lang", "fr", "--seats", "greedy,random,random", "--fixed-seats")
    assert "Chacun garde son siège" in fixed.out
    timed = rotonde_says("simulate", GAME, "--games", "1", "--seats", "search:1ms,random")
    assert "by the clock" in timed.out


def test_options_of_a_game_are_read_as_what_they_are():
    game = rotonde.game(GAME, "python")
    for option in game.options:
        for choice in option.choices:
            assert listing.game_options(game, [f"{option.name}={choice}"]) == {option.name: choice}


def test_bench_as_json(rotonde_says):
    said = rotonde_says("bench", GAME, "--seconds", "0.01", "--json")
    assert said.code == 0
    found = json.loads(said.out)
    assert [figures["engine"] for figures in found] == ["python", "native"]
    asked = {"game", "engine", "moves_per_second", "copies_per_second", "state_bytes", "playouts_per_second"}
    assert all(asked <= figures.keys() for figures in found)


# ---- replay and verify ----


@pytest.fixture(scope="module")
def record() -> str:
    """A game to its end, chance from a key, as the server would write it."""
    game = rotonde.game(GAME, "python")
    table = game.new(2)
    key = bytes(range(32))
    anybody = random.Random(3)
    while table.actor != rotonde.OVER:
        if table.actor == rotonde.CHANCE:
            table.play(table.outcome(partial(fairness.place, key, len(table.history))))
        else:
            table.play(anybody.choice(table.moves()))
    return table.record(NAMES, key, fairness.commitment(key)).text()


@pytest.fixture
def file(tmp_path: Path, record: str) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record, "utf-8")
    return path


def test_replay_tells_every_move(rotonde_says, file: Path, record: str):
    moves = record.split("moves:\n")[1].count("\n")
    for lang in ("fr", "en"):
        said = rotonde_says("replay", file, "--lang", lang)
        assert said.code == 0
        told = re.findall(r"^ *(\d+)  \S.*$", said.out, re.MULTILINE)
        assert told == [str(number) for number in range(1, moves + 1)]
        assert "Hugo" in said.out
        assert "Zoé" in said.out


def test_replay_through_the_eyes_of_a_seat_keeps_secrets(rotonde_says, file: Path):
    whole = rotonde_says("replay", file).out
    views = [rotonde_says("replay", file, "--seat", seat).out for seat in ("0", "1", "public")]
    assert len({whole, *views}) == 4
    assert all(len(view.split("\n")) == len(whole.split("\n")) for view in views)
    wrong = rotonde_says("replay", file, "--seat", "2")
    assert wrong.code == 2
    assert "no seat '2'" in wrong.err


def test_a_record_is_proved(rotonde_says, file: Path):
    for lang, proved in (("fr", "Prouvé"), ("en", "Proved")):
        said = rotonde_says("verify", file, "--lang", lang)
        assert (said.code, said.err) == (0, "")
        assert proved in said.out


def changed_draw(record: str) -> str:
    """Another card that would have been possible, at the first draw of which there is a choice."""
    game = rotonde.game(GAME, "python")
    parsed = rotonde.read_record(record)
    table = game.new(parsed.players, parsed.options)
    for number, (_, move) in enumerate(parsed.moves):
        others = [other for other, _ in table.chances() if other != move]
        if others and number > 0:
            parsed.moves[number] = (rotonde.CHANCE, others[0])
            return parsed.text()
        table.play(move)
    raise AssertionError("no draw")


def another_key(record: str, also_its_hash: bool) -> str:
    key = bytes(32)
    record = re.sub(r"^key: .*$", f"key: {key.hex()}", record, flags=re.MULTILINE)
    if also_its_hash:
        hashed = fairness.commitment(key)
        record = re.sub(r"^commitment: .*$", f"commitment: {hashed}", record, flags=re.MULTILINE)
    return record


def without(record: str, header: str) -> str:
    return re.sub(rf"^{header}: .*\n", "", record, flags=re.MULTILINE)


def cut(record: str, lines: int) -> str:
    return "\n".join(record.split("\n")[: -lines - 1]) + "\n"


TAMPERED = [
    (changed_draw, r"Line \d+, move \d+: this draw does not follow from the key"),
    (lambda record: another_key(record, False), "The key is not the one whose hash was shown"),
    (lambda record: another_key(record, True), r"move 1: this draw does not follow|draw does not follow"),
    (lambda record: re.sub("^result: .*$", "result: 7 7", record, flags=re.MULTILINE), "The claimed result"),
    (lambda record: cut(record, 10), "moves are missing"),
    (lambda record: cut(without(record, "result"), 10), "moves are missing"),
    (lambda record: record[: record.index("moves:")], "'moves:' is missing"),
    (lambda record: without(record, "key"), "The key is missing"),
    (lambda record: without(record, "commitment"), "hash shown at the start is missing"),
    (lambda record: without(record, "seats"), "'seats' is missing"),
    (lambda record: record.replace('["Hugo", "Zoé"]', '["Hugo"]'), "names 1 players"),
    (lambda record: record.replace("players: 2", "players: 99"), "names 2 players"),
    (lambda record: record.replace("game: ", "game: not-"), "There is no game"),
    (lambda record: re.sub("options: .*", 'options: {"no_such": 1}', record), "no option 'no_such'"),
    (lambda record: re.sub("options: .*", "options: " + "[" * 100_000, record), "does not fit 'options'"),
    (lambda record: record + "9" * 5000 + " draw\n", "neither a seat nor"),
    (lambda record: record + record.rstrip("\n").split("\n")[-1], r"Line \d+, move \d+: it is for nobody"),
    (lambda record: record + "0 dance\n", "not a move of this game"),
    (lambda record: "", "no Rotonde record"),
]


@pytest.mark.parametrize(("tamper", "words"), TAMPERED)
def test_a_record_that_was_tampered_with_is_not_proved(
    rotonde_says, file: Path, record: str, tamper, words: str
):
    file.write_text(tamper(record), "utf-8")
    said = rotonde_says("verify", file)
    assert said.code == 1
    assert re.search(words, said.err)
    assert len(said.err) < 1000
    assert said.out == ""
    french = rotonde_says("verify", file, "--lang", "fr")
    assert french.code == 1
    assert french.err != said.err


def test_an_illegal_move_is_named_with_its_line_and_what_comes_before_it_is_told(
    rotonde_says, file: Path, record
):
    lines = record.split("\n")
    wrong = next(number for number, line in enumerate(lines) if re.match("[01] ", line))
    lines[wrong] = " ".join(lines[wrong].split()[:2]) + " 4000 4000"
    file.write_text("\n".join(lines), "utf-8")
    said = rotonde_says("replay", file)
    assert said.code == 1
    assert f"Line {wrong + 1}, move" in said.err
    assert len(re.findall(r"^ *\d+  ", said.out, re.MULTILINE)) == wrong - lines.index("moves:") - 1


def test_a_file_that_is_no_text(rotonde_says, file: Path):
    file.write_bytes(b"rotonde record 1\n\xff\xfe\n")
    for command in ("verify", "replay"):
        said = rotonde_says(command, file)
        assert said.code == 1
        assert "Line 2: this is no text" in said.err


def test_a_record_cannot_command_the_terminal(rotonde_says, file: Path, record: str):
    file.write_text(record.replace('"Hugo"', r'"\u001b[31mHugo"'), "utf-8")
    said = rotonde_says("replay", file)
    assert said.code == 0
    assert "\x1b" not in said.out
    file.write_text(record + "\x1b]0;hello\x07\n", "utf-8")
    said = rotonde_says("replay", file)
    assert said.code == 1
    assert "\x1b" not in said.err


def test_whatever_stands_in_a_file_ends_in_a_sentence(rotonde_says, file: Path, record: str):
    anything = random.Random(5)
    for _ in range(60):
        letters = list(record)
        for _ in range(anything.randint(1, 4)):
            place = anything.randrange(min(len(letters), 1200))
            letters[place : place + anything.randint(0, 3)] = anything.choice(
                ["", "0", "-", '"', "{", "*", "\n", ":"]
            )
        file.write_text("".join(letters), "utf-8")
        said = rotonde_says("verify", file)
        assert said.code in (0, 1)
        assert bool(said.err) == (said.code == 1)


# ---- serve, and programs of their own ----


def command(*args: str | Path) -> list[str]:
    return [sys.executable, "-m", "rotonde.cli", *map(str, args)]


def test_what_serves_does_not_load_the_compiler():
    program = f"""
import random, sys
import rotonde, rotonde.cli, rotonde.web.serve, rotonde.lab.simulate
table = rotonde.game({GAME!r}, engine="python").new()
table.deal(random.Random(1))
table.play(table.moves()[0])
assert "numba" not in sys.modules and "llvmlite" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_serve_until_interrupted(tmp_path: Path):
    args = ("--no-open", "--port", "0", "--data", tmp_path / "new" / "folder", "--lang", "fr")
    with subprocess.Popen(
        command(*args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first_line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", first_line)
        assert address
        assert "Rotonde est ouverte" in first_line
        with urllib.request.urlopen(address[0], timeout=20) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert (tmp_path / "new" / "folder").is_dir()


def test_a_port_that_is_taken(rotonde_says, tmp_path: Path):
    with serve.listen("127.0.0.1", 0, or_next=False) as taken:
        port = taken.getsockname()[1]
        said = rotonde_says("--no-open", "--port", str(port), "--data", tmp_path)
        assert said.code == 2
        assert f"port {port} is taken" in said.err
        with serve.listen("127.0.0.1", port, or_next=True) as other:
            assert other.getsockname()[1] > port


def test_answers_are_sent_at_once():
    with serve.listen("127.0.0.1", 0, or_next=False) as listener:
        assert listener.proto == socket.IPPROTO_TCP  # else asyncio leaves small answers to wait for 40 ms


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")
def test_ctrl_c_ends_a_simulation_quietly(jobs: str):
    args = ("simulate", GAME, "--games", "100000", "--seats", "search:2000", "--jobs", jobs)
    screen, terminal = os.openpty()
    process = subprocess.Popen(
        command(*args), stdout=subprocess.PIPE, stderr=terminal, text=True, start_new_session=True
    )
    os.close(terminal)
    try:
        seen = os.read(screen, 1000)  # it tells how it gets on: so it is at work
        time.sleep(1)
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        with contextlib.suppress(OSError):  # Linux says so where a terminal ends
            while more := os.read(screen, 1000):
                seen += more
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        os.close(screen)
    assert process.returncode in (-signal.SIGINT, 130)
    assert out == "" and b"Traceback" not in seen


def test_output_that_nobody_reads_any_more_is_no_mistake(file: Path):
    with subprocess.Popen(
        command("replay", file), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("content", "fr", "en"),
    [
        (b"{", "Ce n’est pas du JSON (ligne, colonne : 1, 2)", "This is not JSON (line, column: 1, 2)"),
        (b'{"a": "\xff"}', "Ligne 1 : ce n’est pas un texte en UTF-8.", "Line 1: this is no text in UTF-8."),
        (b'{"game": "chess"}', "Il faut un champ « game »", 'A field "game" must name a game'),
        (b"[1, 2]", "Il faut un champ « game »", 'A field "game" must name a game'),
        (b"[" * 200_000, "Ce JSON est trop imbriqué.", "This JSON is nested too deeply."),
    ],
)
def test_a_file_that_is_no_board(rotonde_says, tmp_path: Path, content: bytes, fr: str, en: str):
    file = tmp_path / "board.json"
    file.write_bytes(content)
    for lang, sentence in (("fr", fr), ("en", en)):
        said = rotonde_says("board", "check", str(file), "--lang", lang)
        assert said.code == 2 and sentence in said.err


def test_a_board_that_is_not_there(rotonde_says, tmp_path: Path):
    said = rotonde_says("board", "check", str(tmp_path / "none.json"), "--lang", "en")
    assert said.code == 2 and "cannot be read" in said.err
