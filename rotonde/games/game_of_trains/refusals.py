"""Game of Trains: why a thing cannot be done now, with the number of the rule. Only for what is not legal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, verb_of
from rotonde.kernel.prose import tell
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Refusal

from . import reading
from .lexicon import ABILITY_OF, REMOVAL_OF, ability_effect, ability_name
from .rules import (
    ABILITIES,
    CHOOSE,
    DRAWN,
    REFILL,
    REMOVE_LEFT,
    REMOVE_MIDDLE,
    REMOVE_RIGHT,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    SLOTS,
    SWAP_ADJACENT,
    SWAP_SKIP_ONE,
    Verb,
)
from .rules import PROTECT as PADLOCK

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

RULE_OF = {
    SWAP_ADJACENT: "B1",
    SWAP_SKIP_ONE: "B2",
    SHIFT_RIGHT: "B3",
    SHIFT_LEFT: "B4",
    REMOVE_LEFT: "B5",
    REMOVE_MIDDLE: "B5",
    REMOVE_RIGHT: "B5",
    PADLOCK: "B6",
}


def of_thing(seen: "Seen", thing: str, lang: str, chosen: Sequence[str]) -> Refusal:
    """Why nothing can be done with this thing, after the `chosen` ones."""
    refused = _not_now(seen, lang)
    if refused:
        return refused
    kind, _, name = thing.partition("-")
    if kind == "lock":
        return _lock(seen, name, lang)
    if kind == "card" and _is_in_another_train(seen, thing):
        return _another_train(seen, chosen, lang)
    if seen.state.phase == CHOOSE:
        return _in_set_up(seen, kind, thing, lang)
    if seen.state.phase == DRAWN:
        return _with_a_card_to_place(seen, kind, thing, chosen, lang)
    if "pile" in chosen or (thing == "pile" and chosen):
        return _one_action(lang)
    if kind == "row" and name in ABILITIES:
        return _row_card(seen, ABILITIES.index(name), chosen, lang)
    if kind == "card" and _slot(seen, thing) is not None:
        return _own_wagon(seen, thing, chosen, lang)
    return _nothing_here(lang)


def of_move(seen: "Seen", move: int, lang: str) -> Refusal:
    """Why this move cannot be made."""
    refused = _not_now(seen, lang)
    if refused:
        return refused
    verb, a, phase = verb_of(move), a_of(move), int(seen.state.phase)
    if verb in (Verb.FIRST, Verb.DEAL, Verb.HAND, Verb.DRAWN, Verb.REFILL):
        return _left_to_chance(Verb(verb), lang)
    if verb not in (Verb.KEEP, Verb.DRAW, Verb.PLACE, Verb.REMOVE, *ABILITY_OF):
        return _no_such_move(lang)
    if phase == CHOOSE:
        return _keep_first(lang) if verb != Verb.KEEP else _wrong_choice(lang)
    if verb == Verb.KEEP:
        return Refusal("S7", tell(lang, "La mise en place est finie.", "The set-up is over."))
    if phase == DRAWN:
        if verb == Verb.PLACE:
            return _no_such_move(lang)
        return _already_drawn(seen, lang) if verb == Verb.DRAW else _number_only(seen, lang)
    if verb == Verb.PLACE:
        return Refusal("T1", tell(lang, "Piochez d’abord une carte.", "Draw a card first."))
    if verb == Verb.REMOVE and a not in REMOVAL_OF:
        return _removal_slots(lang)
    ability = REMOVAL_OF[a] if verb == Verb.REMOVE else ABILITY_OF.get(Verb(verb))
    if ability is None or a >= SLOTS:
        return _no_such_move(lang)
    if not reading.row(seen)[ability]:
        return _not_in_the_station(seen, ability, lang)
    return _wrong_wagon(seen, ability, a, lang)


# ---------------------------------------------------------------- whose turn it is


def _not_now(seen: "Seen", lang: str) -> Refusal | None:
    if seen.actor == OVER:
        rule = "E1" if seen.state.winner >= 0 else "E4"
        return Refusal(rule, tell(lang, "La partie est finie.", "The game is over."))
    if seen.seat < 0:
        return Refusal(
            "S3",
            tell(
                lang, "Vous regardez la partie sans y jouer.", "You are watching this game, not playing it."
            ),
        )
    if seen.actor == CHANCE:
        rule = "R4" if seen.state.phase == REFILL else "T1" if seen.state.phase == DRAWN else "S1"
        return Refusal(
            rule, tell(lang, "Un instant, les cartes arrivent.", "One moment, the cards are coming.")
        )
    if seen.actor != seen.seat:
        rule = "S5" if seen.state.phase == CHOOSE else "S3"
        return Refusal(rule, tell(lang, "Ce n’est pas encore votre tour.", "It is not your turn yet."))
    return None


def _left_to_chance(verb: Verb, lang: str) -> Refusal:
    rule = {Verb.FIRST: "S3", Verb.DEAL: "S1", Verb.HAND: "S4", Verb.DRAWN: "T1", Verb.REFILL: "R4"}[verb]
    return Refusal(rule, tell(lang, "Cela, c’est le hasard qui en décide.", "That is for chance to decide."))


def _no_such_move(lang: str) -> Refusal:
    return Refusal("T1", tell(lang, "Ce coup n’existe pas.", "There is no such move."))


def _nothing_here(lang: str) -> Refusal:
    return Refusal(
        "T1", tell(lang, "Il n’y a rien à faire ici pour l’instant.", "There is nothing to do here now.")
    )


# ---------------------------------------------------------------- setting up


def _in_set_up(seen: "Seen", kind: str, thing: str, lang: str) -> Refusal:
    if thing == "pile":
        return Refusal(
            "S4",
            tell(
                lang,
                "Vos cartes de départ sont déjà tirées : gardez-en une.",
                "Your starting cards are already drawn: keep one of them.",
            ),
        )
    if kind == "row":
        return Refusal(
            "S7",
            tell(
                lang,
                "Les capacités attendent le premier tour. Gardez d’abord une carte de départ.",
                "Abilities wait for the first turn. First keep one of your starting cards.",
            ),
        )
    if thing in [f"card-{card}" for card in reading.hand(seen, seen.seat)]:
        return Refusal(
            "S5",
            tell(lang, "Vous ne gardez qu’une seule carte de départ.", "You keep only one starting card."),
        )
    if _slot(seen, thing) is not None:
        return Refusal(
            "S5",
            tell(
                lang,
                "Votre carte de départ remplace un seul wagon.",
                "Your starting card replaces one wagon only.",
            ),
        )
    return _keep_first(lang)


def _keep_first(lang: str) -> Refusal:
    return Refusal(
        "S5",
        tell(
            lang,
            "Gardez d’abord une carte de départ à la place d’un de vos wagons.",
            "First keep one starting card in place of one of your wagons.",
        ),
    )


def _wrong_choice(lang: str) -> Refusal:
    return Refusal(
        "S5",
        tell(
            lang,
            "Gardez une carte de votre main, à la place d’un de vos sept wagons.",
            "Keep a card from your own hand, in place of one of your seven wagons.",
        ),
    )


# ---------------------------------------------------------------- a drawn card


def _with_a_card_to_place(seen: "Seen", kind: str, thing: str, chosen: Sequence[str], lang: str) -> Refusal:
    if kind == "row":
        return _number_only(seen, lang)
    if chosen and _slot(seen, thing) is not None:
        return Refusal(
            "T1",
            tell(lang, "La carte piochée remplace un seul wagon.", "The drawn card replaces one wagon only."),
        )
    return _already_drawn(seen, lang)


def _already_drawn(seen: "Seen", lang: str) -> Refusal:
    card = int(seen.state.drawn)
    return Refusal(
        "T1",
        tell(
            lang,
            f"Vous avez pioché le {card} : choisissez le wagon qu’il remplace.",
            f"You drew {card}: choose the wagon it replaces.",
        ),
    )


def _number_only(seen: "Seen", lang: str) -> Refusal:
    card = int(seen.state.drawn)
    return Refusal(
        "T4",
        tell(
            lang,
            f"Vous avez pioché, pas de capacité ce tour-ci : placez le {card} dans votre train.",
            f"You have drawn, so no ability this turn: place {card} in your train.",
        ),
    )


# ---------------------------------------------------------------- a card of the station


def _one_action(lang: str) -> Refusal:
    return Refusal(
        "T2",
        tell(
            lang,
            "Une seule action par tour : piocher, ou jouer une carte de la gare.",
            "One action a turn: draw, or play a card from the station.",
        ),
    )


def _row_card(seen: "Seen", ability: int, chosen: Sequence[str], lang: str) -> Refusal:
    if not reading.row(seen)[ability]:
        return _not_in_the_station(seen, ability, lang)
    if any(thing.startswith("row-") for thing in chosen):
        return _one_action(lang)
    slots = [slot for slot in (_slot(seen, thing) for thing in chosen) if slot is not None]
    if len(slots) == 1:
        return _wrong_wagon(seen, ability, slots[0], lang)
    if ability == PADLOCK and not slots:
        return Refusal(
            "P5",
            tell(
                lang,
                "Vos wagons 1, 4 et 7 ont déjà un cadenas.",
                "Your wagons 1, 4 and 7 already have a padlock.",
            ),
        )
    return Refusal(RULE_OF[ability], _how(ability, lang))


def _not_in_the_station(seen: "Seen", ability: int, lang: str) -> Refusal:
    if not any(reading.row(seen)):
        return _station_is_empty(lang)
    name = ability_name(ability, lang)
    return Refusal(
        "T2",
        tell(
            lang,
            f"Il n’y a pas de carte « {name} » en gare pour l’instant.",
            f"There is no “{name}” card at the station now.",
        ),
    )


def _station_is_empty(lang: str) -> Refusal:
    return Refusal(
        "T3",
        tell(
            lang,
            "La gare est vide : vous ne pouvez que piocher.",
            "The station is empty: all you can do is draw.",
        ),
    )


def _own_wagon(seen: "Seen", thing: str, chosen: Sequence[str], lang: str) -> Refusal:
    """Why this wagon of the viewer goes with no card of the station, or not with what is chosen already."""
    slot = _slot(seen, thing)
    assert slot is not None
    row = reading.row(seen)
    picked = _chosen_abilities(chosen)
    there = picked or [ability for ability in RULE_OF if row[ability]]
    if not there:
        return _station_is_empty(lang)
    if not picked and any(_slot(seen, name) is not None for name in chosen):
        return _no_partner(there, lang)
    # The abilities that ask for a wagon come first: of two reasons these are the ones a person thinks of.
    choosing = [ability for ability in there if RULE_OF[ability] != "B5"]
    return _wrong_wagon(seen, (choosing or there)[0], slot, lang)


def _no_partner(there: list[int], lang: str) -> Refusal:
    for ability in (SWAP_ADJACENT, SWAP_SKIP_ONE):
        if ability in there:
            return Refusal(RULE_OF[ability], _how(ability, lang))
    return Refusal(
        "T2",
        tell(
            lang,
            "Aucune carte de la gare n’échange deux wagons.",
            "No card at the station swaps two wagons.",
        ),
    )


def _wrong_wagon(seen: "Seen", ability: int, slot: int, lang: str) -> Refusal:
    """Why that ability cannot be used on the wagon in that slot of the viewer's train."""
    if ability == PADLOCK and reading.lock(seen, seen.seat, slot):
        card = reading.train(seen, seen.seat)[slot]
        return Refusal(
            "P5",
            tell(lang, f"Le {card} a déjà un cadenas.", f"{card} already has a padlock."),
        )
    if ability == SHIFT_RIGHT and slot < SLOTS - 2:
        return Refusal("B3", tell(lang, "Un seul wagon recule.", "Only one wagon moves right."))
    if ability == SHIFT_LEFT and slot > 1:
        return Refusal("B4", tell(lang, "Un seul wagon avance.", "Only one wagon moves left."))
    return Refusal(RULE_OF[ability], _how(ability, lang))


def _how(ability: int, lang: str) -> str:
    """What one has to choose for that ability."""
    match RULE_OF[ability]:
        case "B1":
            return tell(lang, "Choisissez deux wagons voisins.", "Choose two neighbouring wagons.")
        case "B2":
            return tell(
                lang,
                "Choisissez deux wagons séparés par un seul autre.",
                "Choose two wagons with exactly one between them.",
            )
        case "B3":
            return tell(
                lang,
                "Les deux derniers wagons ne peuvent pas reculer de deux places.",
                "The last two wagons cannot move two places right.",
            )
        case "B4":
            return tell(
                lang,
                "Les deux premiers wagons ne peuvent pas avancer de deux places.",
                "The first two wagons cannot move two places left.",
            )
        case "B5":
            name, effect = ability_name(ability, lang), ability_effect(ability, lang)
            effect = effect[0].lower() + effect[1:]
            return tell(
                lang,
                f"« {name} » se joue sans choisir de wagon : {effect}.",
                f"“{name}” is played without choosing a wagon: {effect}.",
            )
        case _:
            return tell(
                lang,
                "Un cadenas se pose sur le wagon 1, 4 ou 7.",
                "A padlock goes on wagon 1, 4 or 7.",
            )


def _removal_slots(lang: str) -> Refusal:
    return Refusal(
        "B5",
        tell(lang, "On ne retire que les wagons 1, 4 et 7.", "Only wagons 1, 4 and 7 can be removed."),
    )


# ---------------------------------------------------------------- locks and other trains


def _lock(seen: "Seen", name: str, lang: str) -> Refusal:
    if name.partition("-")[0] == str(seen.seat):
        return Refusal(
            "P3",
            tell(
                lang,
                "Ce cadenas reste tant que vous ne déplacez ni ne remplacez son wagon.",
                "This padlock stays until you move or replace its wagon.",
            ),
        )
    return Refusal(
        "P4", tell(lang, "On ne touche pas aux cadenas des autres.", "Nobody else’s padlock can be touched.")
    )


def _another_train(seen: "Seen", chosen: Sequence[str], lang: str) -> Refusal:
    picked = _chosen_abilities(chosen)
    phase_rule = {CHOOSE: "S5", DRAWN: "T1"}.get(int(seen.state.phase), "T2")
    rule = RULE_OF[picked[0]] if picked else phase_rule
    return Refusal(
        rule,
        tell(lang, "Vous ne changez que votre propre train.", "You change your own train only."),
    )


def _chosen_abilities(chosen: Sequence[str]) -> list[int]:
    return [number for number, name in enumerate(ABILITIES) if f"row-{name}" in chosen]


def _slot(seen: "Seen", thing: str) -> int | None:
    """The slot of the viewer's train where that wagon stands."""
    wagons = [f"card-{card}" for card in reading.train(seen, seen.seat)]
    return wagons.index(thing) if thing in wagons else None


def _is_in_another_train(seen: "Seen", thing: str) -> bool:
    return any(
        thing == f"card-{card}"
        for seat in range(seen.players)
        if seat != seen.seat
        for card in reading.train(seen, seat)
        if card
    )
