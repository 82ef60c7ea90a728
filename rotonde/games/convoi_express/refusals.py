"""Convoi Express: why something cannot be done now, with the number of the rule."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rotonde.kernel.moves import a_of, b_of, verb_of
from rotonde.kernel.prose import tell
from rotonde.kernel.subset import OVER
from rotonde.kernel.telling import Refusal

from . import rules
from .rules import DEPOT, Verb

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

AGENT_RULES = ("G2", "G3", "G4", "G5", "G6", "G7")
AGENT_OF = {
    Verb.REROLL: rules.LOGISTICIAN,
    Verb.MANAGE: rules.MANAGER,
    Verb.HALT: rules.CONDUCTOR,
    Verb.GUARD: rules.TRACK_GUARD,
    Verb.SPARE: rules.SECTION_CHIEF,
    Verb.DISPATCH: rules.DISPATCHER,
}

# When each agent helps, for whoever calls too early or too late.
AGENT_TIMES = {
    rules.LOGISTICIAN: (
        "Le logisticien aide juste après un lancer de dé.",
        "The logistician helps right after a die is rolled.",
    ),
    rules.MANAGER: (
        "La gestionnaire aide quand des trains roulent ou quand on joue ses cartes.",
        "The manager helps while trains move or cards are played.",
    ),
    rules.CONDUCTOR: (
        "Le chef de train aide avant que le premier train d’une couleur de la fiche ne roule.",
        "The conductor helps before the first train of a colour of the card moves.",
    ),
    rules.TRACK_GUARD: (
        "Le garde-voie aide quand une fiche vient d’être révélée, s’il en reste dans la pioche.",
        "The track guard helps when a card was just revealed, if there are more in the pile.",
    ),
    rules.SECTION_CHIEF: (
        "La cheffe de section aide quand on désigne un train de la fiche.",
        "The section chief helps when a train of the card is to be named.",
    ),
    rules.DISPATCHER: (
        "Le répartiteur aide quand la fiche met un nouveau train en jeu.",
        "The dispatcher helps when the card brings in a new train.",
    ),
}

NO_CARD_FOR = {
    "signal": (
        "Il faut une carte Feu, ou deux cartes quelconques.",
        "It takes a signal card, or any two cards.",
    ),
    "arm": (
        "Il faut une carte Aiguillage, ou deux cartes quelconques.",
        "It takes a switch card, or any two cards.",
    ),
}

# What is to be done in each phase, as the answer to whoever wants something else.
NOW = {
    rules.GREENS: ("S3", "Posez d’abord un feu vert.", "Lay a green disc first."),
    rules.SWITCHES: ("S2", "Réglez d’abord cet aiguillage.", "Set this switch first."),
    rules.REVEALED: (
        "U1",
        "Une fiche vient d’être révélée : appliquez-la.",
        "A card was just revealed: apply it.",
    ),
    rules.NEW: (
        "P1",
        "Choisissez d’abord la couleur du nouveau train.",
        "First choose the colour of the new train.",
    ),
    rules.COLOUR: ("I4", "Choisissez d’abord une couleur.", "First choose a colour."),
    rules.NAME: ("I3", "Désignez d’abord un train qui doit rouler.", "First name a train that must move."),
    rules.ROLLED: ("M1", "Ce train doit d’abord rouler.", "This train must move first."),
    rules.PASSING: ("N3", "Arrêtez ce train ou choisissez sa sortie.", "Stop this train or choose its exit."),
    rules.ACTIONS: ("U2", "C’est le moment des cartes Action.", "This is the time for action cards."),
    rules.DISC: (
        "A1",
        "Déplacez d’abord un feu vert vers un feu rouge.",
        "First move a green disc to a red signal.",
    ),
    rules.TURNOUT: ("A2", "Réglez d’abord un aiguillage autrement.", "First set a switch to another way."),
    rules.TRAIN: ("A3", "Choisissez d’abord le train à déplacer.", "First choose the train to move."),
}


def _say(lang: str, rule: str, fr: str, en: str) -> Refusal:
    return Refusal(rule, tell(lang, fr, en))


def _now(seen: "Seen", lang: str) -> Refusal:
    return _say(
        lang, *NOW.get(int(seen.state.phase), ("U1", "Ce n’est pas le moment.", "This is not the time."))
    )


def of_move(seen: "Seen", move: int, lang: str) -> Refusal:
    """Why this move is none of the legal ones."""
    state: Any = seen.state
    verb, a = verb_of(move), a_of(move)
    if verb in AGENT_OF:
        return of_agent(seen, AGENT_OF[Verb(verb)], lang)
    phase = int(state.phase)
    if phase == rules.ACTIONS and verb in (Verb.USE, Verb.PAIR, Verb.LOAD):
        return _of_cards(seen, verb, move, lang)
    if phase == rules.DISC and verb == Verb.GREEN:
        return of_disc(seen, a, b_of(move), lang)
    if phase == rules.TURNOUT and verb == Verb.SWITCH:
        return _say(
            lang,
            "A2",
            "Deux voies, ni plus ni moins, et autrement qu’à présent.",
            "Two tracks, no more and no less, and other than now.",
        )
    if phase in (rules.NAME, rules.TRAIN) and verb in (Verb.NAME, Verb.MOVE):
        return of_train(seen, a, lang)
    if phase in (rules.ROLLED, rules.PASSING) and verb == Verb.EXIT:
        return _of_closed_exit(seen, a, lang)
    if phase == rules.NEW and verb == Verb.NEW:
        return _of_new_colour(seen, a, lang)
    return _now(seen, lang)


def _of_cards(seen: "Seen", verb: int, move: int, lang: str) -> Refusal:
    state: Any = seen.state
    if verb == Verb.LOAD:
        return _say(
            lang,
            "A5",
            "On charge un train vide, dans une ville qui a encore des marchandises, avec une carte de sa main.",
            "Load an empty train in a city that still has goods, with a card from your hand.",
        )
    if verb == Verb.USE and a_of(move) == rules.MOVE_CARD and all(where == DEPOT for where in state.where):
        return _say(lang, "A3", "Tous les trains sont au dépôt.", "All trains are in the depot.")
    if verb == Verb.PAIR:
        return _say(lang, "A4", "Il faut deux cartes de votre main.", "It takes two cards from your hand.")
    return _say(lang, "U2", "Vous n’avez pas cette carte.", "You do not have this card.")


def _of_new_colour(seen: "Seen", colour: int, lang: str) -> Refusal:
    state: Any = seen.state
    if 0 <= colour < rules.COLOURS and state.placed[colour]:
        return _say(
            lang, "P4", "Le second train est d’une autre couleur.", "The second train is of another colour."
        )
    return _say(lang, "P3", "Il n’y en a plus au dépôt.", "There is none left in the depot.")


def of_agent(seen: "Seen", agent: int, lang: str) -> Refusal:
    state: Any = seen.state
    box: Any = seen.box
    if not box.on_duty[agent]:
        return _say(
            lang,
            AGENT_RULES[agent],
            "Cet agent n’est pas sur ce plateau.",
            "This agent is not on this board.",
        )
    if state.spent[agent]:
        return _say(lang, "G1", "Cet agent a déjà aidé.", "This agent has helped already.")
    return _say(lang, AGENT_RULES[agent], *AGENT_TIMES[agent])


def of_disc(seen: "Seen", source: int, target: int, lang: str) -> Refusal:
    state: Any = seen.state
    box: Any = seen.box
    if source >= box.signals or target >= box.signals or not state.green[source] or state.green[target]:
        return _say(lang, "A1", "D’un feu vert à un feu rouge.", "From a green signal to a red one.")
    return _say(
        lang,
        "A1",
        "Chaque ville et chaque port doit garder un feu vert.",
        "Every city and port must keep a green signal.",
    )


def of_train(seen: "Seen", train: int, lang: str) -> Refusal:
    state: Any = seen.state
    if not 0 <= train < rules.TRAINS or state.where[train] == DEPOT:
        return _say(lang, "I2", "Ce train est au dépôt.", "This train is in the depot.")
    if int(state.phase) == rules.NAME and not state.waiting[train]:
        return _say(lang, "I2", "Ce n’est pas à ce train de rouler.", "It is not for this train to move.")
    return _now(seen, lang)


def of_thing(seen: "Seen", thing: str, lang: str, chosen: Sequence[str]) -> Refusal:
    """Why this thing cannot be touched now, after the chosen ones."""
    state: Any = seen.state
    if seen.actor == OVER:
        return _say(lang, "E1", "La partie est finie.", "The game is over.")
    if seen.actor != seen.seat:
        return _say(lang, "S10", "C’est au joueur actif de décider.", "The active player decides.")
    kind, _, rest = thing.partition("-")
    number = int(rest) if rest.isdecimal() else -1
    phase = int(state.phase)
    if kind == "agent" and 0 <= number < rules.AGENTS:
        return of_agent(seen, number, lang)
    if kind == "train" and phase in (rules.NAME, rules.TRAIN):
        return of_train(seen, number, lang)
    if kind == "train" and phase == rules.ACTIONS:
        return _say(
            lang,
            "A5",
            "Pour rouler, il faut une carte Déplacement ou deux cartes quelconques ; pour charger, "
            "un train vide dans une ville qui a des marchandises.",
            "To move, it takes a move card or any two cards; to load, an empty train in a city with goods.",
        )
    if kind == "signal" and phase == rules.DISC:
        return _say(
            lang,
            "A1",
            "Un feu vert, puis un feu rouge ; chaque ville en garde un vert.",
            "A green signal, then a red one; every city keeps a green one.",
        )
    if kind == "colour" and phase == rules.NEW:
        return _of_new_colour(seen, number, lang)
    if kind == "train" and number == state.train:
        return _say(
            lang, "M2", "Touchez la voie par laquelle il sort.", "Touch the track by which it leaves."
        )
    if kind == "space" and any(verb_of(move) == Verb.EXIT for move in seen.moves()):
        return _of_exit(seen, number, lang)
    if phase == rules.ACTIONS:
        return _of_thing_for_cards(seen, kind, thing, lang)
    return _now(seen, lang)


def _of_exit(seen: "Seen", space: int, lang: str) -> Refusal:
    """M2. Why a train in a city does not leave by this space."""
    box: Any = seen.box
    here = int(seen.state.where[seen.state.train])
    beyond = [int(box.next[here, end]) for end in range(int(box.ends[here]))]
    if space in beyond:
        return _of_closed_exit(seen, beyond.index(space), lang)
    return _say(
        lang,
        "M2",
        "Choisissez une sortie au vert : la première case après la ville.",
        "Choose a green exit: the first space beyond the city.",
    )


def _of_closed_exit(seen: "Seen", end: int, lang: str) -> Refusal:
    """M2. Its signal is red; or something is right behind it, and another exit is free."""
    here = int(seen.state.where[seen.state.train])
    if rules.green_exit(seen.box, seen.state, here, end):
        return _say(
            lang,
            "M2",
            "Rien ne va par là, et une autre sortie est libre.",
            "Nothing can go there, and another exit is free.",
        )
    return _say(lang, "M2", "Cette sortie n’est pas au vert.", "There is no green signal at this exit.")


def _of_thing_for_cards(seen: "Seen", kind: str, thing: str, lang: str) -> Refusal:
    """Why a thing is of no use while action cards are played."""
    match kind:
        case "signal" if thing in _green_signals(seen):
            return _say(
                lang,
                "A1",
                "Ce feu est déjà vert. Touchez le feu rouge qui doit passer au vert.",
                "This signal is green already. Touch the red one that shall turn green.",
            )
        case "arm" if thing in _open_arms(seen):
            return _say(
                lang,
                "A2",
                "Cette voie est déjà ouverte. Touchez la voie fermée qui doit s’ouvrir.",
                "This track is open already. Touch the closed one that shall open.",
            )
        case "signal" | "arm":
            return _say(lang, "A4", *NO_CARD_FOR[kind])
        case "space":
            return _say(
                lang,
                "U2",
                "Une case ne se joue pas. Touchez un train, un feu, une voie d’aiguillage ou une carte.",
                "A space is not played. Touch a train, a signal, a track of a switch or a card.",
            )
        case "colour":
            return _say(
                lang,
                "P1",
                "Un train ne quitte le dépôt que si une fiche d’instruction le demande.",
                "A train leaves the depot only when an instruction card says so.",
            )
        case "card":
            return _say(lang, "I5", "Cette fiche est faite.", "This card is done.")
        case _:
            return _now(seen, lang)


def _green_signals(seen: "Seen") -> list[str]:
    return [f"signal-{number}" for number, green in enumerate(seen.state.green) if green]


def _open_arms(seen: "Seen") -> list[str]:
    return [
        f"arm-{junction}-{arm}"
        for junction, setting in enumerate(map(int, seen.state.open))
        for arm in range(rules.ARMS)
        if setting >> arm & 1
    ]
