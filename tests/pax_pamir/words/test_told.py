"""What the line below the board says of a turn: the deed, what came of it for others, and by what cause."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engines.kernel import Lang
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.state import Check
from engines.pax_pamir.view import View
from render import Look, Step, arts
from render.kit.extent import extent
from render.kit.marks.news import news, written
from render.kit.scene import Sprite, Text
from render.kit.tokens import Tick
from render.pax_pamir.words.phrases import Phrases
from render.pax_pamir.words.told import told
from tests.pax_pamir.pictures import boards
from tests.pax_pamir.pictures.test_latest import turns

ART = arts()["pax_pamir"]
NAMES = boards.NAMES


def said(before: View, view: View, seat: int, lang: Lang = "en") -> str:
    return " · ".join(one.words for one in told(before, view, seat, Look(lang, NAMES)))


@pytest.mark.parametrize(
    ("lang", "bought", "due", "two"),
    [
        (
            "en",
            "bought a check: British dominant, B {} +5",
            "set off a check at the end of its row",
            "set off two checks in the market",
        ),
        ("ja", "判定カードを購入：優勢な同盟はイギリス、B {} +5", "左端列の優勢判定", "市場に判定カード2枚"),
    ],
)
def test_what_set_off_a_check_is_told_and_points_once_with_names(lang: Lang, bought: str, due: str, two: str) -> None:
    before = boards.classic()
    card, other = sorted(CONTENT.checks)[:2]
    market = [replace(space, card=None) if space.card in CONTENT.checks else space for space in before.market]

    def resolved(column: int, *gone: int) -> str:
        lying = tuple(replace(space, card=card) if space.index == column else space for space in market)
        then = replace(before, market=lying, discards=(), checks=())
        players = tuple(replace(one, vp=one.vp + 5) if one.number == 1 else one for one in before.players)
        check = Check(1, False, "british", (0, 9, 0, 0, 0), (0, 5, 0, 0, 0))
        return said(then, replace(then, market=tuple(market), discards=gone, checks=(check,), players=players), 1, lang)

    assert resolved(3, card).startswith(bought.format(NAMES[1]))
    assert resolved(6, card).startswith(due)
    assert resolved(3, card, other).startswith(two)
    assert resolved(3, card).count("5") == 1


@pytest.mark.parametrize(
    ("lang", "battle", "riots"),
    [("en", "fought in ", "in the market: riots in "), ("ja", "戦闘：", "が捨て札に、暴動：")],
)
def test_how_an_army_was_lost_is_told(lang: Lang, battle: str, riots: str) -> None:
    before = boards.classic()
    region = next(region for region in before.regions if region.armies)
    coalition = next(iter(region.armies))
    players = tuple(replace(one, loyalty="afghan" if coalition != "afghan" else "british") for one in before.players)
    before = replace(before, players=players)
    gone = replace(region, armies={})
    view = replace(before, regions=tuple(gone if one.id == region.id else one for one in before.regions))
    assert battle in said(before, view, 1, lang) and riots not in said(before, view, 1, lang)
    event = next(e.id for e in CONTENT.events.values() if e.discarded.startswith("riots_in_"))
    place = CONTENT.events[event].discarded.removeprefix("riots_in_")
    here = next(region for region in before.regions if region.id == place)
    armed = replace(here, armies={coalition: 2})
    then = replace(before, regions=tuple(armed if one.id == place else one for one in before.regions))
    now = replace(then, regions=tuple(replace(one, armies={}) if one.id == place else one for one in then.regions))
    assert riots in said(then, replace(now, discards=(*then.discards, event)), 1, lang)


CAUSES = {
    "betrayed": ("betrayed {card} of B {b}", "B {b}の{card}を裏切り"),
    "prize": ("betrayed {card} of B {b} and took the prize", "B {b}の{card}を裏切り、褒賞として獲得"),
    "left": ("{card} left the court of B {b}", "B {b}の宮廷から{card}がなくなった"),
    "overthrown": ("overthrew B {b} in {region}: {card} lost", "{region}でB {b}を転覆：{card}を失う"),
    "undone": ("overthrew B {b} in {region}: {card} lost", "{region}でB {b}を転覆：{card}を失う"),
    "limit": ("discarded {card} (court limit)", "{card}を捨て札（宮廷の上限）"),
    "patriot": ("lost the patriot {card}", "愛国者{card}を失った"),
}


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("cause", CAUSES)
def test_why_a_card_left_a_court_is_told_if_the_table_shows_it(cause: str, lang: Lang) -> None:
    cards = CONTENT.cards.values()
    traitor = next(card.id for card in cards if "betray" in card.actions and card.patriot == "none")
    plain = [card for card in cards if not card.leveraged and card.id != traitor and card.prize != "none"]
    kinds = {
        "overthrown": [card for card in plain if card.suit == "political"],
        "undone": [card for card in plain if card.suit == "political"],
        "patriot": [card for card in plain if card.patriot == "british"],
    }
    card = kinds.get(cause, [card for card in plain if card.suit == "economic"])[0]
    seat = 1 if cause in ("limit", "patriot") else 2
    before = boards.classic()
    slot = replace(before.players[0].court[0], spies=(0,) * 5, hostage=None)
    betrayed = cause in ("betrayed", "prize", "undone")
    lost = replace(slot, card=card.id, spies=(0, 0, int(betrayed), 0, 0))
    mine = (replace(slot, card=traitor),) if betrayed or cause == "left" else ()
    courts = {1: (lost,), 2: mine}
    players = tuple(replace(one, court=courts.get(one.number, ()), loyalty="british") for one in before.players)
    regions = before.regions
    if cause in ("overthrown", "undone"):
        tribed = (0, 1, 0, 0, 0)
        regions = tuple(replace(one, tribes=tribed if one.id == card.region else (0,) * 5) for one in regions)
    assert before.turn is not None
    before = replace(before, players=players, regions=regions, turn=replace(before.turn, player=seat))
    news: dict[str, Any] = {"court": (), "court_limit": 0 if cause == "limit" else 3}
    if cause == "patriot":
        news["loyalty"] = "russian"
    now = tuple(replace(one, **news) if one.number == 1 else one for one in players)
    if cause == "prize":
        taken = tuple(replace(one, prizes=((card.id, "british"),)) if one.number == 2 else one for one in now)
        now = taken
    bare = tuple(replace(one, tribes=(0,) * 5) for one in regions) if cause in ("overthrown", "undone") else regions
    ended = replace(before.turn, player=3) if before.turn is not None else None
    view = replace(before, players=now, regions=bare, turn=ended)
    phrases = Phrases(view, Look(lang, NAMES))
    words = CAUSES[cause][lang == "ja"].format(card=card.name, b=NAMES[1], region=phrases.region(card.region))
    done = said(before, view, seat, lang)
    assert words in done.split(" · ")
    assert cause != "undone" or not any(word in done for word in ("fought", "戦闘")), "a betrayal took the tribe"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_event_is_told_with_its_cause(lang: Lang) -> None:
    before = boards.classic()
    events = {event.purchased: event for event in CONTENT.events.values()}
    rich, favor = events["koh_i_noor_recovered"], events["rebuke"]
    market = tuple(replace(space, card=None) for space in before.market)
    laid = tuple(replace(space, card={0: rich.id, 3: favor.id}.get(space.index)) for space in market)
    then = replace(before, market=laid, discards=(), globals=())
    players = tuple(replace(one, events=()) for one in then.players)
    then = replace(then, players=players)
    buyer = tuple(replace(one, events=(rich.id,)) if one.number == 1 else one for one in players)
    phrases = Phrases(before, Look(lang, NAMES))

    def of(cause: str, name: str, side: str = "") -> str:
        done = phrases.noun(f"event.{side}") if side else ""
        return phrases.say(f"since.{cause}", event=phrases.noun(f"event.{name}"), who="", done=done)

    bought = said(then, replace(then, market=market, players=buyer), 1, lang)
    assert of("event_bought", rich.purchased) in bought
    gone = said(then, replace(then, market=market, globals=(rich.id,), discards=(favor.id,)), 1, lang)
    assert of("event_discarded", rich.purchased, rich.discarded) in gone and of("event_bought", favor.purchased) in gone
    due = replace(then, market=tuple(replace(space, card=favor.id if not space.index else None) for space in market))
    due, after = replace(due, favored="military"), replace(due, market=market, discards=(favor.id,))
    suit = phrases.say("since.favored", suit=phrases.noun("suit.political"))
    favors = phrases.say("since.event_discarded", event=phrases.card(favor.id), done=suit)
    assert favors in said(due, replace(after, favored="political"), 1, lang)
    assert favor.discarded == "favor_political" and favors not in said(due, replace(after, favored="military"), 1, lang)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            (
                "played {}, {}",
                "placed in Kabul, Herat (each Russian armies +1)",
                "put spies on {} of A {}, {} of D {}",
            ),
        ),
        (
            "ja",
            (
                "{}、{}をプレイ",
                "配置：カブール、ヘラート（それぞれロシアの軍隊+1）",
                "密偵2個を配置：A {1}の{0}、D {3}の{2}",
            ),
        ),
    ],
)
def test_what_is_alike_is_told_at_once(lang: Lang, words: tuple[str, ...]) -> None:
    before = boards.classic()
    first, second = (n for n in list(CONTENT.cards)[60:62])
    slots = [replace(before.players[seat].court[0], spies=(0,) * 5, hostage=None) for seat in (0, 3)]
    then = {seat: replace(before.players[seat], court=(slot,)) for seat, slot in zip((0, 3), slots, strict=True)}
    spied = {seat: (replace(slot, spies=(0, 1, 0, 0, 0)),) for seat, slot in zip((0, 3), slots, strict=True)}
    court = tuple(replace(slots[0], card=card) for card in (first, second))
    before = replace(before, players=tuple(then.get(p.number, replace(p, court=())) for p in before.players))
    after = tuple(replace(p, court=court if p.number == 1 else spied.get(p.number, p.court)) for p in before.players)
    grown = {"kabul", "herat"}
    regions = tuple(
        replace(r, armies={**r.armies, "russian": r.armies.get("russian", 0) + 1}) if r.id in grown else r
        for r in before.regions
    )
    names = [CONTENT.cards[card].name for card in (first, second)]
    on = [CONTENT.cards[slots[0].card].name, NAMES[0], CONTENT.cards[slots[1].card].name, NAMES[3]]
    wanted = [words[0].format(*names), words[1]]
    wanted.append(words[2].format(*on))
    assert said(before, replace(before, players=after, regions=regions), 1, lang) == " · ".join(wanted)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_event_that_changed_the_favored_suit_is_told_once_and_has_the_mark(lang: Lang) -> None:
    before = replace(boards.classic(), favored="political")
    event = next(event for event in CONTENT.events.values() if event.discarded == "favor_military")
    laid = tuple(replace(space, card=event.id if space.index == 0 else None) for space in before.market)
    before = replace(before, market=laid, discards=())
    after = replace(before, favored="military", discards=(event.id,))
    look = Look(lang, NAMES, before=before, turns=(Step(1, before),))
    [one] = [one for one in told(before, after, 1, look) if "favored" in (one.places or ())]
    phrases = Phrases(after, look)
    assert phrases.card(event.id) in one.words, "its name stood on the card in the market"
    assert phrases.noun("suit.military") in one.words and phrases.noun("event.favor_military") not in one.words
    scene = ART.compose(after, "board", look)
    [mark] = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick) and node.y < 124]
    box = extent(mark)
    label = Phrases(after, look).say("header.favored")
    for text in (node for node in scene.live if isinstance(node, Text) and node.y < 124):
        _, _, right, foot = extent(text)
        if text.text == label:
            assert right <= box[0] or foot <= box[1], "the mark lies on the words"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "taxed the market (-3) · taxed A {} (-2) · paid D {} a bribe of 1 · placed a gift"),
        ("ja", "市場に課税（-3）、A {}に課税（-2）、D {}に賄賂1を支払い、贈り物を1個置いた"),
    ],
)
def test_taxes_bribes_and_gifts_are_told(lang: Lang, words: str) -> None:
    """Who lost two rupees wants to know to whom."""
    base = boards.classic()
    assert base.turn is not None
    seat, more = base.turn.player, {0: -2, 3: 1}
    rich = tuple(replace(space, rupees=space.rupees + 3 * (space.index == 4)) for space in base.market)
    before = replace(base, market=rich)
    assert seat not in more
    after = tuple(
        replace(p, rupees=p.rupees + more.get(p.number, 0), gifts=(*p.gifts, 6) if p.number == seat else p.gifts)
        for p in before.players
    )
    done = [one.words for one in told(before, replace(base, players=after), seat, Look(lang, NAMES))]
    apart = {"en": " · ", "ja": "、"}[lang]
    assert apart.join(done) == words.format(NAMES[0], NAMES[3])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_cards_that_an_event_took_from_hands_were_not_played(lang: Lang) -> None:
    """R12 "Played and discarded" was said of them, also of those of others."""
    before, event = boards.classic(), next(e for e in CONTENT.events.values() if e.discarded == "confidence_failure")
    assert before.turn is not None
    there = {slot.card for player in before.players for slot in player.court}
    cards = [card for card in CONTENT.cards if card not in there and card not in before.discards][:2]
    after = replace(before, discards=(*before.discards, event.id, *cards))
    names = {"en": ", ", "ja": "、"}[lang].join(CONTENT.cards[card].name for card in cards)
    words = {"en": f"Confidence Failure: {names} discarded from hands", "ja": f"信用失墜：手札から{names}が捨て札に"}[
        lang
    ]
    assert said(before, after, before.turn.player, lang) == words


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "built in Herat (Russian armies +2) · removed in Kabul (Russian armies -1, rules no more)"),
        ("ja", "建設：ヘラート（ロシアの軍隊+2） · 除去：カブール（ロシアの軍隊-1、支配を失った）"),
    ],
)
def test_what_was_done_stands_before_what_came_of_it(lang: Lang, words: str) -> None:
    base = boards.classic()
    bare = {one.id: replace(one, armies={}, tribes=(0,) * 5, ruler=None) for one in base.regions}

    def on_map(kabul: int, ruler: int | None, herat: int) -> View:
        armed = {
            "kabul": replace(bare["kabul"], armies={"russian": kabul}, ruler=ruler),
            "herat": replace(bare["herat"], armies={"russian": herat}),
        }
        players = tuple(replace(one, loyalty="russian") for one in base.players)
        return replace(base, players=players, regions=tuple(armed.get(one, bare[one]) for one in bare))

    assert said(on_map(2, 1, 1), on_map(1, None, 3), 1, lang) == words


@pytest.mark.parametrize(
    ("lang", "all_of_it", "part"),
    [
        ("en", "built in Punjab (Russian armies +2)", "placed in Punjab (Russian armies +2), 1 of these built"),
        ("ja", "建設：パンジャーブ（ロシアの軍隊+2）", "配置：パンジャーブ（ロシアの軍隊+2）、うち1個は建設"),
    ],
)
def test_what_no_card_has_brought_was_built(lang: Lang, all_of_it: str, part: str) -> None:
    """A card with one army was read as bringing both."""
    base = boards.classic()
    bare = tuple(replace(one, armies={}) if one.id == "punjab" else one for one in base.regions)
    armed = tuple(replace(one, armies={"russian": 2}) if one.id == "punjab" else one for one in base.regions)
    slot = replace(base.players[1].court[0], hostage=None, spies=(0,) * 5)
    one_army = next(card.id for card in CONTENT.cards.values() if card.impact == ("army",))
    courts = {False: (), True: (replace(slot, card=one_army),)}

    def table(regions: Any, played: bool) -> View:
        own = {"loyalty": "russian", "court": courts[played]}
        players = tuple(replace(one, **own) if one.number == 1 else one for one in base.players)
        return replace(base, regions=regions, players=players)

    assert said(table(bare, False), table(armed, False), 1, lang) == all_of_it
    assert said(table(bare, False), table(armed, True), 1, lang).endswith(part)
    two_armies = next(card.id for card in CONTENT.cards.values() if card.impact == ("army", "army"))
    thrown = replace(table(armed, False), discards=(*base.discards, two_armies))
    assert base.turn is not None
    before = replace(table(bare, False), turn=replace(base.turn, player=1))
    assert all_of_it not in said(before, thrown, 1, lang), "the card may have lain in the court"


@pytest.mark.parametrize(
    ("lang", "ends", "takes"),
    [("en", "A {} rules no more", "rules now, not A {}"), ("ja", "A {}が支配を失った", "A {}に代わり支配者に")],
)
def test_whose_rule_a_turn_ends_is_told(lang: Lang, ends: str, takes: str) -> None:
    base = boards.classic()

    def ruled(ruler: int | None, tribes: int) -> View:
        kabul = replace(base.regions[1], ruler=ruler, tribes=(0, tribes, 0, 0, 0))
        return replace(base, regions=tuple(kabul if one.id == kabul.id else one for one in base.regions))

    assert ends.format(NAMES[0]) in said(ruled(0, 1), ruled(None, 2), 1, lang)
    assert takes.format(NAMES[0]) in said(ruled(0, 1), ruled(1, 2), 1, lang)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_at_a_table_of_four_hardly_a_turn_takes_more_than_three_lines(lang: Lang) -> None:
    lines = []
    for view, steps in turns(4):
        look = Look(lang, NAMES[:4], before=steps[0].before, turns=steps)
        lines += [len(one.words) for one in written(news(view, look, told), look)]
    assert len(lines) > 20 and max(lines) <= 4 and lines.count(4) <= len(lines) / 15, lines


@pytest.mark.parametrize(
    ("lang", "refused", "accepted"),
    [
        ("en", "refused C {} a lower bribe for {}", "took a bribe of 2 from C {} for {}"),
        ("ja", "C {}の賄賂引き下げを拒否（{}）", "C {}から賄賂2ルピーを受領（{}）"),
    ],
)
def test_what_somebody_said_to_a_bribe_is_told(lang: Lang, refused: str, accepted: str) -> None:
    """It was told as "has chosen"."""
    before = boards.bribe()
    assert before.turn is not None and before.turn.request is not None
    request = before.turn.request
    closed = replace(before, turn=replace(before.turn, request=None))
    names = NAMES[request.payer], CONTENT.cards[request.card].name
    assert said(before, closed, request.payee, lang) == refused.format(*names)
    slot = replace(before.players[0].court[0], card=request.card, used=False)
    players = list(closed.players)
    payer, payee = players[request.payer], players[request.payee]
    players[request.payer] = replace(payer, court=(*payer.court, slot), rupees=payer.rupees - 2)
    players[request.payee] = replace(payee, rupees=payee.rupees + 2)
    assert said(before, replace(closed, players=tuple(players)), request.payee, lang).startswith(
        accepted.format(*names)
    )


@pytest.mark.parametrize(("lang", "words"), [("en", "lost the rule of Kabul"), ("ja", "支配を失った：カブール")])
def test_a_rule_that_is_lost_is_told_as_such(lang: Lang, words: str) -> None:
    base = boards.classic()

    def ruled(ruler: int | None) -> View:
        return replace(
            base, regions=tuple(replace(one, ruler=ruler) if one.id == "kabul" else one for one in base.regions)
        )

    assert said(ruled(1), ruled(None), 1, lang) == words


@pytest.mark.parametrize(("lang", "words"), [("en", "left no coalition dominant"), ("ja", "優勢な同盟がなくなった")])
def test_a_turn_after_which_nobody_dominates_any_more_says_so(lang: Lang, words: str) -> None:
    """ "Dominance changed: none" could be read as "not changed"."""
    before = replace(boards.classic(), dominant="russian")
    assert words in said(before, replace(before, dominant=None), 1, lang).split(" · ")
