"""What the page does in general for a game, in a real browser: proposals, orders, maps, ways, rows, static parts."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.serving import Server
from tests.web.tram.picture import point

pytestmark = pytest.mark.browser

ALONE = [("person", "Léa")]
TWO = [("person", "Léa"), ("person", "Hugo")]
WITH_BOT = [("person", "Léa"), ("bot:driver", "Hugo")]

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("tables"), toy=True) as server:
        yield server


def lay(page: Page, server: Server, seats: list[tuple[str, str]] = ALONE) -> None:
    fields: dict[str, str | float | bool] = {"game": "tram", "lang": "fr"}
    for seat, (kind, name) in enumerate(seats):
        fields |= {f"seat{seat}": kind, f"name{seat}": name}
    laid = page.request.post(f"{server.url}/tables", form=fields)
    page.goto(laid.url)
    page.wait_for_selector("html[data-ready]", state="attached")


def view(page: Page) -> dict[str, Any]:
    return page.request.get(page.url + "/view").json()


def stop(page: Page, number: int) -> Any:
    return page.locator(f'[data-thing="stop-{number}"]')


def shown(page: Page) -> list[float]:
    return [float(one) for one in page.locator("svg[data-pan]").get_attribute("viewBox").split()]


def count_requests(page: Page, part: str) -> list[str]:
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url) if part in request.url else None)
    return seen


# ---- proposals ----


def test_a_thing_farther_away_is_reached_in_one_gesture(page: Page, server: Server) -> None:
    lay(page, server)
    expect(stop(page, 3)).to_have_class("target")
    stop(page, 3).click()
    expect(page.locator("#bar .say")).to_contain_text("Marcher jusqu’à l’arrêt 3")
    expect(page.locator("#bar small")).to_have_text("3 pas.")
    expect(page.locator(".map-mark.ghost")).to_have_text("3")
    assert view(page)["number"] == 0
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "3")
    expect(page.locator(".map-mark")).to_have_count(0)


def test_where_a_proposal_leads_is_drawn(page: Page, server: Server) -> None:
    lay(page, server)
    stop(page, 3).click()
    lines = page.locator(".map-way.now .over"), page.locator(".map-way.later .over")
    for line, stops in zip(lines, ([0, 1, 2, 3], [3, 11]), strict=True):
        drawn = [
            tuple(float(one) for one in at.split())
            for at in re.findall(r"[\d.]+ [\d.]+", line.get_attribute("d") or "")
        ]
        assert drawn == [pytest.approx(point(one), abs=1) for one in stops]
    page.keyboard.press("Escape")
    page.mouse.move(0, 0)
    expect(page.locator(".map-way")).to_have_count(0)


def middle(page: Page, number: int) -> tuple[float, float]:
    box = stop(page, number).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_way_is_drawn_by_dragging_from_where_one_is(page: Page, server: Server) -> None:
    lay(page, server)
    before = shown(page)
    page.mouse.move(*middle(page, 0))
    page.mouse.down()
    page.mouse.move(*middle(page, 2), steps=4)
    page.mouse.move(*middle(page, 3), steps=4)
    expect(page.locator(".map-mark.ghost")).to_have_text("3")
    expect(page.locator("[data-play]")).to_be_disabled()
    page.mouse.up()
    expect(page.locator("#bar .say")).to_contain_text("Marcher jusqu’à l’arrêt 3")
    expect(page.locator("[data-play]")).to_be_enabled()
    assert shown(page) == before, "the map did not move"
    page.locator("[data-cancel]").click()
    page.mouse.move(*middle(page, 0))
    page.mouse.down()
    page.mouse.move(*middle(page, 1), steps=4)
    page.mouse.up()
    expect(page.locator("#bar .say")).to_contain_text("arrêt 1")
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "1")


def test_a_finger_draws_a_way_when_it_was_held_there(open_page: OpenPage, server: Server) -> None:
    page = open_page(width=390, height=844, still=True)
    lay(page, server)
    page.locator("svg[data-pan]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    for held, moves in ((0, True), (450, False)):
        before = shown(page)
        start, end = middle(page, 0), middle(page, 2)
        touch("touchStart", start)
        if held:
            page.wait_for_timeout(held)
        for part in (0.3, 0.7, 1):
            touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        touch("touchEnd")
        assert (shown(page) != before) == moves, held
    expect(page.locator("#bar .say")).to_contain_text("Marcher jusqu’à l’arrêt 2")


def test_a_map_that_one_has_come_close_to_goes_where_it_happens(open_page: OpenPage, server: Server) -> None:
    page = open_page(width=390, height=844, still=True)
    lay(page, server)
    opened = shown(page)
    for elsewhere, goes_back in (("200,80,400,340", False), ("0,0,10,10", True)):
        page.evaluate("pan => { document.querySelector('svg[data-pan]').dataset.pan = pan }", elsewhere)
        page.locator("svg[data-pan]").focus()
        for _ in range(6):
            page.keyboard.press("ArrowRight")
        away = shown(page)
        assert away != opened
        page.locator("[data-offer]").tap()
        page.locator("[data-play]").tap()
        expect(page.locator("#log li.now")).to_contain_text("arrêt 4")
        if goes_back:
            page.wait_for_function(
                "x => document.querySelector('svg[data-pan]').viewBox.baseVal.x === x", arg=opened[0]
            )
        else:
            assert shown(page) == away
        page.get_by_role("button", name="Tout reprendre").tap()
        expect(page.locator("#log li.none")).to_be_visible()


def test_another_proposal_can_be_chosen(page: Page, server: Server) -> None:
    lay(page, server)
    stop(page, 2).click()
    others = page.locator("[data-other]")
    expect(others).to_have_count(2)
    expect(others.first).to_have_attribute("aria-pressed", "true")
    others.last.click()
    expect(page.locator("#bar .say")).to_contain_text("et attendre")
    expect(page.locator(".map-mark.ghost")).to_have_text("2+")
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_contain_text("Attendre")


def test_a_proposal_is_left_alone(page: Page, server: Server) -> None:
    lay(page, server)
    for leave in (
        lambda: page.locator("[data-cancel]").click(),
        lambda: page.keyboard.press("Escape"),
        lambda: stop(page, 3).click(),
    ):
        stop(page, 3).click()
        expect(page.locator("[data-play]")).to_be_enabled()
        leave()
        page.mouse.move(0, 0)
        expect(page.locator("[data-play]")).to_have_count(0)
    stop(page, 3).click()
    stop(page, 1).click()  # an ordinary move instead
    expect(page.locator("#bar .say")).to_contain_text("arrêt 1")
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "1")


def test_pointing_at_what_is_farther_away_shows_what_it_takes(page: Page, server: Server) -> None:
    lay(page, server)
    asked = count_requests(page, "/proposals")
    stop(page, 4).hover()
    expect(page.locator(".map-mark.ghost")).to_have_text("4")
    expect(page.locator("[data-play]")).to_be_disabled()
    page.mouse.move(0, 0)
    expect(page.locator(".map-mark")).to_have_count(0)
    stop(page, 4).hover()
    expect(page.locator(".map-mark.ghost")).to_have_text("4")
    assert len(asked) == 1


def test_standing_proposals_are_buttons(page: Page, server: Server) -> None:
    lay(page, server)
    page.locator("[data-offer]").hover()
    expect(page.locator(".map-mark.ghost")).to_have_text("4")
    page.locator("[data-offer]").click()
    expect(page.locator("#bar .say")).to_contain_text("aussi loin que possible")
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "4")
    expect(page.locator("[data-offer]")).to_have_count(0)
    expect(page.locator("[data-undo]")).to_be_visible()


def test_a_gesture_is_taken_back_whole_or_step_by_step(page: Page, server: Server) -> None:
    lay(page, server)
    before = view(page)["moves"]
    stop(page, 3).click()
    page.locator("[data-play]").click()
    page.get_by_role("button", name="Tout reprendre").click()
    expect(page.locator("#log li.none")).to_be_visible()
    assert view(page)["moves"] == before
    stop(page, 3).click()
    page.locator("[data-play]").click()
    page.locator("[data-undo]").click()
    expect(page.locator("[data-undo]")).to_be_visible()
    expect(page.locator("[data-undo-all]")).to_have_count(0)


def test_proposals_with_the_keyboard_only(page: Page, server: Server) -> None:
    lay(page, server)
    page.keyboard.press("ArrowRight")
    for _ in range(8):
        if page.evaluate("document.activeElement.matches('.target')"):
            break
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.target')")
    page.keyboard.press("Enter")
    expect(page.locator("[data-play]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#log li.now")).not_to_have_class("none")


def test_what_is_too_far_says_why(page: Page, server: Server) -> None:
    lay(page, server)
    asked = count_requests(page, "/why")
    stop(page, 9).click()
    expect(page.locator("#bar.refusal")).to_contain_text("trop loin")
    assert len(asked) == 1


def test_a_half_chosen_move_says_how_it_begins(page: Page, server: Server) -> None:
    lay(page, server)
    stop(page, 1).click()
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "1")
    page.locator('[data-thing="parcel-1"]').click()
    page.mouse.move(0, 0)
    expect(page.locator("#bar .say")).to_contain_text("Porter le colis 1 jusqu’à l’arrêt …")
    expect(page.locator("#bar small")).to_contain_text("Un colis à la fois.")


def test_where_there_are_many_moves_the_page_asks_what_one_will_do(page: Page, server: Server) -> None:
    def without_previews(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r', "note": "[^"]*", "tags": {[^}]*}', "", answer.text()))

    page.route(re.compile(r"/t/[^/]+$"), without_previews)
    lay(page, server)
    stop(page, 1).click()
    expect(page.locator("#bar small")).to_have_text("Il restera 3 pas.")
    expect(page.locator(".map-mark.ghost")).to_have_text("1")


# ---- orders ----


def test_orders_are_switches_and_stay(page: Page, server: Server) -> None:
    lay(page, server, WITH_BOT)
    switch = page.get_by_role("switch", name="Ne jamais klaxonner")
    expect(switch).not_to_be_checked()
    switch.check()
    expect(switch).to_be_focused()
    page.reload()
    expect(switch).to_be_checked()
    switch.uncheck()
    page.reload()
    expect(switch).not_to_be_checked()


def test_an_order_spares_the_question(page: Page, server: Server) -> None:
    lay(page, server, TWO)
    page.locator("[data-look]").click()
    page.locator('[data-thing="wait"]').click()
    page.locator("[data-play]").click()
    page.locator("[data-look]").click()
    page.get_by_role("switch", name="Ne jamais klaxonner").check()
    # The question that was open is answered; Hugo's turn begins.
    expect(page.locator("#log li.now")).to_contain_text("Se taire")
    expect(stop(page, 1)).to_have_class("legal")


# ---- maps ----


def test_a_map_zooms_and_stays_so(page: Page, server: Server) -> None:
    lay(page, server)
    whole = shown(page)
    assert whole == [0, 0, 1200, 500]
    page.get_by_role("button", name="Agrandir").click()
    near = shown(page)
    assert near[2] == pytest.approx(800, abs=1)
    stop(page, 2).click()
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "2")
    assert shown(page) == near
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    assert shown(page) == near
    page.get_by_role("button", name="Réduire").click()
    page.get_by_role("button", name="Agrandir").click()
    page.get_by_role("button", name="Toute la carte").click()
    assert shown(page) == whole


def test_a_map_is_dragged_and_a_tap_is_still_a_tap(page: Page, server: Server) -> None:
    lay(page, server)
    page.get_by_role("button", name="Agrandir").click()
    x, y, width, height = shown(page)
    box = stop(page, 4).bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + 60, at[1] + 30, steps=5)
    page.mouse.up()
    moved = shown(page)
    assert moved[0] < x
    assert moved[1] < y
    assert moved[2:] == [width, height]
    expect(page.locator("[data-play]:not([disabled])")).to_have_count(0)
    page.mouse.down()
    page.mouse.move(at[0] + 62, at[1] + 31)
    page.mouse.up()
    expect(page.locator("[data-play]")).to_be_enabled()
    assert shown(page) == moved


def test_the_wheel_zooms_with_control_and_scrolls_without(page: Page, server: Server) -> None:
    lay(page, server)
    box = stop(page, 4).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.wheel(0, -100)
    assert shown(page)[2] == 1200
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function("() => document.querySelector('svg[data-pan]').viewBox.baseVal.width < 1000")
    # What lay under the pointer still lies there.
    after = stop(page, 4).bounding_box()
    assert abs(after["x"] + 20 - box["x"] - 20) < 25


def test_keys_move_a_map(page: Page, server: Server) -> None:
    lay(page, server)
    page.locator("svg[data-pan]").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    before = shown(page)
    assert before[2] < 600
    page.keyboard.press("ArrowRight")
    assert shown(page)[0] > before[0]
    page.keyboard.press("-")
    assert shown(page)[2] > before[2]
    page.keyboard.press("0")
    assert shown(page)[2] == 1200


def test_what_the_keyboard_comes_to_is_in_sight(page: Page, server: Server) -> None:
    lay(page, server)
    page.locator("svg[data-pan]").focus()
    for _ in range(5):
        page.keyboard.press("+")
    expect(stop(page, 1)).not_to_be_in_viewport(ratio=1)
    page.evaluate("document.querySelector('[data-thing=stop-1]').focus()")
    window, thing = page.locator("svg[data-pan]").bounding_box(), stop(page, 1).bounding_box()
    assert window["x"] <= thing["x"] <= window["x"] + window["width"]
    assert window["y"] <= thing["y"] <= window["y"] + window["height"]


def test_a_phone_opens_where_the_game_says_and_can_be_pinched(open_page: OpenPage, server: Server) -> None:
    page = open_page(width=390, height=844)
    lay(page, server)
    x, _, width, _ = shown(page)
    assert x <= 200
    assert x + width >= 600
    assert width < 500
    assert page.locator("svg[data-pan]").bounding_box()["height"] == pytest.approx(430, abs=1)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        })  # fmt: skip

    fingers("touchStart", (150, 400), (250, 400))
    for step in range(1, 6):
        fingers("touchMove", (150 - 10 * step, 400), (250 + 10 * step, 400))
    fingers("touchEnd")
    page.wait_for_function(
        "before => document.querySelector('svg[data-pan]').viewBox.baseVal.width < before * 0.7", arg=width
    )
    near = shown(page)
    fingers("touchStart", (200, 400))
    for step in range(1, 6):
        fingers("touchMove", (200 - 15 * step, 400))
    fingers("touchEnd")
    page.wait_for_function(
        "before => document.querySelector('svg[data-pan]').viewBox.baseVal.x > before + 5", arg=near[0]
    )
    expect(page.locator("[data-play]")).to_have_count(0)


def test_marks_on_a_map_keep_their_size(page: Page, server: Server) -> None:
    lay(page, server)
    stop(page, 2).click()
    mark = page.locator(".map-mark.ghost")
    before = mark.bounding_box()
    page.get_by_role("button", name="Agrandir").click()
    assert mark.bounding_box()["height"] == pytest.approx(before["height"], abs=1)


# ---- rows that scroll ----


def test_a_row_opens_where_the_game_says_and_stays_where_it_was_put(page: Page, server: Server) -> None:
    lay(page, server)
    expect(page.locator('[data-thing="shelf-12"]')).to_be_in_viewport(ratio=1)
    row = page.locator(".shelves")
    row.evaluate("row => row.scrollLeft = 77")
    stop(page, 1).click()
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "1")
    assert row.evaluate("row => row.scrollLeft") == 77


# ---- what never changes ----


def test_static_parts_are_kept(page: Page, server: Server) -> None:
    lay(page, server)
    page.evaluate("document.querySelector('[data-once=ground]').firstElementChild.dataset.mine = 'yes'")
    wholes = count_requests(page, "whole")
    for number in (1, 2):
        stop(page, number).click()
        page.locator("[data-play]").click()
        expect(page.locator("#log li.now")).to_have_attribute("data-number", str(number))
    assert page.locator("[data-once=ground] [data-mine=yes]").count() == 1
    assert page.locator("[data-once=ground] path").count() > 50
    assert not wholes


def test_a_page_that_lacks_a_static_part_asks_for_it(page: Page, server: Server) -> None:
    lay(page, server)
    page.evaluate("document.querySelector('[data-once=ground]').remove()")
    stop(page, 1).click()
    with page.expect_request("**/view?whole"):
        page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "1")
    assert page.locator("[data-once=ground] path").count() > 50


def test_a_replay_keeps_them_too(page: Page, server: Server) -> None:
    lay(page, server)
    stop(page, 3).click()
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "3")
    page.goto(page.url + "/replay/0")
    for count in (1, 2, 3):
        page.locator("[data-step-on]").click()
        expect(page.locator(".turn p b").first).to_have_text(str(count))
        assert page.locator("[data-once=ground] path").count() > 50


# ---- ways ----

NOTE_GLIDES = """() => {
    window.glides = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        if (this.dataset.key === "walker-0") window.glides.push(frames);
        return animate.call(this, frames, timing);
    };
}"""


def test_a_piece_glides_along_its_way(page: Page, server: Server) -> None:
    lay(page, server)
    page.get_by_role("button", name="Agrandir").click()
    page.evaluate(NOTE_GLIDES)
    page.locator("[data-offer]").click()
    page.locator("[data-play]").click()
    page.wait_for_function("() => window.glides.length")
    (frames,) = page.evaluate("window.glides")
    offsets = [[float(part.removesuffix("px")) for part in frame["translate"].split()] for frame in frames]
    # In the units of the map, whatever its zoom: back along the line, from stop 0 to stop 4.
    expected = [[-400, 0], [-300, 180], [-200, 0], [-100, 180], [0, 0]]
    assert len(offsets) == len(expected)
    for offset, wanted in zip(offsets, expected, strict=True):
        assert offset == pytest.approx(wanted, abs=1.5)


GONE = """async () => {
    const { src } = document.querySelector("script[src*='/table.']");
    const { glide, positions } = await import(new URL("motion.js", src));
    const board = document.createElement("div");
    board.innerHTML = `<div><svg width="300" height="100"><g data-key="gone" data-from="train" data-fades
        data-way="10,50 110,50 210,50" transform="translate(210 50)" opacity="0"><circle r="5"/></g></svg></div>`;
    document.body.append(board);
    const seen = [];
    Element.prototype.animate = function (frames) { seen.push(frames); };
    const { x, y } = board.querySelector("svg").getBoundingClientRect();
    glide(board, new Map([["train", new DOMRect(x + 5, y + 45, 10, 10)]]));
    const runs = seen.splice(0).map((frames) => frames.map((frame) => [frame.translate, frame.opacity]));
    glide(board, positions(board));
    glide(board, new Map());
    return { runs, later: seen.length };
}"""


def test_a_piece_that_has_gone_is_seen_to_go(page: Page, server: Server) -> None:
    lay(page, server)
    seen = page.evaluate(GONE)
    assert seen["runs"] == [[["-200px 0px", 1], ["-100px 0px", 1], ["0px 0px", 1]]], "along its way, and seen"
    assert seen["later"] == 0, "it does not go again, nor come from nowhere"


def test_taking_back_goes_straight(page: Page, server: Server) -> None:
    lay(page, server)
    stop(page, 2).click()
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "2")
    page.evaluate(NOTE_GLIDES)
    page.locator("[data-undo]").click()
    page.wait_for_function("() => window.glides.length")
    assert len(page.evaluate("window.glides")[0]) == 2


def test_nothing_glides_where_motion_is_unwelcome(open_page: OpenPage, server: Server) -> None:
    page = open_page(still=True)
    lay(page, server)
    page.evaluate(NOTE_GLIDES)
    stop(page, 3).click()
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "3")
    assert page.evaluate("window.glides") == []


def test_a_thing_in_a_drawing_keeps_its_place_when_pointed_at(page: Page, server: Server) -> None:
    lay(page, server)
    page.evaluate(
        "document.querySelector('[data-thing=stop-1]').setAttribute('transform', 'translate(30 40)')"
    )
    middle = (
        "() => { const box = document.querySelector('[data-thing=stop-1]').getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; }"
    )
    before = page.evaluate(middle)
    stop(page, 1).hover()
    expect(page.locator("[data-play]")).to_be_disabled()
    assert page.evaluate(middle) == pytest.approx(before, abs=0.1)
    stop(page, 1).click()
    expect(page.locator("[data-play]")).to_be_enabled()
    assert page.evaluate(middle) == pytest.approx(before, abs=0.1)


def test_a_view_after_a_move_is_small(page: Page, server: Server) -> None:
    lay(page, server)
    whole = page.request.get(page.url + "/view?whole").body()
    assert len(page.request.get(page.url + "/view").body()) < len(whole) * 0.8
    assert json.loads(whole)["board_html"].count("<path") > 50
