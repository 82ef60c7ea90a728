"""rotonde replay, rotonde verify."""

import argparse
import sys

import rotonde
from rotonde.kernel.errors import BadOption, BadRecord, Problem
from rotonde.kernel.handle import Game
from rotonde.kernel.record import LONGEST, Record
from rotonde.kernel.subset import CHANCE, OVER, PUBLIC
from rotonde.lab.wording import Wording

from .arguments import Parser
from .boards import add_own_boards, declare_own_board
from .trouble import FINE, harmless, unreadable


def declare_replay(parser: Parser, say: Wording) -> None:
    declare_verify(parser, say)
    parser.options.add_argument(
        "--seat",
        metavar="N",
        help=say(
            "raconter ce que voit ce siège (compté de 0, comme dans le fichier), ou « public » ; sinon tout",
            "tell what this seat sees (counted from 0, as in the file), or 'public'; otherwise everything",
        ),
    )


def declare_verify(parser: Parser, say: Wording) -> None:
    declare_own_board(parser, say)
    parser.arguments.add_argument(
        "file",
        metavar=say("FICHIER", "FILE"),
        help=say("une partie enregistrée ; - : l’entrée standard", "a recorded game; -: standard input"),
    )


def read_record(name: str) -> tuple[Game, Record]:
    """The record in a file, and its game. Its moves are not checked yet."""
    most = 4 * LONGEST  # a character takes at most four bytes
    try:
        if name == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(most + 1)
    except OSError as failure:
        raise unreadable(name, failure) from failure
    try:
        record = rotonde.read_record(data.decode("utf-8-sig"))
        record.seats = [harmless(name) for name in record.seats]
        return rotonde.game(record.game, "python"), record
    except UnicodeDecodeError as failure:
        line = data[: failure.start].count(b"\n") + 1
        raise BadRecord(
            f"Ligne {line} : ce n’est pas un texte en UTF-8.", f"Line {line}: this is no text in UTF-8."
        ) from failure
    except BadRecord:
        raise
    except Problem as problem:  # a game we do not have
        raise BadRecord(problem.told["fr"].text, problem.told["en"].text) from problem


def run_replay(args: argparse.Namespace, say: Wording) -> int:
    add_own_boards(args, say)
    game, record = read_record(args.file)
    eyes = _eyes(args.seat, record)
    names = record.seats
    words = game.words
    print(_heading(game, record, say))
    now = _laid(game, record)
    chapter = ""
    for number, (_, move) in enumerate(record.moves):
        public = now.seen_by(PUBLIC)
        if chapter != (chapter := words.chapter(public, say.lang)):
            print(f"\n{chapter}")
        if move in now.moves():
            subject: int = words.subject(public, move)
            who = names[subject]
            if eyes is None:
                sentence = now.words(move, say.lang, who)
            else:
                seen = now.seen_by(eyes)
                sentence = seen.words(seen.masked(move), say.lang, who)
            print(f"{number + 1:5}  {sentence}")
        game.replay_step(now, record, number)
    print("\n" + _end(now, record, PUBLIC if eyes is None else eyes, say))
    return FINE


def _eyes(seat: str | None, record: Record) -> int | None:
    """Whose view is asked for; None: nobody's, the truth."""
    if seat is None or seat == "public":
        return None if seat is None else PUBLIC
    if seat not in map(str, range(record.players)):
        raise BadOption(
            f"Il n’y a pas de siège « {seat} » ; il y a 0 à {record.players - 1}, et public.",
            f"There is no seat {seat!r}; there are 0 to {record.players - 1}, and public.",
        )
    return int(seat)


def _laid(game: Game, record: Record) -> rotonde.Table:
    try:
        return game.new(record.players, record.options)
    except BadOption as problem:
        told = problem.told
        own = any("@" in str(value) for value in record.options.values())
        raise BadRecord(
            told["fr"].text + own * " Un plateau que quelqu’un a écrit se nomme avec --board FICHIER.",
            told["en"].text + own * " A board that somebody wrote is named with --board FILE.",
        ) from problem


def _heading(game: Game, record: Record, say: Wording) -> str:
    lines = [f"{say.of(game.info.title)} · {', '.join(record.seats)}"]
    if record.rules != game.rules_version:
        lines.append(
            say(
                f"Jouée selon les règles {record.rules}, relue selon les règles {game.rules_version}.",
                f"Played under rules {record.rules}, read under rules {game.rules_version}.",
            )
        )
    return "\n".join(lines)


def _end(now: rotonde.Table, record: Record, eyes: int, say: Wording) -> str:
    """How the game ended, or who must go on."""
    if now.actor == OVER:
        return now.game.words.result(now.seen_by(eyes), say.lang, record.seats)
    how, _, seat = record.ended.partition(" ")
    if how == "resigned" and seat in map(str, range(record.players)):
        name = record.seats[int(seat)]
        return say(f"{name} abandonne la partie.", f"{name} resigns.")
    who = say("le hasard", "chance") if now.actor == CHANCE else record.seats[now.actor]
    return say(f"La partie s’arrête ici ; à suivre : {who}.", f"The game stops here; next to act: {who}.")


def run_verify(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.kernel.verify import verify

    add_own_boards(args, say)
    game, record = read_record(args.file)
    _laid(game, record)
    now = verify(game, record)
    draws = sum(actor == CHANCE for actor, _ in record.moves)
    print(_heading(game, record, say))
    print(
        say(
            f"Prouvé : les {len(record.moves)} coups suivent les règles, les {draws} tirages suivent de la clé, et la "
            "clé est celle dont l’empreinte fut montrée au départ.",
            f"Proved: all {len(record.moves)} moves follow the rules, all {draws} draws follow from the key, and the "
            "key is the one whose hash was shown at the start.",
        )
    )
    print(_end(now, record, PUBLIC, say))
    return FINE
