"""The command line: `rotonde` serves and opens the page; the other commands list, simulate, replay, prove and measure.

What a person reads is in French or English, as --lang or the environment says. A command ends with 0 when all is well,
with 1 when a record is damaged or not proved, with 2 when it was asked for something it cannot do.
"""

import argparse
import errno
import json
import os
import re
import signal
import socket
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from unicodedata import category

import rotonde
from rotonde import games
from rotonde.kernel.errors import BadOption, BadRecord, Problem
from rotonde.kernel.handle import Game
from rotonde.kernel.record import LONGEST, Record
from rotonde.kernel.subset import CHANCE, OVER, PUBLIC
from rotonde.lab.wording import LANGS, Wording, table

if TYPE_CHECKING:
    from rotonde.server.database import Database

FINE, BAD, USAGE = 0, 1, 2
INTERRUPTED = 128 + signal.SIGINT
NOBODY_READS = 128 + 13  # as if SIGPIPE had ended it

PORT = 8000
LONGEST_COMPLAINT = 600


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
        return _complain(
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
    except BadRecord as problem:
        return _complain(_told(problem, say), BAD, say)
    except Problem as problem:
        return _complain(_told(problem, say), USAGE, say)


def _told(problem: Problem, say: Wording) -> str:
    told = problem.told[say.lang]
    return f"{told.text} ({say('règle', 'rule')} {told.rule})" if told.rule else told.text


def _complain(text: str, code: int, say: Wording) -> int:
    print(f"rotonde{say(' :', ':')} {harmless(text)}", file=sys.stderr)
    return code


def harmless(text: str) -> str:
    """What came from a file or an argument: nothing in it may command the terminal, or fill it."""
    shown = "".join(
        "\ufffd" if category(letter) in ("Cc", "Cf") and letter != "\n" else letter for letter in text
    )
    too_long = len(shown) > LONGEST_COMPLAINT
    return f"{shown[: LONGEST_COMPLAINT // 2]} … {shown[-LONGEST_COMPLAINT // 2 :]}" if too_long else shown


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


# ---- Reading the arguments ----


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks the reader's language."""

    def __init__(self, name: str, summary: str, say: Wording) -> None:
        class Formatter(argparse.HelpFormatter):
            def add_usage(
                self,
                usage: str | None,
                actions: Iterable[Any],
                groups: Iterable[Any],
                prefix: str | None = None,
            ) -> None:
                super().add_usage(usage, actions, groups, say("utilisation : ", "usage: "))

        super().__init__(
            prog=name, description=summary, add_help=False, allow_abbrev=False, formatter_class=Formatter
        )
        self._say = say
        self.arguments = self.add_argument_group(say("arguments ", "arguments"))
        self.options = self.add_argument_group(say("options ", "options"))
        self.options.add_argument(
            "-h", "--help", action="help", help=say("montrer cette aide et finir", "show this help and exit")
        )
        self.options.add_argument(
            "--lang",
            metavar="fr|en",
            type=one_of(say, *LANGS),
            help=say("langue des messages", "language of the messages"),
        )

    def error(self, message: str) -> NoReturn:
        hint = self._say(f"« {self.prog} --help » en dit plus.", f"'{self.prog} --help' says more.")
        self.exit(_complain(f"{_translated(message, self._say)}\n{hint}", USAGE, self._say))


# What argparse itself complains about, in French.
COMPLAINTS = {
    r"the following arguments are required: (.*)": r"il manque : \1",
    r"unrecognized arguments: (.*)": r"arguments inconnus : \1",
    r"argument (\S+): expected one argument": r"\1 demande une valeur",
    r"argument (\S+): ignored explicit argument (.*)": r"\1 ne prend pas de valeur, or voici \2",
    r"argument (\S+): (.*)": r"\1 : \2",
}


def _translated(message: str, say: Wording) -> str:
    if say.lang == "fr":
        for english, french in COMPLAINTS.items():
            if re.fullmatch(english, message, re.DOTALL):
                return re.sub(english, french, message, flags=re.DOTALL)
    return message


def one_of(say: Wording, *choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            known = ", ".join(choices)
            raise argparse.ArgumentTypeError(
                say(
                    f"« {text} » ne convient pas ; au choix : {known}",
                    f"{text!r} will not do; choose from {known}",
                )
            )
        return text

    return read


def whole(say: Wording, least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(
                say(
                    f"il faut un nombre entier de {least} à {most}, pas « {text} »",
                    f"a whole number from {least} to {most} is needed, not {text!r}",
                )
            )
        return int(text)

    return read


def seconds(say: Wording) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not re.fullmatch(r"\d{1,3}(\.\d{1,3})?", text, re.ASCII) or not 0.01 <= float(text) <= 600:
            raise argparse.ArgumentTypeError(
                say(
                    f"il faut de 0.01 à 600 secondes, pas « {text} »",
                    f"0.01 to 600 seconds are needed, not {text!r}",
                )
            )
        return float(text)

    return read


# ---- rotonde serve ----


def declare_serve(parser: Parser, say: Wording) -> None:
    add = parser.options.add_argument
    add(
        "--host",
        metavar=say("ADRESSE", "ADDRESS"),
        default=_setting("HOST", "127.0.0.1"),
        help=say(
            "adresse où servir (127.0.0.1 : pour cette machine seulement ; 0.0.0.0 : pour tout le réseau)",
            "address to serve at (127.0.0.1: for this machine only; 0.0.0.0: for the whole network)",
        ),
    )
    add(
        "--port",
        type=whole(say, 0, 65535),
        default=_setting("PORT"),
        help=say(
            f"port (par défaut {PORT} ou le premier libre au-dessus ; 0 : n’importe lequel)",
            f"port (by default {PORT} or the first free one above; 0: any)",
        ),
    )
    _declare_own_board(parser, say)
    _declare_place(parser, say)
    add(
        "--workers",
        metavar="N",
        type=whole(say, 1, 64),
        default=_setting("WORKERS", "1"),
        help=say("nombre de processus qui répondent (1)", "number of processes that answer (1)"),
    )
    add(
        "--bots",
        metavar="N",
        type=whole(say, 1, 256),
        default=_setting("BOTS"),
        help=say(
            "nombre de processus où pensent les robots (un cœur est laissé aux pages)",
            "number of processes in which bots think (one core is left to the pages)",
        ),
    )
    add(
        "--root-path",
        metavar=say("CHEMIN", "PATH"),
        type=_sub_path(say),
        default=_setting("ROOT_PATH", ""),
        help=say(
            "le chemin de Rotonde sur un site qui montre aussi autre chose, par exemple /rotonde",
            "Rotonde’s path on a site that shows other things as well, for example /rotonde",
        ),
    )
    add(
        "--proxy",
        metavar=say("ADRESSES", "ADDRESSES"),
        default=_setting("PROXY", "127.0.0.1"),
        help=say(
            "les serveurs placés devant, à croire sur l’origine des requêtes (127.0.0.1)",
            "the servers in front that are believed about where requests come from (127.0.0.1)",
        ),
    )
    add(
        "--log",
        metavar="text|json",
        type=one_of(say, "text", "json"),
        default=_setting("LOG", "text"),
        help=say(
            "journal : les avertissements en phrases (text), ou une ligne JSON par requête (json)",
            "log: warnings in sentences (text), or a JSON line for each request (json)",
        ),
    )
    add(
        "--no-open",
        action="store_true",
        help=say("ne pas ouvrir le navigateur", "do not open the browser"),
    )


def _setting(name: str, otherwise: str | None = None) -> str | None:
    """What the environment says; an option says more."""
    return os.environ.get(f"ROTONDE_{name}") or otherwise


def _declare_place(parser: Parser, say: Wording) -> None:
    """Where everything is kept."""
    parser.options.add_argument(
        "--data",
        metavar=say("DOSSIER", "FOLDER"),
        type=Path,
        default=_setting("DATA") or data_folder(),
        help=say(
            "où garder les parties (par défaut %(default)s)", "where games are kept (by default %(default)s)"
        ),
    )
    parser.options.add_argument(
        "--database",
        metavar=say("ADRESSE", "ADDRESS"),
        type=_postgresql(say),
        default=_setting("DATABASE"),
        help=say(
            "garder les parties dans PostgreSQL : postgresql://utilisateur@machine/base "
            "(plutôt dans ROTONDE_DATABASE, s’il y a un mot de passe)",
            "keep games in PostgreSQL: postgresql://user@machine/database "
            "(better in ROTONDE_DATABASE when there is a password)",
        ),
    )


def _postgresql(say: Wording) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not text.startswith(("postgresql://", "postgres://")):
            # Without repeating it: there may be a password in it.
            raise argparse.ArgumentTypeError(
                say("il faut une adresse postgresql://…", "a postgresql://… address is needed")
            )
        return text

    return read


def _sub_path(say: Wording) -> Callable[[str], str]:
    def read(text: str) -> str:
        from rotonde.web import subpath

        try:
            return subpath.clean(text)
        except ValueError:
            raise argparse.ArgumentTypeError(
                say(f"« {text} » n’est pas un chemin comme /rotonde", f"{text!r} is no path like /rotonde")
            ) from None

    return read


def data_folder() -> Path:
    """Where programs of this system keep what belongs to a person."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "rotonde"


def run_serve(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.server.notify import NotifySettings
    from rotonde.server.storage import Storage, StorageError
    from rotonde.web import serve

    NotifySettings.read()  # so that what is wrong with it is said before anybody listens
    _add_own_boards(args, say)
    port = PORT if args.port is None else args.port
    try:
        # Before anybody listens: what is wrong with the database is said here, and one process brings it up to date.
        with _database(args) as database:
            Storage(database)
    except OSError as failure:
        return _complain(_os_trouble(args.data, failure, say), USAGE, say)
    except StorageError as failure:
        return _complain(_storage_trouble(failure, say), BAD, say)
    try:
        listener = serve.listen(args.host, port, or_next=args.port is None)
    except serve.Taken:
        return _complain(
            say(
                f"le port {port} est déjà pris ; essayez un autre --port.",
                f"port {port} is taken; try another --port.",
            ),
            USAGE,
            say,
        )
    except OSError as failure:
        return _complain(_os_trouble(f"{args.host}:{port}", failure, say), USAGE, say)
    with listener:
        if port not in (0, listener.getsockname()[1]):
            print(
                say(
                    f"Le port {port} est pris : j’en prends un autre.",
                    f"Port {port} is taken: using another one.",
                )
            )
        address = serve.address_of(listener).rstrip("/") + args.root_path + "/"
        place = "PostgreSQL" if args.database else args.data
        print(say(f"Rotonde est ouverte : {address}", f"Rotonde is open: {address}"))
        print(
            say(
                f"Les parties sont gardées dans {place} ; Ctrl-C arrête tout.",
                f"Games are kept in {place}; Ctrl-C stops it.",
            ),
            flush=True,
        )
        plan = serve.Plan(
            args.data,
            database=args.database,
            workers=args.workers,
            bots=args.bots or serve.Plan.bots,
            root_path=args.root_path,
            proxies=args.proxy,
            log=args.log,
        )
        open_page = None if args.no_open or not _has_screen() else lambda: _open_browser(address)
        try:
            return FINE if serve.serve(listener, plan, open_page) else BAD
        except KeyboardInterrupt:
            return FINE  # the way to stop it


@contextmanager
def _database(args: argparse.Namespace) -> Generator["Database"]:
    """The database that --data or --database names."""
    from rotonde.server.database import open_database

    args.data.mkdir(parents=True, exist_ok=True)
    database = open_database(args.database or args.data / "rotonde.sqlite3")
    try:
        yield database
    finally:
        database.close()


def _storage_trouble(failure: Exception, say: Wording) -> str:
    return say(
        f"la base de données ne peut pas servir : {failure}", f"the database cannot be used: {failure}"
    )


def _has_screen() -> bool:
    """Without one, `webbrowser` would start a browser for the terminal, in the middle of our words."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"))


def _open_browser(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _os_trouble(where: object, failure: OSError, say: Wording) -> str:
    return f"{where}{say(' :', ':')} {_os_reason(failure, say)}."


# The system itself says these in English only.
OS_REASONS = {
    errno.ENOENT: "ce fichier n’existe pas",
    errno.EISDIR: "c’est un dossier",
    errno.ENOTDIR: "ce n’est pas un dossier",
    errno.EEXIST: "c’est un fichier, pas un dossier",
    errno.EACCES: "l’accès est refusé",
    errno.EROFS: "on ne peut rien y écrire",
    errno.EADDRNOTAVAIL: "cette adresse n’est pas celle de cette machine",
}


def _os_reason(failure: OSError, say: Wording) -> str:
    told = failure.strerror or str(failure)
    if isinstance(failure, socket.gaierror):
        return say("cette adresse est inconnue", "this address is not known")
    return say(OS_REASONS.get(failure.errno or 0, told), told)


# ---- rotonde backup, rotonde restore ----


def declare_backup(parser: Parser, say: Wording) -> None:
    parser.arguments.add_argument(
        "file",
        metavar=say("FICHIER", "FILE"),
        type=Path,
        help=say("où écrire la copie ; ne doit pas exister", "where to write the copy; must not exist yet"),
    )
    _declare_place(parser, say)


def run_backup(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.server.backup import backup
    from rotonde.server.database import StorageError

    try:
        with _database(args) as database:
            kept = backup(database, args.file)
    except FileExistsError:
        return _complain(say(f"{args.file} existe déjà.", f"{args.file} exists already."), USAGE, say)
    except OSError as failure:
        return _complain(_os_trouble(args.file, failure, say), USAGE, say)
    except StorageError as failure:
        return _complain(_storage_trouble(failure, say), BAD, say)
    print(
        say(
            f"Copie faite : {kept.rows} lignes de {kept.tables} tables de données, dans {args.file}.\n"
            "Elle contient tout ce que des joueurs doivent ignorer : gardez-la à l’abri.",
            f"Copied: {kept.rows} rows of {kept.tables} tables of data, into {args.file}.\n"
            "It holds everything that players must not know: keep it safe.",
        )
    )
    return FINE


def declare_restore(parser: Parser, say: Wording) -> None:
    parser.arguments.add_argument(
        "file",
        metavar=say("FICHIER", "FILE"),
        type=Path,
        help=say("une copie faite par « rotonde backup »", "a copy made by 'rotonde backup'"),
    )
    _declare_place(parser, say)


def run_restore(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.server.backup import restore
    from rotonde.server.database import StorageError

    try:
        with _database(args) as database:
            kept = restore(database, args.file)
    except OSError as failure:
        return _complain(_os_trouble(args.file, failure, say), USAGE, say)
    except StorageError as failure:
        return _complain(_storage_trouble(failure, say), BAD, say)
    print(
        say(
            f"Tout est revenu : {kept.rows} lignes de {kept.tables} tables de données.",
            f"Everything is back: {kept.rows} rows of {kept.tables} tables of data.",
        )
    )
    return FINE


# ---- rotonde games ----


def declare_games(parser: Parser, say: Wording) -> None:
    pass


def run_games(args: argparse.Namespace, say: Wording) -> int:
    rows = [_game_row(name, say) for name in games.PLAYABLE]
    for line, name in zip(table(rows, left=5).split("\n"), games.PLAYABLE, strict=True):
        print(line)
        for option in rotonde.game(name, "python").options:
            choices = " | ".join(map(str, option.choices)) or "…"
            usual = say(f"par défaut {option.default}", f"{option.default} by default")
            print(f"    --option {option.name}={choices}  {say.of(option.label)} ({usual})")
    if games.ANNOUNCED:
        print("\n" + say("En préparation :", "To come:"))
        print(table([_game_row(name, say) for name in games.ANNOUNCED], left=5))
    return FINE


def _game_row(name: str, say: Wording) -> list[str]:
    info = games.info(name)
    least, most = info.players
    players = f"{least}–{most} {say('joueurs', 'players')}"
    return [name, say.of(info.title), players, f"{info.minutes} min", say.of(info.tagline)]


# ---- rotonde simulate ----


def declare_simulate(parser: Parser, say: Wording) -> None:
    from rotonde.lab.simulate import LARGEST_SEED, MOST_GAMES

    parser.arguments.add_argument(
        "game", metavar=say("JEU", "GAME"), help=say("voir « rotonde games »", "see 'rotonde games'")
    )
    _declare_own_board(parser, say)
    add = parser.options.add_argument
    add(
        "--players",
        metavar="N",
        type=whole(say, 1, 99),
        help=say(
            "nombre de joueurs (par défaut autant que de --seats, ou le moins possible)",
            "number of players (by default as many as --seats, or as few as the game takes)",
        ),
    )
    add(
        "--games",
        metavar="N",
        type=whole(say, 1, MOST_GAMES),
        default=100,
        help=say("nombre de parties (par défaut 100)", "number of games (100 by default)"),
    )
    add(
        "--seats",
        metavar="A,B",
        default="random",
        help=say(
            "qui joue : random, greedy, search:2000 (essais par coup) ou search:200ms (temps par coup), un nom par "
            "joueur, ou un seul pour tous (par défaut random)",
            "who plays: random, greedy, search:2000 (playouts a move) or search:200ms (time a move), one name a "
            "player, or one for all (random by default)",
        ),
    )
    add(
        "--fixed-seats",
        action="store_true",
        help=say(
            "chacun garde son siège ; sinon les sièges tournent d’une partie à l’autre et les victoires comptent par "
            "joueur, dans l’ordre de --seats",
            "everybody keeps their seat; otherwise seats rotate from game to game, and wins count for the player, in "
            "the order of --seats",
        ),
    )
    add(
        "--seed",
        metavar="S",
        type=whole(say, 0, LARGEST_SEED),
        default=1,
        help=say(
            "la même graine donne les mêmes parties, quel que soit --jobs, si personne ne joue à la montre "
            "(par défaut 1)",
            "the same seed gives the same games, whatever --jobs, if nobody plays by the clock (1 by default)",
        ),
    )
    add(
        "--jobs",
        metavar="J",
        type=whole(say, 1, 1024),
        default=1,
        help=say("nombre de processus (par défaut 1)", "number of processes (1 by default)"),
    )
    add(
        "--option",
        metavar=say("NOM=VALEUR", "NAME=VALUE"),
        action="append",
        default=[],
        help=say("une option du jeu ; peut se répéter", "an option of the game; may be repeated"),
    )
    add(
        "--json",
        action="store_true",
        help=say("écrire le résultat comme un objet JSON", "print the result as one JSON object"),
    )


def run_simulate(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.lab import report, simulate
    from rotonde.lab.progress import Bar

    _add_own_boards(args, say)
    options = game_options(rotonde.game(args.game, "python"), args.option)
    seats = tuple(seat.strip() for seat in args.seats.split(","))
    plan = simulate.plan_for(args.game, args.players, options, seats, args.seed, args.fixed_seats)
    bar = Bar(sys.stderr, say)
    bar.note(
        say(
            "Préparation (la première fois, les règles sont compilées)…",
            "Getting ready (the first time, the rules are compiled)…",
        )
    )
    try:
        with interrupted_at_once():
            done = simulate.run(plan, args.games, args.jobs, bar)
    finally:
        bar.clear()
    print(json.dumps(done.as_json(), ensure_ascii=False) if args.json else report.simulation(done, say))
    return FINE


# ---- rotonde board, and --board for a board of one's own ----


def declare_board(parser: Parser, say: Wording) -> None:
    parser.arguments.add_argument(
        "what", metavar="check", type=one_of(say, "check"), help=say("vérifier un plateau", "check a board")
    )
    parser.arguments.add_argument(
        "file", metavar=say("FICHIER", "FILE"), type=Path, help=say("un plateau, en JSON", "a board, in JSON")
    )


def run_board(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.lab import boards

    board = _read_board(args.file)
    found = boards.problems(board, say)
    for sentence in found:
        print(harmless(sentence))
    if found:
        return BAD
    title = say.of(games.info(boards.game_of(board)).title)
    print(
        say(
            f"Rien à redire : on peut y jouer à {title}, avec --board {args.file}.",
            f"Nothing is wrong: {title} can be played on it, with --board {args.file}.",
        )
    )
    return FINE


def _declare_own_board(parser: Parser, say: Wording) -> None:
    parser.options.add_argument(
        "--board",
        metavar=say("FICHIER", "FILE"),
        type=Path,
        action="append",
        default=[],
        help=say(
            "un plateau à soi, de plus au choix (« rotonde board check » le vérifie) ; plusieurs fois s’il le faut",
            "a board of one’s own as a further choice ('rotonde board check' checks it); several times if need be",
        ),
    )


def _add_own_boards(args: argparse.Namespace, say: Wording) -> None:
    """Before any game is loaded: it then offers them."""
    from rotonde.kernel.boards import add_board
    from rotonde.lab import boards

    for path in args.board:
        if found := boards.problems(_read_board(path), say):
            raise boards.BadBoard(f"{path} : {found[0]}", f"{path}: {found[0]}")
        add_board(path)


def _read_board(path: Path) -> Any:
    from rotonde.lab import boards

    try:
        return boards.read(path)
    except OSError as failure:
        raise _unreadable(str(path), failure) from failure


def game_options(game: Game, wishes: Sequence[str]) -> dict[str, Any]:
    """Each name=value as the value that the option offers; what it does not offer stays text, to be refused."""
    known = {option.name: option for option in game.options}
    options: dict[str, Any] = {}
    for wish in wishes:
        name, equals, value = wish.partition("=")
        if not equals:
            raise BadOption(
                f"« {wish} » n’est pas de la forme nom=valeur.", f"{wish!r} is not of the form name=value."
            )
        if name in options:
            raise BadOption(f"L’option « {name} » est donnée deux fois.", f"Option {name!r} is given twice.")
        choices = known[name].choices if name in known else ()
        options[name] = next((choice for choice in choices if str(choice).lower() == value.lower()), value)
    return options


@contextmanager
def interrupted_at_once() -> Generator[None]:
    """Ctrl-C ends the program there and then, and its workers end with it.

    Python alone would notice it only when compiled code returns, and may lose it in a callback.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ---- rotonde replay, rotonde verify ----


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
    _declare_own_board(parser, say)
    parser.arguments.add_argument(
        "file",
        metavar=say("FICHIER", "FILE"),
        help=say("une partie enregistrée ; - : l’entrée standard", "a recorded game; -: standard input"),
    )


class Unreadable(Problem):
    """There is no such file, or it cannot be read."""


def _unreadable(name: str, failure: OSError) -> Unreadable:
    reason = {lang: _os_reason(failure, Wording(lang)) for lang in LANGS}
    return Unreadable(
        f"{name} ne peut pas être lu : {reason['fr']}.", f"{name} cannot be read: {reason['en']}."
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
        raise _unreadable(name, failure) from failure
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
    _add_own_boards(args, say)
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

    _add_own_boards(args, say)
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


# ---- rotonde bench ----


def declare_bench(parser: Parser, say: Wording) -> None:
    parser.arguments.add_argument(
        "game", metavar=say("JEU", "GAME"), nargs="?", help=say("tous, si rien n’est dit", "all, if not said")
    )
    parser.options.add_argument(
        "--seconds",
        metavar="S",
        type=seconds(say),
        default=0.5,
        help=say(
            "durée d’une mesure (par défaut 0.5) ; chaque chiffre est le meilleur de trois",
            "how long one measurement takes (0.5 by default); each figure is the best of three",
        ),
    )
    parser.options.add_argument(
        "--json",
        action="store_true",
        help=say("écrire les chiffres comme une liste JSON", "print the figures as a JSON list"),
    )


def run_bench(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.lab import report
    from rotonde.lab.bench import bench
    from rotonde.lab.progress import Bar

    names = list(games.PLAYABLE) if args.game is None else [rotonde.game(args.game, "python").id]
    bar = Bar(sys.stderr, say)
    found: list[dict[str, Any]] = []
    try:
        with interrupted_at_once():
            for name in names:
                bar.note(say(f"Mesure de {name}…", f"Measuring {name}…"))
                found += bench(name, args.seconds)
    finally:
        bar.clear()
    print(json.dumps(found) if args.json else report.speed(found, say))
    return FINE


# ---- All commands ----


@dataclass(frozen=True)
class Command:
    name: str
    summary: Mapping[str, str]
    declare: Callable[[Parser, Wording], None]
    run: Callable[[argparse.Namespace, Wording], int]


COMMANDS = (
    Command(
        "serve",
        {
            "fr": "Servir les pages et ouvrir le navigateur ; c’est ce que fait « rotonde » tout court.",
            "en": "Serve the pages and open the browser; this is what 'rotonde' alone does.",
        },
        declare_serve,
        run_serve,
    ),
    Command(
        "backup",
        {
            "fr": "Copier tout ce que garde le serveur, pendant qu’il tourne, dans un fichier.",
            "en": "Copy everything that the server keeps, while it runs, into a file.",
        },
        declare_backup,
        run_backup,
    ),
    Command(
        "restore",
        {
            "fr": "Remplir d’une telle copie une base de données vide, SQLite ou PostgreSQL.",
            "en": "Fill an empty database, SQLite or PostgreSQL, with such a copy.",
        },
        declare_restore,
        run_restore,
    ),
    Command(
        "games",
        {"fr": "Nommer les jeux et leurs options.", "en": "Name the games and their options."},
        declare_games,
        run_games,
    ),
    Command(
        "simulate",
        {
            "fr": "Faire jouer beaucoup de parties et compter les victoires, avec un intervalle de confiance à 95 %.",
            "en": "Have many games played and count the wins, with 95% confidence intervals.",
        },
        declare_simulate,
        run_simulate,
    ),
    Command(
        "board",
        {
            "fr": "Dire ce qui ne va pas dans un plateau que quelqu’un a écrit.",
            "en": "Say what is wrong with a board that somebody wrote.",
        },
        declare_board,
        run_board,
    ),
    Command(
        "replay",
        {
            "fr": "Raconter une partie enregistrée, coup par coup.",
            "en": "Tell a recorded game, move by move.",
        },
        declare_replay,
        run_replay,
    ),
    Command(
        "verify",
        {
            "fr": "Prouver qu’une partie enregistrée suit les règles et que le hasard n’a pas été truqué.",
            "en": "Prove that a recorded game follows the rules and that chance was not tampered with.",
        },
        declare_verify,
        run_verify,
    ),
    Command(
        "bench",
        {
            "fr": "Mesurer la vitesse des règles et des joueurs.",
            "en": "Measure how fast rules and players are.",
        },
        declare_bench,
        run_bench,
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


if __name__ == "__main__":
    sys.exit(main())
