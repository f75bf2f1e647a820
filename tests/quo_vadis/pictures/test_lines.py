"""The lines below the board: what a turn did, what for and at which price, as the log tells it."""

from __future__ import annotations

import pytest

from engines.kernel import Lang, Msg, Term, say
from engines.quo_vadis.table import names
from render.kit.marks.news import Said
from tests.quo_vadis.pictures.said import ANN, BELA, BUILT, CEM, DRAWN, SCORED, area, card, home, shrunk, told
from tests.quo_vadis.stage import A, B

SKILL = say("skill.done", who=ANN, skill=names.skill("S12"), effect=say("skill.s12"))


def workers(*spaces: str, food: int = 0, morale: int = 0) -> Msg:
    key = "workers.done_morale" if morale else "workers.done_paid" if food else "workers.done"
    return say(key, who=ANN, spaces=tuple(map(names.space, spaces)), food=food, morale=morale)


def gain(resource: str, n: int) -> Msg:
    key = "gain.done" if n else "gain.full"
    return say(key, who=ANN, resource=names.resource(resource), gained=n, total=n)


def moved(source: str, target: str) -> Msg:
    key = "move.done" if source[:3] == target[:3] else "move.done_out"
    return say(key, who=ANN, source=names.space(source), target=names.space(target))


def turned(source: str, target: str, n: int) -> Msg:
    return say("convert.done", who=ANN, number=n, source=names.resource(source), target=names.resource(target))


TURNS: dict[str, tuple[tuple[Msg, ...], tuple[str, ...], tuple[str, ...]]] = {
    "an area that costs faith, workers that cost food, and what the card brought": (
        (area(faith=1), workers("2-4:a", "2-4:b", food=2), card("blessing", 2), gain("morale", 2), gain("wrath", 0)),
        (
            "chose 2-4 (1 faith), workers to 2-4 left, 2-4 right (2 food), played Blessing (card 2): +2 morale, "
            "wrath already full",
        ),
        (
            "2-4を選択（信仰1）、ワーカーを2-4左、2-4右へ（食料2）、祝福で世代継続（2枚目）：戦意+2、神の怒りはすでに最大",
        ),
    ),
    "no worker, and a card by petition": (
        (area(), say("workers.none", who=ANN), card("labour", 3, "revelation"), moved("2-4:a", "1-4:c"), DRAWN),
        ("chose 2-4, played Labour as Revelation (card 3, petition): worker from 2-4 left to 1-4 bottom",),
        ("2-4を選択、労働を啓示として世代継続（3枚目、御無心）：ワーカーが2-4左から1-4下へ",),
    ),
    "workers one by one, paid with morale too": (
        (area(), workers("2-4:a"), workers("2-4:a", food=1, morale=1), card("miracle"), gain("faith", 1)),
        ("chose 2-4, workers to 2-4 left, workers to 2-4 left (1 food, 1 morale), played Miracle (card 1): +1 faith",),
        ("2-4を選択、ワーカーを2-4左へ、ワーカーを2-4左へ（食料1・戦意1）、奇跡で世代継続（1枚目）：信仰+1",),
    ),
    "a prayer, wrath with what it hit, growth and a flood": (
        (
            area(),
            say("prayer.done", who=ANN, faith=2, wrath=4),
            say("wrath.done", who=ANN, wrath=4, spaces=(names.space("2-4:a"), names.space("2-4:b"))),
            home(ANN, 1),
            home(BELA, 2),
            shrunk(CEM, "2-4:b", 0),
            say("token.done", area=names.area("2-4"), terrain=Term("terrain.mountain")),
            say("growth.done", who=ANN, population=(3, 2)),
            say("flood.done", who=ANN, faith=1),
            say("token.done", area=names.area("2-4"), terrain=Term("terrain.sea")),
        ),
        (
            "chose 2-4, prayed (2 faith), wrath now 4, struck 2-4 left, 2-4 right (4 wrath): 1 worker home, "
            "2 workers of B home, town of C on 2-4 right destroyed, 2-4 now mountain",
            "own towns there now 3, 2, flood (1 faith): 2-4 now sea",
        ),
        (
            "2-4を選択、祈祷（信仰2）で神の怒りが4に、2-4左、2-4右に天変地異（神の怒り4）：ワーカー1人が手元へ、"
            "Bのワーカー2人が手元へ、2-4右のCのタウンが破壊された、2-4全体が山岳に",
            "自分のタウンの人口が増加（3、2）、大海嘯（信仰1）：2-4全体が海に",
        ),
    ),
    "Prosperity with its extras": (
        (
            card("prosperity", 2),
            say("vp.done", who=ANN, vp=2, total=5),
            say("discard.done", who=ANN, cards=(names.kind("labour"),)),
            turned("food", "faith", 2),
            say("tidy.done", who=ANN, workers=1),
        ),
        ("played Prosperity (card 2): +2 VP", "discarded Labour, turned 2 food into faith, 1 surplus worker home"),
        ("繁栄で世代継続（2枚目）：+2VP", "労働を捨てた、食料2を信仰に変換、余ったワーカー1人が手元へ"),
    ),
    "a change with its town, its points and its skill": (
        (
            card("labour", generation=2),
            gain("food", 1),
            BUILT,
            SCORED,
            SKILL,
            say("skill.adapted", terrain=Term("terrain.sea")),
        ),
        (
            "opened generation II with Labour: +1 food",
            "town on 2-4 right, territory +6 VP (2 cards × 3 areas), new skill Adaptation: sea",
        ),
        ("労働で世代交代（第2世代）：食料+1", "2-4右にタウン、領土ボーナス+6VP（2枚×3エリア）、新スキル「適応」：海"),
    ),
    "a change by petition without a worker left, and towns that rise again": (
        (
            card("labour", counts_as="miracle", generation=3),
            gain("faith", 1),
            say("build.none", who=ANN),
            say("rebuild.done", who=ANN, space=names.space("1-4:c"), population=1),
            say("reconstruct.done", who=ANN, food=2),
            say("rebuild.done", who=ANN, space=names.space("1-3:a"), population=1),
        ),
        (
            "opened generation III with Labour as Miracle (petition): +1 faith",
            "no worker left for a town, rebuilt 1-4 bottom, paid 2 food, rebuilt 1-3 left",
        ),
        (
            "労働を奇跡として世代交代（第3世代、御無心）：信仰+1",
            "タウンにするワーカーなし、1-4下のタウンを再建、食料2を払い、1-3左のタウンを再建",
        ),
    ),
    "Windfall, used after an action": (
        (
            card("labour"),
            gain("food", 1),
            say("windfall.done", who=ANN, skill=names.skill("S29"), morale=2, food=3, faith=1),
        ),
        ("played Labour (card 1): +1 food", "used Windfall (now 2 morale, 3 food, 1 faith)"),
        ("労働で世代継続（1枚目）：食料+1", "天恵を使用（戦意2・食料3・信仰1に）"),
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_is_told_with_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    assert told(*events) == tuple(Said(words, seat=A) for words in en)
    assert told(*events, lang="ja") == tuple(Said(words, seat=A) for words in ja)


@pytest.mark.parametrize(
    ("lang", "race", "cubes", "first", "basic"),
    [
        (
            "en",
            "leads Gigant",
            "starts with 3 morale, 0 food, 2 faith",
            "B begins every round",
            "basic skill Robust",
        ),
        ("ja", "ギガントの神に", "戦意3・食料0・信仰2で開始", "Bがスタートプレイヤー", "基本スキルは強壮"),
    ],
)
def test_the_setup_is_told(lang: Lang, race: str, cubes: str, first: str, basic: str) -> None:
    chosen = say("race.done", who=ANN, race=names.race("gigant"), terrain=names.terrain("mountain"))
    placed = say("cubes.done", who=ANN, morale=3, food=0, faith=2)
    kept = [say("basic.done", who=who, skill=names.skill("B05"), effect=say("skill.b05")) for who in (ANN, BELA)]
    assert told(chosen, say("first.done", who=BELA), lang=lang) == (Said(race, seat=A), Said(first, of_all=True))
    assert told(placed, *kept, lang=lang) == (Said(cubes, seat=A), Said(basic, seat=A), Said(basic, seat=B))


def test_a_conversion_of_an_earlier_version_is_told() -> None:
    old = say("convert.done", who=ANN, source=names.resource("food"), target=names.resource("faith"))
    assert told(old) == (Said("turned 1 food into faith", seat=A),)
    assert told(old, lang="ja") == (Said("食料1を信仰に変換", seat=A),)
