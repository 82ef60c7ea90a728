"""Lists of tables: the front page, the waiting room that everybody sees, and one's own games."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import rotonde
from rotonde import games
from rotonde.kernel.prose import count_of
from rotonde.server.names import apart
from rotonde.server.storage import Listed

from . import i18n, visitors
from .asking import house_of
from .gathering import pace
from .render import page
from .views import bot_label, table_name

RESUMED = 6
"""So many games the front page offers to go on with."""
HOUR, DAY = 3600, 24 * 3600
FORGOTTEN = {"none": 12 * HOUR, "live": 12 * HOUR, "days": 14 * DAY}
"""After so many seconds in which nothing happened the waiting room shows a table no longer, by kind of clock."""


def routes() -> list[Route]:
    return [
        Route("/", home),
        Route("/lobby", lobby),
        Route("/games", own_games),
    ]


@dataclass(frozen=True)
class Traveller:
    seat: int
    name: str
    """Empty for a seat that nobody has taken."""
    bot: str


@dataclass(frozen=True)
class Line:
    """One table in a list."""

    id: str
    game: str
    title: str
    name: str
    travellers: Sequence[Traveller]
    clock: str
    state: str
    """Where the game stands, in a few words."""
    mine: bool
    """Whether it waits for whoever reads the list."""
    over: bool
    free: int
    """How many seats anybody may take."""


async def home(request: Request) -> Response:
    waiting = [line for line in await _own(request) if not line.over]
    return page(
        request,
        "home.html",
        playable=[games.info(game) for game in games.PLAYABLE],
        announced=[games.info(game) for game in games.ANNOUNCED],
        waiting=waiting[:RESUMED],
    )


async def lobby(request: Request) -> Response:
    """Tables that people have opened to everybody: those one can join, and those one can watch."""
    lang, now = i18n.language(request), time.time()
    listed = await run_in_threadpool(house_of(request).storage.lobby)
    recent = [one for one in listed if now - one.head.changed < FORGOTTEN[one.clock.kind]]
    lines = [_line(one, lang, now) for one in recent if one.game in games.PLAYABLE]
    return _fresh(
        page(
            request,
            "meeting/lobby.html",
            free=[line for line in lines if line.free],
            running=[line for line in lines if not line.free],
            first=next(iter(games.PLAYABLE)),
        )
    )


async def own_games(request: Request) -> Response:
    lines = await _own(request)
    return _fresh(
        page(
            request,
            "meeting/games.html",
            groups=[
                ("mine", [line for line in lines if line.mine]),
                ("theirs", [line for line in lines if not line.mine and not line.over]),
                ("over", [line for line in lines if line.over]),
            ],
        )
    )


def _fresh(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer


async def _own(request: Request) -> list[Line]:
    """The tables of whoever asks: first what waits for them, the most pressing on top."""
    person = await visitors.visitor(request)
    if person is None:
        return []
    found = await run_in_threadpool(house_of(request).storage.tables_of, person.id)
    lang, now = i18n.language(request), time.time()
    ordered = sorted((one for one in found if one.game in games.PLAYABLE), key=_urgency)
    return [_line(one, lang, now) for one in ordered]


def _urgency(one: Listed) -> tuple[int, float, float]:
    head = one.head
    if _waits_for_me(one):
        return 0, math.inf if head.deadline is None else head.deadline, head.changed
    return (2 if head.actor == rotonde.OVER else 1), 0, -head.changed


def _waits_for_me(one: Listed) -> bool:
    actor = one.head.actor
    return actor in one.held and one.head.seats[actor].is_person


def _line(one: Listed, lang: str, now: float) -> Line:
    head = one.head
    return Line(
        id=one.id,
        game=one.game,
        title=games.info(one.game).title[lang],
        name=table_name(one.id, lang),
        travellers=[
            Traveller(seat, "" if who.open else apart(who.name), bot_label(who.bot, lang) if who.bot else "")
            for seat, who in enumerate(head.seats)
        ],
        clock=pace(one.clock, lang) if one.clock.kind != "none" else "",
        state=_state(one, lang, now),
        mine=_waits_for_me(one),
        over=head.actor == rotonde.OVER,
        free=sum(who.open and not who.invite for who in head.seats) if head.actor != rotonde.OVER else 0,
    )


def _state(one: Listed, lang: str, now: float) -> str:
    tell, head = partial(i18n.text, lang), one.head
    if head.actor == rotonde.OVER:
        return tell("lists.over")
    if head.open_seats:
        missing = "meeting.missing.1" if head.open_seats == 1 else "meeting.missing.n"
        return tell(missing, n=head.open_seats)
    if not _waits_for_me(one):
        return tell("lists.theirs", name=apart(head.seats[head.actor].name))
    if head.deadline is None:
        return tell("lists.yours")
    return tell("lists.yours.until", time=time_left(head.deadline - now, lang))


def time_left(seconds: float, lang: str) -> str:
    """So much time, in its largest fitting unit: never more than there is."""
    if seconds >= 2 * DAY:
        return count_of(int(seconds // DAY), lang, ("jour", "jours"), ("day", "days"))
    if seconds >= 2 * HOUR:
        return count_of(int(seconds // HOUR), lang, ("heure", "heures"), ("hour", "hours"))
    return count_of(max(0, int(seconds // 60)), lang, ("minute", "minutes"), ("minute", "minutes"))
