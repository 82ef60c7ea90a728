"""Places assises: what spares a person clicks. Everything here ends in ordinary moves that could be made one by one.

Touching a seat lays the cards that lead there and goes; touching somebody's traveller, a free seat or a hand plays the
card that does something to it. Which cards, is said before anything happens, with the other choices beside it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, b_of, c_of, pack, verb_of
from rotonde.kernel.prose import and_list, tell
from rotonde.kernel.telling import Order, Proposal

from . import reading
from .lexicon import card_name, cards_of, square_name, steps_of
from .previews import preview
from .rules import (
    ECCENTRIC,
    ENTER_1,
    ENTER_2,
    EXIT_1,
    EXIT_2,
    NUMBER_KINDS,
    PANHANDLER,
    REACT,
    REBEL,
    SHED,
    TAKE_A_SEAT,
    TURN,
    Verb,
    passing_in,
    plus_in,
    total_of,
)
from .words import things

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

AIMED = (EXIT_1, EXIT_2, ECCENTRIC, TAKE_A_SEAT, PANHANDLER, ENTER_1, ENTER_2)
"""The cards that one plays at something."""

MOST = 5
"""So many ways to do the same are enough to choose from."""


# ---------------------------------------------------------------- what may be done in one go


def proposals(seen: "Seen", thing: str | None, lang: str) -> list[Proposal]:
    if thing is None:
        return _throw_all_away(seen, lang)
    if reading.state(seen).phase != TURN:
        return []
    name, _, number = thing.partition("-")
    walked = _walks_to(seen, int(number), lang) if name == "square" else []
    return [*walked, *_cards_played_at(seen, thing, lang)][:MOST]


def targets(seen: "Seen") -> list[str]:
    if reading.state(seen).phase != TURN:
        return []
    found = {f"square-{square}" for _, _, squares in _walks(seen) for square in squares}
    for _, after in _cards_to_aim(seen):
        found |= {
            touched[0] for touched in (things(after, move) for move in after.moves()) if len(touched) == 1
        }
    return sorted(found)


# Walking: the cards, and then where to.


def _on_board(seen: "Seen") -> tuple[tuple[int, ...], "Seen"]:
    """Whoever has missed a train and may get in, gets in first: that costs nothing and no door can shut."""
    s = reading.state(seen)
    board = pack(Verb.BOARD)
    if s.missed[seen.seat] and board in seen.moves():
        return (board,), seen.after(board)
    return (), seen


def _walks(seen: "Seen") -> Iterator[tuple[tuple[int, ...], int, frozenset[int]]]:
    """The moves before, the cards to lay, and the squares they reach; the cheapest cards first."""
    before, standing = _on_board(seen)
    reached: dict[tuple[int, bool], frozenset[int]] = {}
    for move in sorted((one for one in standing.moves() if verb_of(one) == Verb.MOVE), key=_price):
        # How far, and whether somebody is passed, says where: not with which cards.
        others = c_of(move)
        far = total_of(a_of(move), b_of(move), plus_in(others)), passing_in(others) > 0
        if far not in reached:
            reached[far] = frozenset(a_of(then) for then in standing.after(move).moves())
        yield before, move, reached[far]


def _price(move: int) -> tuple[int, int, int]:
    """Actions are dearer than numbers, a Rebel is dearest."""
    cards = cards_of(move)
    actions = sum(card > NUMBER_KINDS for card in cards)
    return actions + (REBEL in cards), len(cards), move


def _walks_to(seen: "Seen", square: int, lang: str) -> list[Proposal]:
    made: list[Proposal] = []
    for before, move, squares in _walks(seen):
        if square in squares:
            laid = _on_board(seen)[1].after(move)
            going = preview(laid, pack(Verb.GO, square), lang)
            sentence = _walk_in_words(seen, move, square, lang, boards=bool(before))
            moves = (*before, move, pack(Verb.GO, square))
            made.append(Proposal(moves, sentence, going.note, going.tags))
    return made


def _walk_in_words(seen: "Seen", move: int, square: int, lang: str, boards: bool) -> str:
    cards = and_list([card_name(card, lang) for card in cards_of(move)], lang)
    steps, where = steps_of(move), square_name(seen, square, lang)
    sits = not reading.is_floor(seen, square)
    french = f"{'Monter, avancer' if boards else 'Avancer'} de {steps} avec {cards}{' et s’asseoir' if sits else ''}"
    english = f"{'Get in, walk' if boards else 'Walk'} {steps} with {cards}{' and sit down' if sits else ''}"
    return tell(lang, f"{french}, {where}", f"{english}, {where}")


# A card that is played at something: the card, and then at what.


def _cards_to_aim(seen: "Seen") -> Iterator[tuple[int, "Seen"]]:
    for move in seen.moves():
        if verb_of(move) == Verb.PLAY and a_of(move) in AIMED:
            yield move, seen.after(move)


def _cards_played_at(seen: "Seen", thing: str, lang: str) -> list[Proposal]:
    made: list[Proposal] = []
    for card, after in _cards_to_aim(seen):
        for move in after.moves():
            if things(after, move) == [thing]:
                name, deed = card_name(a_of(card), lang), after.words(move, lang)
                sentence = tell(
                    lang, f"{name} : {deed[0].lower()}{deed[1:]}", f"{name}: {deed[0].lower()}{deed[1:]}"
                )
                made.append(Proposal((card, move), sentence, preview(after, move, lang).note))
    return made


def _throw_all_away(seen: "Seen", lang: str) -> list[Proposal]:
    """B5. All numbers at once, where there are several."""
    if reading.state(seen).phase != SHED:
        return []
    numbers = [card for card in reading.hand(seen, seen.seat) if card <= NUMBER_KINDS]
    if len(numbers) < 2:
        return []
    cards = and_list([card_name(card, lang) for card in numbers], lang)
    return [
        Proposal(
            tuple(pack(Verb.SHED, card) for card in numbers),
            tell(lang, "Jeter tous les nombres", "Throw all numbers away"),
            tell(lang, f"{cards} seront remplacés.", f"{cards} will be replaced."),
        )
    ]


# ---------------------------------------------------------------- what may be said beforehand

THIS_TURN = "this-turn"
THIS_GAME = "this-game"


def orders(seen: "Seen", lang: str) -> list[Order]:
    """The same for everybody, whatever they hold and whoever may be attacked."""
    if seen.seat < 0 or reading.setting_up(seen) or reading.is_over(seen):
        return []
    s = reading.state(seen)
    made: list[Order] = []
    if seen.seat != int(s.active):
        made.append(
            Order(
                f"{THIS_TURN}-{int(s.turn)}",
                tell(lang, "Ne plus me demander ce tour-ci", "Never ask me this turn"),
                tell(
                    lang,
                    "Si on m’attaque avant la fin de ce tour, je laisse faire.",
                    "If I am attacked before this turn ends, I let it happen.",
                ),
            )
        )
    made.append(
        Order(
            THIS_GAME,
            tell(lang, "Ne jamais me demander", "Never ask me"),
            tell(
                lang,
                "Jusqu’à ce que je change d’avis, je laisse faire toutes les attaques.",
                "Until I change my mind, I let every attack happen.",
            ),
        )
    )
    return made


def obey(seen: "Seen", order: str) -> int | None:
    """Whoever wants not to be asked lets the attack happen."""
    s = reading.state(seen)
    given = order in (THIS_GAME, f"{THIS_TURN}-{int(s.turn)}")
    return pack(Verb.ACCEPT) if given and s.phase == REACT and seen.actor == seen.seat else None
