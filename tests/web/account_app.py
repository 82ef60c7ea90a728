"""The pages of a person on a server of their own, for tests: no tables, and messages stay on this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from rotonde.server import notify, ratings
from rotonde.server.accounts import Accounts
from rotonde.server.database import Database, open_database
from rotonde.server.mail import MailServer
from rotonde.server.notify import Notifier, NotifySettings
from rotonde.server.people import People
from rotonde.web import account, guard, pages
from rotonde.web.render import STATIC
from rotonde.web.subpath import SubPath
from tests.server.fake_services import MailBox, PushService, mail_server, push_service
from tests.server.known import with_people


@dataclass
class Office:
    app: Starlette
    database: Database
    accounts: Accounts
    notifier: Notifier
    box: MailBox
    service: PushService

    def send_all(self) -> int:
        messages = self.notifier.take()
        for message in messages:
            self.notifier.hand_over(message)
        return len(messages)


@contextmanager
def office(folder: Path, url: str = "", mail: bool = True, root: str = "") -> Iterator[Office]:
    database = with_people(open_database(folder / "rotonde.sqlite3"))
    with mail_server() as box, push_service() as service:
        server = MailServer("127.0.0.1", box.port, "", "", tls=False) if mail else None
        settings = NotifySettings(url, server, "gare@rotonde.example", (service.url,), patience=0)
        app = Starlette(
            routes=[*pages.routes(), *account.routes(), Mount("/static", StaticFiles(directory=STATIC))],
            middleware=[
                Middleware(SubPath, root=root),
                Middleware(guard.SecurityHeaders),
                Middleware(guard.SameOrigin),
                Middleware(guard.BodyLimit),
            ],
            exception_handlers=dict(pages.exception_handlers()),
        )
        app.state.house = SimpleNamespace(people=People(database))
        app.state.accounts = Accounts(database, [ratings.BELONGINGS, notify.BELONGINGS])
        app.state.notifier = Notifier(database, settings)
        yield Office(app, database, app.state.accounts, app.state.notifier, box, service)
    database.close()
