"""The numbered rules of a game, from docs/rules/<game>.<lang>.md to HTML in which every rule can be linked to.

The files use a small part of Markdown: one `# ` title, `## ` and `### ` headings, paragraphs, `- ` lists, tables,
**bold**, *italic*, `code`, [links](address). A paragraph that starts with `**S1.**` is rule S1 and gets id="S1";
wherever the text mentions S1 again, it links there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from rotonde.kernel.prose import typeset

_PACKAGE = Path(__file__).parent.parent
FOLDERS = (_PACKAGE / "docs" / "rules", _PACKAGE.parent / "docs" / "rules")
"""Where the rules lie: in the installed package, or in the repository."""

_RULE = re.compile(r"\*\*([A-Z]+\d+)\.\*\*\s*(.*)", re.DOTALL)
_MENTION = re.compile(r"\b[A-Z]+\d+\b")
_SPACES = re.compile(r"[ \t\n]+")
"""Not the spaces at which no line may break."""

_SAFE_LINK = re.compile(r"(https?://|/(?!/)|#)\S*")


@dataclass(frozen=True)
class Section:
    id: str
    title: Markup
    html: Markup


@dataclass(frozen=True)
class Rulebook:
    title: Markup
    intro: Markup
    sections: tuple[Section, ...]
    rules: dict[str, Markup]
    """The text of each rule by its number, without the number."""


def rulebook(game: str, lang: str) -> Rulebook | None:
    """The rules of that game in that language; None when nobody wrote them."""
    for folder in FOLDERS:
        file = folder / f"{game}.{lang}.md"
        if file.is_file():
            return _read(file, file.stat().st_mtime_ns)
    return None


@cache
def _read(file: Path, _changed: int) -> Rulebook:
    source = file.read_text("utf-8")
    return parse(typeset(source) if file.name.endswith(".fr.md") else source)


def parse(source: str) -> Rulebook:
    blocks = list(_blocks(source.replace("\r\n", "\n")))
    numbers = {found[1] for block in blocks if (found := _RULE.match(block))}
    title = Markup("")
    rules: dict[str, Markup] = {}
    parts: list[tuple[Markup, list[Markup]]] = [(Markup(""), [])]
    for block in blocks:
        if block.startswith("# "):
            title = _inline(block[2:], set())
        elif block.startswith("## "):
            parts.append((_inline(block[3:], set()), []))
        elif found := _RULE.match(block):
            number = found[1]
            if number in rules:
                raise ValueError(f"rule {number} stands twice")
            rules[number] = _inline(found[2], numbers - {number})
            parts[-1][1].append(_rule(number, rules[number]))
        else:
            parts[-1][1].append(_block(block, numbers))
    intro, *sections = ((heading, Markup("\n").join(html)) for heading, html in parts)
    return Rulebook(
        title,
        intro[1],
        tuple(Section(f"part-{n}", heading, html) for n, (heading, html) in enumerate(sections, 1)),
        rules,
    )


def _blocks(source: str) -> Iterator[str]:
    """Paragraphs; a heading is one of its own even when text follows on the next line."""
    for block in re.split(r"\n\s*\n", source):
        block = block.strip("\n")
        while block.startswith("#") and "\n" in block:
            heading, block = block.split("\n", 1)
            yield heading
        if block.strip():
            yield block


def _rule(number: str, html: Markup) -> Markup:
    return Markup('<p class="rule" id="{0}"><a class="no" href="#{0}">{0}</a><span>{1}</span></p>').format(
        number, html
    )


def _block(block: str, numbers: set[str]) -> Markup:
    lines = block.split("\n")
    if block.startswith("### "):
        return Markup("<h3>{}</h3>").format(_inline(block[4:], numbers))
    if all(line.startswith(("- ", "  ")) for line in lines):
        items = re.split(r"^- ", block, flags=re.MULTILINE)[1:]
        html = Markup("").join(Markup("<li>{}</li>").format(_inline(item, numbers)) for item in items)
        return Markup("<ul>{}</ul>").format(html)
    if all(line.startswith("|") for line in lines) and len(lines) > 2:
        return _table(lines, numbers)
    return Markup("<p>{}</p>").format(_inline(block, numbers))


def _table(lines: list[str], numbers: set[str]) -> Markup:
    def row(line: str, cell: str) -> Markup:
        cells = (_inline(text.strip(), numbers) for text in line.strip().strip("|").split("|"))
        return Markup("<tr>{}</tr>").format(Markup("").join(Markup(cell).format(text) for text in cells))

    body = Markup("").join(row(line, "<td>{}</td>") for line in lines[2:])
    head = row(lines[0], '<th scope="col">{}</th>')
    return Markup(
        '<div class="scroll" tabindex="0"><table><thead>{}</thead><tbody>{}</tbody></table></div>'
    ).format(head, body)


def _inline(text: str, numbers: set[str]) -> Markup:
    """Escaped text with bold, italic, code and links; the rule numbers given become links."""
    html = str(escape(_SPACES.sub(" ", text).strip(" ")))
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    html = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html)
    html = re.sub(r"(?<!\*)\*([^*\s][^*]*)\*", r"<i>\1</i>", html)
    html = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", _link, html)
    # Only between tags: a number inside an address is no mention.
    pieces = re.split(r"(<a .*?</a>|<[^>]+>)", html)
    pieces[::2] = [_MENTION.sub(lambda m: _mention(m[0], numbers), piece) for piece in pieces[::2]]
    return Markup("".join(pieces))


def _link(found: re.Match[str]) -> str:
    if not _SAFE_LINK.fullmatch(found[2]):
        return found[1]
    return f'<a href="{found[2]}">{found[1]}</a>'


def _mention(number: str, numbers: set[str]) -> str:
    return f'<a href="#{number}">{number}</a>' if number in numbers else number
