"""Turn captions below the board: the actions of a turn with causes and prices, as the log has them."""

from __future__ import annotations

import pytest

from engines.kernel import Lang, Message, NounRef, message
from engines.quo_vadis.table import names
from render.kit.marks.captions import ActionPhrase
from tests.quo_vadis.pictures.log_events import (
    ANN,
    BELA,
    BUILT,
    CEM,
    DRAWN,
    SCORED,
    build_area,
    build_card,
    build_home,
    build_shrinking,
    describe_events,
)
from tests.quo_vadis.stage import A, B

SKILL = message("skill.done", who=ANN, skill=names.name_skill("S12"), effect=message("skill.s12"))


def build_workers(*spaces: str, food: int = 0, morale: int = 0) -> Message:
    key = "workers.done_morale" if morale else "workers.done_paid" if food else "workers.done"
    return message(key, who=ANN, spaces=tuple(map(names.name_space, spaces)), food=food, morale=morale)


def build_gain(resource: str, n: int) -> Message:
    key = "gain.done" if n else "gain.full"
    return message(key, who=ANN, resource=names.name_resource(resource), gained=n, total=n)


def build_move(source: str, target: str) -> Message:
    key = "move.done" if source[:3] == target[:3] else "move.done_out"
    return message(key, who=ANN, source=names.name_space(source), target=names.name_space(target))


def build_conversion(source: str, target: str, n: int) -> Message:
    return message(
        "convert.done", who=ANN, number=n, source=names.name_resource(source), target=names.name_resource(target)
    )


TURNS: dict[str, tuple[tuple[Message, ...], tuple[str, ...], tuple[str, ...]]] = {
    "an area that costs faith, workers that cost food, and what the card brought": (
        (
            build_area(faith=1),
            build_workers("2-4:a", "2-4:b", food=2),
            build_card("blessing", 2),
            build_gain("morale", 2),
            build_gain("wrath", 0),
        ),
        (
            "chose 2-4 (1 faith), placed workers on 2-4 left, 2-4 right (2 food), played Blessing (card 2): +2 morale, "
            "wrath already full",
        ),
        (
            "2-4を選択（信仰1）、ワーカーを2-4左、2-4右へ（食料2）、祝福で世代継続（2枚目）：戦意+2、神の怒りはすでに最大",
        ),
    ),
    "no worker, and a card by petition": (
        (
            build_area(),
            message("workers.none", who=ANN),
            build_card("labour", 3, "revelation"),
            build_move("2-4:a", "1-4:c"),
            DRAWN,
        ),
        ("chose 2-4, played Labour as Revelation (card 3, petition): moved a worker from 2-4 left to 1-4 bottom",),
        ("2-4を選択、労働を啓示として世代継続（3枚目、御無心）：ワーカーを2-4左から1-4下へ",),
    ),
    "workers one by one, paid with morale too": (
        (
            build_area(),
            build_workers("2-4:a"),
            build_workers("2-4:a", food=1, morale=1),
            build_card("miracle"),
            build_gain("faith", 1),
        ),
        (
            "chose 2-4, placed workers on 2-4 left, placed workers on 2-4 left (1 food, 1 morale), "
            "played Miracle (card 1): +1 faith",
        ),
        ("2-4を選択、ワーカーを2-4左へ、ワーカーを2-4左へ（食料1・戦意1）、奇跡で世代継続（1枚目）：信仰+1",),
    ),
    "a prayer, wrath with what it hit, growth and a flood": (
        (
            build_area(),
            message("prayer.done", who=ANN, faith=2, wrath=4),
            message("wrath.done", who=ANN, wrath=4, spaces=(names.name_space("2-4:a"), names.name_space("2-4:b"))),
            build_home(ANN, 1),
            build_home(BELA, 2),
            build_shrinking(CEM, "2-4:b", 0),
            message("token.done", area=names.name_area("2-4"), terrain=NounRef("terrain.mountain")),
            message("growth.done", who=ANN, population=(3, 2)),
            message("flood.done", who=ANN, faith=1),
            message("token.done", area=names.name_area("2-4"), terrain=NounRef("terrain.sea")),
        ),
        (
            "chose 2-4, prayed (2 faith), wrath now 4, struck 2-4 left, 2-4 right (4 wrath): 1 worker went home, "
            "2 workers of B went home, town of C on 2-4 right was destroyed, 2-4 now mountain",
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
            build_card("prosperity", 2),
            message("vp.done", who=ANN, vp=2, total=5),
            message("discard.done", who=ANN, cards=(names.name_kind("labour"),)),
            build_conversion("food", "faith", 2),
            message("tidy.done", who=ANN, workers=1),
        ),
        ("played Prosperity (card 2): +2 VP", "discarded Labour, turned 2 food into faith, took 1 surplus worker back"),
        ("繁栄で世代継続（2枚目）：+2VP", "労働を捨てた、食料2を信仰に変換、余ったワーカー1人が手元へ"),
    ),
    "a change with its town, its points and its skill": (
        (
            build_card("labour", generation=2),
            build_gain("food", 1),
            BUILT,
            SCORED,
            SKILL,
            message("skill.adapted", terrain=NounRef("terrain.sea")),
        ),
        (
            "opened generation II with Labour: +1 food",
            "built a town on 2-4 right, territory bonus +6 VP (2 cards × 3 areas), set the skill Adaptation: sea",
        ),
        ("労働で世代交代（第2世代）：食料+1", "2-4右にタウン、領土ボーナス+6VP（2枚×3エリア）、新スキル「適応」：海"),
    ),
    "a change by petition without a worker left, and towns that rise again": (
        (
            build_card("labour", counts_as="miracle", generation=3),
            build_gain("faith", 1),
            message("build.none", who=ANN),
            message("rebuild.done", who=ANN, space=names.name_space("1-4:c"), population=1),
            message("reconstruct.done", who=ANN, food=2),
            message("rebuild.done", who=ANN, space=names.name_space("1-3:a"), population=1),
        ),
        (
            "opened generation III with Labour as Miracle (petition): +1 faith",
            "no worker left for a town, rebuilt 1-4 bottom, paid 2 food for a reconstruction, rebuilt 1-3 left",
        ),
        (
            "労働を奇跡として世代交代（第3世代、御無心）：信仰+1",
            "タウンにするワーカーなし、1-4下のタウンを再建、復興に食料2を払い、1-3左のタウンを再建",
        ),
    ),
    "Windfall, used after an action": (
        (
            build_card("labour"),
            build_gain("food", 1),
            message("windfall.done", who=ANN, skill=names.name_skill("S29"), morale=2, food=3, faith=1),
        ),
        ("played Labour (card 1): +1 food", "used Windfall (now 2 morale, 3 food, 1 faith)"),
        ("労働で世代継続（1枚目）：食料+1", "天恵を使用（戦意2・食料3・信仰1に）"),
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_caption_has_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    assert describe_events(*events) == tuple(ActionPhrase(words, seat=A) for words in en)
    assert describe_events(*events, lang="ja") == tuple(ActionPhrase(words, seat=A) for words in ja)


@pytest.mark.parametrize(
    ("lang", "race", "cubes", "first", "basic"),
    [
        (
            "en",
            "leads Gigant",
            "starts with 3 morale, 0 food, 2 faith",
            "B begins every round",
            "has the basic skill Robust",
        ),
        ("ja", "ギガントの神に", "戦意3・食料0・信仰2で開始", "Bがスタートプレイヤー", "基本スキルに強壮を選択"),
    ],
)
def test_setup_has_captions(lang: Lang, race: str, cubes: str, first: str, basic: str) -> None:
    chosen = message("race.done", who=ANN, race=names.name_race("gigant"), terrain=names.name_terrain("mountain"))
    placed = message("cubes.done", who=ANN, morale=3, food=0, faith=2)
    kept = [
        message("basic.done", who=seat_ref, skill=names.name_skill("B05"), effect=message("skill.b05"))
        for seat_ref in (ANN, BELA)
    ]
    assert describe_events(chosen, message("first.done", who=BELA), lang=lang) == (
        ActionPhrase(race, seat=A),
        ActionPhrase(first, is_for_all=True),
    )
    assert describe_events(placed, *kept, lang=lang) == (
        ActionPhrase(cubes, seat=A),
        ActionPhrase(basic, seat=A),
        ActionPhrase(basic, seat=B),
    )


def test_conversion_of_an_earlier_version_has_a_caption() -> None:
    old = message("convert.done", who=ANN, source=names.name_resource("food"), target=names.name_resource("faith"))
    assert describe_events(old) == (ActionPhrase("turned 1 food into faith", seat=A),)
    assert describe_events(old, lang="ja") == (ActionPhrase("食料1を信仰に変換", seat=A),)
