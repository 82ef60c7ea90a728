"""Trains in a real browser: the cards of a game are picked from a list, and lie on the table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.serving import Server

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]


def test_cards_are_picked_from_a_list(server: Server, open_page: OpenPage) -> None:
    page = open_page(lang="fr")
    page.goto(f"{server.url}/new/trains")
    text = page.locator("[name=opt_chosen]")
    page.locator(".picks summary").click()
    cards = page.locator(".picks button")
    expect(cards).to_have_count(30)
    names = cards.all_inner_texts()
    assert names.index("Échangeur") < names.index("Ferronnerie"), "É stands with E"
    picked = ["Viaduc", "Échangeur", "TGV", "Tunnel", "Dépôt", "Coopération", "Dépotoir", "Remorquage"]
    for name in ["Décharge", *picked]:
        if name == picked[-1]:
            expect(cards.get_by_text(name)).to_be_disabled()
            page.locator(".picks").get_by_role("button", name="Décharge").click()
        page.locator(".picks").get_by_role("button", name=name, exact=True).click()
    expect(text).to_have_value(", ".join(picked))
    text.fill("Viaduc")
    expect(page.locator(".picks [aria-pressed=true]")).to_have_text(["Viaduc"])
    text.fill(", ".join(picked))
    page.locator(".do .go").click()
    page.wait_for_url("**/t/**")
    for name in picked:
        expect(page.locator("[data-thing^=pile-]", has_text=name).first).to_be_visible()
