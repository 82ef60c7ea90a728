"""The list of the games: the only place outside a game's folder that names one."""

from importlib import import_module, resources

from rotonde.kernel.info import GameInfo

PLAYABLE = {
    "game-of-trains": "rotonde.games.game_of_trains",
    "places-assises": "rotonde.games.places_assises",
    "trains": "rotonde.games.trains",
    "grandes-lignes": "rotonde.games.grandes_lignes",
    "convoi-express": "rotonde.games.convoi_express",
}

ANNOUNCED: dict[str, str] = {}


def info(game: str) -> GameInfo:
    """What a listed game, playable or announced, says of itself. KeyError when nobody listed it."""
    return import_module(_module(game)).INFO


def poster(game: str) -> str:
    """The game's poster as SVG text; its words stand as {line1}, {line2} and {tagline}."""
    return resources.files(_module(game)).joinpath("poster.svg").read_text("utf-8")


def _module(game: str) -> str:
    return (PLAYABLE | ANNOUNCED)[game]
