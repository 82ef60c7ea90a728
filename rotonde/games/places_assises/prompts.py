"""Places assises: what to do now, whom we wait for, and who has won; in French and English."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rotonde.kernel.prose import and_list, of_name, tell
from rotonde.kernel.subset import CHANCE, OVER

from . import reading
from .lexicon import card_name
from .rules import (
    CARS,
    DOOR,
    ECCENTRIC,
    ENTERING,
    EXIT_1,
    EXIT_2,
    FIRST,
    GO,
    NEXT_PAWN,
    PAY,
    PICK,
    PICK_HAND,
    REACT,
    REBEL,
    SEAT_BOTH,
    SHED,
    START,
    STEAL,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen


def prompt(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """What the viewer has to do now, or whom we wait for."""
    if seen.actor == OVER:
        return result(seen, lang, names)
    if seen.actor == CHANCE:
        return _prompt_at_chance(seen, lang, names)
    if seen.actor == seen.seat:
        return _prompt_to_act(seen, lang, names)
    name, phase = names[seen.actor], int(reading.state(seen).phase)
    if phase == REACT:
        return tell(lang, f"On attend la réponse {of_name(name)}.", f"Waiting for {name}’s answer.")
    if phase == SEAT_BOTH:
        return tell(lang, f"{name} assied ses deux voyageurs.", f"{name} seats both travellers.")
    if phase == PAY:
        return tell(
            lang,
            f"{name} bloquait le passage et rend une place.",
            f"{name} was blocking and gives up a seat.",
        )
    return tell(lang, f"C’est à {name} de jouer.", f"It is {name}’s turn.")


def _prompt_at_chance(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    s = reading.state(seen)
    match int(s.phase):
        case phase if phase == CARS:
            return tell(lang, "On choisit les voitures.", "Choosing the cars.")
        case phase if phase == FIRST:
            return tell(lang, "On tire au sort qui commence.", "Drawing lots for who begins.")
        case phase if phase == DOOR:
            name = names[s.active]
            return tell(
                lang, f"Les portes vont-elles s’ouvrir pour {name} ?", f"Will the doors open for {name}?"
            )
        case phase if phase == STEAL:
            return tell(lang, "Une carte change de main.", "A card changes hands.")
        case _:
            return tell(lang, "On pioche.", "Drawing cards.")


def _prompt_to_act(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    s = reading.state(seen)
    target = names[int(s.target)]
    match int(s.phase):
        case phase if phase == START:
            return tell(
                lang,
                "Choisissez la porte où attendra votre voyageur.",
                "Choose the door where your traveller will wait.",
            )
        case phase if phase == NEXT_PAWN:
            return tell(
                lang,
                "Choisissez la porte de votre prochain voyageur.",
                "Choose the door for your next traveller.",
            )
        case phase if phase == GO:
            total = int(s.total)
            return tell(lang, f"Avancez de {total} : choisissez où.", f"Walk {total}: choose where.")
        case phase if phase == ENTERING:
            return tell(
                lang,
                "Choisissez un siège vide ; touchez aussi la porte pour asseoir celui qui attend dehors.",
                "Choose an empty seat; touch the door as well to seat the one waiting outside.",
            )
        case phase if phase == PICK:
            return _prompt_to_pick(seen, lang, target)
        case phase if phase == PICK_HAND:
            return tell(
                lang,
                "À qui prenez-vous une carte ? Touchez ses nombres ou ses actions.",
                "From whom do you take a card? Touch their numbers or their actions.",
            )
        case phase if phase == REACT:
            return _prompt_to_answer(seen, lang, names[int(s.active)])
        case phase if phase == SEAT_BOTH:
            return tell(
                lang,
                "L’allée était prise : asseyez vos deux voyageurs où vous voulez.",
                "The aisle was taken: seat both your travellers wherever you like.",
            )
        case phase if phase == SHED:
            return tell(
                lang,
                "Vous pouvez jeter des nombres avant de piocher.",
                "You may throw numbers away before drawing.",
            )
        case phase if phase == PAY:
            name = names[int(s.active)]
            return tell(
                lang,
                f"Vous bloquez {name} depuis trop longtemps : rendez une place assise.",
                f"You have blocked {name} too long: give up a seat.",
            )
        case _:
            return _prompt_in_turn(seen, lang)


def _prompt_in_turn(seen: "Seen", lang: str) -> str:
    s = reading.state(seen)
    if s.aisle[seen.seat] >= 0:
        return tell(
            lang,
            "Touchez où vous voulez aller, ou choisissez des cartes.",
            "Touch where you want to go, or choose cards.",
        )
    if s.quay[seen.seat] >= 0 and s.missed[seen.seat]:
        return tell(
            lang,
            "Votre voyageur a raté le métro : cette fois il monte. Touchez sa porte, ou jouez une carte.",
            "Your traveller missed the train: this time it gets in. Touch its door, or play a card.",
        )
    if s.quay[seen.seat] >= 0:
        return tell(
            lang,
            "Touchez la porte pour tenter de monter, ou jouez une carte.",
            "Touch the door to try to get in, or play a card.",
        )
    return tell(lang, "Jouez une carte, ou passez.", "Play a card, or pass.")


def _prompt_to_pick(seen: "Seen", lang: str, target: str) -> str:
    s = reading.state(seen)
    if s.card in (EXIT_1, EXIT_2):
        return tell(
            lang,
            f"Quel voyageur {of_name(target)} doit sortir ?",
            f"Which of {target}’s travellers must leave?",
        )
    if s.card == ECCENTRIC:
        return tell(lang, "Qui va fuir dans l’allée ?", "Who will flee into the aisle?")
    return tell(
        lang,
        "Quel siège prenez-vous ? Touchez aussi la porte pour y mettre celui qui attend dehors.",
        "Which seat do you take? Touch the door as well to use the one waiting outside.",
    )


def _prompt_to_answer(seen: "Seen", lang: str, attacker: str) -> str:
    card = card_name(int(reading.state(seen).card), lang)
    if reading.state(seen).hand[seen.seat, REBEL]:
        return tell(
            lang,
            f"{attacker} joue {card} contre vous. Vous rebellez-vous ?",
            f"{attacker} plays {card} against you. Do you rebel?",
        )
    return tell(
        lang,
        f"{attacker} joue {card} contre vous. Laissez-vous faire ?",
        f"{attacker} plays {card} against you. Do you let it happen?",
    )


# ---------------------------------------------------------------- the end


def result(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """Who won and how."""
    if seen.actor != OVER:
        return tell(lang, "La partie continue.", "The game goes on.")
    winners = seen.winners()
    winner = int(reading.state(seen).winner)
    if winner >= 0:
        if winner == seen.seat:
            return tell(
                lang,
                "Tous vos voyageurs sont assis : vous gagnez.",
                "All your travellers are seated: you win.",
            )
        name = names[winner]
        return tell(
            lang, f"Tous les voyageurs {of_name(name)} sont assis.", f"All of {name}’s travellers are seated."
        )
    count = reading.seated(seen, winners[0])
    listed = and_list([names[seat] for seat in winners], lang)
    gained = "gagne" if len(winners) == 1 else "gagnent ensemble"
    won = "wins" if len(winners) == 1 else "share the win"
    return tell(
        lang,
        f"Terminus, tout le monde descend : avec {count} voyageurs assis, {listed} {gained}.",
        f"End of the line: with {count} travellers seated, {listed} {won}.",
    )
