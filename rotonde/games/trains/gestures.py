"""Trains: what spares a person clicks. Every gesture is a row of ordinary moves that could be made one by one.

Touching a pile that the Trains in hand can pay plays them and buys; touching a hex plays a green card, pays and lays.
A gesture decides nothing: it makes no choice, takes no Waste that nobody asked for, and trashes nothing.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.prose import and_list, tell
from rotonde.kernel.subset import OVER
from rotonde.kernel.telling import Order, Proposal

from . import reading
from .lexicon import at_hex, card_list, card_name
from .rules import (
    CLEAR_WASTE,
    COPY,
    DRAW_CARDS,
    EARLY,
    EXCHANGE,
    FIND_TRAINS,
    IRONWORKS,
    NO_EFFECT,
    NO_WASTE,
    REBUILD_TRAIN,
    SCORE,
    SELL_CARDS,
    SHOW_TRAIN,
    SORT,
    STATION,
    TRAIN_VALUE,
    TURN,
    WASTE,
    WITH_NORMAL_TRAIN,
    Verb,
)
from .words import gains, money_left, surcharge_words

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

# Effects that ask for nothing and take nothing away, in the order in which they help each other: what holds for the
# whole turn, the plain Trains, what looks at Trains in play, and what draws at the very end.
ASK_NOTHING = (
    IRONWORKS,
    NO_WASTE,
    CLEAR_WASTE,
    NO_EFFECT,
    WITH_NORMAL_TRAIN,
    SCORE,
    EARLY,
    TRAIN_VALUE,
    FIND_TRAINS,
    DRAW_CARDS,
)
WANT_TRAINS_IN_HAND = (SHOW_TRAIN, REBUILD_TRAIN, EXCHANGE, SELL_CARDS)
DISCARD_CARDS = (EXCHANGE, SELL_CARDS, SORT)

TRAINS_FOR_ME = "trains"


@dataclass(frozen=True)
class Row:
    """Moves one after the other, and what the viewer sees after the last that is certain."""

    moves: tuple[int, ...]
    seen: "Seen"

    def then(self, move: int) -> "Row":
        # While cards are being drawn nothing is certain: what was legal before the draw is taken to be so after it.
        certain = self.seen.actor == self.seen.seat
        return Row((*self.moves, move), self.seen.after(move) if certain else self.seen)


# ---------------------------------------------------------------- rows of moves


def _play_all(seen: "Seen", only_trains: bool = False) -> Row:
    """All cards in hand, or all Trains, that ask for nothing; for its value one that can do no more."""
    held, made = reading.cards_in(seen, "hand", seen.seat), seen.box
    cards = [card for card in held if int(made.effect[card]) in ASK_NOTHING and reading.is_played(seen, card)]
    if only_trains:
        cards = [card for card in cards if made.train[card]]
    cards.sort(key=lambda card: (ASK_NOTHING.index(int(made.effect[card])), card))
    row = Row((), seen)
    for card in cards:
        for _ in range(held[card]):
            move = pack(Verb.PLAY, card)
            if row.seen.actor == seen.seat and move not in row.seen.moves():
                if not made.value[card]:
                    continue
                move = pack(Verb.PLAY_PLAIN, card)
            row = row.then(move)
    return row


def _paying(seen: "Seen") -> list[Row]:
    """With the money there is, and with that of all Trains in hand."""
    trains = _play_all(seen, only_trains=True)
    return [Row((), seen), trains] if trains.moves else [Row((), seen)]


def _ready_to_build(seen: "Seen") -> list[Row]:
    """The rows after which a rail can be laid or a station built, shortest first."""
    rows: list[Row] = []
    for paid in _paying(seen):
        if paid.seen.state.rail_points:
            rows.append(paid)
            continue
        legal = paid.seen.moves()
        for card in reading.cards_in(paid.seen, "hand", seen.seat):
            builds = paid.seen.box.green[card] or paid.seen.box.effect[card] == STATION
            if builds and pack(Verb.PLAY, card) in legal:
                rows.append(paid.then(pack(Verb.PLAY, card)))
    return rows


def _building(seen: "Seen") -> dict[int, list[Row]]:
    """By hex: the rows that end with a rail or a station there, one a card that builds it, cheapest rails first."""
    found: dict[int, dict[tuple[int, int], Row]] = {}
    alone = seen.moves()
    for row in _ready_to_build(seen):
        for move in row.seen.moves():
            if verb_of(move) in (Verb.LAY, Verb.STATION) and move not in alone:
                found.setdefault(a_of(move), {}).setdefault((row.moves[-1], move), row.then(move))
    return {
        number: sorted(rows.values(), key=lambda row: -row.seen.state.money) for number, rows in found.items()
    }


def _buying(seen: "Seen") -> dict[int, list[Row]]:
    """By card: play all Trains and buy it; where nothing would be left to do, end the turn as well."""
    found: dict[int, list[Row]] = {}
    alone = seen.moves()
    for paid in _paying(seen):
        for move in paid.seen.moves():
            if verb_of(move) == Verb.BUY and a_of(move) not in found:
                bought = paid.then(move)
                rows = [] if move in alone else [bought]
                if not _has_more_to_do(bought.seen):
                    rows.append(bought.then(pack(Verb.END)))
                if rows:
                    found[a_of(move)] = rows
    return found


def _has_more_to_do(seen: "Seen") -> bool:
    """Whether a card is left to play, a rail to lay, or money for another card."""
    return any(verb_of(move) not in (Verb.END, Verb.PASS) for move in seen.moves())


def _discarding(seen: "Seen") -> Row:
    """Where cards are discarded: all those that are never played."""
    row = Row((), seen)
    held = reading.cards_in(seen, "hand", seen.seat)
    for card in sorted((card for card in held if not reading.is_played(seen, card)), reverse=True):
        for _ in range(held[card]):
            if pack(Verb.DISCARD, card) in row.seen.moves():
                row = row.then(pack(Verb.DISCARD, card))
    if row.moves and pack(Verb.DONE) in row.seen.moves():
        row = row.then(pack(Verb.DONE))
    return row


def _before(seen: "Seen", row: Row, verb: Verb) -> Row:
    """The part of a row before its first move of this kind."""
    part = Row((), seen)
    for move in row.moves:
        if verb_of(move) == verb:
            break
        part = part.then(move)
    return part


# ---------------------------------------------------------------- what is offered


def proposals(seen: "Seen", thing: str | None, lang: str) -> list[Proposal]:
    if seen.actor != seen.seat:
        return []
    if int(seen.state.effect) in DISCARD_CARDS:
        return [] if thing else _discard_proposals(seen, lang)
    if seen.state.phase != TURN:
        return []
    if thing is None:
        return _play_proposals(seen, lang)
    kind, _, rest = thing.partition("-")
    if kind == "pile" and rest.isdecimal():
        return [_buy(seen, row, lang) for row in _buying(seen).get(int(rest), [])]
    if kind == "hex" and rest.isdecimal():
        return [_build(seen, row, lang) for row in _building(seen).get(int(rest), [])]
    return []


def targets(seen: "Seen") -> list[str]:
    if seen.actor != seen.seat or seen.state.phase != TURN:
        return []
    return [*(f"hex-{number}" for number in _building(seen)), *(f"pile-{card}" for card in _buying(seen))]


def _play_proposals(seen: "Seen", lang: str) -> list[Proposal]:
    trains, everything = _play_all(seen, only_trains=True), _play_all(seen)
    made: list[Proposal] = []
    if len(trains.moves) > 1:
        words = tell(lang, "Jouer tous les trains", "Play all trains")
        made.append(Proposal(trains.moves, words, _cards_and_money(seen, trains, lang)))
    if len(everything.moves) > max(1, len(trains.moves)):
        words = tell(lang, "Jouer tout ce qui ne demande aucun choix", "Play all that asks for no choice")
        made.append(Proposal(everything.moves, words, _cards_and_money(seen, everything, lang)))
    return made


def _cards_and_money(seen: "Seen", row: Row, lang: str) -> str:
    cards = Counter(a_of(move) for move in row.moves)
    return " ".join([f"{card_list(cards, lang)}.", *gains(seen, row.seen, lang)])


def _discard_proposals(seen: "Seen", lang: str) -> list[Proposal]:
    row = _discarding(seen)
    if len(row.moves) < 2:
        return []
    words = tell(lang, "Défausser ce qui ne se joue pas", "Discard what is never played")
    cards = Counter(a_of(move) for move in row.moves if verb_of(move) == Verb.DISCARD)
    return [Proposal(row.moves, words, f"{card_list(cards, lang)}.")]


def _buy(seen: "Seen", row: Row, lang: str) -> Proposal:
    card = next(a_of(move) for move in row.moves if verb_of(move) == Verb.BUY)
    name = card_name(card, lang)
    before = _before(seen, row, Verb.BUY)
    after = before.then(pack(Verb.BUY, card)).seen
    words = tell(lang, f"Acheter {name}", f"Buy {name}")
    if before.moves:
        words = tell(lang, f"Jouer tous les trains et acheter {name}", f"Play all trains and buy {name}")
    if verb_of(row.moves[-1]) == Verb.END:
        words += tell(lang, ", puis finir le tour", ", then end the turn")
    return Proposal(row.moves, words, " ".join(gains(before.seen, after, lang)))


def _build(seen: "Seen", row: Row, lang: str) -> Proposal:
    """Cards, cost in its parts, what is left, and the Waste of the card and of the hex together."""
    number = a_of(row.moves[-1])
    place = at_hex(reading.board(seen), number, lang)
    rail = verb_of(row.moves[-1]) == Verb.LAY
    before, after = _before(seen, row, Verb(verb_of(row.moves[-1]))), row.seen
    steps: list[str] = []
    if any(seen.box.train[a_of(move)] for move in before.moves):
        steps.append(tell(lang, "jouer tous les trains", "play all trains"))
    builder = a_of(before.moves[-1])
    if not seen.box.train[builder]:
        steps.append(tell(lang, f"jouer {card_name(builder, lang)}", f"play {card_name(builder, lang)}"))
    if rail:
        cost = reading.surcharge(before.seen, number).total
        steps.append(tell(lang, f"poser un rail {place} pour {cost}", f"lay a rail {place} for {cost}"))
    else:
        steps.append(tell(lang, f"bâtir une gare {place}", f"build a station {place}"))
    words = and_list(steps, lang)
    notes = [surcharge_words(before.seen, number, lang)] if rail else []
    notes += [money_left(after, lang)] if rail and after.state.money != before.seen.state.money else []
    notes += gains(seen, after, lang, money=False)
    tags = {f"hex-{number}": str(reading.surcharge(before.seen, number).total)} if rail else {}
    return Proposal(row.moves, words[0].upper() + words[1:], " ".join(notes), tags)


# ---------------------------------------------------------------- said beforehand


def orders(seen: "Seen", lang: str) -> list[Order]:
    if seen.seat < 0 or seen.actor == OVER:
        return []
    return [
        Order(
            TRAINS_FOR_ME,
            tell(lang, "Mes trains se jouent d’eux-mêmes", "My plain trains play themselves"),
            tell(
                lang,
                "Sauf avec de la Ferraille en main, ou une carte qui a besoin d’un train en main.",
                "Not with Waste in hand, nor with a card that needs a train in hand.",
            ),
        )
    ]


def obey(seen: "Seen", order: str) -> int | None:
    """A Train without effect, unless it may be wanted in hand, or the turn be passed to return Waste."""
    if order != TRAINS_FOR_ME or seen.actor != seen.seat or seen.state.phase != TURN:
        return None
    held = reading.cards_in(seen, "hand", seen.seat)
    effects = {int(seen.box.effect[card]) for card in held}
    if WASTE in held or COPY in effects or not effects.isdisjoint(WANT_TRAINS_IN_HAND):
        return None
    trains = [card for card in held if seen.box.train[card] and seen.box.effect[card] == NO_EFFECT]
    return pack(Verb.PLAY, trains[0]) if trains else None
