"""E-mail, where the host named a mail server."""

import re
import smtplib
import ssl
import time
from dataclasses import dataclass
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

from rotonde.kernel.errors import Problem

from .delivery import Impossible, Later

TIMEOUT = 20
HOUSE = "Rotonde"
_PLAIN = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")


class BadSettings(Problem):
    """What the host wrote cannot be understood."""


_NO_SERVER = (
    "ROTONDE_SMTP n’est pas une adresse comme smtp://user:password@host:587.",
    "ROTONDE_SMTP is no address like smtp://user:password@host:587.",
)


@dataclass(frozen=True)
class MailServer:
    host: str
    port: int
    user: str
    password: str
    tls: bool
    """From the first byte; otherwise the server is asked whether it can."""

    @staticmethod
    def read(address: str) -> "MailServer":
        """From smtp://user:password@host:port, or smtps:// for TLS from the first byte."""
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            raise BadSettings(*_NO_SERVER) from None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise BadSettings(*_NO_SERVER)
        tls = parts.scheme == "smtps"
        return MailServer(
            host=parts.hostname,
            port=port or (465 if tls else 587),
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            tls=tls,
        )

    @property
    def is_local(self) -> bool:
        return self.host in ("localhost", "127.0.0.1", "::1")

    def __repr__(self) -> str:
        return f"MailServer({self.host}:{self.port})"  # without the password


def is_address(text: str) -> bool:
    return len(text) <= 254 and _PLAIN.fullmatch(text) is not None


@dataclass(frozen=True)
class Letter:
    id: str
    """The same when it is sent again, so that who gets it twice sees it once."""
    to: str
    subject: str
    text: str
    stop: str = ""
    """The address that ends such letters with one click (RFC 8058)."""


def send(letter: Letter, sender: str, server: MailServer) -> None:
    """Hand it over. Later when it should be tried again, else Impossible."""
    # Longer lines than usual: mail programs do not find an address that was encoded in order to fold it.
    message = EmailMessage(policy.SMTP.clone(max_line_length=998))
    message["From"] = Address(HOUSE, addr_spec=sender)
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = formatdate(time.time())
    message["Message-ID"] = f"<{letter.id}@{sender.partition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        message["List-Unsubscribe"] = f"<{letter.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text)
    safe = ssl.create_default_context()
    try:
        if server.tls:
            line = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=safe)
        else:
            line = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
        with line:
            line.ehlo_or_helo_if_needed()
            if not server.tls and line.has_extn("starttls"):
                line.starttls(context=safe)
                line.ehlo()
            elif not server.tls and server.user and not server.is_local:
                raise Later("the mail server offers no TLS, and the password is not sent without")
            if server.user:
                line.login(server.user, server.password)
            line.send_message(message)
    except smtplib.SMTPRecipientsRefused as refusal:
        codes = [code for code, _ in refusal.recipients.values()]
        if all(code >= 500 for code in codes):
            raise Impossible(f"SMTP {codes[0]}") from None
        raise Later(f"SMTP {codes[0]}") from None
    except smtplib.SMTPResponseException as answer:
        # A wrong password or a full disk is the host's to put right: what waits is sent then.
        raise Later(f"SMTP {answer.smtp_code}") from None
    except (smtplib.SMTPException, OSError) as failure:
        raise Later(type(failure).__name__) from None
