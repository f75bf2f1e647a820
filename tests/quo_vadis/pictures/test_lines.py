"""The lines below the board: what a turn did, what for and at which price, as the log tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.kernel import SEED_BYTES, Decision, Lang, Match, Msg, Rng, Term, Who, catalogue, random_answer, say
from engines.kernel.words import sentences
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.table import names
from engines.quo_vadis.view import View
from render import Look, Step, arts
from render.kit.marks.news import Said, in_words, news, written
from tests.contract.pictures.shown import heard
from tests.quo_vadis.stage import A, B, C, table

ART = arts()["quo_vadis"]
NAMES = ("Ann", "Bela", "Cem", "Dana", "Eiko")
ANN, BELA, CEM = Who(A), Who(B), Who(C)
SILENT = {"hand.drawn", "workers.none", "bid.none", "war.elated", "war.rolled", "war.lost_full"}
"""What goes without saying, or stands in the total."""


def told(*events: Msg, lang: Lang = "en", seat: int | None = A) -> tuple[str | Said, ...]:
    view = GAME.view(table(), None)
    return ART.told(Step(seat, view, told=events), view, Look(lang, NAMES[:3]))


def area(name: str = "2-4", faith: int = 0) -> Msg:
    key = "area.paid" if faith else "area.done"
    return say(key, who=ANN, area=names.area(name), cards=tuple(name.split("-")), faith=faith)


def workers(*spaces: str, food: int = 0, morale: int = 0) -> Msg:
    key = "workers.done_morale" if morale else "workers.done_paid" if food else "workers.done"
    return say(key, who=ANN, spaces=tuple(map(names.space, spaces)), food=food, morale=morale)


def card(kind: str, cards: int = 1, counts_as: str = "", generation: int = 0) -> Msg:
    key = f"card.done_{'change' if generation else 'continue'}{'_as' if counts_as else ''}"
    return say(
        key,
        who=ANN,
        kind=names.kind(kind),
        counts_as=names.kind(counts_as or kind),
        generation=names.generation(generation or 1),
        cards=cards,
        actions=cards,
    )


def gain(resource: str, n: int) -> Msg:
    key = "gain.done" if n else "gain.full"
    return say(key, who=ANN, resource=names.resource(resource), gained=n, total=n)


def moved(source: str, target: str) -> Msg:
    key = "move.done" if source[:3] == target[:3] else "move.done_out"
    return say(key, who=ANN, source=names.space(source), target=names.space(target))


def turned(source: str, target: str, n: int) -> Msg:
    return say("convert.done", who=ANN, number=n, source=names.resource(source), target=names.resource(target))


def home(who: Who, n: int) -> Msg:
    return say("workers.home", who=who, workers=n)


def shrunk(who: Who, space: str, population: int) -> Msg:
    key = "town.shrunk" if population else "town.destroyed"
    return say(key, who=who, space=names.space(space), population=population)


def won(who: Who, own: int, others: dict[int, int], key: str = "war.won") -> Msg:
    totals = tuple(say("war.total", who=Who(seat), total=n) for seat, n in others.items())
    return say(key, who=who, area=names.area("2-4"), own=own, others=totals, vp=2, total=9)


def bid(who: Who, n: int) -> Msg:
    return say("bid.done" if n else "bid.none", who=who, morale=n, strength=3)


def rolled(who: Who) -> Msg:
    return say("war.rolled", who=who, strength=3, sides=8, rolls=(4,), total=7)


BUILT = say("build.done", who=ANN, space=names.space("2-4:b"), population=1)
SCORED = say("territory.done", who=ANN, cards=2, areas=3, vp=6, total=9)
SKILL = say("skill.done", who=ANN, skill=names.skill("S12"), effect=say("skill.s12"))
BEGUN = say("war.begins", who=ANN, area=names.area("2-4"), sides=(ANN, BELA))
DRAWN = say("hand.drawn", who=ANN, cards=1)

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
        ("chose 2-4, played Labour as Revelation (card 3, petition for 2 faith): worker from 2-4 left to 1-4 bottom",),
        ("2-4を選択、労働を啓示として世代継続（3枚目、御無心で信仰2）：ワーカーが2-4左から1-4下へ",),
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
            "B\u00a02 workers home, town of C on 2-4 right destroyed, 2-4 now mountain",
            "own population there now 3, 2, flood (1 faith): 2-4 now sea",
        ),
        (
            "2-4を選択、祈祷（信仰2）で神の怒りが4に、2-4左、2-4右に天変地異（神の怒り4）：ワーカー1人が手元へ、"
            "Bのワーカー2人が手元へ、2-4右のCのタウンが破壊された、2-4全体が山岳に",
            "自分のタウンの人口が3、2に、大海嘯（信仰1）：2-4全体が海に",
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
        ("労働で世代交代（第2世代）：食料+1", "2-4右にタウン、領土ボーナス+6VP（2枚×3エリア）、新スキル適応：海"),
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
            "opened generation III with Labour as Miracle (petition for 2 faith): +1 faith",
            "no worker left for a town, rebuilt 1-4 bottom, paid 2 food, rebuilt 1-3 left",
        ),
        (
            "労働を奇跡として世代交代（第3世代、御無心で信仰2）：信仰+1",
            "タウンにするワーカーなし、1-4下のタウンを再建、食料2を払い、1-3左のタウンを再建",
        ),
    ),
    "Windfall goes with what it was used beside": (
        (
            card("labour"),
            gain("food", 1),
            say("windfall.done", who=ANN, skill=names.skill("S29"), morale=2, food=3, faith=1),
        ),
        ("played Labour (card 1): +1 food, used Windfall (now 2 morale, 3 food, 1 faith)",),
        ("労働で世代継続（1枚目）：食料+1、天恵を使用（戦意2・食料3・信仰1に）",),
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_is_told_with_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    assert told(*events) == tuple(Said(words, seat=A) for words in en)
    assert told(*events, lang="ja") == tuple(Said(words, seat=A) for words in ja)


WARS: dict[str, tuple[tuple[Msg, ...], tuple[str, ...], tuple[str, ...]]] = {
    "who won, with what, and what the others lost": (
        (
            BEGUN,
            bid(ANN, 2),
            bid(BELA, 0),
            say("war.elated", who=ANN),
            rolled(ANN),
            rolled(BELA),
            won(ANN, 10, {B: 8, C: 6}),
            say("war.lost", who=BELA, wrath=1),
            shrunk(BELA, "2-4:a", 2),
            say("war.lost_full", who=CEM, wrath=0),
            home(CEM, 1),
            shrunk(CEM, "2-4:b", 0),
            say("vp.done", who=ANN, vp=2, total=11),
            say("spoils.done", who=ANN, morale=3, food=2, faith=1),
            say("endurance.done", who=BELA, morale=1, wrath=1),
            say("endurance.morale", who=BELA, morale=1, wrath=0),
            say("endurance.wrath", who=BELA, morale=0, wrath=1),
        ),
        (
            "war at 2-4 (A, B): A\u00a0spent 2 morale",
            "A\u00a0won at 2-4 with 10 (B 8, C 6), +2 VP: B\u00a0+1 wrath, town of B on 2-4 left shrinks to 2, "
            "C\u00a01 worker home, town of C on 2-4 right destroyed, A\u00a0+2 VP, "
            "A\u00a0took spoils (now 3 morale, 2 food, 1 faith), B\u00a0+1 morale and +1 wrath (Endurance), "
            "B\u00a0+1 morale (Endurance), B\u00a0+1 wrath (Endurance)",
        ),
        (
            "2-4で戦争（A、B）：Aは戦意2消費",
            "2-4はAが合計10で勝利（B 8、C 6）、+2VP：Bは神の怒り+1、2-4左のBのタウンの人口が2に、"
            "Cのワーカー1人が手元へ、2-4右のCのタウンが破壊された、Aは+2VP、"
            "Aは戦利品を獲得（戦意3・食料2・信仰1に）、Bは忍耐で戦意+1・神の怒り+1、"
            "Bは忍耐で戦意+1、Bは忍耐で神の怒り+1",
        ),
    ),
    "a tie, and why it is won": (
        (won(ANN, 8, {B: 8}, "war.won_tie"),),
        ("A\u00a0won at 2-4 with 8 (B 8, tie goes to the first clockwise from the start player), +2 VP",),
        ("2-4はAが合計8で勝利（B 8、同点はスタートプレイヤーから時計回りで先）、+2VP",),
    ),
    "as earlier versions told it": (
        (
            say("war.begins", area=names.area("2-4"), sides=(ANN, BELA)),
            say("war.won", who=BELA, area=names.area("2-4")),
            say("war.lost", who=ANN, wrath=1),
        ),
        ("war at 2-4 (A, B), B\u00a0won at 2-4: A\u00a0+1 wrath",),
        ("2-4で戦争（A、B）、2-4はBが勝利：Aは神の怒り+1",),
    ),
}


@pytest.mark.parametrize("war", WARS)
def test_a_war_is_of_the_whole_table(war: str) -> None:
    events, en, ja = WARS[war]
    assert told(*events) == tuple(Said(words, of_all=True) for words in en)
    assert told(*events, lang="ja") == tuple(Said(words, of_all=True) for words in ja)


def test_a_war_has_one_line_however_many_are_asked_and_the_turn_goes_on_in_its_own() -> None:
    """Who is asked last does not win the points of the turn, nor build its town."""
    view = GAME.view(table(), None)
    levy = say("levy.done", who=BELA, skill=names.skill("S30"), strength=4)
    steps = (
        Step(A, view, told=(area(), card("labour", generation=2), BEGUN, bid(ANN, 2))),
        Step(B, view, True, (levy, bid(BELA, 1), won(BELA, 9, {A: 8}), home(ANN, 1), BUILT, DRAWN, SCORED)),
    )
    look = Look("en", NAMES[:3], turns=steps)
    assert in_words(news(view, look, ART.told), look) == (
        "A Ann: chose 2-4, opened generation II with Labour, town on 2-4 right, territory +6 VP (2 cards × 3 areas)",
        "war at 2-4 (A, B): A\u00a0spent 2 morale, B\u00a0used Levy (+4 strength), B\u00a0spent 1 morale, "
        "B\u00a0won at 2-4 with 9 (A 8), +2 VP: A\u00a01 worker home",
    )


@pytest.mark.parametrize(
    ("lang", "race", "cubes", "first", "basic"),
    [
        (
            "en",
            "leads Gigant",
            "starts with 3 morale, 0 food, 2 faith",
            "B Bela begins every round",
            "basic skill Robust",
        ),
        ("ja", "ギガントの神に", "戦意3・食料0・信仰2で開始", "B Belaがスタートプレイヤー", "基本スキルは強壮"),
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


def test_the_petition_costs_what_the_lines_say() -> None:
    [petition] = told(card("labour", counts_as="miracle"))
    assert isinstance(petition, Said) and f"petition for {DATA.costs.petition_faith} faith" in petition.words


def turns(seats: int, **options: str) -> Iterator[tuple[View, tuple[Step, ...]]]:
    """What each turn of a random game did, and each step of its set-up."""
    rng = Rng(f"quo vadis lines {seats}".encode().ljust(SEED_BYTES, b"."))
    match: Match[Any] = Match.start(GAME, GAME.setup(seats, options=options), rng.seed)
    steps: list[Step] = []
    while not match.over:
        seat = match.waiting[0]
        if not steps or steps[-1].seat != seat:
            steps.append(Step(seat, match.public().view(None), bool(steps)))
        prompt = match.prompt(seat)
        assert prompt is not None
        applied = match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
        steps[-1] = heard(steps[-1], applied.events)
        if applied.frames:
            yield match.view(None), tuple(steps)
            steps = []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_turn_of_a_game_has_its_lines_and_hardly_one_needs_more_than_three(lang: Lang) -> None:
    """Of the draft everybody may know only that it goes on."""
    book, counts = catalogue("engines.quo_vadis"), []
    options = {"board_side": "custom", "race_selection": "pick_in_seat_order", "rebuild": "optional"}
    for view, steps in turns(4, **options):
        assert lang == "ja" or {*_untold(steps)} <= SILENT
        if view.phase in ("draft", "resources") and not any(step.told for step in steps):
            continue
        look = Look(lang, NAMES[:4], turns=steps)
        found = news(view, look, ART.told)
        words = [said.words for one in found for said in one.done]
        assert words and all(word.strip() and "{" not in word and "None" not in word for word in words)
        assert not {book.render(say("kernel.news.chosen"), lang)} & {*words}
        counts += [len(one.words) for one in written(found, look)]
    assert len(counts) > 40 and sum(n > 3 for n in counts) <= len(counts) / 10 and max(counts) <= 5


def _untold(steps: tuple[Step, ...]) -> Iterator[str]:
    """Keys of the sentences that have no words at all."""
    book = catalogue("engines.quo_vadis")
    for msg in (one for step in steps for line in step.told for one in sentences(line)):
        if not any(book.has(f"brief.{msg.key}{end}") for end in ("", "_other", "_all")):
            yield msg.key
