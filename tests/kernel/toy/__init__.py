"""Marbles, a toy for the tests: a die, a bag, hidden hands, interrupts; one to three players who win or lose together.

It shares nothing with the real games but the kernel, and shows that the kernel is bent to none of them.
"""

from rotonde.kernel.info import GameInfo

INFO = GameInfo(
    id="marbles",
    title={"fr": "Billes", "en": "Marbles"},
    tagline={"fr": "Tous ensemble", "en": "All together"},
    kind={"fr": "Jouet", "en": "Toy"},
    players=(1, 3),
    minutes=1,
    cooperative=True,
)
