"""Trains: what lies on the table as one seat sees it, in plain Python, for the words and the picture.

Nothing here decides a rule. Everything works on hidden states (an unknown card is 0) and during the set-up.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rotonde.kernel.moves import pack

from . import box, rules
from .rules import CARDS, CITY, DEAL, HEXES, REMOTE, START, TURN, WASTE, Verb

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen


def board(seen: "Seen") -> str:
    return str(seen.options["board"])


def kinds(seen: "Seen") -> list[int]:
    """The cards of this game that are known so far."""
    return [card for card in _state(seen).kind.tolist() if card]


def cards_in(seen: "Seen", place: str, seat: int | None = None) -> dict[int, int]:
    """How many of each card lie in a place."""
    cells = getattr(_state(seen), place)
    counts: list[int] = (cells if seat is None else cells[seat]).tolist()
    return {card: count for card, count in enumerate(counts) if count}


def owned(seen: "Seen", seat: int) -> dict[int, int]:
    """D3. All cards of a player, wherever they lie. Everybody knows which they are, though not who holds which."""
    cards = Counter(card for card in top(seen, seat) if card)
    for place in ("deck", "hand", "discard"):
        cards += Counter(cards_in(seen, place, seat))
    if seat == _state(seen).active:
        for place in ("play", "received", "aside"):
            cards += Counter(cards_in(seen, place))
    return dict(cards)


def is_played(seen: "Seen", card: int) -> bool:
    """Buildings and Waste never are."""
    return card != WASTE and not _box(seen).victory[card]


def top(seen: "Seen", seat: int) -> list[int]:
    """The known cards on top of a deck, the uppermost first; 0 is one that the viewer does not know."""
    return _state(seen).top[seat].tolist()[: _state(seen).top_count[seat]]


def deck_count(seen: "Seen", seat: int) -> int:
    return int(_state(seen).deck_count[seat]) + int(_state(seen).top_count[seat])


def rails_on(seen: "Seen", number: int) -> list[int]:
    """The seats that have a rail on a hex."""
    return [seat for seat in range(seen.players) if _state(seen).rail[number] >> seat & 1]


def rails_of(seen: "Seen", seat: int) -> list[int]:
    return [number for number in range(HEXES) if _state(seen).rail[number] >> seat & 1]


@dataclass(frozen=True)
class Surcharge:
    """What laying a rail on a hex costs the active player, in its parts."""

    terrain: int
    stations: int
    rivals: int
    total: int
    waste: bool
    """Whether laying brings a Waste of its own, beside that of the card."""


def surcharge(seen: "Seen", number: int) -> Surcharge:
    s, made = _state(seen), _box(seen)
    total = int(rules.surcharge(made, s, number))
    ground = min(total, int(rules.terrain_cost(made, s, number)))
    stations = int(s.station[number]) if ground and made.terrain[number] == CITY else 0
    waste = bool(rules.brings_waste(s, number)) and not s.no_waste and bool(s.supply[WASTE])
    return Surcharge(ground - stations, stations, total - ground, total, waste)


def prices(seen: "Seen") -> dict[int, Surcharge]:
    """What a rail would cost the viewer where one may go next; only in a turn, with a rail or a green card to use."""
    s, seat = _state(seen), seen.seat
    if seat < 0 or seat != s.active or s.phase != TURN:
        return {}
    views = [seen]
    if not s.rail_points:
        legal = seen.moves()
        green = [pack(Verb.PLAY, card) for card in cards_in(seen, "hand", seat) if _box(seen).green[card]]
        views = [seen.after(move) for move in green if move in legal]
    near = [number for number in range(HEXES) if s.away[seat, number] == 1]
    return {
        number: min((surcharge(view, number) for view in views), key=lambda price: price.total)
        for number in near
        if views
    }


@dataclass(frozen=True)
class Points:
    """Where a player's points come from."""

    cities: int
    remote: int
    cards: int
    track: int

    @property
    def total(self) -> int:
        return self.cities + self.remote + self.cards + self.track


def points(seen: "Seen", seat: int) -> Points:
    """The points of a seat in their parts; their sum is its score."""
    s, made = _state(seen), _box(seen)
    scored = {CITY: 0, REMOTE: 0}
    for number in rails_of(seen, seat):
        terrain = int(made.terrain[number])
        if terrain in scored:
            scored[terrain] += int(rules.rail_score(made, s, number))
    return Points(scored[CITY], scored[REMOTE], int(rules.card_score(made, s, seat)), int(s.track[seat]))


def round_number(seen: "Seen") -> int:
    return (max(1, int(_state(seen).turn)) - 1) // seen.players + 1


def setting_up(seen: "Seen") -> bool:
    return int(_state(seen).phase) <= START


def receiver(seen: "Seen", verb: int, operand: int) -> int:
    """The seat that a move is about: who acts, or who gets what chance gives."""
    s = _state(seen)
    if verb == Verb.FIRST:
        return operand
    if s.phase == DEAL:
        return (int(s.first) + int(s.waiting)) % seen.players
    return int(s.active)


def choice_name(seen: "Seen") -> str:
    """The name of this game's choice of eight cards; nothing before they are drawn."""
    chosen = [card for card in kinds(seen) if 9 < card < CARDS]
    return box.name_of(chosen) if len(chosen) == 8 else ""


def _state(seen: "Seen") -> Any:
    return seen.state


def _box(seen: "Seen") -> Any:
    return seen.box
