"""Grandes Lignes: what is in the box, made from the data of a map, and the options of a table."""

from functools import cache
from typing import Any

from rotonde.kernel.boards import own_boards
from rotonde.kernel.info import Option, Words

from . import maps
from .maps import problems_of
from .rules import CITIES, DEAREST, LOW_PLUS_THREE, ONE_DIE, PARALLEL, PLACES, PREMIUM, TWO_DICE, Box

__all__ = ["MAPS", "OPTIONS", "box", "problems_of"]

MAPS = {
    "france": {"fr": "La France, une heure", "en": "France, an hour"},
    "bretagne": {"fr": "La Bretagne, vingt minutes", "en": "Brittany, twenty minutes"},
}
QUICKEST = {"map": "bretagne"}  # for tests of whole games
OWN = {key: board["name"] for key, board in own_boards(maps.GAME).items()}
DICE = {"one": ONE_DIE, "two": TWO_DICE, "low-plus-3": LOW_PLUS_THREE}
TARGETS = {2: 250, 3: 250, 4: 225, 5: 200, 6: 200}
SHORTEST_RACE = 6
FERRY_STEP = 3  # with the option on ferries


def _switch(name: str, label: Words, help_text: Words) -> Option:
    return Option(
        name=name,
        default=False,
        choices=(False, True),
        label=label,
        help=help_text,
        value_labels={False: {"fr": "Non", "en": "No"}, True: {"fr": "Oui", "en": "Yes"}},
    )


OPTIONS = (
    Option(
        name="map",
        default="france",
        choices=(*MAPS, *OWN),
        label={"fr": "Carte", "en": "Map"},
        help={
            "fr": "La France entière, ou une région pour une partie courte.",
            "en": "All of France, or one region for a short game.",
        },
        value_labels=MAPS | OWN,
    ),
    Option(
        name="dice",
        default="one",
        choices=tuple(DICE),
        label={"fr": "Dés de construction", "en": "Building dice"},
        help={
            "fr": "Deux dés, ou un dé dont 1, 2 et 3 comptent trois de plus : on construit plus vite.",
            "en": "Two dice, or one whose 1, 2 and 3 count three more: building goes faster.",
        },
        value_labels={
            "one": {"fr": "Un dé", "en": "One die"},
            "two": {"fr": "Deux dés", "en": "Two dice"},
            "low-plus-3": {"fr": "Un dé, 1 à 3 comptent 4 à 6", "en": "One die, 1 to 3 count as 4 to 6"},
        },
    ),
    _switch(
        "distinct_start",
        {"fr": "Départs différents", "en": "Different starts"},
        {
            "fr": "Au premier tour, chacun part de la capitale par un autre côté.",
            "en": "In the first round everybody leaves the capital on a different side.",
        },
    ),
    _switch(
        "skip_starter",
        {"fr": "Le premier passe ensuite son tour", "en": "The starter sits out next"},
        {
            "fr": "Qui a commencé un tour de construction ne joue pas le suivant.",
            "en": "Whoever began a round of building does not play the next one.",
        },
    ),
    _switch(
        "own_track",
        {"fr": "Une ligne à soi pour courir", "en": "A line of one’s own to race"},
        {
            "fr": "Ne court que qui a une ligne au départ ou à l’arrivée.",
            "en": "Only those with a line at the start or at the goal may race.",
        },
    ),
    _switch(
        "fair_finish",
        {"fr": "Arrivées comparées", "en": "Compared finishes"},
        {
            "fr": "On termine le tour de lancers ; les points de dé qui restent départagent les arrivés.",
            "en": "The round of throws is completed; the dice points left over rank those who arrived.",
        },
    ),
    _switch(
        "solo_instant",
        {"fr": "Seul au départ : prime sans courir", "en": "Alone at the start: prize without a run"},
        {
            "fr": "Un seul engagé touche les 20 points tout de suite.",
            "en": "A single entrant gets the 20 points at once.",
        },
    ),
    _switch(
        "long_races",
        {"fr": "Courses de six cases au moins", "en": "Races of six hexes or more"},
        {
            "fr": "Entre deux villes plus proches, on retire la destination.",
            "en": "Between cities closer than that the destination is drawn again.",
        },
    ),
    _switch(
        "finish_race",
        {"fr": "Finir la course", "en": "Finish the race"},
        {
            "fr": "La partie s’arrête à la fin de la course où le total est atteint.",
            "en": "The game ends with the race in which the total is reached.",
        },
    ),
    _switch(
        "build_after_race",
        {"fr": "Construire entre les courses", "en": "Build between races"},
        {
            "fr": "Après une course, ce qu’elle a rapporté achète des points de dé, un pour un.",
            "en": "After a race, what it brought buys dice points, one for one.",
        },
    ),
    _switch(
        "ferries",
        {"fr": "Bateaux payants", "en": "Ferries for money"},
        {
            "fr": "Traverser la Manche : 6 points de jeu, deux traversées au plus par joueur, péage de 3.",
            "en": "Crossing the Channel: 6 game points, two crossings at most for each player, a toll of 3.",
        },
    ),
)


def box(players: int, options: dict[str, Any]) -> Box:
    """The map, with all distances, and the options as numbers."""
    made: Any = box_of_map(options["map"], options["ferries"]).copy()
    made.players = players
    made.most_dues = PARALLEL * (players - 1)
    made.target = maps.shipped(options["map"]).targets.get(players, TARGETS[players])
    made.dice = DICE[options["dice"]]
    made.least_race = SHORTEST_RACE if options["long_races"] else 0
    for name in ("distinct_start", "skip_starter", "own_track", "fair_finish", "solo_instant"):
        setattr(made, name, int(options[name]))
    for name in ("finish_race", "build_after_race", "ferries"):
        setattr(made, name, int(options[name]))
    return made


@cache
def box_of_map(name: str, ferries: bool = False) -> Box:
    """The map, with all distances; nobody plays yet."""
    board = maps.shipped(name)
    made: Any = Box()
    made.hexes, made.edges, made.start = len(board.hexes), len(board.edges), board.start
    made.around.fill([[-1] * 6 for _ in range(len(made.around))])
    made.beside.fill([[-1] * 6 for _ in range(len(made.beside))])
    costs: list[int] = []
    for number, edge in enumerate(board.edges):
        crossing = maps.FERRY in (board.terrain(edge.a), board.terrain(edge.b))
        made.edge_a[number], made.edge_b[number] = edge.a, edge.b
        made.ferry[number] = int(crossing)
        # With ferries for money the boat is bought, not built.
        bought = crossing and ferries
        costs.append(1 if bought else maps.build_cost(board, edge))
        made.build_cost[number] = costs[-1]
        made.step_cost[number] = FERRY_STEP if bought else maps.step_cost(board, edge)
        for place, other in ((edge.a, edge.b), (edge.b, edge.a)):
            direction = maps.neighbours(board.hexes[place]).index(board.hexes[other])
            made.around[place, direction], made.beside[place, direction] = number, other
    for points in range(DEAREST + 1):
        made.within[points] = sum(cost <= points for cost in costs)
    for place in range(len(board.hexes)):
        made.hill[place] = int(board.terrain(place) in maps.HILLS)
        made.foreign[place] = int(board.terrain(place) in maps.FOREIGN)
    _mark_places(board, made, costs)
    return made


def _mark_places(board: maps.Map, made: Any, costs: list[int]) -> None:
    for place in range(PLACES):
        goals = maps.place_hexes(board, place)
        distances = maps.build_distances(board, costs, goals)
        for where, distance in enumerate(distances):
            made.far[where, place] = distance
        for goal in goals:
            if place < CITIES:
                made.city_at[goal] = place + 1
            else:
                made.destinations_at[goal] |= 1 << (place - CITIES)
        # Everybody begins in the start; overseas is a choice of French ports.
        counts = board.start not in goals if place < CITIES else board.abroad[place - CITIES]
        if goals and counts:
            made.premium[place] = PREMIUM
            made.places_to_reach += 1
    for city in range(CITIES):
        made.city_hex[city] = board.city_hex[city]
        for other in range(CITIES):
            if board.city_hex[city] >= 0 and board.city_hex[other] >= 0:
                ends = board.hexes[board.city_hex[city]], board.hexes[board.city_hex[other]]
                made.apart[city, other] = maps.hexes_apart(*ends)
