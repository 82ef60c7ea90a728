"""Trains: the board as one seat sees it, in HTML with inline SVG. Its style is in style.css.

The map on top, then what the effect asks for, the play area, the viewer's hand, the supply, and what the players hold.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from rotonde.kernel.drawing import mark
from rotonde.kernel.prose import and_list, count_of, tell
from rotonde.kernel.subset import OVER

from . import box, drawings, reading
from .lexicon import (
    GROUND_NAMES,
    TYPE_NAMES,
    card_effect,
    card_list,
    card_name,
    card_title,
    card_type,
    hex_name,
    points_count,
)
from .rules import (
    CHOICE,
    CITY,
    CREW,
    CREW_DRAWS,
    CREW_EARNS,
    CREW_RETURNS,
    EXCHANGE,
    FETCH_TRAIN,
    HEXES,
    INFORM,
    LOOK_AT_TOP,
    NAME_CARD,
    SELL_CARDS,
    SELL_WASTE,
    TURN,
    WASTE,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen


def board(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    """The picture for the viewing seat; `last` are the things and places that the last move touched."""
    parts = [
        _score_sheet(seen, lang, names),
        _map(seen, lang, names, last),
        _choice(seen, lang),
        _bench(seen, lang, names, last),
        _supply(seen, lang, last),
        _holdings(seen, lang, names),
    ]
    return f'<div class="tk">{"".join(parts)}</div>'


def legend(lang: str) -> str:
    """What the signs on the board mean."""
    signs = (
        ('<i class="k legal-sign"></i>', tell(lang, "vous pouvez y toucher", "you can touch it")),
        ('<i class="k chosen-sign"></i>', tell(lang, "vous l’avez choisi", "you have chosen it")),
        ('<i class="k last-sign"></i>', tell(lang, "le dernier coup", "the last move")),
        ('<i class="k bar-sign"></i>', tell(lang, "frontière barrée", "blocked border")),
    )
    lines = "".join(f"<p>{sign}{words}</p>" for sign, words in signs)
    types = "".join(
        f'<li class="k-{kind}">{drawings.icon(kind)}{name}</li>' for kind, name in TYPE_NAMES[lang].items()
    )
    note = tell(
        lang,
        "Sur une carte : en haut le coût, en bas la valeur.",
        "On a card: the cost above, the value below.",
    )
    return f'<div class="tk-key">{lines}<ul>{types}</ul><p>{note}</p></div>'


# ---------------------------------------------------------------- the map


def _map(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    name = reading.board(seen)
    cities = "".join(
        drawings.stations(name, number, int(seen.state.station[number]))
        for number in range(HEXES)
        if seen.box.terrain[number] == CITY
    )
    lines = "".join(_lines(seen, seat) for seat in range(seen.players))
    tokens = "".join(_tokens(seen, seat) for seat in range(seen.players))
    prices, middle = reading.prices(seen), _middle(seen)
    hexes = "".join(
        _hex(seen, number, prices.get(number), number == middle, lang, names, last) for number in range(HEXES)
    )
    label = tell(lang, f"Carte : {name.capitalize()}", f"Map: {name.capitalize()}")
    return (
        f'<div class="mapw"><div class="map" role="group" aria-label="{label}">'
        f'<svg viewBox="0 0 {drawings.WIDTH:.0f} {drawings.HEIGHT}" aria-hidden="true">'
        f"{drawings.ground(name)}{lines}{cities}{drawings.names(name)}{tokens}</svg>{hexes}</div></div>"
    )


def _lines(seen: "Seen", seat: int) -> str:
    """From rail to rail. Names stand above them, the players' marks above all."""
    name = reading.board(seen)
    own = reading.rails_of(seen, seat)
    lines = [
        drawings.line(seat, *drawings.rail_spot(name, one, seat), *drawings.rail_spot(name, other, seat))
        for one in own
        for other in box.neighbours(name)[one]
        if other in own and one < other
    ]
    return f'<g class="p{seat + 1}">{"".join(lines)}</g>'


def _tokens(seen: "Seen", seat: int) -> str:
    name = reading.board(seen)
    spots = [drawings.rail_spot(name, one, seat) for one in reading.rails_of(seen, seat)]
    return f'<g class="p{seat + 1}">{"".join(drawings.token(seat, x, y) for x, y in spots)}</g>'


def _hex(
    seen: "Seen",
    number: int,
    price: reading.Surcharge | None,
    here: bool,
    lang: str,
    names: Sequence[str],
    last: Collection[str],
) -> str:
    name = reading.board(seen)
    x, y = drawings.centre(name, number)
    left, top = 100 * (x - drawings.HALF) / drawings.WIDTH, 100 * (y - 50) / drawings.HEIGHT
    marks = (" last" if f"hex-{number}" in last else "") + (" here" if here else "")
    return (
        f'<button type="button" class="hx{marks}" data-thing="hex-{number}" style="left:{left:.2f}%;top:{top:.2f}%"'
        f' aria-label="{escape(_hex_label(seen, number, lang, names))}"><svg viewBox="0 0 86.6 100" aria-hidden="true">'
        f'<polygon points="{drawings.outline(scale=0.95)}"/></svg>{_price(seen, number, price, lang)}</button>'
    )


def _middle(seen: "Seen") -> int | None:
    """The viewer's rail that a small screen opens the map on: the one nearest to all the others."""
    own = reading.rails_of(seen, seen.seat) if seen.seat >= 0 else []
    far = box.distances(reading.board(seen))
    return min(own, key=lambda one: sum(far[one][other] for other in own), default=None)


def _price(seen: "Seen", number: int, price: reading.Surcharge | None, lang: str) -> str:
    """Where the viewer may lay a rail: what it costs, and the bill that shows when the hex is chosen or pointed at."""
    if price is None:
        return ""
    waste = drawings.icon("waste", 12) if price.waste else ""
    return f'<i class="cost{" dirty" if waste else ""}">{price.total}{waste}</i>{_bill(seen, number, price, lang)}'


def _bill(seen: "Seen", number: int, price: reading.Surcharge, lang: str) -> str:
    """The surcharge taken apart. It stands in the corner of the map with most sea, wherever its hex is."""
    name = reading.board(seen)
    terrain, _, _ = box.hexes(name)[number]
    lines = [(GROUND_NAMES[lang][terrain], price.terrain)]
    if price.stations:
        lines.append(
            (count_of(price.stations, lang, ("gare", "gares"), ("station", "stations")), price.stations)
        )
    others = [seen.names[seat] for seat in reading.rails_on(seen, number) if seat != seen.seat]
    if others:
        who = and_list(others, lang)
        rolls = tell(
            lang,
            "y roule" if len(others) == 1 else "y roulent",
            "is here" if len(others) == 1 else "are here",
        )
        lines.append((f"{who} {rolls}", price.rivals))
    rows = "".join(f"<span>{escape(words)}<i>{cost}</i></span>" for words, cost in lines)
    total = f"<strong>{tell(lang, 'Supplément', 'Surcharge')}<i>{price.total}</i></strong>"
    dirt = f"<em>{tell(lang, 'et une Ferraille', 'and a Waste')}</em>" if price.waste else ""
    title = hex_name(name, number, lang).replace("-", " · ")
    x, y = drawings.centre(name, number)
    left = drawings.sea_is_left(name)
    aside = x - drawings.HALF if left else drawings.WIDTH - x - drawings.HALF
    below = drawings.HEIGHT - y - 50
    side, aside, below = (
        "left" if left else "right",
        100 * aside / drawings.WIDTH,
        100 * below / drawings.WIDTH,
    )
    place = f"{side}:{-aside:.2f}cqw;bottom:{-below:.2f}cqw"
    return (
        f'<span class="toll" style="{place}"><b>{title[0].upper() + title[1:]}</b>{rows}{total}{dirt}</span>'
    )


def _hex_label(seen: "Seen", number: int, lang: str, names: Sequence[str]) -> str:
    terrain, value, _ = box.hexes(reading.board(seen))[number]
    words = [hex_name(reading.board(seen), number, lang)]
    if terrain == "city":
        built = int(seen.state.station[number])
        words.append(tell(lang, f"ville, gares : {built} sur {value}", f"city, stations: {built} of {value}"))
    if terrain == "remote":
        words.append(tell(lang, f"lieu éloigné, {value}", f"remote place, {value}"))
    there = [names[seat] for seat in reading.rails_on(seen, number)]
    if there:
        words.append(tell(lang, f"rails : {', '.join(there)}", f"rails: {', '.join(there)}"))
    return ", ".join(words)


# ---------------------------------------------------------------- cards


def _card(seen: "Seen", card: int, count: int, thing: str, lang: str, fold: bool = False) -> str:
    """A card, with how many of it there are; `thing` is what one touches."""
    kind = card_type(card)
    value = int(seen.box.value[card])
    points = int(seen.box.points[card])
    worth = f'<span class="val"><b>{value}</b></span>' if value else ""
    if points:
        worth = f'<span class="val pts"><b>{points}</b></span>'
    many = f'<span class="many">×{count}</span>' if count > 1 else ""
    types = TYPE_NAMES[lang][kind]
    if seen.box.action[card] and kind != "action":
        types += f" · {TYPE_NAMES[lang]['action']}"
    return (
        f'<button type="button" class="cd k-{kind}{" last" if fold else ""}" data-thing="{thing}" data-key="{thing}">'
        f'<span class="hd"><i>{int(seen.box.cost[card])}</i><b>{card_title(card, lang)}</b></span>'
        f"{drawings.scene(card)}"
        f'<span class="ty">{drawings.icon(kind)}{types}</span><span class="tx">{card_effect(card, lang)}</span>'
        f"{worth}{many}{drawings.FOLD if fold else ''}</button>"
    )


def _cards(seen: "Seen", cards: dict[int, int], place: str, lang: str, last: Collection[str] = ()) -> str:
    return "".join(
        _card(seen, card, count, f"{place}-{card}", lang, f"{place}-{card}" in last)
        for card, count in sorted(cards.items())
    )


def _button(thing: str, words: str, kind: str = "") -> str:
    return f'<button type="button" class="do {kind}" data-thing="{thing}">{words}</button>'


# ---------------------------------------------------------------- zones


def _zone(kind: str, title: str, note: str, content: str) -> str:
    return f'<section class="zone {kind}"><h2>{title} <small>{note}</small></h2>{content}</section>'


def _choice(seen: "Seen", lang: str) -> str:
    """What the effect under way asks for, where it is neither on the map nor in hand nor in the supply."""
    s: Any = seen.state
    effect, mine = int(s.effect), seen.seat == int(s.active)
    content = _cards(seen, reading.cards_in(seen, "aside"), "aside", lang)
    if s.phase == CHOICE and mine:
        content += _words_to_choose(seen, effect, lang)
    if not content:
        return ""
    title = card_name(int(s.source), lang) if s.source else ""
    named = " chips" if effect == NAME_CARD and mine else ""
    return _zone("choice", title, "", f'<div class="cards{named}">{content}</div>')


def _words_to_choose(seen: "Seen", effect: int, lang: str) -> str:
    s: Any = seen.state
    if effect == NAME_CARD:
        return "".join(
            f'<button type="button" class="chip k-{card_type(card)}" data-thing="name-{card}">'
            f"{drawings.icon(card_type(card))}{card_name(card, lang)}</button>"
            for card in sorted(reading.kinds(seen))
        )
    if effect == LOOK_AT_TOP:
        top = reading.top(seen, seen.seat)[0]
        return (
            _card(seen, top, 1, "top", lang)
            + _button("keep", tell(lang, "La laisser", "Leave it"))
            + _button("drop", tell(lang, "La défausser", "Discard it"))
        )
    if effect == CREW:
        words = {
            CREW_DRAWS: tell(lang, "Piocher une carte", "Draw a card"),
            CREW_EARNS: tell(lang, "1 d’argent", "1 money"),
            CREW_RETURNS: tell(lang, "Rendre une Ferraille", "Return a Waste"),
        }
        return "".join(_button(f"crew-{choice}", said) for choice, said in words.items())
    if effect == SELL_WASTE:
        held = reading.cards_in(seen, "hand", seen.seat).get(WASTE, 0)
        return "".join(_button(f"sell-{count}", str(count)) for count in range(1, held + 1))
    if effect == FETCH_TRAIN:
        return _cards(seen, reading.cards_in(seen, "discard", seen.seat), "discard", lang)
    if effect in (EXCHANGE, SELL_CARDS) or (effect == INFORM and s.step == 0):
        words = (
            tell(lang, "Aucune", "None") if effect == INFORM else tell(lang, "C’est assez", "That is enough")
        )
        return _button("done", words)
    return ""


def _bench(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    """What is in play and what is in hand, side by side where there is room."""
    zones = _play_area(seen, lang, names, last) + _hand(seen, lang)
    return f'<div class="bench">{zones}</div>' if zones else ""


def _play_area(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    s: Any = seen.state
    if reading.setting_up(seen) or seen.actor == OVER:
        return ""
    mine = seen.seat == int(s.active)
    title = tell(lang, "En jeu", "In play") if mine else str(escape(names[int(s.active)]))
    notes = [tell(lang, f"{s.money} en caisse", f"{s.money} money")]
    if s.rail_points:
        notes.append(
            count_of(
                int(s.rail_points), lang, ("rail à poser", "rails à poser"), ("rail to lay", "rails to lay")
            )
        )
    played = _cards(seen, reading.cards_in(seen, "play"), "play", lang, last)
    received = reading.cards_in(seen, "received")
    if received:
        listed = card_list(received, lang)
        notes.append(tell(lang, f"reçu : {listed}", f"received: {listed}"))
    buttons = ""
    if mine and s.phase == TURN:
        buttons = _button("end", tell(lang, "Finir le tour", "End the turn"))
        if reading.cards_in(seen, "hand", seen.seat).get(WASTE, 0) and not s.acted:
            buttons += _button("pass", tell(lang, "Passer, rendre la Ferraille", "Pass, return Waste"))
        buttons += _button("plain", tell(lang, "Sans son effet", "Without its effect"), "lesser")
        if s.early:
            buttons += _button("on-top", tell(lang, "Sur le paquet", "On the deck"), "lesser")
    content = f'<div class="cards sm">{played}</div><div class="deeds">{buttons}</div>'
    return _zone(f"inplay p{int(s.active) + 1}", title, " · ".join(notes), content)


def _hand(seen: "Seen", lang: str) -> str:
    if seen.seat < 0:
        return ""
    held = reading.cards_in(seen, "hand", seen.seat)
    deck, gone = reading.deck_count(seen, seen.seat), int(seen.state.discard_count[seen.seat])
    note = tell(lang, f"pioche {deck} · défausse {gone}", f"deck {deck} · discard {gone}")
    known = [card for card in reading.top(seen, seen.seat) if card]
    if known:
        top = ", ".join(card_name(card, lang) for card in known)
        note += tell(lang, f" · sur le paquet : {top}", f" · on top: {top}")
    content = f'<div class="cards">{_cards(seen, held, "hand", lang)}</div>'
    return _zone("mine", tell(lang, "Votre main", "Your hand"), note, content)


def _supply(seen: "Seen", lang: str, last: Collection[str]) -> str:
    piles = [card for card in reading.kinds(seen) if card != 1]
    basic = "".join(_pile(seen, card, lang, last) for card in piles if card <= WASTE)
    chosen = sorted((card for card in piles if card > WASTE), key=lambda card: (seen.box.cost[card], card))
    others = "".join(_pile(seen, card, lang, last) for card in chosen)
    name = reading.choice_name(seen)
    this = tell(lang, "Cette partie", "This game")
    note = tell(lang, f"choix « {name} »", f"choice “{name}”") if name else ""
    content = (
        f'<div class="ps">{basic}</div><p class="sep">{this} <small>{note}</small></p>'
        f'<div class="ps own">{others}</div>'
    )
    return _zone("market", tell(lang, "Réserve", "Supply"), "", content)


def _pile(seen: "Seen", card: int, lang: str, last: Collection[str]) -> str:
    left, fold = int(seen.state.supply[card]), f"pile-{card}" in last
    effect = _what_it_does(seen, card, lang)
    label = f"{card_name(card, lang)}, {int(seen.box.cost[card])}, ×{left}. {effect}"
    return (
        f'<button type="button" class="pi k-{card_type(card)}{"" if left else " gone"}{" last" if fold else ""}"'
        f' data-thing="pile-{card}" title="{effect}" aria-label="{label}"><i>{int(seen.box.cost[card])}</i>'
        f"{drawings.icon(card_type(card))}<b>{card_title(card, lang)}</b><em>{left}</em><small>{effect}</small>"
        f"{drawings.FOLD if fold else ''}</button>"
    )


def _what_it_does(seen: "Seen", card: int, lang: str) -> str:
    """A card in one line: its points, its value, its effect."""
    points, value = int(seen.box.points[card]), int(seen.box.value[card])
    parts = [f"{points_count(points, lang)}."] if points else []
    if value:
        parts.append(tell(lang, f"Valeur {value}.", f"Value {value}."))
    return " ".join([*parts, card_effect(card, lang)]).strip()


def _holdings(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """What each player holds: D3 hides no more than who has what in hand."""
    s: Any = seen.state
    rows: list[str] = []
    for seat in range(seen.players):
        deck, gone = reading.deck_count(seen, seat), int(s.discard_count[seat])
        held = count_of(int(s.hand_count[seat]), lang, ("en main", "en main"), ("in hand", "in hand"))
        figures = tell(
            lang, f"{held} · pioche {deck} · défausse {gone}", f"{held} · deck {deck} · discard {gone}"
        )
        seen_in_hand = reading.cards_in(seen, "shown", seat) if seat != seen.seat else {}
        lists = (
            _listed(tell(lang, "En tout", "In all"), reading.owned(seen, seat), lang)
            + _listed(tell(lang, "Défausse", "Discard pile"), reading.cards_in(seen, "discard", seat), lang)
            + _listed(tell(lang, "Vu en main", "Seen in hand"), seen_in_hand, lang)
        )
        rows.append(
            f'<li class="p{seat + 1}">{mark(seat, 18)}<b>{escape(names[seat])}</b>'
            f"<span>{figures}</span>{lists}</li>"
        )
    trashed = _listed(tell(lang, "Cartes écartées", "Trashed"), reading.cards_in(seen, "trash"), lang)
    content = f"<ul>{''.join(rows)}{f'<li>{trashed}</li>' if trashed else ''}</ul>"
    return _zone("held", tell(lang, "Paquets", "Decks"), "", content)


def _listed(title: str, cards: Mapping[int, int], lang: str) -> str:
    """A line of cards with how many of each, if there are any."""
    line = tell(lang, f"{title} : {card_list(cards, lang)}", f"{title}: {card_list(cards, lang)}")
    return f"<small>{line}</small>" if cards else ""


def _score_sheet(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """At the end: where the points came from."""
    if seen.actor != OVER:
        return ""
    heads = (
        tell(lang, "Villes", "Cities"),
        tell(lang, "Lieux éloignés", "Remote places"),
        tell(lang, "Cartes", "Cards"),
        tell(lang, "Piste", "Track"),
        tell(lang, "Total", "Total"),
        tell(lang, "Rails", "Rails"),
    )
    head = "".join(f"<th scope=col>{one}</th>" for one in heads)
    rows: list[str] = []
    for seat in range(seen.players):
        sums = reading.points(seen, seat)
        figures = (sums.cities, sums.remote, sums.cards, sums.track, sums.total, int(seen.state.rails[seat]))
        cells = "".join(f"<td>{one}</td>" for one in figures)
        won = ' class="won"' if seat in seen.winners() else ""
        name = f'<span class="p{seat + 1}">{mark(seat, 18)}{escape(names[seat])}</span>'
        rows.append(f"<tr{won}><th scope=row>{name}</th>{cells}</tr>")
    title = tell(lang, "Décompte", "Final score")
    best = points_count(max(seen.scores()), lang)
    return _zone("score", title, best, f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>")
