"""Grandes Lignes: what is wrong with a table. Lines hang together, premiums were paid once, no point is lost.

Plain Python that knows the box and the rules page, but no code of rules.py: the tests hold the one against the other.
"""

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from rotonde.kernel.handle import Table

SEATS, CITIES, EVERYBODY, STALL = 6, 36, 7, 6
FIRST, OPENING, DIE, BUILD, START, GOAL, ENTRY, THROW, RUN, EXTRA, ENDED = range(11)
RACING = (GOAL, ENTRY, THROW, RUN)
BUILDING = (DIE, BUILD)


def problems(table: "Table") -> list[str]:
    """What is created, lost or impossible at this table, in plain words; nothing when all is well."""
    box: Any = table.box.array[0]
    s: Any = table.state.array[0]
    wrong = [*_lines(box, s, table.players), *_places(box, s, table.players)]
    wrong += _accounts(box, s, table.players)
    wrong += _moment(box, s, table.players)
    wrong += _choices(box, s, table.players)
    return wrong


def _lines(box: Any, s: Any, players: int) -> list[str]:
    """Every line hangs together with the start, and who is present where follows from the lines."""
    edges, start = int(box["edges"]), int(box["start"])
    track: Any = s["track"]
    wrong: list[str] = []
    if (track < 0).any() or (track >= 1 << players).any() or track[edges:].any():
        wrong.append("a stroke belongs to nobody at the table")
    present = np.zeros_like(s["present"])
    present[start] = (1 << players) - 1
    for edge in np.flatnonzero(track[:edges]):
        present[box["edge_a"][edge]] |= track[edge]
        present[box["edge_b"][edge]] |= track[edge]
    if (present != s["present"]).any():
        wrong.append(
            f"in hexes {np.flatnonzero(present != s['present']).tolist()} it is not true who is present"
        )
    for seat in range(players):
        ways: defaultdict[int, list[int]] = defaultdict(list)
        for edge in np.flatnonzero(track & (1 << seat)):
            a, b = int(box["edge_a"][edge]), int(box["edge_b"][edge])
            # A line ends abroad: nothing hangs on a foreign hex.
            if not box["foreign"][a]:
                ways[a].append(b)
            if not box["foreign"][b]:
                ways[b].append(a)
        found, waiting = {start}, [start]
        while waiting:
            for place in ways[waiting.pop()]:
                if place not in found:
                    found.add(place)
                    waiting.append(place)
        mine = set(np.flatnonzero(present & (1 << seat)).tolist())
        if mine != found:
            wrong.append(f"lines of seat {seat} do not hang together: {sorted(mine - found)}")
        near = box["far"][sorted(mine)].min(axis=0)
        if (near != s["near"][seat]).any():
            wrong.append(f"the distances of seat {seat} are not true")
        open_now = _open_strokes(box, s, seat)
        if ((s["open"] & (1 << seat) != 0) != open_now).any():
            wrong.append(f"it is not true what seat {seat} can build next")
    if s["near"][players:].any() or s["account"][players:].any():
        wrong.append("an empty seat has something")
    return wrong


def _open_strokes(box: Any, s: Any, seat: int) -> Any:
    """The strokes that touch a network and are not in it; from abroad only where the other end is in it too."""
    here = (s["present"] & (1 << seat)) != 0
    home = here & (box["foreign"] == 0)
    a, b = box["edge_a"], box["edge_b"]
    real = np.arange(len(a)) < box["edges"]
    return real & ((s["track"] & (1 << seat)) == 0) & (home[a] | home[b] | (here[a] & here[b]))


def _choices(box: Any, s: Any, players: int) -> list[str]:
    """What the active player may build now: open to him, within his dice points, and his account bears it."""
    legal = np.zeros(len(s["legal"]), bool)
    phase, seat = int(s["phase"]), int(s["active"])
    if phase in (BUILD, EXTRA):
        legal = _open_strokes(box, s, seat) & (box["build_cost"] <= s["points"])
        crossings = int((box["ferry"][(s["track"] & (1 << seat)) != 0] != 0).sum())
        for edge in np.flatnonzero(legal):
            ends = [int(box["edge_a"][edge]), int(box["edge_b"][edge])]
            new = [end for end in ends if not s["present"][end] & (1 << seat)]
            price = int(box["build_cost"][edge]) if phase == EXTRA else 0
            for rival in set(range(players)) - {seat}:
                if s["track"][edge] & (1 << rival):
                    price += 2
                elif new and s["present"][new[0]] & (1 << rival) and not box["city_at"][new[0]]:
                    price += 1
            if box["ferries"] and box["ferry"][edge]:
                price += 6 if crossings < 2 else 10_000
            legal[edge] = price == 0 or price <= s["account"][seat]
    if (s["legal"] != legal).any() or s["choices"] != legal.sum():
        return [f"it is not true what seat {seat} may build now"]
    return []


def _places(box: Any, s: Any, players: int) -> list[str]:
    """Whoever is said to have come first to a place is there, and the places left are those nobody has reached."""
    wrong: list[str] = []
    left = 0
    for place, premium in enumerate(box["premium"].tolist()):
        there = [seat for seat in range(players) if s["near"][seat, place] == 0]
        first = int(s["first_at"][place])
        if premium and (first - 1 not in there if there else first != 0):
            wrong.append(f"seat {first - 1} is said to have been first at {place}, where {there} are")
        if not premium and first not in (0, EVERYBODY):
            wrong.append(f"place {place} gives no premium, yet seat {first - 1} was first")
        left += premium > 0 and not there
    if left != s["left"]:
        wrong.append(f"{s['left']} places are said to be left, {left} are")
    return wrong


def _accounts(box: Any, s: Any, players: int) -> list[str]:
    """Dues go from one player to another; only premiums and primes bring new points."""
    reached = int(sum(box["premium"].tolist())) // 5 - int(s["left"])
    more = int(s["account"].sum()) - 20 * players - 5 * reached
    if box["ferries"] or box["build_after_race"]:
        # Boats, and strokes between races, are paid to nobody.
        return []
    if s["race"] == 0 and more:
        return [f"there are {more} points too many before the first race"]
    # Shared primes may lose a point when they are halved.
    if more < 0 or (more % 10 and not box["fair_finish"]):
        return [f"the races are said to have brought {more} points"]
    return []


def _moment(box: Any, s: Any, players: int) -> list[str]:
    """What is said of the round or the race fits the moment."""
    phase = int(s["phase"])
    wrong: list[str] = []
    for name in ("active", "starter", "drawer"):
        if not 0 <= s[name] < players:
            wrong.append(f"{name} is seat {s[name]} of {players}")
    if not FIRST <= phase <= ENDED:
        wrong.append(f"there is no phase {phase}")
    if phase == ENDED:
        return wrong
    if (s["account"] >= box["target"]).any() and not (box["finish_race"] and phase in RACING):
        wrong.append("somebody has enough points and the game goes on")
    if (phase in BUILDING) != (s["round"] > 1 and s["race"] == 0):
        wrong.append(f"phase {phase} in round {s['round']} and race {s['race']}")
    # Whoever may still vote on the end of building is asked with no points left, too.
    if phase == BUILD and not (0 if s["stalled"] >= STALL else 1) <= s["points"] <= s["die"]:
        wrong.append(f"{s['points']} points are left of a {s['die']}")
    if phase not in (BUILD, RUN, EXTRA) and s["points"]:
        wrong.append(f"{s['points']} dice points in phase {phase}")
    wrong += _race(box, s, players, phase)
    return wrong


def _race(box: Any, s: Any, players: int, phase: int) -> list[str]:
    wrong: list[str] = []
    part, train = s["part"].tolist(), s["train"].tolist()
    if phase not in (THROW, RUN):
        if any(place >= 0 for place in train) or s["used"] or s["throws"] or s["arrived"] or s["spare"].any():
            wrong.append(f"something is left over from a race in phase {phase}")
    else:
        for seat in range(players):
            if (part[seat] > 0) != (train[seat] >= 0):
                wrong.append(f"seat {seat} takes part as {part[seat]} with a train at {train[seat]}")
            if train[seat] >= 0 and not s["present"][train[seat]]:
                wrong.append(f"the train of seat {seat} stands where no line is")
        if part[int(s["active"])] != 1:
            wrong.append(f"seat {s['active']} is to run and does not take part")
    if phase not in (ENTRY, THROW, RUN) and any(part):
        wrong.append(f"somebody takes part in a race in phase {phase}")
    if (phase in RACING) != (s["race_from"] >= 0) or (phase in RACING[1:]) != (s["race_to"] >= 0):
        wrong.append(f"a race from {s['race_from']} to {s['race_to']} in phase {phase}")
    if 0 <= s["race_to"] < CITIES and s["race_to"] == s["race_from"]:
        wrong.append("a race that ends where it begins")
    if not 0 <= s["normal_races"] <= 3 or (s["abroad"] and s["normal_races"]):
        wrong.append(f"{s['normal_races']} races since the last international one")
    return wrong
