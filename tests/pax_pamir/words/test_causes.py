"""The line below the board tells what caused an effect before it, and in whose line it stands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.kernel import Lang
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.state import Check
from render import Look
from render.pax_pamir.words.phrases import Phrases
from render.pax_pamir.words.told import told
from tests.pax_pamir.pictures import boards

from .test_told import NAMES, said


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            ("bought {}", "bought and played {}", "played and discarded {}", "placed in Herat (Russian armies +1)"),
        ),
        ("ja", ("{}を購入", "{}を購入してプレイ", "{}をプレイして捨て札に", "配置：ヘラート（ロシアの軍隊+1）")),
    ],
)
def test_a_purchase_stands_before_a_play_and_a_card_thrown_away_is_not_forgotten(
    lang: Lang, words: tuple[str, ...]
) -> None:
    base = boards.classic()
    assert base.turn is not None
    cards = [card for card in CONTENT.cards if not any(card == s.card for p in base.players for s in p.court)][:3]
    bare = [replace(space, card=None) for space in base.market]
    laid = tuple(replace(space, card=cards[i]) if i < 2 else space for i, space in enumerate(bare))
    players = tuple(replace(one, court=(), held=0) for one in base.players)
    before = replace(
        base, market=laid, players=players, discards=(), turn=replace(base.turn, player=1, request=None), wakhan=None
    )
    slot = replace(base.players[0].court[0], card=cards[1], spies=(0,) * 5, hostage=None)
    after = tuple(replace(one, court=(slot,), held=1) if one.number == 1 else one for one in players)
    regions = tuple(
        replace(one, armies={**one.armies, "russian": one.armies.get("russian", 0) + 1}) if one.id == "herat" else one
        for one in base.regions
    )
    now = replace(before, market=tuple(bare), players=after, regions=regions, discards=(cards[2],))
    names = [CONTENT.cards[card].name for card in cards]
    wanted = [*(one.format(name) for one, name in zip(words, names, strict=False)), words[3]]
    assert said(before, now, 1, lang).split(" · ") == wanted


@pytest.mark.parametrize(("lang", "words"), [("en", "removed by Rebuke in Kabul"), ("ja", "「叱責」で除去：カブール")])
def test_what_an_event_removed_is_no_battle(lang: Lang, words: str) -> None:
    base = boards.classic()
    rebuke = next(event.id for event in CONTENT.events.values() if event.purchased == "rebuke")
    armed = tuple(replace(one, armies={"russian": 2}) if one.id == "kabul" else one for one in base.regions)
    bare = tuple(replace(one, armies={}, tribes=(0,) * 5) if one.id == "kabul" else one for one in base.regions)
    market = tuple(replace(space, card=None) for space in base.market)
    laid = tuple(replace(space, card=rebuke) if space.index == 3 else space for space in market)
    players = tuple(replace(one, loyalty="british") for one in base.players)
    before = replace(base, players=players, regions=armed, market=laid, discards=(), wakhan=None)
    done = said(before, replace(before, regions=bare, market=market, discards=(rebuke,)), 1, lang).split(" · ")
    phrases = Phrases(before, Look(lang, NAMES))
    assert done[0] == phrases.say("since.event_bought", event=phrases.card(rebuke))
    assert any(one.startswith(words) for one in done[1:])


def test_what_a_bribe_let_happen_stands_in_the_line_of_whose_turn_it_is() -> None:
    before = boards.bribe()
    assert before.turn is not None and before.turn.request is not None
    request = before.turn.request
    slot = replace(before.players[0].court[0], card=request.card, used=False)
    players = tuple(
        replace(one, court=(*one.court, slot), rupees=one.rupees - 2)
        if one.number == request.payer
        else replace(one, rupees=one.rupees + 2)
        if one.number == request.payee
        else one
        for one in before.players
    )
    after = replace(before, turn=replace(before.turn, request=None), players=players)
    done = told(before, after, request.payee, Look("en", NAMES))
    card = CONTENT.cards[request.card].name
    assert [(one.seat, one.words.split()[0]) for one in done] == [(None, "took"), (request.payer, "played")]
    assert all(card in one.words for one in done)


@pytest.mark.parametrize(("lang", "words"), [("en", "Insurrection: Kabul"), ("ja", "「反乱」：カブール")])
def test_what_insurrection_placed_stands_in_the_line_of_whose_card_it_is(lang: Lang, words: str) -> None:
    """R10.7 It was told as the deed of whoever set off the check."""
    after = boards.classic()
    prince = next(card.id for card in CONTENT.cards.values() if card.ability == "insurrection")
    mine = replace(
        after.players[0], court=(replace(after.players[0].court[0], card=prince), *after.players[0].court[1:])
    )
    after = replace(after, players=(mine, *after.players[1:]))
    bare = tuple(replace(one, armies={}) if one.id == "kabul" else one for one in after.regions)
    risen = tuple(replace(one, armies={"afghan": 2}) if one.id == "kabul" else one for one in after.regions)
    check = Check(1, False, "british", (0, 9, 0, 0, 0), (0, 5, 0, 0, 0))
    before, after = replace(after, regions=bare, checks=()), replace(after, regions=risen, checks=(check,))
    [risen_words] = [one for one in told(before, after, 1, Look(lang, NAMES)) if words in one.words]
    assert risen_words.seat == 0
    [own] = [one for one in told(before, after, 0, Look(lang, NAMES)) if words in one.words]
    assert own.seat is None


def thrown_away(card: int, **now: object) -> list[str]:
    """What is told of a turn in which B bought the card, which is discarded now; the hand is as full as it may be."""
    base = boards.classic()
    assert base.turn is not None
    full = tuple(replace(one, court=(), held=one.hand_limit) for one in base.players)
    market = [replace(space, card=None) for space in base.market]
    lying = tuple(replace(space, card=card) if space.index == 2 else space for space in market)
    turn = replace(base.turn, player=1, request=None)
    before = replace(base, market=lying, players=full, discards=(), turn=turn, wakhan=None)
    return said(before, replace(before, market=tuple(market), discards=(card,), **now), 1, "en").split(" · ")


def test_a_card_discarded_over_the_limits_has_been_played_if_its_pieces_lie_there() -> None:
    """R6.2, R9: of a full hand it may have come, too, but that places nothing."""
    regions = boards.classic().regions
    tribal = next(card for card in CONTENT.cards.values() if card.impact == ("tribe",))
    more = tuple(
        replace(one, tribes=(one.tribes[0], one.tribes[1] + 1, *one.tribes[2:])) if one.id == tribal.region else one
        for one in regions
    )
    bought, name = f"bought {tribal.name}", tribal.name
    assert thrown_away(tribal.id, regions=more)[:2] == [bought, f"played and discarded {name}"]
    assert thrown_away(tribal.id) == [bought, f"discarded {name}"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("placed in Kabul (Afghan armies +1)", "fought in Kabul (Russian armies -1)")),
        ("ja", ("配置：カブール（アフガニスタンの軍隊+1）", "戦闘：カブール（ロシアの軍隊-1）")),
    ],
)
def test_what_a_battle_took_and_what_a_card_brought_stand_apart(lang: Lang, words: tuple[str, ...]) -> None:
    base = boards.classic()
    new = next(
        card.id
        for card in CONTENT.cards.values()
        if "army" in card.impact and not any(card.id == s.card for p in base.players for s in p.court)
    )
    slot = replace(base.players[0].court[0], card=new, spies=(0,) * 4, hostage=None)
    armed = tuple(
        replace(one, armies={"russian": 1}, tribes=(0,) * 4, ruler=None) if one.id == "kabul" else one
        for one in base.regions
    )
    later = tuple(replace(one, armies={"afghan": 1}) if one.id == "kabul" else one for one in armed)
    players = tuple(replace(one, loyalty="afghan", court=()) for one in base.players)
    played = tuple(replace(one, court=(slot,)) if one.number == 1 else one for one in players)
    before = replace(base, players=players, regions=armed, wakhan=None)
    told_of = said(before, replace(before, players=played, regions=later), 1, lang).split(" · ")
    assert [one for one in told_of if one in words] == list(words)


def test_riots_are_told_with_their_event_and_before_whom_they_overthrew() -> None:
    """R12, R4.9"""
    base = boards.classic()
    event = next(one for one in CONTENT.events.values() if one.discarded == "riots_in_kabul")
    card = next(one for one in CONTENT.cards.values() if one.suit == "political" and one.region == "kabul")
    slot = replace(base.players[0].court[0], card=card.id, spies=(0,) * 4, hostage=None)
    settled, bare = (
        tuple(
            replace(one, armies={}, tribes=(0, n, 0, 0), ruler=None) if one.id == "kabul" else one
            for one in base.regions
        )
        for n in (1, 0)
    )
    with_card, without = (
        tuple(replace(one, court=court) if one.number == 1 else replace(one, court=()) for one in base.players)
        for court in ((slot,), ())
    )
    before = replace(base, regions=settled, players=with_card, wakhan=None)
    after = replace(before, regions=bare, players=without, discards=(*before.discards, event.id, card.id))
    told_of = said(before, after, 1, "en")
    assert "in the market: riots in Kabul" in told_of
    assert told_of.index("riots in Kabul") < told_of.index(card.name)
