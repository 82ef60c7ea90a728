"""What is said when something cannot be done, and how a command ends then."""

import errno
import signal
import socket
import sys
from unicodedata import category

from rotonde.kernel.errors import Problem
from rotonde.lab.wording import LANGS, Wording

FINE, BAD, USAGE = 0, 1, 2
INTERRUPTED = 128 + signal.SIGINT
LONGEST_COMPLAINT = 600


def told(problem: Problem, say: Wording) -> str:
    told = problem.told[say.lang]
    return f"{told.text} ({say('règle', 'rule')} {told.rule})" if told.rule else told.text


def complain(text: str, code: int, say: Wording) -> int:
    print(f"rotonde{say(' :', ':')} {harmless(text)}", file=sys.stderr)
    return code


def harmless(text: str) -> str:
    """What came from a file or an argument: nothing in it may command the terminal, or fill it."""
    shown = "".join(
        "\ufffd" if category(letter) in ("Cc", "Cf") and letter != "\n" else letter for letter in text
    )
    too_long = len(shown) > LONGEST_COMPLAINT
    return f"{shown[: LONGEST_COMPLAINT // 2]} … {shown[-LONGEST_COMPLAINT // 2 :]}" if too_long else shown


def os_trouble(where: object, failure: OSError, say: Wording) -> str:
    return f"{where}{say(' :', ':')} {os_reason(failure, say)}."


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


def os_reason(failure: OSError, say: Wording) -> str:
    told = failure.strerror or str(failure)
    if isinstance(failure, socket.gaierror):
        return say("cette adresse est inconnue", "this address is not known")
    return say(OS_REASONS.get(failure.errno or 0, told), told)


class Unreadable(Problem):
    """There is no such file, or it cannot be read."""


def unreadable(name: str, failure: OSError) -> Unreadable:
    reason = {lang: os_reason(failure, Wording(lang)) for lang in LANGS}
    return Unreadable(
        f"{name} ne peut pas être lu : {reason['fr']}.", f"{name} cannot be read: {reason['en']}."
    )
