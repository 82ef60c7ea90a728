"""Trains: why a thing cannot be done now, with the number of the rule. Only for what is not legal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rotonde.kernel.moves import a_of, verb_of
from rotonde.kernel.prose import tell
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Refusal

from . import box, reading
from .lexicon import card_effect, card_name, card_type
from .rules import CARDS, CHOICE, HEXES, REMOTE, SEA, START, STATION, WASTE, Verb
from .rules import CITY as CITY_HEX

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

IN_HAND = (Verb.PLAY, Verb.PLAY_PLAIN, Verb.SHOW, Verb.COPY, Verb.DISCARD, Verb.TRASH)
FROM_SUPPLY = (Verb.BUY, Verb.BUY_ON_TOP, Verb.RECEIVE)
ON_THE_BOARD = (Verb.START, Verb.LAY, Verb.STATION)


def of_thing(seen: "Seen", thing: str, lang: str, chosen: Sequence[str]) -> Refusal:
    """Why nothing can be done with this thing, after the `chosen` ones."""
    refused = _not_now(seen, lang)
    if refused:
        return refused
    kind, _, rest = thing.partition("-")
    number = int(rest) if rest.isdecimal() else -1
    if chosen:
        return _one_at_a_time(lang)
    if kind == "hex" and 0 <= number < HEXES:
        return _hex(seen, number, lang)
    if kind == "hand" and 0 < number < CARDS:
        return _hand(seen, number, lang)
    if kind == "pile" and 0 < number < CARDS:
        return _pile(seen, number, lang)
    return _word(seen, kind, lang)


def of_move(seen: "Seen", move: int, lang: str) -> Refusal:
    """Why this move cannot be made."""
    refused = _not_now(seen, lang)
    if refused:
        return refused
    verb, number = verb_of(move), a_of(move)
    if verb in (Verb.FIRST, Verb.PILE, Verb.DRAW, Verb.LOOK, Verb.REVEAL):
        return _left_to_chance(Verb(verb), lang)
    if verb in ON_THE_BOARD and number < HEXES:
        return _hex(seen, number, lang)
    if verb in IN_HAND and 0 < number < CARDS:
        return _hand(seen, number, lang)
    if verb in FROM_SUPPLY and 0 < number < CARDS:
        return _pile(seen, number, lang)
    words = {
        Verb.END: "end",
        Verb.PASS: "pass",
        Verb.NAME: "name",
        Verb.FETCH: "discard",
        Verb.SEND_BACK: "play",
    }
    return _word(seen, words.get(Verb(verb), ""), lang)


# ---------------------------------------------------------------- whose turn it is


def _not_now(seen: "Seen", lang: str) -> Refusal | None:
    if seen.actor == OVER:
        rule = ("E4", "E1", "E2", "E3", "E5")[int(seen.state.ended)]
        return Refusal(rule, tell(lang, "La partie est finie.", "The game is over."))
    if seen.seat < 0:
        return Refusal(
            "S6",
            tell(
                lang, "Vous regardez la partie sans y jouer.", "You are watching this game, not playing it."
            ),
        )
    if seen.actor == CHANCE:
        rule = "S7" if reading.setting_up(seen) else "T8"
        return Refusal(
            rule, tell(lang, "Un instant, les cartes arrivent.", "One moment, the cards are coming.")
        )
    if seen.actor != seen.seat:
        return Refusal("S6", tell(lang, "Ce n’est pas encore votre tour.", "It is not your turn yet."))
    return None


def _left_to_chance(verb: Verb, lang: str) -> Refusal:
    rule = {Verb.FIRST: "S6", Verb.PILE: "S5", Verb.DRAW: "T8", Verb.LOOK: "D2", Verb.REVEAL: "D2"}[verb]
    return Refusal(rule, tell(lang, "Cela, c’est le hasard qui en décide.", "That is for chance to decide."))


def _one_at_a_time(lang: str) -> Refusal:
    return Refusal(
        "T1",
        tell(
            lang,
            "Cela ne va pas avec ce que vous avez choisi : une chose après l’autre.",
            "That does not go with what you have chosen: one thing after the other.",
        ),
    )


def _finish_first(seen: "Seen", lang: str) -> Refusal:
    name = card_name(int(seen.state.source), lang)
    return Refusal(
        "T1", tell(lang, f"Finissez d’abord l’effet de {name}.", f"First finish the effect of {name}.")
    )


# ---------------------------------------------------------------- the board


def _hex(seen: "Seen", number: int, lang: str) -> Refusal:
    s, made = _fields(seen)
    terrain = int(made.terrain[number])
    if s.phase == START:
        return _first_rail(terrain, lang)
    if s.phase == CHOICE:
        if s.effect != STATION:
            return _finish_first(seen, lang)
        if terrain != CITY_HEX:
            return Refusal(
                "L7", tell(lang, "Une gare se bâtit dans une ville.", "A station is built in a city.")
            )
        return Refusal(
            "L7", tell(lang, "Cette ville n’a plus d’emplacement libre.", "This city has no free place left.")
        )
    if not s.rail_points:
        return Refusal(
            "L1",
            tell(
                lang,
                "Jouez d’abord une carte verte pour poser un rail.",
                "Play a green card first to lay a rail.",
            ),
        )
    if terrain == SEA:
        return Refusal("L2", tell(lang, "On ne pose rien en mer.", "Nothing is laid on the sea."))
    if seen.seat in reading.rails_on(seen, number):
        return Refusal("L3", tell(lang, "Vous avez déjà un rail ici.", "You already have a rail here."))
    own = set(reading.rails_of(seen, seen.seat))
    if len(own) >= 20:
        return Refusal("E2", tell(lang, "Tous vos rails sont posés.", "All your rails are placed."))
    if not own & set(box.neighbours(reading.board(seen))[number]):
        return _not_a_neighbour(seen, number, own, lang)
    cost = reading.surcharge(seen, number).total
    return Refusal(
        "L4",
        tell(
            lang,
            f"Poser ici coûte {cost}, et vous avez {s.money}.",
            f"Laying here costs {cost}, and you have {s.money}.",
        ),
    )


def _first_rail(terrain: int, lang: str) -> Refusal:
    if terrain == SEA:
        return Refusal("S8", tell(lang, "On ne part pas en mer.", "Nobody starts on the sea."))
    if terrain == REMOTE:
        return Refusal(
            "S8", tell(lang, "On ne part pas d’un lieu éloigné.", "Nobody starts in a remote place.")
        )
    return Refusal("S8", tell(lang, "Un autre joueur part d’ici.", "Another player starts here."))


def _not_a_neighbour(seen: "Seen", number: int, own: set[int], lang: str) -> Refusal:
    across = [pair for pair in box.blocked(reading.board(seen)) if number in pair and own & set(pair)]
    if across:
        return Refusal("L2", tell(lang, "La frontière est barrée ici.", "The border is blocked here."))
    return Refusal("L2", tell(lang, "Aucun de vos rails n’est à côté.", "You have no rail next to it."))


# ---------------------------------------------------------------- cards


def _hand(seen: "Seen", card: int, lang: str) -> Refusal:
    if seen.state.phase == START:
        return _start_first(lang)
    if not reading.cards_in(seen, "hand", seen.seat).get(card, 0):
        return Refusal(
            "T2", tell(lang, "Cette carte n’est pas dans votre main.", "This card is not in your hand.")
        )
    if seen.state.phase == CHOICE:
        if not _fields(seen)[1].train[card] and int(seen.state.effect) != STATION:
            return Refusal(
                "T5",
                tell(
                    lang, "Cette carte ne convient pas à cet effet.", "This card does not suit this effect."
                ),
            )
        return _finish_first(seen, lang)
    if card == WASTE:
        return Refusal(
            "K9",
            tell(
                lang,
                "La Ferraille ne se joue pas. Passez votre tour pour la rendre.",
                "Waste cannot be played. Pass your turn to return it.",
            ),
        )
    if card_type(card) == "victory":
        return Refusal(
            "T2",
            tell(
                lang,
                "Cette carte compte à la fin, elle ne se joue pas.",
                "It counts at the end; it is not played.",
            ),
        )
    return Refusal(
        "T5",
        tell(
            lang,
            "Son effet ne peut pas être appliqué en entier : jouez-la pour sa valeur.",
            "Its effect cannot be applied in full: play it for its value.",
        ),
    )


def _pile(seen: "Seen", card: int, lang: str) -> Refusal:
    s, made = _fields(seen)
    if s.phase == START:
        return _start_first(lang)
    if card == WASTE:
        return Refusal("W3", tell(lang, "La Ferraille ne s’achète pas.", "Waste cannot be bought."))
    if not s.supply[card]:
        return Refusal(
            "T6", tell(lang, "Il n’y en a plus dans la réserve.", "There are none left in the supply.")
        )
    if s.phase == CHOICE:
        return _finish_first(seen, lang)
    cost, money = int(made.cost[card]), int(s.money)
    if cost > money:
        name, effect = card_name(card, lang), card_effect(card, lang)
        return Refusal(
            "T6",
            tell(
                lang,
                f"{name} coûte {cost}, et vous avez {money}. {effect}".rstrip(),
                f"{name} costs {cost}, and you have {money}. {effect}".rstrip(),
            ),
        )
    return Refusal(
        "K34",
        tell(
            lang,
            "Seul le Train matinal permet de poser un achat sur son paquet.",
            "Only an Early Train lets you put what you buy on your deck.",
        ),
    )


def _start_first(lang: str) -> Refusal:
    return Refusal("S8", tell(lang, "Posez d’abord votre premier rail.", "Place your first rail first."))


def _word(seen: "Seen", kind: str, lang: str) -> Refusal:
    """Buttons, and places where nothing is taken from."""
    if seen.state.phase == START:
        return _start_first(lang)
    if kind == "pass" and seen.state.acted:
        return Refusal(
            "T7",
            tell(
                lang,
                "Vous avez déjà joué ou acheté : on ne rend la Ferraille qu’en passant.",
                "You have already played or bought: Waste is returned only by passing.",
            ),
        )
    if kind == "pass":
        return Refusal(
            "T7", tell(lang, "Vous n’avez pas de Ferraille en main.", "You have no Waste in hand.")
        )
    if seen.state.phase == CHOICE:
        return _finish_first(seen, lang)
    if kind == "plain":
        return Refusal(
            "T4", tell(lang, "Choisissez d’abord la carte à jouer.", "First choose the card to play.")
        )
    if kind == "on":
        return Refusal(
            "K34",
            tell(
                lang,
                "Après un Train matinal, choisissez d’abord ce que vous achetez.",
                "After an Early Train, first choose what you buy.",
            ),
        )
    if kind == "play":
        return Refusal("T2", tell(lang, "Cette carte est déjà jouée.", "This card is already played."))
    if kind == "discard":
        return Refusal(
            "T8", tell(lang, "La défausse attend d’être mélangée.", "The discard pile waits to be shuffled.")
        )
    return Refusal(
        "T1", tell(lang, "Il n’y a rien à faire ici pour l’instant.", "There is nothing to do here now.")
    )


def _fields(seen: "Seen") -> tuple[Any, Any]:
    return seen.state, seen.box
