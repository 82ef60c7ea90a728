"""Game of Trains: the pieces as SVG. Colours are tokens; --f and --fo are a wagon's, --c a player's.

A wagon looks like what it does, so the eight kinds of wagon are the eight abilities, in the order of rules.ABILITIES.
"""

from rotonde.kernel import drawing

_BOGIES = (
    '<path d="M6 42h108v5H6z" fill="var(--ink)"/>'
    '<g fill="var(--ink)"><circle cx="28" cy="53" r="7"/><circle cx="92" cy="53" r="7"/></g>'
    '<g fill="var(--paper-hi)"><circle cx="28" cy="53" r="2.2"/><circle cx="92" cy="53" r="2.2"/></g>'
)

_LOADS = (
    # An ore wagon; its load leans to the right.
    '<path d="M22 14q14-14 30-6 16-10 34 6z" fill="var(--ink)"/><path d="M12 14h96L94 42H30z" fill="var(--f)"/>'
    '<path d="m52 20 10 8-10 8M68 20l10 8-10 8" fill="none" stroke="var(--fo)" stroke-width="4.5"/>',
    # A strong-box.
    '<path d="M8 12h104v30H8z" fill="var(--f)"/><path d="M14 6h92l6 7H8z" fill="var(--ink)"/>'
    '<g fill="var(--ink)"><circle cx="15" cy="18" r="1.8"/><circle cx="15" cy="36" r="1.8"/>'
    '<circle cx="105" cy="18" r="1.8"/><circle cx="105" cy="36" r="1.8"/>'
    '<path d="M22 18h18v6H22zM80 18h18v6H80z"/></g>'
    '<path d="M53 25v-5a7 7 0 0 1 14 0v5" fill="none" stroke="var(--ink)" stroke-width="4"/>'
    '<path d="M48 24h24v16H48z" fill="var(--ink)"/>'
    '<circle cx="60" cy="31" r="3" fill="var(--brass)"/><path d="M58.5 32h3v5h-3z" fill="var(--brass)"/>',
    # Logs between stakes.
    '<g fill="var(--f)"><rect x="12" y="30" width="96" height="11" rx="5.5"/>'
    '<rect x="20" y="18" width="80" height="11" rx="5.5"/><rect x="30" y="6" width="60" height="11" rx="5.5"/></g>'
    '<g fill="none" stroke="var(--fo)" stroke-width="1.8"><circle cx="17.5" cy="35.5" r="2.6"/>'
    '<circle cx="25.5" cy="23.5" r="2.6"/><circle cx="35.5" cy="11.5" r="2.6"/></g>'
    '<path d="M52 8 42.5 23.5 52 39M70 8 60.5 23.5 70 39" fill="none" stroke="var(--fo)" stroke-width="5"/>'
    '<path d="M92 4h4.5v38H92zM104 14h4v28h-4z" fill="var(--ink)"/>',
    # A coach: its passengers change places.
    '<path d="M6 10q0-5 6-5h96q6 0 6 5v4H6z" fill="var(--ink)"/><path d="M8 13h104v29H8z" fill="var(--f)"/>'
    '<path d="M8 33h104v3H8z" fill="var(--fo)" opacity=".8"/>'
    '<path d="M14 18h11v11H14zM29 18h11v11H29zM80 18h11v11H80zM95 18h11v11H95z" fill="var(--paper-hi)"/>'
    '<path d="M46 20h28M46 28h28M68 14.5l7 5.5-7 5.5M52 22.5l-7 5.5 7 5.5" fill="none" stroke="var(--fo)"'
    ' stroke-width="3.2"/>',
    # Tipping skips; the middle one is crossed out.
    '<path d="M8 20h30l6 22H8zM112 20H82l-6 22h36z" fill="var(--f)"/>'
    '<path d="M8 14h30v6H8zM82 14h30v6H82z" fill="var(--ink)"/><path d="M40 8h40l-7 34H47z" fill="var(--f)"/>'
    '<path d="m52 17 16 16M68 17 52 33" stroke="var(--fo)" stroke-width="5"/>',
    # A goods van; its last door is crossed out.
    '<path d="M8 8h104v34H8z" fill="var(--f)"/><path d="M4 4h112v5H4z" fill="var(--ink)"/>'
    '<path d="M20 9v33M32 9v33M44 9v33M56 9v33M68 9v33" stroke="var(--ink)" stroke-width="1.6" opacity=".55"/>'
    '<path d="M78 12h32v30H78z" fill="var(--ink)"/><path d="m86 19 16 16M102 19 86 35" stroke="var(--f)"'
    ' stroke-width="5"/>',
    # A tank; its front is crossed out.
    '<path d="M22 14h76q12 0 12 14T98 42H22Q10 42 10 28t12-14z" fill="var(--f)"/>'
    '<path d="M52 7h16v8H52z" fill="var(--ink)"/><path d="M42 14v28M78 14v28" stroke="var(--ink)"'
    ' stroke-width="2.4"/><path d="m19 21 14 14M33 21 19 35" stroke="var(--fo)" stroke-width="5"/>',
    # A bridge over what stands between.
    '<path d="M10 42a50 38 0 0 1 100 0H98a38 27 0 0 0-76 0z" fill="var(--f)"/>'
    '<path d="M40 42V16M60 42V10M80 42V16" stroke="var(--f)" stroke-width="3.5"/>'
    '<path d="M50 26h20v16H50z" fill="var(--ink)"/><path d="m14 33 2 10 9-5zM106 33l-2 10-9-5z" fill="var(--ink)"/>',
)

KINDS = ("shift", "protect", "shift", "swap", "remove", "remove", "remove", "swap")
"""The class that gives a wagon its colour."""


def definitions() -> str:
    """The eight wagons, once a picture; `vehicle` shows one."""
    wagons = "".join(f'<g id="got-wagon-{kind}">{load}{_BOGIES}</g>' for kind, load in enumerate(_LOADS))
    return f'<svg class="vh" width="0" height="0" aria-hidden="true"><defs>{wagons}</defs></svg>'


def vehicle(ability: int) -> str:
    """A wagon without its number."""
    return f'<svg viewBox="0 0 120 62" aria-hidden="true"><use href="#got-wagon-{ability}"/></svg>'


def wagon(card: int, ability: int) -> str:
    """A wagon with its number on a board above it."""
    return (
        '<svg viewBox="0 0 120 124" aria-hidden="true">'
        '<path d="M2 2h116v60H2z" fill="var(--paper-hi)" stroke="var(--line)" stroke-width="1.5"/>'
        f'<text class="t" x="60" y="52" text-anchor="middle" font-size="52" fill="var(--ink)">{card}</text>'
        f'<path d="M2 61h116v4H2z" fill="var(--f)"/><use href="#got-wagon-{ability}" y="64"/></svg>'
    )


FOLD = '<i class="fold"></i>'
"""The folded corner of what the last move touched."""


def gap() -> str:
    """Where a wagon will stand."""
    return (
        '<svg viewBox="0 0 120 124" aria-hidden="true"><path d="M3 3h114v58H3z" fill="none" stroke="var(--line-2)"'
        ' stroke-width="2" stroke-dasharray="7 6"/></svg>'
    )


def padlock() -> str:
    return (
        '<svg viewBox="0 0 30 36" aria-hidden="true">'
        '<path d="M8 17v-6a7 7 0 0 1 14 0v6" fill="none" stroke="var(--ink)" stroke-width="4"/>'
        '<path d="M3 15h24v19H3z" fill="var(--brass)" stroke="var(--ink)" stroke-width="2.5"/>'
        '<circle cx="15" cy="22.5" r="3" fill="var(--on-brass)"/>'
        '<path d="M13.5 23h3v6h-3z" fill="var(--on-brass)"/></svg>'
    )


def card_back() -> str:
    return (
        '<svg viewBox="0 0 100 132" aria-hidden="true"><path d="M0 0h100v132H0z" fill="var(--night)"/>'
        '<path d="M0 132 100 30v34L34 132zM62 132l38-40v22l-17 18z" fill="var(--red)"/>'
        '<path d="M0 88 88 0h12v10L0 112z" fill="var(--brass)"/>'
        '<circle cx="50" cy="62" r="27" fill="var(--on-night)"/>'
        '<path d="M30 66a20 20 0 0 1 40 0M50 66V46M50 66 36 52M50 66l14-14" stroke="var(--got-sign)"'
        ' stroke-width="3" fill="none"/><circle cx="50" cy="69" r="11" fill="var(--got-sign)"/></svg>'
    )


def locomotive(seat: int, leaving: bool) -> str:
    """The engine of a player; smoking when its train leaves."""
    smoke = (
        '<g class="smoke" fill="var(--steel)"><circle cx="36" cy="-3" r="6"/><circle cx="47" cy="-11" r="9"/>'
        '<circle cx="64" cy="-17" r="11"/><circle cx="83" cy="-20" r="8"/></g>'
    )
    return f'<svg viewBox="0 0 120 78" aria-hidden="true">{smoke if leaving else ""}{drawing.locomotive(seat)}</svg>'


# The seven places of a train in small: which of them an ability touches, and what happens there.
_PLACES = ((2, 3, 4), (0, 3, 6), (2, 3, 4), (2, 3), (3,), (6,), (0,), (2, 4))
_ARROWS = (
    "M28.5 14q14 8 27 1m-5.5-1.5 6 .8-2 5.5",
    "",
    "M55.5 14q-14 8-27 1m5.5-1.5-6 .8 2 5.5",
    "M28.5 13v5.5h12V13m-2.5 2.5 2.5-3 2.5 3M26 15.5l2.5-3 2.5 3",
    "",
    "",
    "",
    "M28.5 13v5.5h24V13m-2.5 2.5 2.5-3 2.5 3M26 15.5l2.5-3 2.5 3",
)


def scheme(ability: int) -> str:
    """What an ability does, as seven small squares and an arrow."""
    squares = "".join(
        f'<rect x="{12 * place}" width="9.5" height="9.5" '
        + (
            'fill="var(--f)"/>'
            if place in _PLACES[ability]
            else 'fill="var(--paper-lo)" stroke="var(--line-2)" stroke-width=".8"/>'
        )
        for place in range(7)
    )
    if KINDS[ability] == "remove":
        x = 12 * _PLACES[ability][0] + 2
        squares += f'<path d="m{x} 2 5.5 5.5m0-5.5-5.5 5.5" stroke="var(--fo)" stroke-width="1.8"/>'
    if KINDS[ability] == "protect":
        squares += "".join(
            f'<path d="M{12 * place + 2.9} 5V3.6a1.9 1.9 0 0 1 3.8 0V5M{12 * place + 2.2} 4.7h5.2v3.1h-5.2z"'
            ' fill="none" stroke="var(--fo)" stroke-width=".9"/>'
            for place in _PLACES[ability]
        )
    arrow = (
        f'<path d="{_ARROWS[ability]}" fill="none" stroke="var(--ink)" stroke-width="1.8"/>'
        if _ARROWS[ability]
        else ""
    )
    return f'<svg class="scheme" viewBox="-.5 -.5 83 22" aria-hidden="true">{squares}{arrow}</svg>'
