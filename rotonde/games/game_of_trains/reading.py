"""Game of Trains: what lies on the table as one seat sees it, in plain Python, for the words and the picture.

Nothing here decides a rule. Everything works on hidden states (an unknown card is 0) and during the set-up.
"""

from typing import TYPE_CHECKING

from .rules import CARDS, CHOOSE, DEAL, HAND, HANDS, REFILL, SLOTS, Verb

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

REMOVABLE = (0, 3, 6)
"""The slots that can be removed and protected: first, middle, last."""


def train(seen: "Seen", seat: int) -> list[int]:
    """The wagons of that seat from the locomotive on; 0 is a gap."""
    return seen.state.train[seat].tolist()


def row(seen: "Seen") -> list[int]:
    """The card that lies in the station for each ability; 0 is none."""
    return seen.state.row.tolist()


def lock(seen: "Seen", seat: int, slot: int) -> int:
    """The padlock card under that wagon; 0 is none."""
    return int(seen.state.lock[seat, slot // 3]) if slot in REMOVABLE else 0


def hand(seen: "Seen", seat: int) -> list[int]:
    """The set-up cards of that seat as far as the viewer knows them; the drawn card is not one of them."""
    drawn, where = int(seen.state.drawn), seen.state.where.tolist()
    return [card for card in range(1, CARDS + 1) if where[card] == HAND + seat and card != drawn]


def hand_count(seen: "Seen", seat: int) -> int:
    """How many cards that seat holds, drawn or received in set-up."""
    return int(seen.state.hand_count[seat])


def ability(seen: "Seen", card: int) -> int:
    return int(seen.box.ability[card])


def coupled(wagons: list[int], slot: int) -> bool:
    """Whether the wagon in that slot and the next one are in order."""
    return 0 < wagons[slot] < wagons[slot + 1]


def couplings(wagons: list[int]) -> int:
    """How many of the six couplings are in order."""
    return sum(coupled(wagons, slot) for slot in range(SLOTS - 1))


def discard_count(seen: "Seen") -> int:
    """Everything that is neither in the pile nor in a hand nor face up."""
    seats = range(seen.players)
    in_hands = sum(hand_count(seen, seat) for seat in seats)
    in_trains = sum(card > 0 for seat in seats for card in train(seen, seat))
    under_trains = sum(lock(seen, seat, slot) > 0 for seat in seats for slot in REMOVABLE)
    in_row = sum(card > 0 for card in row(seen))
    return CARDS - int(seen.state.pile_count) - in_hands - in_trains - under_trains - in_row


def receiver(seen: "Seen", verb: int, operand: int) -> int:
    """The seat that a move is about: who acts, or who gets what chance gives."""
    s = seen.state
    if verb == Verb.FIRST:
        return operand
    if s.phase == DEAL:
        return (int(s.first) + int(s.waiting) // SLOTS) % seen.players
    if s.phase == HANDS:
        return (int(s.first) + int(s.waiting)) % seen.players
    if s.phase == REFILL:
        return (int(s.active) + int(s.waiting)) % seen.players
    return int(s.active)


def setting_up(seen: "Seen") -> bool:
    return int(seen.state.phase) <= CHOOSE
