"""Game of Trains: the board as one seat sees it, in HTML with inline SVG. Its style is in style.css.

The viewer's own train stands at the bottom and larger, the others above it in turn order, the station between them.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import escape

from rotonde.kernel.drawing import mark
from rotonde.kernel.prose import of_name, tell

from . import drawings, reading
from .lexicon import ability_effect, ability_name
from .rules import (
    ABILITIES,
    PROTECT,
    REMOVE_LEFT,
    REMOVE_MIDDLE,
    REMOVE_RIGHT,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    SLOTS,
    SWAP_ADJACENT,
    SWAP_SKIP_ONE,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

STATION_ORDER = (
    SWAP_ADJACENT,
    SWAP_SKIP_ONE,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    PROTECT,
    REMOVE_LEFT,
    REMOVE_MIDDLE,
    REMOVE_RIGHT,
)
"""Each ability keeps its place in the station, so that one finds it without reading; like stands by like."""


def board(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    """The picture for the viewing seat; `last` are the things and places that the last move touched."""
    own = seen.seat if seen.seat >= 0 else None
    start = 0 if own is None else own
    order = [(start + step) % seen.players for step in range(seen.players)]
    others = "".join(_train(seen, seat, lang, names, last) for seat in order if seat != own)
    mine = "" if own is None else _train(seen, own, lang, names, last)
    crowd = " crowd" if seen.players > 2 else ""
    return f'<div class="got{crowd}">{drawings.definitions()}{others}{_station(seen, lang, last)}{mine}</div>'


def legend(lang: str) -> str:
    """What the signs on the board mean."""
    signs = (
        ('<i class="k legal-sign"></i>', tell(lang, "vous pouvez y toucher", "you can touch it")),
        ('<i class="k chosen-sign"></i>', tell(lang, "vous l’avez choisi", "you have chosen it")),
        ('<i class="k last-sign"></i>', tell(lang, "le dernier coup", "the last move")),
        (f'<i class="k lock-sign">{drawings.padlock()}</i>', tell(lang, "protégé", "protected")),
    )
    lines = "".join(f"<p>{sign}{words}</p>" for sign, words in signs)
    couplings = (
        f'<p><i class="k in-order"></i>{tell(lang, "attelage en ordre", "coupling in order")}'
        f'<i class="k out-of-order"></i>{tell(lang, "pas encore", "not yet")}</p>'
    )
    kinds = "".join(
        f'<li class="{drawings.KINDS[ability]}">{drawings.vehicle(ability)}{ability_name(ability, lang)}</li>'
        for ability in STATION_ORDER
    )
    return f'<div class="got-key">{lines}{couplings}<ul>{kinds}</ul></div>'


# ---------------------------------------------------------------- trains


def _train(seen: "Seen", seat: int, lang: str, names: Sequence[str], last: Collection[str]) -> str:
    wagons = reading.train(seen, seat)
    own, won = seat == seen.seat, int(seen.state.winner) == seat
    parts = [f'<div class="lo">{drawings.locomotive(seat, won)}</div>']
    for slot in range(SLOTS):
        parts.append(_place(seen, seat, slot, wagons[slot], lang, last))
        if slot < SLOTS - 1:
            parts.append(_coupling(wagons, slot))
    classes = f"tr p{seat + 1}" + (" me" if own else "") + (" won" if won else "")
    label = _label_of_train(seat, own, lang, names)
    return (
        f'<section class="{classes}" aria-label="{label}">{_heading(seen, seat, wagons, lang, names)}'
        f'<div class="line">{"".join(parts)}</div></section>'
    )


def _heading(seen: "Seen", seat: int, wagons: list[int], lang: str, names: Sequence[str]) -> str:
    own, won = seat == seen.seat, int(seen.state.winner) == seat
    done, of = reading.couplings(wagons), SLOTS - 1
    name = tell(lang, "Votre train", "Your train") if own else escape(names[seat])
    note = ""
    if won:
        note = tell(lang, "en ordre, il part", "in order, departing")
    elif own:
        note = tell(lang, "du plus petit au plus grand", "from the lowest to the highest")
    in_order = tell(lang, "en ordre", "in order")
    count = (
        f"<b>{done}</b>/{of} {in_order}" if own else f'<b>{done}</b>/{of}<span class="vh"> {in_order}</span>'
    )
    return (
        f'<div class="nm">{mark(seat, 22 if own else 18)}<b>{name}</b><small>{note}</small>'
        f'{"" if own else _hidden_hand(seen, seat, lang)}<span class="ok">{count}</span></div>'
    )


def _hidden_hand(seen: "Seen", seat: int, lang: str) -> str:
    """The cards another player holds, from behind."""
    count = reading.hand_count(seen, seat)
    if not count:
        return ""
    cards = tell(lang, "carte", "card") + ("s" if count > 1 else "")
    label = tell(lang, f"{count} {cards} en main", f"{count} {cards} in hand")
    backs = f"<i>{drawings.card_back()}</i>" * count
    return f'<span class="backs" role="img" aria-label="{label}">{backs}</span>'


def _place(seen: "Seen", seat: int, slot: int, card: int, lang: str, last: Collection[str]) -> str:
    if not card:
        return f'<div class="slot gap">{drawings.gap()}</div>'
    lock = reading.lock(seen, seat, slot)
    place = tell(lang, f"place {slot + 1}", f"place {slot + 1}")
    guarded = tell(lang, ", protégé par un cadenas", ", protected by a padlock") if lock else ""
    fold = f"slot-{seat}-{slot}" in last or f"card-{card}" in last
    piece = _wagon(card, reading.ability(seen, card), lang, fold, f", {place}{guarded}")
    return f'<div class="slot">{piece}{_lock(seat, slot, lock, lang) if lock else ""}</div>'


def _loose_wagon(seen: "Seen", card: int, lang: str, last: Collection[str]) -> str:
    """One that is in no train."""
    return _wagon(card, reading.ability(seen, card), lang, f"card-{card}" in last)


@lru_cache(maxsize=4096)
def _wagon(card: int, ability: int, lang: str, fold: bool, more: str = "") -> str:
    """Drawn once for everybody: a table shows the same wagons again and again."""
    label = tell(
        lang, f"Wagon {card}, {ability_name(ability, lang)}", f"Wagon {card}, {ability_name(ability, lang)}"
    )
    return (
        f'<button type="button" class="w {drawings.KINDS[ability]}{" last" if fold else ""}" data-thing="card-{card}"'
        f' data-key="card-{card}" aria-label="{label}{more}">{drawings.wagon(card, ability)}'
        f"{drawings.FOLD if fold else ''}</button>"
    )


def _lock(seat: int, slot: int, card: int, lang: str) -> str:
    label = tell(lang, f"Cadenas, place {slot + 1}", f"Padlock, place {slot + 1}")
    return (
        f'<span class="lock" role="img" data-thing="lock-{seat}-{slot}" data-key="card-{card}"'
        f' aria-label="{label}">{drawings.padlock()}</span>'
    )


def _coupling(wagons: list[int], slot: int) -> str:
    if not wagons[slot] or not wagons[slot + 1]:
        return '<i class="cp"></i>'
    return f'<i class="cp {"ok" if reading.coupled(wagons, slot) else "no"}"></i>'


def _label_of_train(seat: int, own: bool, lang: str, names: Sequence[str]) -> str:
    if own:
        return tell(lang, "Votre train", "Your train")
    return str(escape(tell(lang, f"Train {of_name(names[seat])}", f"{names[seat]}’s train")))


# ---------------------------------------------------------------- the station: pile, hand, row


def _station(seen: "Seen", lang: str, last: Collection[str]) -> str:
    cards = reading.row(seen)
    row = "".join(_row_card(ability, cards[ability], lang, last) for ability in STATION_ORDER)
    if not any(cards):
        row += f'<p class="bare">{tell(lang, "La gare est vide.", "The station is empty.")}</p>'
    label = tell(lang, "La gare", "The station")
    hand = _hand(seen, lang, last)
    return (
        f'<section class="gare{" with-hand" if hand else ""}" aria-label="{label}">{_pile(seen, lang, last)}'
        f'{hand}<div class="row">{row}</div></section>'
    )


def _pile(seen: "Seen", lang: str, last: Collection[str]) -> str:
    count, drawn = int(seen.state.pile_count), int(seen.state.drawn)
    cards = tell(lang, f"{count} cartes", f"{count} cards") if count != 1 else tell(lang, "1 carte", "1 card")
    label = tell(lang, f"Piocher, {cards}", f"Draw, {cards}")
    empty = "" if count else " empty"
    back = (
        f'<button type="button" class="back{empty}" data-thing="pile" aria-label="{label}">'
        f"{drawings.card_back()}</button>"
    )
    face = f'<div class="face">{_loose_wagon(seen, drawn, lang, last)}</div>' if drawn else ""
    title, note = tell(lang, "Piocher", "Draw"), cards
    if drawn:
        title, note = tell(lang, "À placer", "To place"), tell(lang, "dans votre train", "in your train")
    return (
        f'<div class="pile"><div class="stack">{back}{face}</div>'
        f'<b aria-hidden="true">{title}</b><span aria-hidden="true">{note}</span></div>'
    )


def _hand(seen: "Seen", lang: str, last: Collection[str]) -> str:
    """The viewer's set-up cards."""
    cards = [] if seen.seat < 0 else reading.hand(seen, seen.seat)
    if not cards:
        return ""
    title = tell(lang, "Vos cartes de départ", "Your starting cards")
    if len(cards) == 1:
        title = tell(lang, "Votre carte de départ", "Your starting card")
    note = tell(lang, "Vous en gardez une.", "You keep one.") if len(cards) > 1 else ""
    faces = "".join(f'<div class="face">{_loose_wagon(seen, card, lang, last)}</div>' for card in cards)
    return f'<div class="hand"><p><b>{title}</b><span>{note}</span></p>{faces}</div>'


def _row_card(ability: int, card: int, lang: str, last: Collection[str]) -> str:
    name, thing = ability_name(ability, lang), f"row-{ABILITIES[ability]}"
    if not card:
        return f'<button type="button" class="free" tabindex="-1" data-thing="{thing}">{name}</button>'
    fold = f"card-{card}" in last
    return (
        f'<button type="button" class="ab {drawings.KINDS[ability]}{" last" if fold else ""}" data-thing="{thing}"'
        f' data-key="card-{card}">{drawings.vehicle(ability)}<b>{name}</b><span>{ability_effect(ability, lang)}</span>'
        f"{drawings.scheme(ability)}{drawings.FOLD if fold else ''}</button>"
    )
