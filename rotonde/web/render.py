"""From a template to a page: what every template may use."""

import json
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from rotonde.web import art, i18n
from rotonde.web.subpath import Rooted, at, root

HERE = Path(__file__).parent
STATIC = HERE / "static"


def asset(path: str) -> str:
    """The address of a file in static/; it changes with the content, so that browsers may keep it for ever."""
    return at(_asset(path))


@cache
def _asset(path: str) -> str:
    return f"/static/{path}?v={sha256((STATIC / path).read_bytes()).hexdigest()[:8]}"


def has_fonts() -> bool:
    """The fonts come with the build; a bare checkout shows the fallbacks."""
    return (STATIC / "vendor/fonts.css").is_file()


templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[Rooted],
    auto_reload=False,  # else every part of a page asks the disk whether it is still the same
)
templates.globals.update(art=art, asset=asset, has_fonts=has_fonts, langs=i18n.LANGS)  # pyright: ignore[reportCallIssue, reportArgumentType]


def page(request: Request, template: str, *, status: int = 200, **context: object) -> HTMLResponse:
    """A template as a page in the reader's language. Templates get, beside the context:

    lang         "fr" or "en"
    t            t("key", name=value) -> the words in that language
    here         this page's path and query, quoted, for /lang/{lang}?back=
    art, asset   drawings; addresses of static files
    at           at("/path") -> its address under the sub-path; href="/path" needs none
    """
    lang = i18n.language(request)
    here = "/"  # what was posted cannot be asked for again
    if request.method in ("GET", "HEAD"):
        here = request.url.path.removeprefix(root()) + ("?" + request.url.query if request.url.query else "")
    html = templates.get_template(template).render(
        request=request, lang=lang, t=partial(i18n.text, lang), here=quote(here, safe="/"), **context
    )
    return HTMLResponse(html, status, headers={"Content-Language": lang, "Vary": "Cookie, Accept-Language"})


def script_json(value: object) -> Markup:
    """JSON that no browser takes for the end of its script element."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c"))
