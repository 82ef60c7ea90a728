"""Who may sit at a new table, and what the form that sets one up calls it."""

from rotonde.kernel.info import Value
from rotonde.players import levels
from rotonde.server import names
from rotonde.web import i18n

PERSON = "person"
OPEN = "open"
INVITED = "invited"
BOT = "bot:"
KINDS = (PERSON, OPEN, INVITED, *(BOT + level.id for level in levels.LEVELS))
DEFAULT_BOT = BOT + levels.DEFAULT
NAME_LENGTH = 24


def default_name(lang: str, seat: int, kind: str) -> str:
    """The name of a seat whose name field was left empty: bots are called after engines."""
    if kind in (OPEN, INVITED):
        return ""
    return i18n.text(lang, "new.default", n=seat + 1) if kind == PERSON else names.BOT_NAMES[seat]


def clean_name(name: str) -> str:
    """A name as it will be shown; empty when nothing is left."""
    return names.clean_name(name, NAME_LENGTH)


def choice(value: Value) -> str:
    """How the form writes a value of an option: true, false, a number or a word."""
    return str(value).lower() if isinstance(value, bool) else str(value)
