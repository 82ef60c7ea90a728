"""rotonde serve: the pages, on this machine or for everybody."""

import argparse
import os
import sys
from collections.abc import Callable

from rotonde.lab.wording import Wording

from .arguments import Parser, one_of, whole
from .boards import add_own_boards, declare_own_board
from .place import database, declare_place, setting
from .trouble import BAD, FINE, USAGE, complain, os_trouble

PORT = 8000


def declare_serve(parser: Parser, say: Wording) -> None:
    add = parser.options.add_argument
    add(
        "--host",
        metavar=say("ADRESSE", "ADDRESS"),
        default=setting("HOST", "127.0.0.1"),
        help=say(
            "adresse où servir (127.0.0.1 : pour cette machine seulement ; 0.0.0.0 : pour tout le réseau)",
            "address to serve at (127.0.0.1: for this machine only; 0.0.0.0: for the whole network)",
        ),
    )
    add(
        "--port",
        type=whole(say, 0, 65535),
        default=setting("PORT"),
        help=say(
            f"port (par défaut {PORT} ou le premier libre au-dessus ; 0 : n’importe lequel)",
            f"port (by default {PORT} or the first free one above; 0: any)",
        ),
    )
    declare_own_board(parser, say)
    declare_place(parser, say)
    add(
        "--workers",
        metavar="N",
        type=whole(say, 1, 64),
        default=setting("WORKERS", "1"),
        help=say("nombre de processus qui répondent (1)", "number of processes that answer (1)"),
    )
    add(
        "--bots",
        metavar="N",
        type=whole(say, 1, 256),
        default=setting("BOTS"),
        help=say(
            "nombre de processus où pensent les robots (un cœur est laissé aux pages)",
            "number of processes in which bots think (one core is left to the pages)",
        ),
    )
    add(
        "--root-path",
        metavar=say("CHEMIN", "PATH"),
        type=_sub_path(say),
        default=setting("ROOT_PATH", ""),
        help=say(
            "le chemin de Rotonde sur un site qui montre aussi autre chose, par exemple /rotonde",
            "Rotonde’s path on a site that shows other things as well, for example /rotonde",
        ),
    )
    add(
        "--proxy",
        metavar=say("ADRESSES", "ADDRESSES"),
        default=setting("PROXY", "127.0.0.1"),
        help=say(
            "les serveurs placés devant, à croire sur l’origine des requêtes (127.0.0.1)",
            "the servers in front that are believed about where requests come from (127.0.0.1)",
        ),
    )
    add(
        "--log",
        metavar="text|json",
        type=one_of(say, "text", "json"),
        default=setting("LOG", "text"),
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


def run_serve(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.server.notify import NotifySettings
    from rotonde.server.storage import Storage
    from rotonde.web import serve

    NotifySettings.read()  # so that what is wrong with it is said before anybody listens
    add_own_boards(args, say)
    port = PORT if args.port is None else args.port
    try:
        # Before anybody listens: what is wrong with the database is said here, and one process brings it up to date.
        with database(args) as opened:
            Storage(opened)
    except OSError as failure:
        return complain(os_trouble(args.data, failure, say), USAGE, say)
    try:
        listener = serve.listen(args.host, port, or_next=args.port is None)
    except serve.Taken:
        return complain(
            say(
                f"le port {port} est déjà pris ; essayez un autre --port.",
                f"port {port} is taken; try another --port.",
            ),
            USAGE,
            say,
        )
    except OSError as failure:
        return complain(os_trouble(f"{args.host}:{port}", failure, say), USAGE, say)
    with listener:
        if port not in (0, listener.getsockname()[1]):
            print(
                say(
                    f"Le port {port} est pris : j’en prends un autre.",
                    f"Port {port} is taken: using another one.",
                )
            )
        address = serve.address_of(listener).rstrip("/") + args.root_path + "/"
        plan = serve.Plan(
            args.data,
            database=args.database,
            workers=args.workers,
            bots=args.bots or serve.Plan.bots,
            root_path=args.root_path,
            proxies=args.proxy,
            log=args.log,
        )
        place = "PostgreSQL" if args.database else args.data

        def open_doors() -> None:
            print(say(f"Rotonde est ouverte : {address}", f"Rotonde is open: {address}"))
            print(
                say(
                    f"Les parties sont gardées dans {place} ; Ctrl-C arrête tout.",
                    f"Games are kept in {place}; Ctrl-C stops it.",
                ),
                flush=True,
            )
            if not args.no_open and _has_screen():
                _open_browser(address)

        try:
            return FINE if serve.serve(listener, plan, open_doors) else BAD
        except KeyboardInterrupt:
            return FINE  # the way to stop it


def _has_screen() -> bool:
    """Without one, `webbrowser` would start a browser for the terminal, in the middle of our words."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"))


def _open_browser(address: str) -> None:
    import webbrowser

    webbrowser.open(address)
