"""Places assises: people, seats, cards and doors as SVG. Colours are tokens, but for skin, hair and what people carry.

Everybody is seen from above, facing south; those on the south benches are turned over.
"""

from rotonde.kernel.drawing import MARKS, pattern

from .rules import (
    ADVANCED,
    ECCENTRIC,
    ENTER_1,
    ENTER_2,
    EXCUSE_ME,
    EXIT_1,
    EXIT_2,
    EXPRESS,
    PANHANDLER,
    PLUS_TOKEN,
    REBEL,
    REVERSE,
    TAKE_A_SEAT,
    U_PASS,
)

# ---------------------------------------------------------------- passengers who never get up

_SKINS = ("#E8B98C", "#8A5A3B", "#F3D2AE", "#C98D5E", "#5E3B26")
_HAIR = ("#B98A3A", "#3B2A20", "#8E3B22", "#D9D2C5", "#1B2733", "#6B4A2B")
_COATS = ("#6F7A83", "#8B7B63", "#59656E", "#9A8F7C", "#76685A", "#66707A")
_EYES = '<path d="M-5 5v1.5M5 5v1.5" stroke="#1B2733" stroke-width="2" stroke-linecap="round"/>'
_FRINGE = '<path d="M-12.5-1a12.5 12.5 0 1 1 25 0q-4-3-12.5-3T-12.5-1z" fill="{hair}"/>'

# What they carry under the head, and what is on it.
_PEOPLE = (
    # A newspaper.
    (
        '<path d="M-21 13 0 17 21 13V30L0 34-21 30z" fill="#FFFDF4" stroke="#1B2733" stroke-width="1.5"/>'
        '<path d="M0 17v17M-17 18l12 2M-17 22l12 2M-17 26l12 2M5 20l12-2M5 24l12-2M5 28l12-2" stroke="#1B2733"'
        ' stroke-width="1.3"/>',
        _FRINGE + _EYES,
    ),
    # A beret and a baguette.
    (
        '<g transform="rotate(24 10 20)"><rect x="6" y="4" width="8" height="34" rx="4" fill="#D9A04C"/>'
        '<path d="M7 11l6 3M7 18l6 3M7 25l6 3" stroke="#8A5A1E" stroke-width="1.6"/></g>',
        '<path d="M-16-2a15 13 0 0 1 28-6q6 6 1 9-14 3-29-3z" fill="#1B2733"/>'
        f'<circle cx="-1" cy="-9" r="2" fill="#1B2733" stroke="#F5EDDC" stroke-width=".8"/>{_EYES}',
    ),
    # A small dog.
    (
        '<ellipse cx="0" cy="20" rx="8" ry="10" fill="#F5EDDC" stroke="#1B2733" stroke-width="1.3"/>'
        '<path d="M-8 13-11 7-3 11zM8 13l3-6-8 4z" fill="#8A5A2B"/><circle cx="-3" cy="20" r="1.4" fill="#1B2733"/>'
        '<circle cx="3" cy="20" r="1.4" fill="#1B2733"/><path d="M-2 25h4l-2 2.5z" fill="#1B2733"/>',
        _FRINGE,
    ),
    # A straw hat.
    (
        "",
        '<circle cy="-3" r="18" fill="#E9C98A" stroke="#1B2733" stroke-width="1.2"/><circle cy="-3" r="10.5"'
        ' fill="#D7AE62"/><path d="M-10.5-3a10.5 10.5 0 0 0 21 0" fill="none" stroke="#C1272D" stroke-width="3.5"/>',
    ),
    # An inspector's cap.
    (
        "",
        '<circle cy="-3" r="12.5" fill="#1B2733"/><path d="M-11 6q11 9 22 0-11-4-22 0z" fill="#1B2733"/>'
        '<circle cy="-3" r="2.5" fill="#B8892F"/>',
    ),
    # A suitcase on the knees.
    (
        '<path d="M-12 14h24v18h-24z" fill="#B8892F"/><path d="M-4 14v-4h8v4" fill="none" stroke="#1B2733"'
        ' stroke-width="2"/><path d="M-12 21h24" stroke="#1B2733" stroke-width="1.6"/>',
        f'<path d="M-12.5-2a12.5 12.5 0 0 1 25 0q-2-4-5-5-8 3-15 0-3 1-5 5z" fill="{{hair}}"/>{_EYES}',
    ),
    # Knitting.
    (
        '<circle cx="-4" cy="22" r="8" fill="#C1272D"/><path d="M-10 19q6 5 12 0M-11 24q7 5 13 0" stroke="#F5EDDC"'
        ' stroke-width="1.4" fill="none"/><path d="M4 14 14 32M14 14 2 32" stroke="#1B2733" stroke-width="1.8"/>',
        '<path d="M-13-3a13 13 0 1 1 26 0q0 6-4 8-1-6-9-6t-9 6q-4-2-4-8z" fill="#D9D2C5"/>',
    ),
    # Headphones.
    (
        "",
        '<path d="M-12.5-3a12.5 12.5 0 1 1 25 0q-5 5-12.5 5T-12.5-3z" fill="{hair}"/><path'
        ' d="M-14-3a14 14 0 0 1 28 0"'
        ' fill="none" stroke="#C1272D" stroke-width="3.5"/><rect x="-17" y="-7" width="6" height="11" rx="3"'
        ' fill="#C1272D"/><rect x="11" y="-7" width="6" height="11" rx="3" fill="#C1272D"/>',
    ),
    # A plant in a pot.
    (
        '<path d="M-6 16h12l-2 15h-8z" fill="#B4552D"/><path d="M0 16q-11-2-8-12 6 2 8 8 2-7 9-8 2 10-9 12z"'
        ' fill="#1F7A54"/>',
        _FRINGE + _EYES,
    ),
    # A bun, fast asleep.
    (
        "",
        '<circle cy="-3" r="13" fill="{hair}"/><circle cy="-9" r="6.5" fill="{hair}" stroke="#F5EDDC"'
        ' stroke-width="1.2"/>',
    ),
)


_ASLEEP = (3, 9)
_SNORES = (
    '<g class="t" fill="var(--ink)" font-weight="700"><text x="12" y="-12" font-size="10">z</text>'
    '<text x="18" y="-17" font-size="13">z</text><text x="25" y="-23" font-size="17">Z</text></g>'
)


def passenger(number: int, south: bool) -> str:
    """One of the people who sit there for the whole game; always the same one on the same seat."""
    carried, head = _PEOPLE[number % len(_PEOPLE)]
    coat, skin = _COATS[number * 5 % len(_COATS)], _SKINS[number * 3 % len(_SKINS)]
    head = head.replace("{hair}", _HAIR[number * 7 % len(_HAIR)])
    turn = ' transform="scale(1 -1)"' if south else ""
    return (
        f'<g{turn}><path d="M-13 2q-7 14-2 22h8zM13 2q7 14 2 22h-8z" fill="{coat}"/><ellipse cy="1" rx="20" ry="11.5"'
        f' fill="{coat}"/>{carried}<circle cy="-2" r="12.5" fill="{skin}"/>{head}</g>'
        + (_SNORES if number % len(_PEOPLE) in _ASLEEP else "")
    )


# ---------------------------------------------------------------- travellers


def traveller(seat: int, south: bool = False) -> str:
    """A player's piece: colour, pattern and mark; a hat seen from above."""
    turn = ' transform="scale(1 -1)"' if south else ""
    patterned = f'<circle cy="-3" r="14" fill="{pattern(seat)}" opacity=".7"/>'
    skin = _SKINS[(seat * 3 + 2) % len(_SKINS)]
    return (
        f'<svg viewBox="-26 -26 52 52" aria-hidden="true"><g{turn}><path d="M-14 2q-8 14-2 23h8zM14 2q8 14 2 23h-8z"'
        ' fill="var(--c)"/><ellipse cy="1" rx="22" ry="13" fill="var(--c)" stroke="var(--ink)" stroke-width="1.6"/>'
        f'<circle cy="-2" r="13.5" fill="{skin}"/></g><circle cy="-3" r="15" fill="var(--c)" stroke="var(--ink)"'
        f' stroke-width="2"/>{patterned}<circle cy="-3" r="9.8" fill="var(--paper-hi)"/>'
        f'<g transform="translate(-6.2 -9.2) scale(.521)" fill="var(--c)">{MARKS[seat]}</g></svg>'
    )


# ---------------------------------------------------------------- cards

_GROUND = (
    '<path d="M0 0h120v92H0z" fill="var(--pa-quai)"/><path d="M0 92 120 34v58z" fill="var(--brass)"'
    ' opacity=".45"/>'
)
_DOORWAY = (
    '<path d="M14 10h44v72H14z" fill="#23496B"/><path d="M20 16h32v66H20z" fill="#FFF3C9"/>'
    '<path d="M14 10h16v72H14z" fill="#C1272D" stroke="#1B2733" stroke-width="2"/>'
)
_SEAT = (
    '<rect x="62" y="34" width="44" height="44" rx="9" fill="#B5564F"/><rect x="62" y="30" width="44"'
    ' height="13" rx="6"'
    ' fill="#7E2A2A"/>'
)


def _little(x: int, y: int, colour: str, skin: str = "#E8B98C") -> str:
    """Somebody seen from above, small."""
    return (
        f'<g transform="translate({x} {y}) scale(.9)"><ellipse rx="17" ry="10" fill="{colour}"/>'
        f'<circle r="11" cy="-2" fill="{skin}"/><path d="M-11-2a11 11 0 1 1 22 0q-11-5-22 0z" fill="#3B2A20"/></g>'
    )


def _arrow(path: str, tip: str) -> str:
    return f'<path d="{path}" fill="none" stroke="#C1272D" stroke-width="5"/><path d="{tip}" fill="#C1272D"/>'


_RIGHT = ("M44 48h48", "M90 38l18 10-18 10z")
_PICTURES = {
    EXIT_1: _DOORWAY + _arrow(*_RIGHT) + _little(70, 72, "#23496B"),
    EXIT_2: _DOORWAY + _arrow(*_RIGHT) + _little(70, 74, "#23496B") + _little(92, 22, "#8C3B7C", "#8A5A3B"),
    EXPRESS: (
        '<path d="M10 40h56q34 2 46 28H10z" fill="#23496B"/><path d="M10 54h92l5 6H10z" fill="#F5EDDC"/>'
        '<path d="M20 44h12v7H20zM40 44h12v7H40zM70 44q14 1 20 7H70z" fill="#1B2733"/>'
        '<path d="M0 30h40M0 22h26M0 76h112" stroke="#B8892F" stroke-width="4"/><circle cx="98" cy="24" r="10"'
        ' fill="#E8B98C"/><path d="M90 40q8-10 16 0M96 34l-12-6M100 34l12-8" stroke="#C1272D"'
        ' stroke-width="4" fill="none"/>'
    ),
    REVERSE: (
        '<path d="M28 58a32 28 0 0 1 58-18" fill="none" stroke="#23496B" stroke-width="8"/>'
        '<path d="M92 22v26l-22-8z" fill="#23496B"/><path d="M92 42a32 28 0 0 1-58 22" fill="none" stroke="#C1272D"'
        ' stroke-width="8"/><path d="M28 82V56l22 8z" fill="#C1272D"/>'
    ),
    ECCENTRIC: (
        '<ellipse cx="54" cy="76" rx="36" ry="20" fill="#8C3B7C"/><circle cx="54" cy="50" r="23" fill="#F3D2AE"/>'
        '<path d="M31 48l-10-12 14 4-6-16 13 10 2-18 9 15 10-15 1 18 14-8-7 15 13-3-10 11q-22-18-43-1z"'
        ' fill="#E0A030"/>'
        '<circle cx="46" cy="52" r="6" fill="#FFFDF4" stroke="#1B2733" stroke-width="2"/><circle cx="62"'
        ' cy="52" r="4"'
        ' fill="#FFFDF4" stroke="#1B2733" stroke-width="2"/><path d="M46 64q9 7 16-2" fill="none" stroke="#1B2733"'
        ' stroke-width="2.5"/><ellipse cx="96" cy="66" rx="15" ry="11" fill="#FFFDF4" stroke="#1B2733"'
        ' stroke-width="2"/>'
        '<circle cx="107" cy="56" r="6" fill="#FFFDF4" stroke="#1B2733" stroke-width="2"/>'
        '<path d="M112 56l8 2-8 3z" fill="#E0A030"/><path d="M104 50l3-5 3 5z" fill="#C1272D"/>'
    ),
    PANHANDLER: (
        '<path d="M26 58h68l-8 22H34z" fill="#3B2A20"/><ellipse cx="60" cy="58" rx="44" ry="11" fill="#5A4332"/>'
        '<ellipse cx="60" cy="57" rx="30" ry="6" fill="#1B2733"/><g fill="#E0B040" stroke="#1B2733" stroke-width="2">'
        '<circle cx="44" cy="30" r="9"/><circle cx="70" cy="18" r="9"/><circle cx="78" cy="42" r="9"/></g>'
    ),
    PLUS_TOKEN: (
        '<circle cx="60" cy="48" r="32" fill="#E0B040" stroke="#1B2733" stroke-width="3"/>'
        '<circle cx="60" cy="48" r="24" fill="none" stroke="#1B2733" stroke-width="2" stroke-dasharray="4 4"/>'
        '<path d="M46 48h20M56 38v20M74 34v28M68 40l6-6" stroke="#1B2733" stroke-width="5" fill="none"/>'
    ),
    ENTER_1: _SEAT + _arrow("M12 56h34", "M44 46l18 10-18 10z") + _little(84, 58, "#23496B"),
    ENTER_2: _SEAT
    + _arrow("M12 56h34", "M44 46l18 10-18 10z")
    + _little(84, 66, "#23496B")
    + _little(84, 30, "#8C3B7C"),
    EXCUSE_ME: (
        _little(34, 56, "#23496B")
        + _little(88, 50, "#8B7B63", "#C98D5E")
        + '<path d="M66 60 88 64 110 60V78L88 82 66 78z" fill="#FFFDF4" stroke="#1B2733" stroke-width="1.6"/>'
        '<path d="M46 30q16-24 34-8m-9-6 10 6-2 11" fill="none" stroke="#C1272D" stroke-width="4"/>'
    ),
    U_PASS: (
        '<g transform="rotate(-9 60 46)"><rect x="20" y="20" width="80" height="52" rx="5" fill="#FFFDF4"'
        ' stroke="#1B2733"'
        ' stroke-width="3"/><path d="M20 30h80v9H20z" fill="#23496B"/><path d="M32 50v8q0 8 8 8t8-8v-8" fill="none"'
        ' stroke="#C1272D" stroke-width="6"/><path d="M60 52h30M60 62h20" stroke="#1B2733" stroke-width="4"/></g>'
    ),
    TAKE_A_SEAT: (
        '<g transform="translate(-24 2)">'
        + _SEAT
        + "</g>"
        + _little(96, 70, "#23496B")
        + '<path d="M34 16h52v20H34z" fill="#FFFDF4" stroke="#1B2733" stroke-width="2"/>'
        '<path d="M42 26h36" stroke="#C1272D" stroke-width="5"/>'
        '<circle cx="60" cy="60" r="7" fill="#E8B98C"/><path d="M58 53h4v-12h-4z" fill="#E8B98C" stroke="#1B2733"/>'
    ),
    REBEL: (
        '<ellipse cx="60" cy="74" rx="40" ry="22" fill="#1B2733"/><circle cx="60" cy="50" r="24" fill="#E8B98C"/>'
        '<path d="M54 14h12v52H54z" fill="#C1272D"/><path'
        ' d="M54 14l6-10 6 10M54 26l-6-6M66 26l6-6M54 40l-7-6M66 40l7-6"'
        ' stroke="#C1272D" stroke-width="4" fill="#C1272D"/><circle cx="84" cy="56" r="4" fill="none"'
        ' stroke="#B8892F"'
        ' stroke-width="2.5"/>'
    ),
}


def _steps(count: int) -> str:
    """An Advance: as many footprints as it adds."""
    feet = "".join(
        f'<g transform="translate({34 + 26 * step} {62 - 16 * step}) rotate(28)"><ellipse rx="8" ry="13"'
        ' fill="#23496B"/>'
        '<ellipse cy="19" rx="6" ry="5" fill="#23496B"/></g>'
        for step in range(count)
    )
    return feet


def card_picture(kind: int) -> str:
    drawing = _PICTURES.get(kind) or _steps(kind - ADVANCED)
    return f'<svg viewBox="0 0 120 92" aria-hidden="true">{_GROUND}{drawing}</svg>'


def direction(clockwise: bool) -> str:
    """Which way round play goes."""
    turn = "" if clockwise else ' transform="translate(24 0) scale(-1 1)"'
    return (
        f'<svg class="round" viewBox="0 0 24 24" aria-hidden="true"><g{turn}><path d="M4 12a8 8 0 1 1 3 6.200"'
        ' fill="none" stroke="var(--red)" stroke-width="3"/><path d="M1 12 10 20 2.500 22z" fill="none"/>'
        '<path d="M3.500 14.500l8.500 1.500-6 7z" fill="var(--red)"/></g></svg>'
    )


def doors_picture(how: str) -> str:
    """The doors: open with a smile, shut with a nose against the pane, or not decided yet."""
    open_by = {"open": 0, "shut": 48, "waiting": 30}[how]
    mouth = {"open": "M94 80q6 6 12 0", "shut": "M94 84q6-6 12 0", "waiting": "M95 82h10"}[how]
    left = f'<g transform="translate({open_by} 0)">'
    right = f'<g transform="translate({-open_by} 0)">'
    return (
        '<svg viewBox="0 0 200 130" aria-hidden="true"><path d="M0 0h200v130H0z" fill="#23496B"/>'
        '<path d="M52 14h96v116H52z" fill="#FFF3C9"/><path d="M70 130q4-44 30-44t30 44z" fill="#8C3B7C"/>'
        '<circle cx="100" cy="70" r="18" fill="#E8B98C"/><path'
        ' d="M80 68q2-24 20-24t20 24q-6-12-20-12T80 68z" fill="#3B2A20"/>'
        '<path d="M94 72v3M106 72v3" stroke="#1B2733" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="{mouth}" stroke="#1B2733" stroke-width="2.4" fill="none"/>'
        f'{left}<path d="M10 10h42v120H10z" fill="#C1272D" stroke="#1B2733" stroke-width="3"/><path'
        ' d="M18 22h26v46H18z"'
        ' fill="#8FB8C4" fill-opacity=".8" stroke="#1B2733" stroke-width="2"/><path d="M46 84h-8"'
        ' stroke="#F5EDDC" stroke-width="4"/>'
        '<path d="m30 96-14 9 14 9" fill="none" stroke="#F5EDDC" stroke-width="4"/></g>'
        f'{right}<path d="M148 10h42v120h-42z" fill="#C1272D" stroke="#1B2733" stroke-width="3"/><path'
        ' d="M156 22h26v46h-26z"'
        ' fill="#8FB8C4" fill-opacity=".8" stroke="#1B2733" stroke-width="2"/><path d="M162 84h-8"'
        ' stroke="#F5EDDC" stroke-width="4"/>'
        '<path d="m170 96 14 9-14 9" fill="none" stroke="#F5EDDC" stroke-width="4"/></g></svg>'
    )


def card_back(deck: int) -> str:
    sign = (
        '<text class="t" x="15" y="30" text-anchor="middle" font-size="20" fill="var(--on-night)">5</text>'
        if deck == 0
        else '<path d="m15 9 3.5 7.5 8 1-6 5.500 1.500 8-7-4-7 4 1.500-8-6-5.500 8-1z" fill="var(--brass)"/>'
    )
    return (
        '<svg viewBox="0 0 30 42" aria-hidden="true"><rect x="1" y="1" width="28" height="40" rx="3"'
        ' fill="var(--night)"'
        ' stroke="var(--ink)" stroke-width="1.5"/><path d="M1 30 29 14v27H1z" fill="var(--night-2)"'
        f' opacity=".6"/>{sign}</svg>'
    )


TOKEN = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10.5" fill="var(--brass)"'
    ' stroke="var(--ink)"'
    ' stroke-width="1.500"/><path d="M7 10h8l-2-3M17 14H9l2 3" fill="none" stroke="var(--on-brass)"'
    ' stroke-width="2"/></svg>'
)
