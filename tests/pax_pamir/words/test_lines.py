"""The lines below the board: actions of a turn with price and reason, in log order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.kernel import Message, NounRef, SeatRef, message
from engines.pax_pamir.view import View
from render import Lang, RecentStep, RenderContext, load_arts
from render.kit.marks.captions import ActionPhrase, collect_turns, layout_captions
from tests.pax_pamir.pictures import boards
from tests.pax_pamir.pictures.test_latest import iter_turns

ART = load_arts()["pax_pamir"]
NAMES = boards.NAMES
A, B = SeatRef(0), SeatRef(1)
KABUL, PUNJAB, BRITISH = NounRef("region.kabul"), NounRef("region.punjab"), NounRef("coalition.british")


def build_card(name: str) -> Message:
    return message("card.court", name=name, id=1)


REBUKE = message("card.event", bought=NounRef("event.rebuke"), discarded=NounRef("event.favor_political"), id=116)
TOP = message("space.top", column=0)


def build_purchase(what: Message, cost: int) -> Message:
    return message("market.bought", who=B, card=what, space=TOP, cost=cost, rupees=0)


def build_play(name: str) -> Message:
    return message("play.done", who=B, card=build_card(name), end=NounRef("end.left"))


def build_use(action: str, name: str, key: str = "use.done") -> Message:
    return message(key, who=B, card=build_card(name), action=NounRef(f"action.{action}"))


def build_placement(*pieces: Message) -> Message:
    return message("piece.placed", who=B, pieces=pieces)


def build_army(n: int) -> Message:
    return message("piece.army", n=n, coalition=BRITISH, region=PUNJAB)


def describe_turn(
    *events: Message, lang: Lang = "en", seat: int = 1, before: View | None = None
) -> tuple[ActionPhrase, ...]:
    view = boards.build_classic()
    return ART.describe_step(RecentStep(seat, before or view, messages=events), view, RenderContext(lang, NAMES))


TURNS: dict[str, tuple[tuple[Message, ...], str, str]] = {
    "a card is played after it was bought, and what it brought stands behind it": (
        (
            build_purchase(build_card("Hari Singh"), 2),
            build_play("Hari Singh"),
            build_placement(build_army(2)),
            message("event.suit", suit=NounRef("suit.political")),
            message("market.drawn", cards=(build_card("Bank"),), left=20),
        ),
        "bought Hari Singh for 2 rupees · played Hari Singh: 2 British armies in Punjab, favored suit now political",
        "Hari Singhを2ルピーで購入 · Hari Singhをプレイ：パンジャーブにイギリスの軍隊2個、特恵スートは政治に",
    ),
    "a bribe stands with what it was paid for": (
        (
            message("bribe.paid", who=B, payee=A, price=1),
            build_play("Karakul Sheep"),
            message("money.bank", who=B, rupees=2),
            message("bribe.paid", who=B, payee=A, price=2),
            build_use("tax", "Khyber Pass", "use.bonus"),
            message("tax.done", who=B, parts=(message("tax.part", rupees=2, source=message("tax.player", who=A)),)),
        ),
        "paid A {a} a bribe of 1 rupee, played Karakul Sheep: +2 rupees from the bank · "
        "paid A {a} a bribe of 2 rupees, bonus tax (Khyber Pass): 2 rupees from A {a}",
        "A {a}に賄賂1ルピーを払い、Karakul Sheepをプレイ：サプライから+2ルピー · "
        "A {a}に賄賂2ルピーを払い、ボーナス徴税（Khyber Pass）：A {a}から2ルピー",
    ),
    "what is built several times is told once": (
        (
            build_use("build", "Mir Murad"),
            *(message("money.paid", who=B, rupees=2), build_placement(build_army(1))) * 3,
        ),
        "build (Mir Murad): paid 2 rupees (3 times), British army in Punjab (3 times)",
        "建設（Mir Murad）：2ルピー支払い（3回）、パンジャーブにイギリスの軍隊1個（3回）",
    ),
    "a battle, whom it overthrew and which card that cost": (
        (
            build_use("battle", "Hazara Chiefs"),
            message(
                "battle.done",
                who=B,
                where=message("battle.in_region", region=KABUL),
                pieces=(message("battle.tribe", number=1, whose=A),),
            ),
            message("overthrow.cards", who=A, region=KABUL),
            message("discard.court", who=A, cards=(build_card("Bank"),)),
            message("ruler.lost", who=A, region=KABUL),
        ),
        "battle (Hazara Chiefs): removed 1 tribe of A {a} in Kabul, A {a} overthrown in Kabul, A {a} lost Bank, "
        "A {a} rules Kabul no more",
        "戦闘（Hazara Chiefs）：カブールでA {a}の部族1個を除去、A {a}がカブールで転覆、A {a}がBankを失った、"
        "A {a}がカブールの支配を失った",
    ),
    "why cards are lost for a debt": (
        (
            build_use("betray", "Madali Khan"),
            message("betray.done", who=B, card=build_card("Macnaghten"), owner=A),
            message("debt.paid", who=A, rupees=1),
            message("debt.short", who=A, rupees=1),
        ),
        "betray (Madali Khan): discarded Macnaghten of A {a}, A {a} paid back 1 rupee, "
        "A {a} could not pay back 1 rupee, so discards cards",
        "裏切り（Madali Khan）：A {a}のMacnaghtenを捨て札に、A {a}が1ルピー返済、"
        "A {a}は1ルピーを返せず、代わりにカードを捨てる",
    ),
    "the cleanup begins anew": (
        (
            build_play("Bank"),
            build_placement(build_army(1)),
            message("discard.court_over", who=B, cards=(build_card("Sheep"),)),
            message("event.discarded", event=REBUKE, effect=message("effect.favor", suit=NounRef("suit.political"))),
            message("event.suit", suit=NounRef("suit.political")),
        ),
        "played Bank: British army in Punjab · discarded Sheep from court (over the limit) · "
        "event Rebuke discarded: favored suit now political",
        "Bankをプレイ：パンジャーブにイギリスの軍隊1個 · 宮廷のSheepを捨てた（上限超え） · "
        "イベント「叱責」が捨て札に：特恵スートは政治に",
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_turn_is_described_in_order_with_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    for lang, words in (("en", en), ("ja", ja)):
        phrases = describe_turn(*events, lang=lang)  # type: ignore[arg-type]
        assert " · ".join(phrase.words for phrase in phrases) == words.format(a=NAMES[0])
        assert {phrase.seat for phrase in phrases} == {1}


@pytest.mark.parametrize(
    ("lang", "asks"),
    [
        ("en", "offered A {} 1 rupee for a bribe of 3 (playing Bank)"),
        ("ja", "賄賂3ルピーを1ルピーにとA {}に依頼（Bankのプレイ）"),
    ],
)
def test_open_bribe_names_both_players_and_the_answer_is_in_the_line_of_the_payee(lang: Lang, asks: str) -> None:
    plan = message("play.plan", card=build_card("Bank"), end=NounRef("end.left"))
    offered = message("bribe.offered", who=B, payee=A, offer=1, full=3, plan=plan)
    assert describe_turn(build_play("Bank"), offered, lang=lang)[1] == ActionPhrase(asks.format(NAMES[0]), seat=1)
    [answer] = describe_turn(message("bribe.no", who=A, full=3), seat=0)
    assert answer == ActionPhrase("insists on the bribe of 3 rupees", seat=0)


def test_effects_of_a_waived_bribe_are_in_the_line_of_the_player_on_turn() -> None:
    waived = message("bribe.waived", who=B, payee=A, full=1)
    assert describe_turn(waived, build_play("Bank"), build_placement(build_army(1)), seat=0) == (
        ActionPhrase(f"let off a bribe by A {NAMES[0]}, played Bank: British army in Punjab", seat=1),
    )


def test_check_belongs_to_the_whole_table_and_lists_points_by_letter() -> None:
    events = (
        build_purchase(message("card.check", check=NounRef("event.dominance_check")), 3),
        message("check.successful", phase=NounRef("event.dominance_check"), coalition=BRITISH, blocks=()),
        message("check.gained_influence", who=A, n=4, points=5, vp=5),
        message("check.gained_influence", who=B, n=2, points=3, vp=4),
        message("check.left", left=3),
        build_use("move", "Mohan Lal", "use.bonus"),
    )
    assert [(phrase.words, phrase.seat, phrase.is_for_all) for phrase in describe_turn(*events)] == [
        ("bought Dominance Check for 3 rupees", 1, False),
        ("dominance check, the British coalition dominates: A +5 VP, B +3 VP", None, True),
        ("bonus move (Mohan Lal)", 1, False),
    ]


def test_insurrection_after_a_check_is_listed_with_it() -> None:
    events = (
        message("check.unsuccessful", phase=NounRef("event.dominance_check"), blocks=()),
        message("check.gained_cylinders", who=B, n=4, points=3, vp=3),
        message("check.insurrection", who=A, ability=NounRef("ability.insurrection")),
        message("piece.placed", who=A, pieces=(build_army(2),)),
    )
    assert [(phrase.words, phrase.is_for_all) for phrase in describe_turn(*events)] == [
        ("dominance check, no coalition dominates: B +3 VP", True),
        ("Insurrection of A: 2 British armies in Punjab", True),
    ]


def test_line_names_wakhan() -> None:
    wakhan = NounRef("concept.wakhan")
    events = (
        message(
            "market.bought_played",
            who=wakhan,
            card=build_card("Bank"),
            space=TOP,
            cost=1,
            rupees=0,
            end=NounRef("end.left"),
        ),
        message("piece.placed", who=wakhan, pieces=(build_army(1),)),
    )
    assert describe_turn(*events) == (
        ActionPhrase("Wakhan bought Bank for 1 rupee and played it: British army in Punjab", is_for_all=True),
    )


@pytest.mark.parametrize(("lang", "words"), [("en", "left no coalition dominant"), ("ja", "優勢な同盟がなくなった")])
def test_lost_dominance_is_described(lang: Lang, words: str) -> None:
    """ "Dominance changed: none" could be misread as "not changed"."""
    before, view = replace(boards.build_classic(), dominant="russian"), replace(boards.build_classic(), dominant=None)
    phrases = ART.describe_step(RecentStep(1, before, messages=(build_play("Bank"),)), view, RenderContext(lang, NAMES))
    assert phrases[1:] == (ActionPhrase(words),)
    assert (
        ART.describe_step(RecentStep(1, view, messages=(build_play("Bank"),)), view, RenderContext(lang, NAMES))
        == phrases[:1]
    )


def test_turn_without_effect_is_described_as_ended() -> None:
    before = boards.build_classic()
    assert before.turn is not None
    seat = before.turn.player
    after = replace(before, turn=replace(before.turn, player=(seat + 1) % 5))
    assert ART.describe_step(RecentStep(seat, before), after, RenderContext("en", NAMES)) == (
        ActionPhrase("ended the turn", seat=seat, is_filler=True),
    )
    assert ART.describe_step(RecentStep(seat, before), before, RenderContext("en", NAMES)) == ()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_turns_of_four_players_rarely_exceed_three_lines(lang: Lang) -> None:
    lines = []
    for view, steps in iter_turns(4):
        ctx = RenderContext(lang, NAMES[:4], view_before=steps[0].view_before, turns=steps)
        lines += [len(caption.lines) for caption in layout_captions(collect_turns(view, ctx, ART.describe_step), ctx)]
    assert len(lines) > 20 and sum(n > 3 for n in lines) <= len(lines) / 8 and max(lines) <= 7
