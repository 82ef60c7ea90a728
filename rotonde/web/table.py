"""The routes of a table: laying it, looking, moving, taking back, leaving, playing again, replaying, importing."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib import resources
from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

import rotonde
from rotonde import games
from rotonde.kernel.handle import Seen
from rotonde.server.table import GATHERING, LiveTable, NotNow, NotYours, Stale
from rotonde.server.tables import UnknownTable

from . import i18n, limits, meeting, scene, views
from .asking import (
    Refused,
    at_table,
    house_of,
    open_table,
    refreshed,
    sent_form,
    sent_json,
    sent_numbers,
    visit,
    whole_numbers,
)
from .pages import problem, wants_page
from .render import page, script_json
from .rulebook import rulebook
from .stream import send_events, whole_view
from .views import Viewer

A_YEAR = 365 * 24 * 3600
MOST_AT_ONCE = 200
"""So many moves may one gesture make."""


def routes() -> list[Route]:
    return [
        Route("/import", import_form, methods=["GET"]),
        Route("/import", import_record, methods=["POST"]),
        Route("/t/{id}", show, methods=["GET"]),
        Route("/t/{id}/view", send_view, methods=["GET"]),
        Route("/t/{id}/events", send_events, methods=["GET"]),
        Route("/t/{id}/why", send_why, methods=["GET"]),
        Route("/t/{id}/preview", send_preview, methods=["GET"]),
        Route("/t/{id}/proposals", send_proposals, methods=["GET"]),
        Route("/t/{id}/moves", play, methods=["POST"]),
        Route("/t/{id}/orders", order, methods=["POST"]),
        Route("/t/{id}/undo", undo, methods=["POST"]),
        Route("/t/{id}/resign", resign, methods=["POST"]),
        Route("/t/{id}/look", look, methods=["POST"]),
        Route("/t/{id}/bots", wake_bots, methods=["POST"]),
        Route("/t/{id}/again", again, methods=["POST"]),
        Route("/t/{id}/record", send_record, methods=["GET"]),
        Route("/t/{id}/replay/{count:int}", replay, methods=["GET"]),
    ]


def exception_handlers() -> Mapping[Any, Callable[[Request, Any], Any]]:
    return {Refused: on_refused, UnknownTable: on_unknown_table, rotonde.Problem: on_problem}


def on_refused(request: Request, refused: Refused) -> Response:
    text = i18n.text(i18n.language(request), refused.key, **refused.values)
    if wants_page(request):
        return problem(request, refused.status, "refused", text=text)
    return JSONResponse({"error": refused.key, "text": text}, refused.status)


def on_unknown_table(request: Request, _: UnknownTable) -> Response:
    if wants_page(request) or (request.method == "GET" and request.url.path.count("/") == 2):
        return problem(request, 404, "table")
    return on_refused(request, Refused(404, "table.unknown"))


def on_problem(request: Request, wrong: rotonde.Problem) -> Response:
    """A table that was laid under other rules, or for a game that is gone, cannot be shown as it was."""
    return problem(request, 409, "old", text=wrong.told[i18n.language(request)].text)


async def _view(request: Request, live: LiveTable, viewer: Viewer) -> dict[str, Any]:
    """The view for a page that is already open."""
    return views.lean(await whole_view(request, live, viewer))


# ---- Playing again ----


async def again(request: Request) -> Response:
    live, _ = await owned(request)
    try:
        following = await house_of(request).again(live)
    except NotNow:
        raise Refused(409, "table.not_now.not_over") from None
    return RedirectResponse(f"/t/{following.id}", 303)


# ---- Looking ----


async def show(request: Request) -> Response:
    live, viewer = await visit(request)
    if live.row.imported:
        return RedirectResponse(f"/t/{live.id}/replay/{len(live.events)}", 303)
    view = await whole_view(request, live, viewer)
    if "gathering" in view:
        return await meeting.gathering_page(request, live, view, viewer)
    if live.over and not live.started:
        return problem(request, 410, "cleared")
    return _page(request, "table.html", live, view, viewer)


def _page(request: Request, template: str, live: LiveTable, view: dict[str, Any], viewer: Viewer) -> Response:
    lang = i18n.language(request)
    answer = page(
        request,
        template,
        live=live,
        view=view,
        view_json=script_json(views.lean(view)),
        texts_json=script_json({key: i18n.text(lang, f"table.js.{key}", **JS_PLACES) for key in JS_TEXTS}),
        info=live.game.info,
        name=views.table_name(live.id, lang),
        style=game_style(live.row.game),
        legend=Markup(live.game.picture.legend(lang)),
        book=rulebook(live.row.game, lang),
        viewer=viewer,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


JS_TEXTS = (
    "more",
    "choose",
    "elsewhere",
    "lost",
    "failed",
    "rule",
    "not_your_turn",
    "obeyed",
    "seek",
    "back",
    "understood",
    "at_once",
    "play_all",
    "undo_all",
    "otherwise",
    "no_way",
    "zoom_in",
    "zoom_out",
    "whole_map",
    "your_turn",
    "until",
    "tomorrow",
    "unread",
    "read",
    "unsaid",
)
JS_PLACES = {name: f"{{{name}}}" for name in ("when", "time", "count")}
"""What the page itself puts into its texts."""


def game_style(game: str) -> str | None:
    """The address of a game's style sheet; it changes with the content."""
    file = resources.files(games.PLAYABLE[game]).joinpath("style.css")
    return (
        f"/games/{game}/style.css?v={sha256(file.read_bytes()).hexdigest()[:8]}" if file.is_file() else None
    )


async def send_view(request: Request) -> Response:
    live, viewer = await visit(request)
    get = whole_view if "whole" in request.query_params else _view
    return JSONResponse(await get(request, live, viewer), headers={"Cache-Control": "no-store"})


async def send_why(request: Request) -> Response:
    """Why a thing cannot be touched now, after those already chosen."""
    asked = request.query_params
    thing, chosen = asked.get("thing", ""), asked.getlist("chosen")

    def look(live: LiveTable, viewer: Viewer) -> Any:
        _, seen = _acting(live, viewer)
        refusal = seen.why(thing, viewer.lang, chosen)
        return {"rule": refusal.rule, "text": refusal.text} if refusal else None

    return JSONResponse(await at_table(request, look))


async def send_preview(request: Request) -> Response:
    """What a legal move will do."""
    wish = request.query_params.get("move", "")

    def look(live: LiveTable, viewer: Viewer) -> Any:
        _, seen = _acting(live, viewer)
        move = next((move for move in seen.moves() if str(move) == wish), None)
        if move is None:
            raise Refused(409, "table.stale")
        return scene.preview(seen, move, viewer.lang)

    return JSONResponse(await at_table(request, look))


async def send_proposals(request: Request) -> Response:
    """What one may do in one go: at any time, or with a thing."""
    thing = request.query_params.get("thing")

    def look(live: LiveTable, viewer: Viewer) -> Any:
        posed, seen = _acting(live, viewer)
        return {"posed": posed, "proposals": scene.proposals(seen, thing, viewer.lang)}

    return JSONResponse(await at_table(request, look))


def _acting(live: LiveTable, viewer: Viewer) -> tuple[int, Seen]:
    """What the viewer sees, who must be the one to act; with the number of what it is about."""
    with live.lock:
        viewpoint = viewer.viewpoint(live)
        if live.actor != viewpoint:
            raise Refused(403, "table.not_your_turn")
        return live.posed, live.seen_by(viewpoint)


# ---- Doing ----


Deed = Callable[[LiveTable, Viewer], None]
"""Something that somebody who holds a seat does at the table."""


async def do(request: Request, deed: Deed) -> Response:
    """Do something at the table and answer with the new view, or with a sentence why nothing changed."""
    live, viewer, refused = await _done(request, deed)
    if refused is not None:
        return refused
    return JSONResponse({"view": await _view(request, live, await refreshed(live, viewer))})


async def told(request: Request, deed: Deed) -> Response:
    """The same for what everybody's stream tells: the answer is only the number up to which it will."""
    live, _, refused = await _done(request, deed)
    return refused or JSONResponse({"number": live.number})


async def _done(request: Request, deed: Deed) -> tuple[LiveTable, Viewer, Response | None]:
    """Do something at the table; with the answer when it could not be done."""

    def attempt(live: LiveTable, viewer: Viewer) -> tuple[LiveTable, Viewer, Exception | None]:
        _must_own(viewer)
        try:
            deed(live, viewer)
        except (rotonde.IllegalMove, Stale) as refused:
            return live, viewer, refused
        return live, viewer, None

    try:
        live, viewer, refused = await at_table(request, attempt)
    except NotYours:
        raise Refused(403, "table.not_your_turn") from None
    except NotNow as not_now:
        raise Refused(409, f"table.not_now.{not_now.reason}") from None
    if isinstance(refused, rotonde.IllegalMove):
        said = refused.told[viewer.lang]
        answer = {"error": "table.illegal", "text": said.text, "rule": said.rule}
        return live, viewer, JSONResponse(answer, 422)
    if refused is not None:
        view = await _view(request, live, await refreshed(live, viewer))
        answer = {"error": "table.stale", "text": i18n.text(viewer.lang, "table.stale"), "view": view}
        return live, viewer, JSONResponse(answer, 409)
    house_of(request).changed(live)
    return live, viewer, None


async def owned(request: Request) -> tuple[LiveTable, Viewer]:
    live, viewer = await visit(request)
    _must_own(viewer)
    return live, viewer


def _must_own(viewer: Viewer) -> None:
    if not viewer.owns:
        raise Refused(403, "table.not_yours")


async def play(request: Request) -> Response:
    """A move, or several in one go; with the seat, only if it is the one that this screen plays for now."""
    sent = await sent_json(request)
    moves: list[Any] = sent["moves"] if isinstance(sent.get("moves"), list) else [sent.get("move")]
    several = "moves" if "moves" in sent else "move"
    if set(sent) - {"seat"} != {"number", several} or not 0 < len(moves) <= MOST_AT_ONCE:
        raise Refused(400, "table.bad.fields", names="number, move")
    number, seat, *moves = whole_numbers(sent["number"], sent.get("seat", 0), *moves)

    def deed(live: LiveTable, viewer: Viewer) -> None:
        viewpoint = viewer.viewpoint(live)
        if "seat" in sent and seat != viewpoint:
            raise Refused(403, "table.not_your_turn")
        live.play(number, viewpoint, *moves)

    return await told(request, deed)


async def order(request: Request) -> Response:
    """Give an order beforehand, or take it back. It changes nothing that others see."""
    sent = await sent_json(request)
    if set(sent) != {"order", "on"} or not isinstance(sent["order"], str) or not isinstance(sent["on"], bool):
        raise Refused(400, "table.bad.fields", names="order, on")
    wish, on = sent["order"], sent["on"]
    return await do(request, lambda live, viewer: live.set_order(viewer.viewpoint(live), wish, on))


async def undo(request: Request) -> Response:
    """Take back the last move, or as many as are asked for."""
    sent = await sent_json(request)
    if set(sent) - {"count"} != {"number"}:
        raise Refused(400, "table.bad.fields", names="number")
    number, count = whole_numbers(sent["number"], sent.get("count", 1))

    def deed(live: LiveTable, viewer: Viewer) -> None:
        seat = viewer.guest.takes_back(live)
        if seat is None:
            raise Refused(403, "table.not_your_turn")
        live.undo(number, seat, count)

    return await do(request, deed)


async def resign(request: Request) -> Response:
    (number,) = await sent_numbers(request, "number")
    return await do(request, lambda live, viewer: live.resign(number, viewer.viewpoint(live)))


async def look(request: Request) -> Response:
    (seat,) = await sent_numbers(request, "seat")
    return await do(request, lambda live, viewer: live.look(viewer.guest, seat))


async def wake_bots(request: Request) -> Response:
    """Ask a bot that failed once more."""
    await sent_numbers(request)
    live, viewer = await owned(request)
    house_of(request).wake_bots(live, after_failure=True)
    return JSONResponse({"view": await _view(request, live, viewer)})


# ---- Afterwards ----


async def send_record(request: Request) -> Response:
    """The whole game as a text file: after the end, because it tells every secret."""
    live = await open_table(request)
    if not live.over:
        raise Refused(403, "table.record.later")
    record = await run_in_threadpool(live.record)
    name = f"rotonde-{live.row.game}-{live.id}.txt"
    return Response(
        record.text(),
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def replay(request: Request) -> Response:
    live, viewer = await visit(request)
    if live.actor == GATHERING:
        return RedirectResponse(f"/t/{live.id}", 303)
    count: int = request.path_params["count"]
    if count > len(live.events):
        raise HTTPException(404)
    shown = live.next_shown(count)
    if shown != count:
        asked = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/t/{live.id}/replay/{shown}{asked}", 303)
    allowed = _viewpoints(live, viewer)
    viewpoint = allowed.get(request.query_params.get("as", ""), viewer.viewpoint(live))
    links = _replay_links(live, count, viewpoint, allowed)
    view = await run_in_threadpool(views.replay_view, live, viewpoint, viewer.lang, count, links)
    if "application/json" in request.headers.get("accept", ""):
        sent = view if "whole" in request.query_params else views.lean(view)
        return JSONResponse(sent, headers={"Vary": "Accept, Cookie", "Cache-Control": "no-store"})
    return _page(request, "replay.html", live, view, viewer)


def _viewpoints(live: LiveTable, viewer: Viewer) -> dict[str, int]:
    """Whose eyes a replay may use: everybody's after the end, before it only one's own."""
    if live.over:
        seats = list(range(len(live.seats)))
    else:
        own = viewer.viewpoint(live)
        seats = [own] if own >= 0 else []
    return {"all": rotonde.PUBLIC, **{str(seat): seat for seat in seats}}


def _replay_links(live: LiveTable, count: int, viewpoint: int, allowed: Mapping[str, int]) -> dict[str, Any]:
    rests = live.rests()
    chosen = next((name for name, seat in allowed.items() if seat == viewpoint), "all")

    def link(to: int | None, eyes: str = chosen) -> str | None:
        return None if to is None else f"/t/{live.id}/replay/{to}?as={eyes}"

    return {
        "first": link(rests[0] if count > rests[0] else None),
        "back": link(max((rest for rest in rests if rest < count), default=None)),
        "on": link(min((rest for rest in rests if rest > count), default=None)),
        "last": link(rests[-1] if count < rests[-1] else None),
        "eyes": [(name, seat, link(count, name), seat == viewpoint) for name, seat in allowed.items()],
    }


async def import_form(request: Request) -> Response:
    return page(request, "import.html", wrong="")


async def import_record(request: Request) -> Response:
    """A game from a file, checked move by move, to be replayed."""
    limits.check_address(request)
    lang = i18n.language(request)
    try:
        sent = await sent_form(request)
    except Refused as refused:
        return page(request, "import.html", status=refused.status, wrong=i18n.text(lang, "import.unreadable"))
    text = sent.get("record")
    if text is None or len(sent) != 1:
        raise Refused(400, "table.bad.form")
    try:
        live = await run_in_threadpool(house_of(request).tables.import_record, text, lang)
    except rotonde.Problem as wrong:
        return page(request, "import.html", status=422, wrong=wrong.told[lang].text)
    return RedirectResponse(f"/t/{live.id}/replay/{live.rests()[0]}", 303)
