"""A program that takes a seat: python docs/example_bot.py http://127.0.0.1:8000 TABLE [NAME]

It sits down at a table with an open seat and plays any legal move whenever it must, until the game is over. A better
player would look at `table["state"]`; what it may not know is not in there. /api/openapi.json describes everything.
"""

import json
import random
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

site, table_id = sys.argv[1].rstrip("/"), sys.argv[2]
name = sys.argv[3] if len(sys.argv) > 3 else "Example"


def ask(path: str, sent: dict[str, Any] | None = None, secret: str = "") -> Any:
    """GET, or POST when something is sent. A refusal says why, in a sentence."""
    headers = {"Content-Type": "application/json", "Accept-Language": "en"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    body = None if sent is None else json.dumps(sent).encode()
    return urllib.request.urlopen(urllib.request.Request(site + path, body, headers))


def views(secret: str) -> Iterator[dict[str, Any]]:
    """The table as it is now, and again whenever something changes."""
    with ask(f"/api/tables/{table_id}/events", secret=secret) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


def main() -> None:
    me = json.load(ask("/api/people", {"name": name}))["secret"]
    ask(f"/api/tables/{table_id}/sit", {"name": name}, me)
    for table in views(me):
        if table["over"]:
            won = table["seat"] in table["winners"]
            print("We won." if won else "The game is over.", table["scores"] or "")
            return
        if table["moves"]:
            move = random.choice(table["moves"])
            print(move["say"])
            try:
                ask(f"/api/tables/{table_id}/moves", {"number": table["number"], "moves": [move["move"]]}, me)
            except urllib.error.HTTPError as refused:
                if refused.code != 409:  # 409: somebody was faster, the next view is on its way
                    raise SystemExit(json.load(refused)["text"]) from refused


if __name__ == "__main__":
    main()
