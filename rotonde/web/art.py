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
    '<path d="M8 2.5h8V8h5.5v8H16v5.5H8V16H2.5V8H8z"/>',
    '<path d="m12 1.5 3.1 7 7.4.7-5.6 5 1.7 7.3L12 17.7 5.4 21.5l1.7-7.3-5.6-5 7.4-.7z"/>',
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

# Who sits in a seat: a person, nobody yet, whoever has the ticket, or a bot with the cap of its rank. 40 x 40, in the
# current colour; --hole is what is behind it.
_HEADS = {
    "person": '<path d="M5 38c1-10 7-13 15-13s14 3 15 13z"/><circle cx="20" cy="14" r="9"/>',
    "open": '<g fill="none" stroke="currentColor" stroke-width="2.6" stroke-dasharray="4 3">'
    '<path d="M6 37c1-9 6-12 14-12s13 3 14 12z"/><circle cx="20" cy="13" r="8"/></g>',
    "invited": '<path d="M3 10h34v6a4 4 0 0 0 0 8v6H3v-6a4 4 0 0 0 0-8z"/>'
    '<path d="M26 12v16" stroke="var(--hole)" stroke-width="2" stroke-dasharray="3 3"/>',
    "apprentice": '<path d="M8 13a12 9 0 0 1 24 0zM8 13h25l6 3v2.5H8z"/>',
    "driver": '<path d="M8 18v-6a12 9 0 0 1 24 0v6z"/><g fill="currentColor" stroke="var(--hole)" stroke-width="2">'
    '<path d="M3 9.5h34v5H3z" stroke="none"/><circle cx="14" cy="12" r="5"/><circle cx="26" cy="12" r="5"/></g>',
    "master": '<path d="M6 3h28l-2 8H8zM8 13h24v3H8zM4 16h32v3H4z"/>',
}
_NO_BOTS = ("person", "open", "invited")
_BOT = (
    '<path d="M8 20h24v13H8zM4 24h3v6H4zM33 24h3v6h-3zM13 35h14v4H13z"/>'
    '<g fill="var(--hole)"><path d="M13 23h4.5v4.5H13zM22.5 23H27v4.5h-4.5zM14 29.5h12v1.8H14z"/></g>'
)

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

_ICONS = {
    "book": '<path d="M1 2h6l2 2 2-2h6v13h-6l-2 1.5L7 15H1zM9 4v12" fill="none" '
    'stroke="currentColor" stroke-width="1.8"/>',
    "moon": '<path d="M11 1a8 8 0 1 0 6 11A7 7 0 0 1 11 1z" fill="currentColor"/>',
    "person": '<circle cx="9" cy="5.5" r="3.5" fill="none" stroke="currentColor" stroke-width="1.8"/>'
    '<path d="M2 16.5a7 7 0 0 1 14 0" fill="none" stroke="currentColor" stroke-width="1.8"/>',
    "talk": '<path d="M1.5 2.5h15v10H8l-4 3.5v-3.5H1.5z" fill="none" stroke="currentColor" stroke-width="1.8"/>'
    '<path d="M5 6h8M5 9h5" stroke="currentColor" stroke-width="1.6"/>',
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
    return Markup(
        f'<svg width="{size}" height="{size}" viewBox="0 0 18 18" aria-hidden="true">{_ICONS[name]}</svg>'
    )


def head(who: str, size: int = 40) -> Markup:
    """Who sits there: "person", "open", "invited", or the id of a bot's level."""
    drawing = _HEADS[who] if who in _NO_BOTS else _BOT + _HEADS[who]
    return Markup(
        f'<svg width="{size}" height="{size}" viewBox="0 0 40 40" fill="currentColor" aria-hidden="true">'
        f"{drawing}</svg>"
    )


def locomotive(seat: int) -> Markup:
    """The engine of the player in that seat, in the player's colour and pattern, with the mark on the cab."""
    drawing = _LOCOMOTIVE.format(pattern=pattern(seat), mark=MARKS[seat])
    return Markup(f'<svg class="p{seat + 1}" viewBox="0 0 120 74" aria-hidden="true">{drawing}</svg>')


def poster(info: GameInfo, lang: str) -> Markup:
    """A game's poster with its title in one or two lines and its tagline."""
    title = info.title[lang].upper()
    above, _, below = title.rpartition(" ")
    drawing = games.poster(info.id)
    for place, words in ("line1", above), ("line2", below), ("tagline", info.tagline[lang]):
        drawing = drawing.replace("{" + place + "}", str(escape(words)))
    return Markup(drawing)
