"""Convoi Express: what spares a person clicks. Everything here ends in ordinary moves that could be made one by one.

Touching a red signal, a switch or a train on the map plays the card for it: one of its kind if there is one in hand,
else any two. A train that can load is offered that first. And the trains of an instruction card may run one after the
other without a question. In the free set-up the discs that nobody cares about are laid as for a first game.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rotonde.kernel.moves import a_of, b_of, c_of, pack, verb_of
from rotonde.kernel.prose import and_list, count_of, tell
from rotonde.kernel.telling import Order, Proposal

from .lexicon import board_of, pair_name, short_signal_name, signal_name
from .reading import free_spaces, places_to_lay
from .rules import (
    ACTIONS,
    GREENS,
    KINDS,
    MOVE_CARD,
    NAME,
    NOTHING,
    ROLLED,
    SIGNAL_CARD,
    SWITCH_CARD,
    SWITCHES,
    Verb,
)
from .words import preview, sentence, things

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

MOST = 5
"""So many ways to do the same are enough to choose from."""

CARD_OF = {"signal": SIGNAL_CARD, "arm": SWITCH_CARD, "train": MOVE_CARD}
MADE_WITH = (Verb.GREEN, Verb.SWITCH, Verb.MOVE)


# ---------------------------------------------------------------- what may be done in one go


def proposals(seen: "Seen", thing: str | None, lang: str) -> list[Proposal]:
    if thing is None:
        return _setup_proposals(seen, lang)
    name = thing.partition("-")[0]
    if name not in CARD_OF or seen.state.phase != ACTIONS:
        return []
    played = [_proposal(seen, cards, move, lang) for cards, move in _played_at(seen, thing, CARD_OF[name])]
    return [*_loading(seen, thing, lang), *played][:MOST]


def _loading(seen: "Seen", thing: str, lang: str) -> list[Proposal]:
    """A5. A train that can load: with any card, most readily with one of which there are many."""
    state: Any = seen.state
    moves = [move for move in seen.moves() if verb_of(move) == Verb.LOAD and thing == f"train-{a_of(move)}"]
    moves.sort(key=lambda move: -int(state.hand[seen.seat, b_of(move)]))
    told = [(move, preview(seen, move, lang)) for move in moves]
    return [Proposal((move,), sentence(seen, move, lang), one.note, one.tags) for move, one in told]


def _setup_proposals(seen: "Seen", lang: str) -> list[Proposal]:
    """S2, S3. In the free set-up: what is not laid yet may lie as for a first game."""
    moves: list[int] = []
    while seen.actor == seen.seat and seen.state.phase in (GREENS, SWITCHES):
        move = next((move for move in seen.moves() if _as_for_a_first_game(seen, move)), None)
        if move is None:
            break
        moves.append(move)
        seen = seen.after(move)
    if len(moves) < 2:
        return []
    greens = sum(verb_of(move) == Verb.LAY_GREEN for move in moves)
    parts = [
        count_of(greens, lang, ("feu vert", "feux verts"), ("green disc", "green discs")),
        count_of(len(moves) - greens, lang, ("aiguillage", "aiguillages"), ("switch", "switches")),
    ]
    words = tell(lang, "Poser le reste comme pour une première partie", "Lay the rest as for a first game")
    note = and_list([part for part in parts if not part.startswith("0")], lang)
    return [Proposal(tuple(moves), words, f"{note}.")]


def _as_for_a_first_game(seen: "Seen", move: int) -> bool:
    """Not the further disc (D1), which no board lays: it may go anywhere."""
    if verb_of(move) == Verb.LAY_GREEN:
        return bool(seen.box.first_green[a_of(move)]) and len(places_to_lay(seen)) == 1
    return bool(seen.box.first_open[a_of(move)] == b_of(move))


def targets(seen: "Seen") -> list[str]:
    if seen.state.phase != ACTIONS:
        return []
    found = {f"train-{a_of(move)}" for move in seen.moves() if verb_of(move) == Verb.LOAD}
    for kind in range(KINDS):
        cards = cards_for(seen, kind)
        if cards is not None:
            after = seen.after(cards)
            found |= {thing for move in after.moves() for thing in _aims(after, move)}
    return sorted(found)


def cards_for(seen: "Seen", kind: int) -> int | None:
    """The move that plays the cards for an action: one of its kind, else the two of which most are held."""
    moves = seen.moves()
    if pack(Verb.USE, kind) in moves:
        return pack(Verb.USE, kind)
    state: Any = seen.state
    held = [int(state.hand[seen.seat, one]) for one in range(KINDS)]
    pairs = [move for move in moves if verb_of(move) == Verb.PAIR and c_of(move) == kind]

    def most_held(move: int) -> tuple[int, int]:
        return held[int(a_of(move))] + held[int(b_of(move))], -move

    return max(pairs, key=most_held, default=None)


def _played_at(seen: "Seen", thing: str, kind: int) -> Iterator[tuple[int, int]]:
    cards = cards_for(seen, kind)
    if cards is not None:
        after = seen.after(cards)
        found = [move for move in after.moves() if thing in _aims(after, move)]
        yield from ((cards, move) for move in sorted(found, key=lambda move: _sacrifice(after, move)))


def _aims(seen: "Seen", move: int) -> list[str]:
    """What a person points at: the signal that shall be green, a track that shall be open, the train."""
    if verb_of(move) == Verb.GREEN:
        return [f"signal-{b_of(move)}"]
    if verb_of(move) == Verb.SWITCH:
        junction, setting, before = a_of(move), b_of(move), int(seen.state.open[a_of(move)])
        opened = setting & ~before
        return [f"arm-{junction}-{arm}" for arm in range(int(seen.box.arms[junction])) if opened >> arm & 1]
    return things(seen, move)


def _sacrifice(seen: "Seen", move: int) -> tuple[int, int]:
    """Discs on tracks are given up before those of cities; a switch rather lets trains through."""
    if verb_of(move) == Verb.GREEN:
        return int(seen.box.gate_of[a_of(move)] != NOTHING), move
    if verb_of(move) == Verb.SWITCH:
        return -free_spaces(seen.after(move)), move
    return 0, move


def _proposal(seen: "Seen", cards: int, move: int, lang: str) -> Proposal:
    after = seen.after(cards)
    told = preview(after, move, lang)
    words, note = sentence(after, move, lang), told.note
    if verb_of(move) == Verb.GREEN:
        # Only the disc that is taken differs from one proposal to the next.
        net = board_of(seen)
        disc = short_signal_name(net, a_of(move))
        words = tell(lang, f"Prendre {disc}", f"Take {disc}")
        taken, lit = signal_name(net, a_of(move), lang), signal_name(net, b_of(move), lang)
        moved = tell(
            lang,
            f"Le feu vert {taken} passe au feu {lit}.",
            f"The green disc {taken} goes to the signal {lit}.",
        )
        note = f"{moved} {note}"
    return Proposal((cards, move), words, f"{_price(cards, lang)} {note}".strip(), told.tags, told.way)


def _price(cards: int, lang: str) -> str:
    if verb_of(cards) == Verb.USE:
        return ""
    pair = pair_name(int(a_of(cards)), int(b_of(cards)), lang)
    return tell(lang, f"Cela coûte {pair}.", f"This costs {pair}.")


# ---------------------------------------------------------------- what may be said beforehand


def orders(seen: "Seen", lang: str) -> list[Order]:
    """Whose turn it is may let the trains of the instruction card run."""
    state: Any = seen.state
    if seen.seat != state.active or state.card <= 0:
        return []
    return [
        Order(
            f"run-{int(state.turn)}",
            tell(lang, "Faire rouler les trains de cette fiche", "Let the trains of this card run"),
            tell(
                lang,
                "L’un après l’autre, sans appeler d’agent ; une sortie de ville se choisit toujours.",
                "One after the other, without calling on agents; an exit from a city is still for you to choose.",
            ),
        )
    ]


def obey(seen: "Seen", order: str) -> int | None:
    if order != f"run-{int(seen.state.turn)}":
        return None
    wanted = {NAME: Verb.NAME, ROLLED: Verb.GO}.get(int(seen.state.phase))
    return next((move for move in seen.moves() if verb_of(move) == wanted), None)
