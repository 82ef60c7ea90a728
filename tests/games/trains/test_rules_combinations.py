"""Trains, cards that meet: Offices that copy, early purchases, several free passes at once."""

from typing import Any

import pytest

from rotonde.games.trains.rules import CREW_EARNS, TOP, Verb
from rotonde.kernel.moves import pack
from tests.games.trains.laying import (
    ACTIONS,
    DONE,
    END,
    ID,
    KEEP,
    KICHIJOJI,
    SHINAGAWA,
    SHINJUKU,
    act,
    at,
    buy,
    buy_on_top,
    chance,
    discard,
    hand,
    in_play,
    lay,
    lay_rail,
    money,
    offered,
    plain,
    play,
    received,
    station,
    top,
    verbs,
    waste,
    with_card,
    zone,
)

N, X, LIMITED, OFFICE = "normal-train", "express-train", "limited-express-train", "stationmasters-office"


def office_copies(card: str, *more: str, **laid: Any) -> Any:
    """A table where an Office has just copied a card in hand."""
    table = lay([OFFICE, card, *more], **laid)  # type: ignore[arg-type]
    return act(table, play(OFFICE), with_card(Verb.COPY, card))


@pytest.mark.rule("trains:K12")
@pytest.mark.parametrize("card", [name for name in ACTIONS if name != OFFICE])
def test_an_office_copies_every_action(card: str) -> None:
    """What happens is what the card itself would do, but for the value and for where the card is."""
    cards = {"deck": ["tower", "waste", X, X, LIMITED], "discard": [X], "in_play": [N, LIMITED]}
    own = act(lay([card, "waste", N, X], **cards), play(card))  # type: ignore[arg-type]
    copied = office_copies(card, "waste", N, X, **cards)
    assert copied.state.phase == own.state.phase and copied.state.effect == own.state.effect
    assert copied.state.left == own.state.left and copied.actor == own.actor
    assert money(copied) == money(own) - own.box.value[ID[card]]
    assert copied.state.track[0] == own.state.track[0]
    assert hand(copied)[card] == 1 and in_play(own).get(card, 0) == (card != "holiday-timetable")
    extra = {with_card(Verb.DISCARD, card), with_card(Verb.SHOW, card), with_card(Verb.TRASH, card)}
    if copied.actor == 0 and copied.state.effect:
        assert (
            set(own.moves()) - {with_card(Verb.SEND_BACK, card)}
            <= set(copied.moves())
            <= set(own.moves()) | extra
        )


@pytest.mark.rule("trains:K12")
def test_an_office_copies_holiday_timetable_and_is_trashed_itself() -> None:
    table = office_copies("holiday-timetable")
    assert zone(table, "trash")[OFFICE] == 1 and hand(table) == {"holiday-timetable": 1} and money(table) == 3


@pytest.mark.rule("trains:K12")
def test_the_copied_mail_train_may_be_discarded_for_itself() -> None:
    table = act(office_copies("mail-train"), with_card(Verb.DISCARD, "mail-train"), DONE)
    assert money(table) == 1 and discard(table) == {"mail-train": 1}


@pytest.mark.rule("trains:K12")
def test_an_office_copies_an_office_and_chooses_again() -> None:
    table = act(lay([OFFICE, OFFICE, "tourist-train"]), play(OFFICE))
    assert offered(table, Verb.COPY) == {OFFICE, "tourist-train"}
    act(table, with_card(Verb.COPY, OFFICE))
    assert offered(table, Verb.COPY) == {"tourist-train"}, "each Office once: no loop"
    act(table, with_card(Verb.COPY, "tourist-train"))
    assert table.state.track[0] == 1 and hand(table) == {OFFICE: 1, "tourist-train": 1}
    act(table, play(OFFICE), with_card(Verb.COPY, "tourist-train"), play("tourist-train"))
    assert table.state.track[0] == 3


@pytest.mark.rule("trains:K12")
def test_three_offices_chain_twice() -> None:
    table = act(lay([OFFICE] * 3 + ["dump-site"]), play(OFFICE))
    act(table, with_card(Verb.COPY, OFFICE), with_card(Verb.COPY, OFFICE))
    assert offered(table, Verb.COPY) == {"dump-site"}


@pytest.mark.rule("trains:K12")
@pytest.mark.rule("trains:T5")
def test_two_offices_alone_have_nothing_to_copy() -> None:
    table = lay([OFFICE, OFFICE, N, "landfill"])
    assert play(OFFICE) not in table.moves(), "there is no Waste for the Landfill"
    assert plain(OFFICE) in table.moves()
    act(table, play(N))
    assert play(OFFICE) not in table.moves()


@pytest.mark.rule("trains:K12")
@pytest.mark.rule("trains:K31")
def test_a_copied_bullet_train_needs_its_normal_train() -> None:
    assert play(OFFICE) not in lay([OFFICE, "bullet-train"]).moves()
    assert money(office_copies("bullet-train", in_play=[N])) == 1


@pytest.mark.rule("trains:K12")
@pytest.mark.rule("trains:K21")
def test_a_copied_ironworks_adds_up() -> None:
    table = act(office_copies("ironworks", "lay-rails"), play("ironworks"), play("lay-rails"))
    assert money(table) == 5


@pytest.mark.rule("trains:K34")
def test_early_train_is_for_what_is_bought_only() -> None:
    table = lay(["early-train", "maintenance-factory", "wagon-factory", X, "lay-rails"], money=3)
    act(table, play("early-train"), play("maintenance-factory"), with_card(Verb.SHOW, X))
    assert received(table) == {X: 1} and top(table) == []
    act(table, play("wagon-factory"), with_card(Verb.TRASH, X), with_card(Verb.RECEIVE, LIMITED))
    assert hand(table)[LIMITED] == 1 and top(table) == []
    act(table, play("lay-rails"))
    assert waste(table) == 1 and top(table) == []
    act(table, buy_on_top("apartment"))
    assert top(table) == ["apartment"] and waste(table) == 2, "the building on top, its Waste received"


@pytest.mark.rule("trains:K34")
@pytest.mark.rule("trains:K26")
def test_a_card_bought_early_can_be_drawn_and_played_at_once() -> None:
    table = lay(["early-train", "passing-station"], money=6)
    act(table, play("early-train"), buy_on_top(LIMITED), play("passing-station"), play(LIMITED))
    assert money(table) == 6 and top(table) == []


@pytest.mark.rule("trains:K34")
def test_a_purchase_before_the_early_train_is_too_early() -> None:
    table = act(lay(["early-train"], money=3), buy(X), play("early-train"))
    assert top(table) == [] and received(table) == {X: 1}


def test_the_known_top_has_room_for_a_whole_turn() -> None:
    """More than TOP cards cannot be put there: then a bought card is received as usual."""
    table = lay(["early-train"], top=[X] * (TOP - 5), money=100, kinds=["landfill"])
    act(table, play("early-train"), *[buy_on_top("landfill")] * 5)
    assert len(top(table)) == TOP
    assert not offered(table, Verb.BUY_ON_TOP) and offered(table, Verb.BUY)


@pytest.mark.rule("trains:L6")
@pytest.mark.rule("trains:K16")
@pytest.mark.rule("trains:K19")
def test_everything_free_at_once() -> None:
    rails = {0: [at(4, 5)], 1: [SHINAGAWA, at(4, 5)]}
    green = ["collaboration", "viaduct", "steel-bridge", "tunnel"]
    table = lay([*green, "dump-site"], rails=rails, stations={SHINAGAWA: 2})
    act(table, play("dump-site"), *[play(card) for card in green], lay_rail(SHINAGAWA))
    assert (money(table), waste(table), table.state.rail_points) == (1, 0, 3)


@pytest.mark.rule("trains:K38")
@pytest.mark.rule("trains:L5")
def test_a_viaduct_leaves_the_rivals_to_pay() -> None:
    rails = {0: [at(4, 5)], 1: [SHINAGAWA]}
    table = lay(["viaduct"], rails=rails, stations={SHINAGAWA: 2}, money=1)
    act(table, play("viaduct"), lay_rail(SHINAGAWA))
    assert (money(table), waste(table)) == (0, 2)


@pytest.mark.rule("trains:K20")
@pytest.mark.rule("trains:K31")
def test_switchback_and_bullet_train() -> None:
    cards = ["switchback", "bullet-train", N]
    before = act(lay(cards), play(N), play("switchback"), with_card(Verb.SEND_BACK, N))
    assert play("bullet-train") not in before.moves(), "the Normal Train is no longer in play"
    after = act(lay(cards), play(N), play("bullet-train"), play("switchback"), with_card(Verb.SEND_BACK, N))
    assert money(after) == 4, "what it brought stays"


@pytest.mark.rule("trains:K20")
@pytest.mark.rule("trains:K25")
def test_a_train_sent_back_is_no_longer_in_play() -> None:
    table = lay(["switchback", "amusement-park", LIMITED])
    act(table, play(LIMITED), play("switchback"), with_card(Verb.SEND_BACK, LIMITED))
    assert play("amusement-park") not in table.moves()


@pytest.mark.rule("trains:K22")
@pytest.mark.rule("trains:K14")
def test_who_knows_the_top_card_names_it() -> None:
    table = lay(["signals", "command-central"], deck=["tower", X, LIMITED, "waste"])
    act(chance(act(table, play("signals")), "tower", X), KEEP, play("command-central"))
    assert hand(table) == {"tower": 1, X: 1}, "the card known to be on top is drawn"
    chance(act(table, with_card(Verb.NAME, LIMITED)), LIMITED)
    assert hand(table)[LIMITED] == 1


@pytest.mark.rule("trains:K24")
def test_timetables_use_the_known_top_first() -> None:
    table = act(
        lay(["temporary-timetable"], top=["tower", X, N], deck=[LIMITED]), play("temporary-timetable")
    )
    assert hand(table) == {X: 1, N: 1} and discard(table) == {"tower": 1}
    assert zone(table, "deck", 0) == {LIMITED: 1}


@pytest.mark.rule("trains:K15")
def test_information_central_over_its_own_cards() -> None:
    table = lay(["information-central"] * 2, deck=["tower", "apartment", X, N, LIMITED])
    chance(act(table, play("information-central")), "tower", "apartment", X, N)
    act(table, DONE, *[with_card(Verb.PUT, card) for card in ("tower", "apartment", X)])
    assert top(table) == [N, X, "apartment", "tower"]
    act(table, play("information-central"), with_card(Verb.TAKE, "tower"))
    act(table, with_card(Verb.PUT, N), with_card(Verb.PUT, X))
    assert top(table) == ["apartment", X, N] and hand(table) == {"tower": 1}


@pytest.mark.rule("trains:K27")
def test_an_office_as_crew() -> None:
    table = act(office_copies("station-crew"), pack(Verb.CREW, CREW_EARNS))
    assert money(table) == 1 and verbs(table) >= {Verb.PLAY, Verb.END}


@pytest.mark.rule("trains:K19")
@pytest.mark.rule("trains:K12")
def test_a_copied_dump_site_works_for_stations_too() -> None:
    table = act(office_copies("dump-site", "station-expansion"), play("station-expansion"), station(SHINJUKU))
    assert waste(table) == 0 and table.state.station[SHINJUKU] == 1
    assert END in table.moves() and KICHIJOJI != SHINJUKU
