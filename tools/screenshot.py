"""Takes a page of a running Rotonde as people see it: phone and laptop, day and night, French and English.

`python -m tools.screenshot / home` writes eight files, screenshots/home-390-dark-en.png and so on.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.chromium import CHROMIUM

SIZES = {390: 844, 1440: 900}
LOCALES = {"fr": "fr-FR", "en": "en-GB"}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", help="the page, as in the address bar: /rules")
    parser.add_argument("name", help="what the files are called: rules")
    parser.add_argument("--server", default="http://127.0.0.1:8000", help="where Rotonde runs (%(default)s)")
    parser.add_argument(
        "--folder", type=Path, default=Path("screenshots"), help="where they go (%(default)s)"
    )
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    path = CHROMIUM.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        for width, theme, lang in itertools.product(SIZES, ("light", "dark"), LOCALES):
            page = browser.new_page(
                viewport={"width": width, "height": SIZES[width]},
                color_scheme=theme,
                locale=LOCALES[lang],
                reduced_motion="reduce",
            )
            page.goto(wanted.server.rstrip("/") + wanted.path)
            page.evaluate("document.fonts.ready")
            file = wanted.folder / f"{wanted.name}-{width}-{theme}-{lang}.png"
            page.screenshot(path=file, full_page=True)
            page.close()
            print(file)
        browser.close()


if __name__ == "__main__":
    main()
