"""How hard a bot plays, in words a person understands."""

from dataclasses import dataclass

from rotonde.kernel.info import Words


@dataclass(frozen=True)
class Level:
    id: str
    name: Words
    blurb: Words
    spec: str
    """The player this level stands for, as `rotonde simulate --seats` writes it."""


LEVELS = (
    Level(
        id="apprentice",
        name={"fr": "Apprenti", "en": "Apprentice"},
        blurb={
            "fr": "Il découvre le métier et ne regarde que son jeu.",
            "en": "New to the job, with eyes for its own game only.",
        },
        spec="greedy",
    ),
    Level(
        id="driver",
        name={"fr": "Mécanicien", "en": "Driver"},
        blurb={"fr": "Il connaît la ligne.", "en": "Knows the line."},
        spec="search:2000",
    ),
    Level(
        id="master",
        name={"fr": "Chef de gare", "en": "Station master"},
        blurb={
            "fr": "Il réfléchit une seconde, et pardonne peu.",
            "en": "Thinks for a second, and forgives little.",
        },
        spec="search:1000ms",
    ),
)

DEFAULT = "driver"


def level(level_id: str) -> Level:
    """The level with that id. KeyError names an unknown one."""
    for one in LEVELS:
        if one.id == level_id:
            return one
    raise KeyError(level_id)
