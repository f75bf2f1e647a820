"""The lines below the board: what a turn did, at which price and why, in the order of play, as the log has it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.kernel import Msg, Term, Who, say
from engines.pax_pamir.view import View
from render import Lang, Look, Step, arts
from render.kit.marks.news import Said, news, written
from tests.pax_pamir.pictures import boards
from tests.pax_pamir.pictures.test_latest import turns

ART = arts()["pax_pamir"]
NAMES = boards.NAMES
A, B = Who(0), Who(1)
KABUL, PUNJAB, BRITISH = Term("region.kabul"), Term("region.punjab"), Term("coalition.british")


def card(name: str) -> Msg:
    return say("card.court", name=name, id=1)


REBUKE = say("card.event", bought=Term("event.rebuke"), discarded=Term("event.favor_political"), id=116)
TOP = say("space.top", column=0)


def bought(what: Msg, cost: int) -> Msg:
    return say("market.bought", who=B, card=what, space=TOP, cost=cost, rupees=0)


def played(name: str) -> Msg:
    return say("play.done", who=B, card=card(name), end=Term("end.left"))


def used(action: str, name: str, key: str = "use.done") -> Msg:
    return say(key, who=B, card=card(name), action=Term(f"action.{action}"))


def placed(*pieces: Msg) -> Msg:
    return say("piece.placed", who=B, pieces=pieces)


def army(n: int) -> Msg:
    return say("piece.army", n=n, coalition=BRITISH, region=PUNJAB)


def told(*events: Msg, lang: Lang = "en", seat: int = 1, before: View | None = None) -> tuple[Said, ...]:
    view = boards.classic()
    return ART.told(Step(seat, before or view, told=events), view, Look(lang, NAMES))


TURNS: dict[str, tuple[tuple[Msg, ...], str, str]] = {
    "a card is played after it was bought, and what it brought stands behind it": (
        (
            bought(card("Hari Singh"), 2),
            played("Hari Singh"),
            placed(army(2)),
            say("event.suit", suit=Term("suit.political")),
            say("market.drawn", cards=(card("Bank"),), left=20),
        ),
        "bought Hari Singh for 2 · played Hari Singh: 2 British armies in Punjab, favored suit now political",
        "Hari Singhを2ルピーで購入 · Hari Singhをプレイ：パンジャーブにイギリスの軍隊2個、特恵スートは政治に",
    ),
    "a bribe stands with what it was paid for": (
        (
            say("bribe.paid", who=B, payee=A, price=1),
            played("Karakul Sheep"),
            say("money.bank", who=B, rupees=2),
            say("bribe.paid", who=B, payee=A, price=2),
            used("tax", "Khyber Pass", "use.bonus"),
            say("tax.done", who=B, parts=(say("tax.part", rupees=2, source=say("tax.player", who=A)),)),
        ),
        "bribe of 1 to A {a}, played Karakul Sheep: +2 from the bank · "
        "bribe of 2 to A {a}, bonus tax (Khyber Pass): 2 rupees from A {a}",
        "A {a}に賄賂1、Karakul Sheepをプレイ：サプライから+2 · "
        "A {a}に賄賂2、ボーナス徴税（Khyber Pass）：A {a}から2ルピー",
    ),
    "what is built several times is told once": (
        (
            used("build", "Mir Murad"),
            *(say("money.paid", who=B, rupees=2), placed(army(1))) * 3,
        ),
        "build (Mir Murad): 2 rupees paid (3 times), British army in Punjab (3 times)",
        "建設（Mir Murad）：2ルピー支払い（3回）、パンジャーブにイギリスの軍隊1個（3回）",
    ),
    "a battle, whom it overthrew and which card that cost": (
        (
            used("battle", "Hazara Chiefs"),
            say("battle.done", who=B, site=KABUL, pieces=(say("battle.tribe", number=1, whose=A),)),
            say("overthrow.cards", who=A, region=KABUL),
            say("discard.court", who=A, cards=(card("Bank"),)),
            say("ruler.lost", who=A, region=KABUL),
        ),
        "battle (Hazara Chiefs): 1 tribe of A {a} removed at Kabul, A {a} overthrown in Kabul, A {a} lost Bank, "
        "A {a} rules Kabul no more",
        "戦闘（Hazara Chiefs）：カブールでA {a}の部族1個を除去、A {a}がカブールで転覆、A {a}がBankを失った、"
        "A {a}がカブールの支配を失った",
    ),
    "why cards are lost for a debt": (
        (
            used("betray", "Madali Khan"),
            say("betray.done", who=B, card=card("Macnaghten"), owner=A),
            say("debt.paid", who=A, rupees=1),
            say("debt.short", who=A, rupees=1),
        ),
        "betray (Madali Khan): Macnaghten of A {a} discarded, A {a} paid 1 back, "
        "A {a} cannot pay 1 back, discards for it",
        "裏切り（Madali Khan）：A {a}のMacnaghtenを捨て札に、A {a}が1ルピー返済、"
        "A {a}は1ルピーを返せず、代わりに捨てる",
    ),
    "the cleanup begins anew": (
        (
            played("Bank"),
            placed(army(1)),
            say("discard.court_over", who=B, cards=(card("Sheep"),)),
            say("event.discarded", event=REBUKE, effect=say("effect.favor", suit=Term("suit.political"))),
            say("event.suit", suit=Term("suit.political")),
        ),
        "played Bank: British army in Punjab · discarded Sheep from court (over the limit) · "
        "event Rebuke fell: favored suit now political",
        "Bankをプレイ：パンジャーブにイギリスの軍隊1個 · 宮廷のSheepを捨てた（上限超え） · "
        "イベント「叱責」が捨て札に：特恵スートは政治に",
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_is_told_in_its_order_with_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    for lang, words in (("en", en), ("ja", ja)):
        found = told(*events, lang=lang)  # type: ignore[arg-type]
        assert " · ".join(one.words for one in found) == words.format(a=NAMES[0])
        assert {one.seat for one in found} == {1}


@pytest.mark.parametrize(
    ("lang", "asks"),
    [("en", "asked A {} to lower a bribe of 3 to 1 for playing Bank"), ("ja", "Bankのプレイの賄賂3を1にとA {}に依頼")],
)
def test_the_card_tells_of_an_open_bribe_who_asks_whom_and_the_answer_in_the_line_of_who_gives_it(
    lang: Lang, asks: str
) -> None:
    plan = say("play.plan", card=card("Bank"), end=Term("end.left"))
    offered = say("bribe.offered", who=B, payee=A, offer=1, full=3, plan=plan)
    assert told(played("Bank"), offered, lang=lang)[1] == Said(asks.format(NAMES[0]), seat=1)
    [answer] = told(say("bribe.no", who=A, full=3), seat=0)
    assert answer == Said("insists on the bribe of 3", seat=0)


def test_what_a_waived_bribe_let_happen_stands_in_the_line_of_whose_turn_it_is() -> None:
    waived = say("bribe.waived", who=B, payee=A, full=1)
    assert told(waived, played("Bank"), placed(army(1)), seat=0) == (
        Said(f"bribe waived by A {NAMES[0]}, played Bank: British army in Punjab", seat=1),
    )


def test_a_check_is_of_the_whole_table_and_tells_points_with_letters() -> None:
    events = (
        bought(say("card.check", check=Term("event.dominance_check")), 3),
        say("check.successful", phase=Term("event.dominance_check"), coalition=BRITISH, blocks=()),
        say("check.gained_influence", who=A, n=4, points=5, vp=5),
        say("check.gained_influence", who=B, n=2, points=3, vp=4),
        say("check.left", left=3),
        used("move", "Mohan Lal", "use.bonus"),
    )
    assert [(one.words, one.seat, one.of_all) for one in told(*events)] == [
        ("bought Dominance Check for 3", 1, False),
        ("check, the British coalition dominant: A +5 VP, B +3 VP", None, True),
        ("bonus move (Mohan Lal)", 1, False),
    ]


def test_what_insurrection_places_after_a_check_stands_with_it() -> None:
    events = (
        say("check.unsuccessful", phase=Term("event.dominance_check"), blocks=()),
        say("check.gained_cylinders", who=B, n=4, points=3, vp=3),
        say("check.insurrection", who=A, ability=Term("ability.insurrection")),
        say("piece.placed", who=A, pieces=(army(2),)),
    )
    assert [(one.words, one.of_all) for one in told(*events)] == [
        ("check, nobody dominant: B +3 VP", True),
        ("Insurrection of A: 2 British armies in Punjab", True),
    ]


def test_wakhan_has_her_name_in_the_line() -> None:
    wakhan = Term("concept.wakhan")
    events = (
        say("market.bought_played", who=wakhan, card=card("Bank"), space=TOP, cost=1, rupees=0, end=Term("end.left")),
        say("piece.placed", who=wakhan, pieces=(army(1),)),
    )
    assert told(*events) == (Said("Wakhan bought Bank for 1 and played it: British army in Punjab", of_all=True),)


@pytest.mark.parametrize(("lang", "words"), [("en", "left no coalition dominant"), ("ja", "優勢な同盟がなくなった")])
def test_a_turn_after_which_nobody_dominates_any_more_says_so(lang: Lang, words: str) -> None:
    """ "Dominance changed: none" could be read as "not changed"."""
    before, view = replace(boards.classic(), dominant="russian"), replace(boards.classic(), dominant=None)
    found = ART.told(Step(1, before, told=(played("Bank"),)), view, Look(lang, NAMES))
    assert found[1:] == (Said(words),)
    assert ART.told(Step(1, view, told=(played("Bank"),)), view, Look(lang, NAMES)) == found[:1]


def test_a_turn_of_which_nothing_came_has_ended() -> None:
    before = boards.classic()
    assert before.turn is not None
    seat = before.turn.player
    after = replace(before, turn=replace(before.turn, player=(seat + 1) % 5))
    assert ART.told(Step(seat, before), after, Look("en", NAMES)) == (Said("ended the turn", seat=seat, idle=True),)
    assert ART.told(Step(seat, before), before, Look("en", NAMES)) == ()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_at_a_table_of_four_hardly_a_turn_takes_more_than_three_lines(lang: Lang) -> None:
    lines = []
    for view, steps in turns(4):
        look = Look(lang, NAMES[:4], before=steps[0].before, turns=steps)
        lines += [len(one.words) for one in written(news(view, look, ART.told), look)]
    assert len(lines) > 20 and sum(n > 3 for n in lines) <= len(lines) / 8 and max(lines) <= 7
