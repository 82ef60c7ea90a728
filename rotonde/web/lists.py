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
from rotonde.kernel.prose import and_list, count_of
from rotonde.server.names import apart
from rotonde.server.storage import Head, Listed

from . import i18n, visitors
from .asking import house_of
from .gathering import missing, pace
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
    invited: bool
    """Whether only an invited person may take the seat."""


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
    asked: bool
    """Whether it waits for their consent to take a move back."""
    over: bool
    free: int
    """How many seats anybody may take."""
    waiting: bool
    """Whether somebody is still to sit down."""


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
            running=[line for line in lines if not line.waiting],
            invited=[line for line in lines if line.waiting and not line.free],
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
        return 0, math.inf if head.deadline is None or not _my_turn(one) else head.deadline, head.changed
    return (2 if head.actor == rotonde.OVER else 1), 0, -head.changed


def _waits_for_me(one: Listed) -> bool:
    return _my_turn(one) or one.asker is not None


def _my_turn(one: Listed) -> bool:
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
            Traveller(
                seat,
                name="" if who.open else apart(who.name),
                bot=bot_label(who.bot, lang) if who.bot else "",
                invited=who.open and bool(who.invite),
            )
            for seat, who in enumerate(head.seats)
        ],
        clock=pace(one.clock, lang) if one.clock.kind != "none" else "",
        state=_state(one, lang, now),
        mine=_waits_for_me(one),
        asked=one.asker is not None,
        over=head.actor == rotonde.OVER,
        free=_free(head),
        waiting=head.open_seats > 0,
    )


def _free(head: Head) -> int:
    return sum(who.open and not who.invite for who in head.seats) if head.open_seats else 0


def _state(one: Listed, lang: str, now: float) -> str:
    tell, head = partial(i18n.text, lang), one.head
    if head.actor == rotonde.OVER:
        return _ending(one, lang)
    if head.open_seats and not (_free(head) or one.held):
        return tell("lists.invited.1" if head.open_seats == 1 else "lists.invited.n", n=head.open_seats)
    if head.open_seats:
        return missing(games.info(one.game), head.open_seats, lang)
    if one.asker is not None:
        return tell("lists.asked", name=apart(head.seats[one.asker].name))
    if not _my_turn(one):
        return tell("lists.theirs", name=apart(head.seats[head.actor].name))
    if head.deadline is None:
        return tell("lists.yours")
    return tell("lists.yours.until", time=time_left(head.deadline - now, lang))


def _ending(one: Listed, lang: str) -> str:
    """How it ended for whoever reads the list, where that was kept."""
    tell = partial(i18n.text, lang)
    own = [one.results[seat] for seat in one.held if seat in one.results]
    if not own:
        return tell("lists.over")
    if all(result.gone for result in own):
        by_the_clock = one.clock.kind != "none" and one.clock.when_up == "lose"  # perhaps: that is not kept
        return tell("lists.over.lost" if by_the_clock else "lists.over.left")
    if games.info(one.game).cooperative:
        return tell("lists.over.together" if own[0].won else "lists.over.lost_together")
    winners = [apart(one.head.seats[seat].name) for seat, result in one.results.items() if result.won]
    if not winners:
        return tell("lists.over.drawn")
    if len(own) == 1 and own[0].won:
        return tell("lists.over.won")
    wins = tell("lists.over.wins" if len(winners) == 1 else "lists.over.win", names=and_list(winners, lang))
    if len(own) > 1 or len(one.results) == 2:
        return wins
    place = i18n.ordinal(own[0].place, lang)
    return tell("lists.over.place", place=place, players=len(one.results), wins=wins)


def time_left(seconds: float, lang: str) -> str:
    """So much time, in its largest fitting unit: never more than there is."""
    if seconds >= 2 * DAY:
        return count_of(int(seconds // DAY), lang, ("jour", "jours"), ("day", "days"))
    if seconds >= 2 * HOUR:
        return count_of(int(seconds // HOUR), lang, ("heure", "heures"), ("hour", "hours"))
    return count_of(max(0, int(seconds // 60)), lang, ("minute", "minutes"), ("minute", "minutes"))
