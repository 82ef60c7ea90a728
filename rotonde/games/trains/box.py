"""What is in the box of Trains: 39 cards, two boards, and the options of a table."""

import json
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import comb
from typing import Any

from rotonde.kernel.errors import BadOption
from rotonde.kernel.info import Option

from .rules import BASIC, CARDS, CHOSEN, EFFECTS, FAR, FREE, HEXES, LANDFILL, SEATS, TERRAINS, Box

ROUNDS = 100
STATION_TOKENS = 30
CITY_POINTS = (0, 2, 4, 8)
CHAIRS = tuple(f"chair-{chair}" for chair in range(1, SEATS + 1))


def _data(name: str) -> dict[str, Any]:
    return json.loads((files(str(__package__)) / "data" / f"{name}.json").read_text("utf-8"))


@cache
def cards() -> tuple[dict[str, Any], ...]:
    """The entries of the 39 cards; card n is entry n - 1."""
    return tuple(_data("cards")["cards"])


SET_LABELS = {
    "beginner-tokyo": {"fr": "Premiers pas à Tokyo", "en": "First steps in Tokyo"},
    "beginner-osaka": {"fr": "Premiers pas à Osaka", "en": "First steps in Osaka"},
    "reforming-and-tunneling": {"fr": "Réformes et tunnels", "en": "Reforming and tunnelling"},
    "holiday-pass": {"fr": "Billet de vacances", "en": "Holiday pass"},
    "landfill": {"fr": "Décharge et 7 au hasard", "en": "Landfill and 7 at random"},
    "random": {"fr": "8 au hasard", "en": "8 at random"},
}

OPTIONS = (
    Option(
        name="board",
        default="tokyo",
        choices=("tokyo", "osaka"),
        label={"fr": "Plateau", "en": "Board"},
        help={
            "fr": "Osaka a plus de montagnes et de lieux éloignés, Tokyo plus de grandes villes.",
            "en": "Osaka has more mountains and remote places, Tokyo more large cities.",
        },
        value_labels={"tokyo": {"fr": "Tokyo", "en": "Tokyo"}, "osaka": {"fr": "Osaka", "en": "Osaka"}},
    ),
    Option(
        name="cards",
        default="beginner-tokyo",
        choices=tuple(SET_LABELS),
        label={"fr": "Les huit cartes de la partie", "en": "The eight cards of the game"},
        help={
            "fr": "Avec Décharge, on se débarrasse plus facilement de la Ferraille.",
            "en": "With Landfill it is easier to get rid of Waste.",
        },
        value_labels=SET_LABELS,
    ),
    Option(
        name="chosen",
        default="",
        choices=(),
        label={"fr": "Ou un choix précis", "en": "Or a choice of your own"},
        help={
            "fr": "Le nom d’un choix, que la partie donne, ou des cartes séparées par des virgules : Décharge, TGV… "
            "S’il y en a moins de huit, le sort complète.",
            "en": "The name of a choice, as a game gives it, or cards separated by commas: Landfill, Bullet Train… "
            "If there are fewer than eight, the rest is drawn by lot.",
        },
        picks=tuple({"fr": card["fr"], "en": card["en"]} for card in cards()[BASIC:]),
        most_picks=CHOSEN,
    ),
    Option(
        name="first",
        default="random",
        choices=(*CHAIRS, "random"),
        label={"fr": "Qui commence", "en": "Who begins"},
        help={
            "fr": "Le sort, ou l’une des places occupées.",
            "en": "By lot, or one of the chairs that are taken.",
        },
        value_labels={
            **{
                name: {"fr": f"La place {chair}", "en": f"Chair {chair}"}
                for chair, name in enumerate(CHAIRS, 1)
            },
            "random": {"fr": "Le sort", "en": "By lot"},
        },
    ),
)

# How a choice of eight is named: its number among all such choices, in four syllables.
CONSONANTS = "bdfgjklmnprstvz"
VOWELS = "aeiou"
SYLLABLES = tuple(consonant + vowel for consonant in CONSONANTS for vowel in VOWELS)
NAME_SYLLABLES = 4


@cache
def hexes(board: str) -> tuple[tuple[str, int, str], ...]:
    """Terrain, number and name of each hex, row by row."""
    plain: tuple[Any, ...] = (0, "")
    rows: list[list[list[Any]]] = _data("boards")[board]["rows"]
    return tuple((one[0], *(one[1:] or plain)) for row in rows for one in row)


@cache
def places(board: str) -> tuple[tuple[int, int], ...]:
    """Row and column of each hex. Rows with an odd number stand half a hex further right."""
    rows: list[list[Any]] = _data("boards")[board]["rows"]
    return tuple((row, column) for row, line in enumerate(rows) for column in range(len(line)))


@cache
def blocked(board: str) -> frozenset[tuple[int, int]]:
    """C4. The borders that no rail crosses, the lower hex first."""
    pairs: list[list[int]] = _data("boards")[board]["blocked"]
    return frozenset((min(pair), max(pair)) for pair in pairs)


@cache
def neighbours(board: str) -> tuple[tuple[int, ...], ...]:
    """C3, C4. The hexes next to each hex, but not across a blocked border."""
    spot = {place: number for number, place in enumerate(places(board))}
    found: list[tuple[int, ...]] = []
    for number, (row, column) in enumerate(places(board)):
        left = column - 1 + row % 2
        around = [(row, column - 1), (row, column + 1)]
        around += [(row + step, side) for step in (-1, 1) for side in (left, left + 1)]
        near = [spot[place] for place in around if place in spot]
        found.append(
            tuple(
                sorted(
                    other for other in near if (min(number, other), max(number, other)) not in blocked(board)
                )
            )
        )
    return tuple(found)


@cache
def distances(board: str) -> tuple[tuple[int, ...], ...]:
    """L2. How many rails it takes from each hex to each other."""
    return tuple(_distances_from(board, number) for number in range(HEXES))


def _distances_from(board: str, start: int) -> tuple[int, ...]:
    far = [FAR] * HEXES
    far[start] = 0
    waiting = [start]
    for one in waiting:
        for other in neighbours(board)[one]:
            if far[other] == FAR and hexes(board)[other][0] != "sea":
                far[other] = far[one] + 1
                waiting.append(other)
    return tuple(far)


# ---------------------------------------------------------------- the eight chosen cards


def name_of(chosen: Iterable[int]) -> str:
    """The name of a choice of eight cards: the same cards have the same name everywhere."""
    ordered = sorted(card - BASIC - 1 for card in chosen)
    number = sum(comb(card, place + 1) for place, card in enumerate(ordered))
    syllables: list[str] = []
    for _ in range(NAME_SYLLABLES):
        number, syllable = divmod(number, len(SYLLABLES))
        syllables.append(SYLLABLES[syllable])
    return "".join(reversed(syllables))


def cards_named(name: str) -> list[int] | None:
    """The choice of eight with that name; None when there is none."""
    parts = [name[start : start + 2] for start in range(0, len(name), 2)]
    if len(parts) != NAME_SYLLABLES or any(part not in SYLLABLES for part in parts):
        return None
    number = 0
    for part in parts:
        number = number * len(SYLLABLES) + SYLLABLES.index(part)
    others = CARDS - BASIC - 1
    if number >= comb(others, CHOSEN):
        return None
    found: list[int] = []
    for place in range(CHOSEN, 0, -1):
        card = max(card for card in range(others) if comb(card, place) <= number)
        number -= comb(card, place)
        found.append(card + BASIC + 1)
    return sorted(found)


def chosen_cards(text: str) -> list[int]:
    """Cards from the name of a choice, or from up to eight names separated by commas. BadOption says what is wrong."""
    named = cards_named(text.strip().lower())
    if named is not None:
        return named
    found: list[int] = []
    for part in text.split(","):
        card = _cards_to_choose().get(_plain(part))
        if card is None:
            wrong = part.strip()
            raise BadOption(
                f"« {wrong} » n’est ni une carte à choisir ni le nom d’un choix.",
                f"“{wrong}” is neither a card to choose nor the name of a choice.",
            )
        if card in found:
            entry = cards()[card - 1]
            raise BadOption(
                f"{entry['fr']} n’a qu’une pile : nommez chaque carte une fois.",
                f"{entry['en']} has only one pile: name each card once.",
            )
        found.append(card)
    if len(found) > CHOSEN:
        raise BadOption(
            f"Il n’y a que {CHOSEN} piles à choisir, pas {len(found)}.",
            f"There are only {CHOSEN} piles to choose, not {len(found)}.",
        )
    return found


@cache
def _cards_to_choose() -> dict[str, int]:
    """The thirty other cards by their id and by their name in each language."""
    return {
        _plain(card[name]): number
        for number, card in enumerate(cards(), 1)
        if number > BASIC
        for name in ("id", "fr", "en")
    }


def _plain(name: str) -> str:
    """Letters and figures only, without accents: as people write who are in a hurry."""
    letters = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def _piles(options: dict[str, Any]) -> Sequence[int]:
    """S5. The chosen cards; those missing are drawn by lot."""
    if options["chosen"]:
        return chosen_cards(options["chosen"])
    if options["cards"] == "random":
        return ()
    if options["cards"] == "landfill":
        return (LANDFILL,)
    ids = [card["id"] for card in cards()]
    return [ids.index(one) + 1 for one in _data("cards")["sets"][options["cards"]]]


# ---------------------------------------------------------------- the box


def box(players: int, options: dict[str, Any]) -> Box:
    """C1-C4. The cards, the board, and what this table has chosen."""
    made: Any = Box()
    made.players = players
    made.turn_limit = ROUNDS * players
    made.first = _first(players, options["first"])
    for place, card in enumerate(_piles(options)):
        made.pile[place] = card
    for number, card in enumerate(cards(), 1):
        _add_card(made, number, card)
    _add_board(made, options["board"])
    for stations, points in enumerate(CITY_POINTS):
        made.city_points[stations] = points
    return made


def _first(players: int, wish: str) -> int:
    """S6. Who begins; -1: drawn by lot."""
    if wish == "random":
        return -1
    chair = CHAIRS.index(wish)
    if chair >= players:
        raise BadOption(
            f"À {players} joueurs, personne n’est à la place {chair + 1}.",
            f"With {players} players nobody sits on chair {chair + 1}.",
        )
    return chair


def _add_card(made: Any, number: int, card: dict[str, Any]) -> None:
    made.cost[number] = card["cost"]
    made.value[number] = card["value"]
    made.points[number] = card["points"]
    made.copies[number] = card["copies"]
    made.start[number] = card.get("start", 0)
    made.for_sale[number] = card["pile"] != "none" and "waste" not in card["types"]
    made.train[number] = "train" in card["types"]
    made.action[number] = "action" in card["types"]
    made.green[number] = "rail" in card["types"]
    made.victory[number] = "victory" in card["types"]
    made.effect[number] = EFFECTS.index(card.get("effect", "none"))
    made.amount[number] = card.get("amount", 0)
    made.free[number] = 1 << FREE.index(card["free"]) if "free" in card else 0


def _add_board(made: Any, board: str) -> None:
    slots = 0
    for number, (terrain, value, _) in enumerate(hexes(board)):
        made.terrain[number] = TERRAINS.index(terrain)
        made.number[number] = value
        slots += value if terrain == "city" else 0
        for other, rails in enumerate(distances(board)[number]):
            made.distance[number, other] = rails
    # Fewer tokens than places: while a token is left, so is a place for it.
    made.station_tokens = min(STATION_TOKENS, slots)
    assert len(hexes(board)) == HEXES
