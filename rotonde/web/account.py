"""The pages of a person: entering, the account, statistics, and how to be told that it is one's turn.

Whoever is behind a page is known by the browser's secret (`visitors`); what may be done with it is for `Accounts` to
say. A refusal brings the same page back with the reason beside the form; what was done is said after a redirect.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rotonde import games
from rotonde.kernel.info import GameInfo
from rotonde.server import ratings
from rotonde.server.accounts import (
    LOGIN_LENGTHS,
    NAME_LENGTH,
    PASSWORD_LENGTHS,
    Account,
    Accounts,
    Refused,
    Session,
    clean_login,
)
from rotonde.server.database import Conflict
from rotonde.server.notify import Notifier
from rotonde.server.passkeys import Passkeys, Site
from rotonde.server.people import hashed
from rotonde.server.ratings import GameStatistics, Played
from rotonde.web import i18n, visitors
from rotonde.web.render import STATIC, page

PRIVATE = {"Cache-Control": "no-store"}

DONE = ("name", "password", "passkey", "unpasskey", "others", "mail", "unmail", "turns", "deleted")
"""What a page may say was done; each has words of its own."""

STATUS = {
    "attempts": 429,
    "stale": 403,
    "guest": 403,
    "wrong": 403,
    "taken": 409,
    "already": 409,
    "busy": 409,
}
"""How a refusal is numbered; all others are 400."""

FORMS = ("log_in", "register", "name", "password", "passkeys", "mail", "others", "delete")

Endpoint = Callable[[Request], Awaitable[Response]]


def routes() -> list[Route]:
    return [
        Route("/account", show),
        Route("/account/register", register, methods=["POST"]),
        Route("/account/log-in", log_in, methods=["POST"]),
        Route("/account/log-out", log_out, methods=["POST"]),
        Route("/account/log-out-others", log_out_others, methods=["POST"]),
        Route("/account/name", rename, methods=["POST"]),
        Route("/account/password", set_password, methods=["POST"]),
        Route("/account/delete", delete, methods=["POST"]),
        Route("/account/export", export),
        Route("/account/statistics", statistics),
        Route("/account/passkey/register/ask", ask_to_register, methods=["POST"]),
        Route("/account/passkey/register", register_passkey, methods=["POST"]),
        Route("/account/passkey/add/ask", ask_to_add, methods=["POST"]),
        Route("/account/passkey/add", add_passkey, methods=["POST"]),
        Route("/account/passkey/enter/ask", ask_to_enter, methods=["POST"]),
        Route("/account/passkey/enter", enter_by_passkey, methods=["POST"]),
        Route("/account/passkey/remove", remove_passkey, methods=["POST"]),
        Route("/account/push", push_key),
        Route("/account/push/start", start_push, methods=["POST"]),
        Route("/account/push/stop", stop_push, methods=["POST"]),
        Route("/account/mail", set_mail, methods=["POST"]),
        Route("/account/mail/turns", set_mail_turns, methods=["POST"]),
        Route("/account/mail/remove", remove_mail, methods=["POST"]),
        Route("/account/mail/confirm", confirm_mail, methods=["GET", "POST"]),
        Route("/account/mail/stop", stop_mail, methods=["GET", "POST"]),
        Route("/account/mail/reset", reset_password, methods=["GET", "POST"]),
        Route("/account/forgotten", forgotten, methods=["GET", "POST"]),
        Route("/push.js", push_worker),
    ]


# ---- What every route needs ----


def _accounts(request: Request) -> Accounts:
    return request.app.state.accounts


def _notifier(request: Request) -> Notifier:
    return request.app.state.notifier


def _browser(request: Request) -> str | None:
    """What the database knows the browser by."""
    secret = request.cookies.get(visitors.COOKIE)
    return hashed(secret) if secret else None


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _site(request: Request) -> Site:
    """As which site the browser sees us: the guard has seen that it is the one whose page asks."""
    origin = request.headers.get("origin", "")
    parts = urlsplit(_notifier(request).settings.url or origin or str(request.base_url))
    return Site(f"{parts.scheme}://{parts.netloc}", parts.hostname or "")


async def _form(request: Request, *names: str) -> list[str]:
    """The fields of these names; one that is missing is empty."""
    body = await request.body()
    kind = request.headers.get("content-type", "").split(";")[0].strip()
    if body and kind != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    try:
        pairs = parse_qsl(body.decode("utf-8"), keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError:
        raise HTTPException(400) from None
    sent = dict(pairs)
    return [sent.get(name, "") for name in names]


async def _json(request: Request) -> dict[str, Any]:
    """The JSON object that a script of ours sent."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise HTTPException(415)
    try:
        sent = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Refused("script") from None
    if not isinstance(sent, dict):
        raise Refused("script")
    return cast("dict[str, Any]", sent)


def _text(sent: dict[str, Any], name: str) -> str:
    value = sent.get(name, "")
    if not isinstance(value, str):
        raise Refused("script")
    return value


def _why(request: Request, refused: Refused) -> str:
    return i18n.text(i18n.language(request), f"account.refused.{refused.reason}", **refused.values)


def for_script(endpoint: Endpoint) -> Endpoint:
    """Refusals are told to a script."""

    @wraps(endpoint)
    async def guarded(request: Request) -> Response:
        try:
            answer = await endpoint(request)
        except Refused as refused:
            status = STATUS.get(refused.reason, 400)
            answer = JSONResponse({"error": refused.reason, "text": _why(request, refused)}, status)
        except Conflict:
            busy = Refused("busy")
            answer = JSONResponse({"error": busy.reason, "text": _why(request, busy)}, 409)
        answer.headers.update(PRIVATE)
        return answer

    return guarded


def for_form(where: str) -> Callable[[Endpoint], Endpoint]:
    """Refusals bring the page back, with the reason at the form of that name."""

    def wrap(endpoint: Endpoint) -> Endpoint:
        @wraps(endpoint)
        async def guarded(request: Request) -> Response:
            try:
                answer = await endpoint(request)
            except Refused as refused:
                answer = await _page(request, where, refused)
            except Conflict:
                answer = await _page(request, where, Refused("busy"))
            answer.headers.update(PRIVATE)
            return answer

        return guarded

    return wrap


def _entered(request: Request, session: Session, to: str = "/account") -> Response:
    return visitors.remember(request, RedirectResponse(to, 303), session.secret)


def _done(what: str) -> Response:
    return RedirectResponse(f"/account?done={what}", 303)


# ---- The page ----


async def show(request: Request) -> Response:
    answer = await _page(request)
    answer.headers.update(PRIVATE)
    return answer


async def _page(request: Request, where: str = "", refused: Refused | None = None) -> Response:
    """The account, or for a guest the way to one."""
    return await run_in_threadpool(_draw, request, where, refused, await _typed_login(request))


async def _typed_login(request: Request) -> str:
    """What was typed is not typed again; a password is."""
    if request.method == "GET":
        return ""
    return (await _form(request, "login"))[0][: LOGIN_LENGTHS[1]]


def _draw(request: Request, where: str, refused: Refused | None, login: str) -> Response:
    accounts, notifier = _accounts(request), _notifier(request)
    lang = i18n.language(request)
    browser = _browser(request)
    account = accounts.account(accounts.who(browser))
    done = request.query_params.get("done", "")
    common: dict[str, Any] = {
        "account": account,
        "card": _card(account, lang),
        "wrong": dict.fromkeys(FORMS, "") | ({where: _why(request, refused)} if refused else {}),
        "done": done if done in DONE else "",
        "status": STATUS.get(refused.reason, 400) if refused else 200,
        "login": login,
        "has_mail": notifier.has_mail,
        "login_lengths": LOGIN_LENGTHS,
        "password_lengths": PASSWORD_LENGTHS,
    }
    if account is None:
        return page(request, "account_guest.html", **common)
    return page(
        request,
        "account.html",
        **common,
        fresh=accounts.is_fresh(browser),
        passkeys=[
            (passkey, _date(passkey.used or passkey.created, lang), passkey.used is not None)
            for passkey in Passkeys(accounts).of(account.person)
        ],
        mail=notifier.address_of(account.person),
        name_length=NAME_LENGTH,
    )


@dataclass(frozen=True)
class Card:
    """The traveller's card at the side of the page."""

    name: str
    login: str
    since: str


def _card(account: Account | None, lang: str) -> Card:
    if account is None:
        return Card(i18n.text(lang, "account.card.guest"), "", "")
    return Card(account.name or account.login, account.login, _date(account.created, lang))


def _date(at: float, lang: str) -> str:
    day = datetime.fromtimestamp(at, UTC)
    month = i18n.text(lang, "account.months").split()[day.month - 1]
    return f"{'1er' if lang == 'fr' and day.day == 1 else day.day} {month} {day.year}"


# ---- Coming and going ----


@for_form("register")
async def register(request: Request) -> Response:
    login, password = await _form(request, "login", "password")
    session = await run_in_threadpool(
        _accounts(request).register, _browser(request), login, password, _address(request)
    )
    return _entered(request, session)


@for_form("log_in")
async def log_in(request: Request) -> Response:
    login, password = await _form(request, "login", "password")
    session = await run_in_threadpool(
        _accounts(request).log_in, _browser(request), login, password, _address(request)
    )
    return _entered(request, session)


async def log_out(request: Request) -> Response:
    browser = _browser(request)
    if browser is not None:
        await run_in_threadpool(_accounts(request).log_out, browser)
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(visitors.COOKIE, path="/", httponly=True, samesite="lax")
    return answer


@for_form("others")
async def log_out_others(request: Request) -> Response:
    await run_in_threadpool(_accounts(request).log_out_others, _browser(request) or "")
    return _done("others")


# ---- Changing the account ----


@for_form("name")
async def rename(request: Request) -> Response:
    (name,) = await _form(request, "name")
    await run_in_threadpool(_accounts(request).rename, _browser(request), name)
    return _done("name")


@for_form("password")
async def set_password(request: Request) -> Response:
    (password,) = await _form(request, "password")
    await run_in_threadpool(_accounts(request).set_password, _browser(request), password)
    return _done("password")


@for_form("delete")
async def delete(request: Request) -> Response:
    (sure,) = await _form(request, "sure")
    if sure != "yes":
        raise Refused("sure")
    await run_in_threadpool(_accounts(request).delete, _browser(request))
    return _done("deleted")


async def export(request: Request) -> Response:
    """All that is kept of whoever asks, guests too, as a file to take away."""
    person = await visitors.visitor(request)
    if person is None:
        raise HTTPException(404)
    exported = await run_in_threadpool(_accounts(request).export, person.id)
    return Response(
        json.dumps(exported, ensure_ascii=False, indent=2),
        media_type="application/json",
        headers={**PRIVATE, "Content-Disposition": 'attachment; filename="rotonde.json"'},
    )


# ---- Passkeys ----


@for_script
async def ask_to_register(request: Request) -> Response:
    passkeys, sent = Passkeys(_accounts(request)), await _json(request)
    login = _text(sent, "login")
    return JSONResponse(
        await run_in_threadpool(passkeys.ask_to_register, _site(request), _browser(request), login)
    )


@for_script
async def register_passkey(request: Request) -> Response:
    passkeys, sent = Passkeys(_accounts(request)), await _json(request)
    session = await run_in_threadpool(
        passkeys.register, _site(request), _browser(request), sent, _text(sent, "name"), _address(request)
    )
    return visitors.remember(request, JSONResponse({}), session.secret)


@for_script
async def ask_to_add(request: Request) -> Response:
    passkeys = Passkeys(_accounts(request))
    await _json(request)
    return JSONResponse(await run_in_threadpool(passkeys.ask_to_add, _site(request), _browser(request)))


@for_script
async def add_passkey(request: Request) -> Response:
    passkeys, sent = Passkeys(_accounts(request)), await _json(request)
    await run_in_threadpool(passkeys.add, _site(request), _browser(request), sent, _text(sent, "name"))
    return JSONResponse({})


@for_script
async def ask_to_enter(request: Request) -> Response:
    await _json(request)
    return JSONResponse(await run_in_threadpool(Passkeys(_accounts(request)).ask_to_enter, _site(request)))


@for_script
async def enter_by_passkey(request: Request) -> Response:
    passkeys, sent = Passkeys(_accounts(request)), await _json(request)
    session = await run_in_threadpool(
        passkeys.enter, _site(request), _browser(request), sent, _address(request)
    )
    return visitors.remember(request, JSONResponse({}), session.secret)


@for_form("passkeys")
async def remove_passkey(request: Request) -> Response:
    (id_,) = await _form(request, "id")
    await run_in_threadpool(Passkeys(_accounts(request)).remove, _browser(request), id_)
    return _done("unpasskey")


# ---- Being told ----


@for_script
async def push_key(request: Request) -> Response:
    return JSONResponse({"key": await run_in_threadpool(lambda: _notifier(request).public_key)})


@for_script
async def start_push(request: Request) -> Response:
    """This browser wants to be told; somebody who was never here is somebody from now on."""
    sent = await _json(request)
    person, secret = await visitors.welcome(request)
    await run_in_threadpool(_notifier(request).subscribe, person.id, sent, i18n.language(request))
    return visitors.remember(request, JSONResponse({}), secret)


@for_script
async def stop_push(request: Request) -> Response:
    endpoint = _text(await _json(request), "endpoint")
    person = await visitors.visitor(request)
    if person is not None:
        await run_in_threadpool(_notifier(request).unsubscribe, person.id, endpoint)
    return JSONResponse({})


def push_worker(request: Request) -> Response:
    """The script that runs while no page is open; at the top, so that it serves the whole site."""
    return Response(
        (STATIC / "push.js").read_bytes(), media_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


# ---- E-mail ----


@for_form("mail")
async def set_mail(request: Request) -> Response:
    (address,) = await _form(request, "address")
    person = await run_in_threadpool(_accounts(request).require_fresh, _browser(request))
    await run_in_threadpool(
        _notifier(request).set_address, person, address, i18n.language(request), _address(request)
    )
    return _done("mail")


@for_form("mail")
async def set_mail_turns(request: Request) -> Response:
    (turns,) = await _form(request, "turns")
    person = await _owner(request)
    await run_in_threadpool(_notifier(request).set_turns, person, turns == "yes")
    return _done("turns")


@for_form("mail")
async def remove_mail(request: Request) -> Response:
    person = await run_in_threadpool(_accounts(request).require_fresh, _browser(request))
    await run_in_threadpool(_notifier(request).remove_address, person)
    return _done("unmail")


async def _owner(request: Request) -> str:
    person = await visitors.visitor(request)
    if person is None or await run_in_threadpool(_accounts(request).account, person.id) is None:
        raise Refused("guest")
    return person.id


async def confirm_mail(request: Request) -> Response:
    return await _followed(request, "confirm", lambda token: _notifier(request).confirm(token))


async def stop_mail(request: Request) -> Response:
    return await _followed(request, "stop", lambda token: _notifier(request).stop(token))


async def _followed(request: Request, what: str, act: Callable[[str], bool]) -> Response:
    """A link from a letter: programs that only look at it change nothing, a press of the button does."""
    token = request.query_params.get("token", "")
    state = "ask"
    if request.method == "POST":
        state = "done" if await run_in_threadpool(act, token) else "old"
    answer = page(request, "account_link.html", what=what, state=state, token=token, wrong="")
    answer.headers.update(PRIVATE)
    return answer


async def reset_password(request: Request) -> Response:
    token = request.query_params.get("token", "")
    notifier, accounts = _notifier(request), _accounts(request)
    wrong = ""
    if request.method == "POST" and await run_in_threadpool(notifier.is_reset, token):
        (password,) = await _form(request, "password")
        try:
            session = await run_in_threadpool(_reset, accounts, notifier, _browser(request), token, password)
            return _entered(request, session, "/account?done=password")
        except Refused as refused:
            wrong = _why(request, refused)
    known = await run_in_threadpool(notifier.is_reset, token)
    answer = page(
        request,
        "account_link.html",
        what="reset",
        state="ask" if known else "old",
        token=token,
        wrong=wrong,
        password_lengths=PASSWORD_LENGTHS,
        status=400 if wrong else 200,
    )
    answer.headers.update(PRIVATE)
    return answer


def _reset(accounts: Accounts, notifier: Notifier, browser: str | None, token: str, password: str) -> Session:
    accounts.check_password(password)  # before the link is used up
    person = notifier.use_reset(token)
    if person is None:
        raise Refused("link")
    return accounts.reset_password(browser, person, password)


async def forgotten(request: Request) -> Response:
    """The same answer whether there is such an account or not."""
    if not _notifier(request).has_mail:
        raise HTTPException(404)
    state, wrong = "ask", ""
    if request.method == "POST":
        (login,) = await _form(request, "login")
        try:
            await run_in_threadpool(
                lambda: _notifier(request).send_reset(clean_login(login), _address(request))
            )
            state = "done"
        except Refused as refused:
            wrong = _why(request, refused)
    answer = page(
        request,
        "account_link.html",
        what="forgotten",
        state=state,
        token="",
        wrong=wrong,
        status=400 if wrong else 200,
    )
    answer.headers.update(PRIVATE)
    return answer


# ---- Statistics ----


@dataclass(frozen=True)
class GamePanel:
    """One game's statistics, ready to be drawn."""

    info: GameInfo
    figures: GameStatistics
    percent: int
    line: Sequence[tuple[float, float]]
    """The course of the rating as points, 240 wide and 56 high; empty when there is none yet."""
    latest: Sequence[tuple[Played, str, str]]
    """With its date, and how it ended in words."""

    @property
    def points(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.line)

    @property
    def end(self) -> tuple[float, float]:
        return self.line[-1]


async def statistics(request: Request) -> Response:
    person = await visitors.visitor(request)
    answer = await run_in_threadpool(_draw_statistics, request, person.id if person else "")
    answer.headers.update(PRIVATE)
    return answer


def _draw_statistics(request: Request, person: str) -> Response:
    lang = i18n.language(request)
    accounts = _accounts(request)
    account = accounts.account(person)
    found = ratings.statistics(accounts.database, person)
    known = games.PLAYABLE.keys() | games.ANNOUNCED.keys()
    panels = [_panel(one, lang) for one in found if one.game in known]
    return page(request, "account_statistics.html", account=account, card=_card(account, lang), panels=panels)


def _panel(figures: GameStatistics, lang: str) -> GamePanel:
    return GamePanel(
        info=games.info(figures.game),
        figures=figures,
        percent=round(100 * figures.won / figures.games),
        line=_line(figures.history),
        latest=[(one, _date(one.ended, lang), _ended(one, lang)) for one in figures.latest[:6]],
    )


def _ended(played: Played, lang: str) -> str:
    if played.gone:
        return i18n.text(lang, "account.ended.gone")
    if played.won:
        return i18n.text(lang, "account.ended.won")
    if played.place == 1:
        return i18n.text(lang, "account.ended.drawn")
    place = i18n.ordinal(played.place, lang)
    return i18n.text(lang, "account.ended.place", place=place, players=played.players)


def _line(history: Sequence[float]) -> list[tuple[float, float]]:
    """Where the rating stood after each game, the first and the last at the edges."""
    if len(history) < 2:
        return []
    low, high = min(history), max(history)
    middle, half = (low + high) / 2, max((high - low) / 2, 25)
    step = 228 / (len(history) - 1)
    return [
        (round(6 + index * step, 1), round(28 - 22 * (rating - middle) / half, 1))
        for index, rating in enumerate(history)
    ]
