"""Convoi Express: the names of things in French and English, and how to put them into a sentence."""

from typing import TYPE_CHECKING, Any

from rotonde.kernel.prose import and_list, tell

from .boards import Network, network
from .rules import OF_EACH, WILD

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

COLOUR = {"fr": ("noir", "marron", "gris"), "en": ("black", "brown", "grey")}
COLOUR_PLURAL = {"fr": ("noirs", "marron", "gris"), "en": ("black", "brown", "grey")}
GOODS = {"fr": ("jaune", "bleue", "rouge", "blanche"), "en": ("yellow", "blue", "red", "white")}
KIND = {"fr": ("Feu", "Aiguillage", "Déplacement"), "en": ("Signal", "Switch", "Move")}
AGENT = {
    "fr": (
        "le logisticien",
        "la gestionnaire",
        "le chef de train",
        "le garde-voie",
        "la cheffe de section",
        "le répartiteur",
    ),
    "en": (
        "the logistician",
        "the manager",
        "the conductor",
        "the track guard",
        "the section chief",
        "the dispatcher",
    ),
}
AGENT_HELP = {
    "fr": (
        "Relance un dé Déplacement",
        "Les trains traversent les villes ce tour-ci",
        "Une couleur de la fiche ne roule pas",
        "La fiche passe sous la pioche",
        "Un train de la fiche ne roule pas",
        "Un nouveau train part d’où l’on veut",
    ),
    "en": (
        "Rolls a movement die again",
        "Trains pass through cities this turn",
        "One colour of the card does not move",
        "The card goes under the pile",
        "One train of the card does not move",
        "A new train starts where you like",
    ),
}


def board_of(seen: "Seen") -> Network:
    return network(str(seen.options["board"]))


def train_name(train: int, lang: str) -> str:
    """Trains of a colour are numbered: noir 2, black 2."""
    return f"{COLOUR[lang][train // OF_EACH]} {train % OF_EACH + 1}"


def label(net: Network, node: str) -> str:
    return str(net.nodes[node]["label"])


def at(name: str, lang: str) -> str:
    """à Paris, au Mans; at Paris."""
    if lang == "fr" and name.startswith("Le "):
        return f"au {name[3:]}"
    return tell(lang, f"à {name}", f"at {name}")


def signal_name(net: Network, signal: int, lang: str) -> str:
    """A signal by its place: at a city towards a neighbour, or between two places."""
    here, to, is_gate = _place_of_signal(net, signal)
    if is_gate:
        return tell(lang, f"{at(here, 'fr')} côté {to}", f"at {here} towards {to}")
    return tell(lang, f"entre {here} et {to}", f"between {here} and {to}")


def short_signal_name(net: Network, signal: int) -> str:
    """Paris–Dijon: for a label, where a sentence beside it says more."""
    here, to, _ = _place_of_signal(net, signal)
    return f"{here}–{to}"


def _place_of_signal(net: Network, signal: int) -> tuple[str, str, bool]:
    """The ends of its line, and whether it stands at the entrance of the first."""
    wanted = net.signals[signal]
    for line in net.board["lines"]:
        for one in line["signals"]:
            if one["id"] == wanted:
                a, b = label(net, line["a"]), label(net, line["b"])
                return (b, a, True) if one.get("gate") == line["b"] else (a, b, "gate" in one)
    raise KeyError(wanted)


def arm_names(net: Network, junction: int, setting: int) -> list[str]:
    arms = net.arms[net.junctions[junction]]
    return [label(net, arm.node) for number, arm in enumerate(arms) if setting >> number & 1]


def space_name(net: Network, space: int, lang: str) -> str:
    """Where a train stands, in words that follow a name."""
    here = net.spaces[space]
    if here.kind != "section":
        return at(label(net, here.node), lang)
    line = next(line for line in net.board["lines"] if line["id"] == here.line)
    a, b = label(net, line["a"]), label(net, line["b"])
    return tell(lang, f"entre {a} et {b}", f"between {a} and {b}")


def exit_name(net: Network, space: int, end: int) -> str:
    """The node at the other end of the line that leaves a city by this exit."""
    first = net.spaces[net.spaces[space].ways[end].space]
    line = next(line for line in net.board["lines"] if line["id"] == first.line)
    here = net.spaces[space].node
    return label(net, line["b"] if line["a"] == here else line["a"])


def start_name(seen: "Seen", number: int) -> str:
    """The place of a start number at this table."""
    net, state = board_of(seen), seen.state
    space: int = state.start[number - 2]
    return label(net, net.spaces[space].node) if space >= 0 else str(number)


def card_name(seen: "Seen", card: int, lang: str) -> str:
    """What an instruction card shows."""
    box: Any = seen.box
    if card == 0:
        return tell(lang, "un train de chaque couleur", "one train of each colour")
    new = int(box.card_new[card])
    shown = [int(symbol) for symbol in box.card_move[card] if symbol >= 0]
    parts: list[str] = []
    if new:
        parts.append(
            tell(
                lang,
                "un nouveau train" if new == 1 else "deux nouveaux trains",
                "a new train" if new == 1 else "two new trains",
            )
        )
    fixed = [COLOUR_PLURAL[lang][symbol] for symbol in shown if symbol < WILD]
    wild = sum(symbol == WILD for symbol in shown)
    if fixed:
        each = [f"les {colours}" for colours in fixed]
        parts.append(tell(lang, and_list(each, lang), f"the {and_list(fixed, lang)} ones"))
    if wild:
        parts.append(
            tell(
                lang,
                ("une couleur au choix", "deux couleurs au choix", "les trois couleurs")[wild - 1],
                ("a colour of your choice", "two colours of your choice", "all three colours")[wild - 1],
            )
        )
    return tell(lang, ", puis ".join(parts), ", then ".join(parts))


def pair_name(kind: int, other: int, lang: str) -> str:
    """Two cards: Feu et Aiguillage; deux cartes Feu."""
    if kind == other:
        return tell(lang, f"deux cartes {KIND[lang][kind]}", f"two {KIND[lang][kind]} cards")
    return and_list([KIND[lang][kind], KIND[lang][other]], lang)


def tokens(count: int, lang: str) -> str:
    return tell(
        lang,
        f"{count} jeton{'s' if count > 1 else ''} Temps",
        f"{count} time token{'s' if count > 1 else ''}",
    )
