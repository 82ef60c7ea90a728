"""Drawings that pages and games share: the marks and patterns of the players, the sign of the house, small signs.

Everything is SVG text whose colours are tokens, marked as safe for templates.
"""

from markupsafe import Markup, escape

from rotonde import games
from rotonde.kernel.info import GameInfo

MARKS = (
    '<circle cx="12" cy="12" r="8.5"/>',
    '<path d="M4 4h16v16H4z"/>',
    '<path d="M12 2.5 22 20.5H2z"/>',
    '<path d="M12 1.5 22 12 12 22.5 2 12z"/>',
    '<path d="M8 2.5h8V8h5.500v8H16v5.500H8V16H2.500V8H8z"/>',
    '<path d="m12 1.500 3.100 7 7.400.700-5.600 5 1.700 7.300L12 17.700 5.400 21.500l1.700-7.300-5.600-5 7.400-.700z"/>',
)
"""The shape of each player's mark in a 24 x 24 square: disc, square, triangle, diamond, cross, star."""

_PATTERNS = """<svg class="vh" width="0" height="0" aria-hidden="true"><defs>
<pattern id="pat2" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0h2.2v7H0z" fill="var(--p2-on)" opacity=".45"/></pattern>
<pattern id="pat3" width="7" height="7" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1.3" fill="var(--p3-on)" opacity=".55"/></pattern>
<pattern id="pat4" width="7" height="6" patternUnits="userSpaceOnUse"><path d="M0 0h7v1.8H0z" fill="var(--p4-on)" opacity=".5"/></pattern>
<pattern id="pat5" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 0h4v4H0zM4 4h4v4H4z" fill="var(--p5-on)" opacity=".35"/></pattern>
<pattern id="pat6" width="6" height="7" patternUnits="userSpaceOnUse"><path d="M0 0h1.8v7H0z" fill="var(--p6-on)" opacity=".45"/></pattern>
</defs></svg>"""  # noqa: E501

_LOGO = (
    '<g fill="none" stroke="currentColor"><path d="M4 22a16 16 0 0 1 32 0" stroke-width="4"/>'
    '<path d="M20 22 6.5 13M20 22 13 7.5M20 22V5M20 22l7-14.5M20 22l13.5-9" stroke-width="2"/></g>'
    '<circle cx="20" cy="25" r="10" fill="currentColor"/>'
    '<path d="M11 27.5 29 21M12 30l18-6.5" stroke="var(--red)" stroke-width="1.8"/>'
)

_ICONS = {
    "book": '<path d="M1 2h6l2 2 2-2h6v13h-6l-2 1.5L7 15H1zM9 4v12" fill="none" stroke="currentColor" stroke-width="1.8"/>',
    "moon": '<path d="M11 1a8 8 0 1 0 6 11A7 7 0 0 1 11 1z" fill="currentColor"/>',
    "tick": '<path d="m3 9.5 4 4L15 5" fill="none" stroke="currentColor" stroke-width="2.6"/>',
}


def mark(seat: int, size: int = 20, on: bool = False) -> Markup:
    """The mark of the player in that seat (0 to 5), in the player's colour; `on`: to stand on that colour."""
    ink = "var(--c-on)" if on else "var(--c)"
    return Markup(
        f'<svg class="mark p{seat + 1}" width="{size}" height="{size}" viewBox="0 0 24 24" aria-hidden="true">'
        f'<g fill="{ink}">{MARKS[seat]}</g></svg>'
    )


def pattern(seat: int) -> str:
    """The fill that lays the player's pattern over the player's colour; player 1 is plain."""
    return "none" if seat == 0 else f"url(#pat{seat + 1})"


def patterns() -> Markup:
    """The definitions that `pattern` names; base.html has them once a page."""
    return Markup(_PATTERNS)


def logo(size: int = 34) -> Markup:
    return Markup(f'<svg width="{size}" height="{size}" viewBox="0 0 40 40" aria-hidden="true">{_LOGO}</svg>')


def icon(name: str, size: int = 18) -> Markup:
    return Markup(f'<svg width="{size}" height="{size}" viewBox="0 0 18 18" aria-hidden="true">{_ICONS[name]}</svg>')


def poster(info: GameInfo, lang: str) -> Markup:
    """A game's poster with its title in one or two lines and its tagline."""
    title = info.title[lang].upper()
    above, _, below = title.rpartition(" ")
    drawing = games.poster(info.id)
    for place, words in ("line1", above), ("line2", below), ("tagline", info.tagline[lang]):
        drawing = drawing.replace("{" + place + "}", str(escape(words)))
    return Markup(drawing)
