"""What tests ask of a picture's SVG and HTML."""

from html.parser import HTMLParser

Attributes = dict[str, str]

# <div/> would not be closed for a browser.
MAY_BE_EMPTY = {"path", "circle", "ellipse", "rect", "use", "br", "img"}


class Page(HTMLParser):
    """Every element with its attributes; fails when tags do not close."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, Attributes]] = []
        self.text: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in MAY_BE_EMPTY
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def values(self, name: str) -> list[str]:
        """What this attribute is, wherever it stands."""
        return [attrs[name] for _, attrs in self.elements if name in attrs]

    def classes(self) -> list[str]:
        return [name for names in self.values("class") for name in names.split()]

    def thing(self, thing: str) -> Attributes:
        return next(attrs for _, attrs in self.elements if attrs.get("data-thing") == thing)
