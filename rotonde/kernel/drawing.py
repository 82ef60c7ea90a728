"""Drawings that pages and games share: the marks and patterns of the players, and their locomotive.

Everything is SVG text whose colours are tokens. `--c` and `--c-on` are those of the player whose class is around it.
"""

MARKS = (
    '<circle cx="12" cy="12" r="8.5"/>',
    '<path d="M4 4h16v16H4z"/>',
    '<path d="M12 2.5 22 20.5H2z"/>',
    '<path d="M12 1.5 22 12 12 22.5 2 12z"/>',
    '<path d="M8 2.5h8V8h5.5v8H16v5.5H8V16H2.5V8H8z"/>',
    '<path d="m12 1.5 3.1 7 7.4.7-5.6 5 1.7 7.3L12 17.7 5.4 21.5l1.7-7.3-5.6-5 7.4-.7z"/>',
)
"""The shape of each player's mark in a 24 x 24 square: disc, square, triangle, diamond, cross, star."""

PATTERNS = """<svg class="vh" width="0" height="0" aria-hidden="true"><defs>
<pattern id="pat2" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0h2.2v7H0z" fill="var(--p2-on)" opacity=".45"/></pattern>
<pattern id="pat3" width="7" height="7" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1.3" fill="var(--p3-on)" opacity=".55"/></pattern>
<pattern id="pat4" width="7" height="6" patternUnits="userSpaceOnUse"><path d="M0 0h7v1.8H0z" fill="var(--p4-on)" opacity=".5"/></pattern>
<pattern id="pat5" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 0h4v4H0zM4 4h4v4H4z" fill="var(--p5-on)" opacity=".35"/></pattern>
<pattern id="pat6" width="6" height="7" patternUnits="userSpaceOnUse"><path d="M0 0h1.8v7H0z" fill="var(--p6-on)" opacity=".45"/></pattern>
</defs></svg>"""  # noqa: E501
"""The definitions that `pattern` names, once a page."""

_LOCOMOTIVE = """<path d="M2 66 14 52h10v14z" fill="var(--ink)"/>
<path d="M24 10h14l-3 18h-8zM22 6h18v5H22z" fill="var(--ink)"/>
<path d="M18 30h62v22H18z" fill="var(--c)"/><path d="M30 30h44v18H30z" fill="{pattern}"/>
<path d="M18 28h6v26h-6z" fill="var(--ink)"/><circle cx="16" cy="34" r="4.5" fill="var(--brass)"/>
<path d="M50 22h12v8H50z" fill="var(--brass)"/>
<path d="M78 14h34v40H78z" fill="var(--c)"/><path d="M74 9h42v6H74z" fill="var(--ink)"/>
<path d="M84 20h22v15H84z" fill="var(--paper-hi)"/><g transform="translate(88.5 37.5) scale(.542)" fill="var(--c-on)">{mark}</g>
<path d="M14 52h102v5H14z" fill="var(--ink)"/>
<g fill="var(--ink)"><circle cx="32" cy="64" r="9"/><circle cx="54" cy="63" r="10"/><circle cx="77" cy="63" r="10"/><circle cx="101" cy="65" r="8"/></g>
<g fill="var(--paper-hi)"><circle cx="32" cy="64" r="3"/><circle cx="54" cy="63" r="3.5"/><circle cx="77" cy="63" r="3.5"/><circle cx="101" cy="65" r="2.5"/></g>
<path d="M32 66h45" stroke="var(--brass)" stroke-width="3"/>"""  # noqa: E501


def mark(seat: int, size: int, ink: str = 'fill="var(--c)"') -> str:
    """The mark of the player in that seat (0 to 5)."""
    return (
        f'<svg class="mark p{seat + 1}" width="{size}" height="{size}" viewBox="0 0 24 24" aria-hidden="true">'
        f"<g {ink}>{MARKS[seat]}</g></svg>"
    )


def pattern(seat: int) -> str:
    """The fill that lays the player's pattern over the player's colour; player 1 is plain."""
    return "none" if seat == 0 else f"url(#pat{seat + 1})"


def locomotive(seat: int) -> str:
    """The engine of the player in that seat, 120 x 74, in the player's colour and pattern, with the mark on the cab."""
    return _LOCOMOTIVE.format(pattern=pattern(seat), mark=MARKS[seat])
