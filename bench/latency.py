"""How long a person waits: from the start of the program to a page to play on, and for the answer to a move.

    python bench/latency.py [--moves 50] [--game NAME] [--cold]

The real server runs in its own process, on loopback, with an empty data folder; --cold gives it an empty folder for
compiled rules as well, as on the first start after an installation.
"""

import argparse
import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode, urlsplit

from rotonde import games
from rotonde.lab.wording import table

PATIENCE = 120
FORM = "application/x-www-form-urlencoded"


class Browser:
    """One connection that is kept open, and the cookies of one person."""

    def __init__(self, address: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        self._cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: str = "", kind: str = FORM) -> tuple[str, str]:
        """What came back, and where it sends us."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if body:
            headers["Content-Type"] = kind
        self._connection.request(method, path, body.encode() or None, headers)
        answer = self._connection.getresponse()
        text = answer.read().decode()
        if answer.status >= 400:
            raise SystemExit(f"{method} {path}: {answer.status} {text[:300]}")
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.split(";")[0].partition("=")
            self._cookies[name] = value
        return text, answer.headers.get("Location", "")

    def lay_table(self, game: str, *seats: str) -> str:
        fields = {"game": game} | {f"seat{place}": seat for place, seat in enumerate(seats)}
        return self.ask("POST", "/tables", urlencode(fields))[1]

    def post(self, path: str, **numbers: int) -> dict[str, Any]:
        text, _ = self.ask("POST", path, json.dumps(numbers), "application/json")
        return json.loads(text)["view"]

    def view(self, table_path: str) -> dict[str, Any]:
        return json.loads(self.ask("GET", f"{table_path}/view")[0])


@contextmanager
def server(folder: str, cold: bool) -> Iterator[str]:
    """The address of a server that has just begun to listen."""
    environment = os.environ | ({"ROTONDE_CACHE": os.path.join(folder, "cache")} if cold else {})
    data = os.path.join(folder, "data")
    command = [sys.executable, "-m", "rotonde.cli", "serve", "--no-open", "--port", "0", "--data", data]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise SystemExit("the server did not start")
        yield found[0]
    finally:
        process.terminate()
        process.wait()


def start_up(game: str, cold: bool) -> dict[str, float]:
    """Seconds from the start of the process to the home page, to a first own move, and to a first move of the bot."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        with server(folder, cold) as address:
            browser = Browser(address)
            browser.ask("GET", "/")
            home = time.perf_counter() - start
            view: dict[str, Any] = {"moves": []}
            path = ""
            while not view["moves"]:  # chance may let the bot begin
                path = browser.lay_table(game, "person", "bot:driver")
                browser.ask("GET", path)
                view = browser.view(path)
            page = time.perf_counter() - start
            while view["moves"]:
                view = browser.post(f"{path}/moves", number=view["number"], move=view["moves"][0]["move"])
            while not view["moves"] and not view["over"]:
                time.sleep(0.02)
                view = browser.view(path)
            return {
                "start to the home page": home,
                "start to a page to play on": page,
                "start to a bot that has played": time.perf_counter() - start,
            }


def answers(game: str, moves: int) -> list[float]:
    """Seconds that the server takes to answer a move with the new picture, of two people at one screen."""
    chance = random.Random(1)
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder, server(folder, cold=False) as address:
        browser = Browser(address)
        while len(took) < moves:
            path = browser.lay_table(game, "person", "person")
            view = browser.view(path)
            while not view["over"] and len(took) < moves:
                if view["handover"] is not None:
                    view = browser.post(f"{path}/look", seat=view["handover"])
                    continue
                move = chance.choice(view["moves"])["move"]
                start = time.perf_counter()
                view = browser.post(f"{path}/moves", number=view["number"], move=move)
                took.append(time.perf_counter() - start)
    return took


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=list(games.PLAYABLE), default=next(iter(games.PLAYABLE)))
    parser.add_argument("--moves", type=int, default=50)
    parser.add_argument("--cold", action="store_true", help="nothing was compiled before")
    args = parser.parse_args()
    rows = [(what, f"{1000 * took:.0f} ms") for what, took in start_up(args.game, args.cold).items()]
    took = sorted(answers(args.game, args.moves))
    percentiles = statistics.quantiles(took, n=100, method="inclusive")
    rows += [
        (f"answer to a move, median of {len(took)}", f"{1000 * percentiles[49]:.1f} ms"),
        ("answer to a move, 99 of 100 within", f"{1000 * percentiles[98]:.1f} ms"),
    ]
    print(table(rows))


if __name__ == "__main__":
    main()
