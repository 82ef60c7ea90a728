"""Drawings of the pages: the sign of the house, small signs, who sits in a seat; and those shared with games.

Everything is SVG text whose colours are tokens, marked as safe for templates.
"""

from markupsafe import Markup, escape

from rotonde import games
from rotonde.kernel import drawing
from rotonde.kernel.info import GameInfo

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
    """The mark of the player in that seat, in the player's colour; `on`: to stand on that colour."""
    return Markup(drawing.mark(seat, size, f'fill="var({"--c-on" if on else "--c"})"'))


def patterns() -> Markup:
    """What the players' patterns look like; base.html has them once a page."""
    return Markup(drawing.PATTERNS)


def logo(size: int = 34) -> Markup:
    return Markup(f'<svg width="{size}" height="{size}" viewBox="0 0 40 40" aria-hidden="true">{_LOGO}</svg>')


def icon(name: str, size: int = 18) -> Markup:
    return Markup(
        f'<svg width="{size}" height="{size}" viewBox="0 0 18 18" aria-hidden="true">{_ICONS[name]}</svg>'
    )


def head(who: str, size: int = 40) -> Markup:
    """Who sits there: "person", "open", "invited", or the id of a bot's level."""
    drawn = _HEADS[who] if who in _NO_BOTS else _BOT + _HEADS[who]
    return Markup(
        f'<svg width="{size}" height="{size}" viewBox="0 0 40 40" fill="currentColor" aria-hidden="true">'
        f"{drawn}</svg>"
    )


def locomotive(seat: int) -> Markup:
    """The engine of the player in that seat."""
    drawn = drawing.locomotive(seat)
    return Markup(f'<svg class="p{seat + 1}" viewBox="0 0 120 74" aria-hidden="true">{drawn}</svg>')


def poster(info: GameInfo, lang: str) -> Markup:
    """A game's poster with its title in one or two lines and its tagline."""
    title = info.title[lang].upper()
    above, _, below = title.rpartition(" ")
    drawn = games.poster(info.id)
    for place, words in ("line1", above), ("line2", below), ("tagline", info.tagline[lang]):
        drawn = drawn.replace("{" + place + "}", str(escape(words)))
    return Markup(drawn)
