"""The command line: `rotonde` serves and opens the page; the other commands list, simulate, replay, prove and measure.

What a person reads is in French or English, as --lang or the environment says. A command ends with 0 when all is well,
with 1 when a record is damaged or not proved or the database cannot be used, with 2 when it was asked for something
that it cannot do.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import rotonde
from rotonde.kernel.errors import BadRecord, Problem
from rotonde.lab.wording import LANGS, Wording, table

from . import boards, keeping, listing, records, serving, studying
from .arguments import Parser
from .place import Unusable
from .trouble import BAD, FINE, INTERRUPTED, USAGE, complain, told

NOBODY_READS = 128 + 13  # as if SIGPIPE had ended it


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that knows no « or … shows a ? instead.
            stream.reconfigure(errors="replace")  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    args = list(sys.argv[1:] if argv is None else argv)
    say = Wording(_take_language(args, os.environ))
    try:
        code = _run(args, say)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read has seen enough; what is left in the buffer goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS
    return code


def _run(args: list[str], say: Wording) -> int:
    """`rotonde` alone, or with nothing but options, serves."""
    commands = {command.name: command for command in COMMANDS}
    if args[:1] in (["-h"], ["--help"]):
        print(_help(say))
        return FINE
    if args == ["--version"]:
        print(f"rotonde {rotonde.__version__}")
        return FINE
    name = args.pop(0) if args and not args[0].startswith("-") else "serve"
    if name not in commands:
        known = ", ".join(commands)
        return complain(
            say(
                f"il n’y a pas de commande « {name} » ; il y a : {known}.",
                f"there is no command {name!r}; there are: {known}.",
            ),
            USAGE,
            say,
        )
    command = commands[name]
    parser = Parser(f"rotonde {name}", say.of(command.summary), say)
    command.declare(parser, say)
    try:
        return command.run(parser.parse_args(args), say)
    except (BadRecord, Unusable) as problem:
        return complain(told(problem, say), BAD, say)
    except Problem as problem:
        return complain(told(problem, say), USAGE, say)


def _take_language(args: list[str], environment: Mapping[str, str]) -> str:
    """What --lang says, taken out of the arguments wherever it stands; else what the environment says; else English."""
    for place, arg in enumerate(args):
        name, equals, wish = arg.partition("=")
        if name == "--lang":
            words = [arg] if equals else args[place : place + 2]
            wish = wish if equals else words[-1]
            if wish in LANGS:
                del args[place : place + len(words)]
                return wish
            break  # it stays there, and the command complains
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    wish = next((environment[name] for name in names if environment.get(name)), "")
    return "fr" if wish.lower().startswith("fr") else "en"


@dataclass(frozen=True)
class Command:
    name: str
    summary: Mapping[str, str]
    declare: Callable[[Parser, Wording], None]
    run: Callable[[Namespace, Wording], int]


COMMANDS = (
    Command(
        "serve",
        {
            "fr": "Servir les pages et ouvrir le navigateur ; c’est ce que fait « rotonde » tout court.",
            "en": "Serve the pages and open the browser; this is what 'rotonde' alone does.",
        },
        serving.declare_serve,
        serving.run_serve,
    ),
    Command(
        "backup",
        {
            "fr": "Copier tout ce que garde le serveur, pendant qu’il tourne, dans un fichier.",
            "en": "Copy everything that the server keeps, while it runs, into a file.",
        },
        keeping.declare_backup,
        keeping.run_backup,
    ),
    Command(
        "restore",
        {
            "fr": "Remplir d’une telle copie une base de données vide, SQLite ou PostgreSQL.",
            "en": "Fill an empty database, SQLite or PostgreSQL, with such a copy.",
        },
        keeping.declare_restore,
        keeping.run_restore,
    ),
    Command(
        "games",
        {"fr": "Nommer les jeux et leurs options.", "en": "Name the games and their options."},
        listing.declare_games,
        listing.run_games,
    ),
    Command(
        "simulate",
        {
            "fr": "Faire jouer beaucoup de parties et compter les victoires, avec un intervalle de confiance à 95 %.",
            "en": "Have many games played and count the wins, with 95% confidence intervals.",
        },
        studying.declare_simulate,
        studying.run_simulate,
    ),
    Command(
        "board",
        {
            "fr": "Dire ce qui ne va pas dans un plateau que quelqu’un a écrit.",
            "en": "Say what is wrong with a board that somebody wrote.",
        },
        boards.declare_board,
        boards.run_board,
    ),
    Command(
        "replay",
        {
            "fr": "Raconter une partie enregistrée, coup par coup.",
            "en": "Tell a recorded game, move by move.",
        },
        records.declare_replay,
        records.run_replay,
    ),
    Command(
        "verify",
        {
            "fr": "Prouver qu’une partie enregistrée suit les règles et que le hasard n’a pas été truqué.",
            "en": "Prove that a recorded game follows the rules and that chance was not tampered with.",
        },
        records.declare_verify,
        records.run_verify,
    ),
    Command(
        "bench",
        {
            "fr": "Mesurer la vitesse des règles et des joueurs.",
            "en": "Measure how fast rules and players are.",
        },
        studying.declare_bench,
        studying.run_bench,
    ),
)


def _help(say: Wording) -> str:
    rows = [(f"  {command.name}", say.of(command.summary)) for command in COMMANDS]
    return "\n".join(
        [
            say("utilisation : rotonde [COMMANDE] [OPTIONS]", "usage: rotonde [COMMAND] [OPTIONS]"),
            "",
            say("Des jeux de trains, à jouer et à étudier.", "Train games, to play and to study."),
            "",
            table(rows, left=2),
            "",
            say(
                "« rotonde COMMANDE --help » en dit plus (« rotonde serve --help » : l’adresse, le port, le dossier "
                "des parties) ;\n--lang fr ou --lang en choisit la langue.",
                "'rotonde COMMAND --help' says more ('rotonde serve --help': address, port, folder of the games);\n"
                "--lang fr or --lang en chooses the language.",
            ),
        ]
    )
