"""Marbles: every marble is in the bag, in a hand or laid."""

from typing import Any


def problems(table: Any) -> list[str]:
    s, box = table.state.by_name(), table.box.by_name()
    wrong: list[str] = []
    for colour in range(4):
        there = s["bag"][colour] + s["laid"][colour] + sum(hand[colour] for hand in s["hand"])
        if there != box["marbles"][colour]:
            wrong.append(f"{there} marbles of colour {colour}, not {box['marbles'][colour]}")
    numbers = [*s["bag"], *s["laid"], *(count for hand in s["hand"] for count in hand)]
    if min(numbers) < 0:
        wrong.append("less than no marble")
    if s["bag_count"] != sum(s["bag"]) or s["hand_count"] != [sum(hand) for hand in s["hand"]]:
        wrong.append("the counts are wrong")
    return wrong
