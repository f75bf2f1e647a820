"""What zooms, the dice and the confirmation say in words and prices."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from engines.kernel import catalogue
from engines.signorie.data.ids import TileId
from engines.signorie.view import View, view
from render import Look, Mark
from render.kit.look import Lang
from render.kit.marks.news import Said
from render.kit.scene import Icon, Node, Sprite, Text
from render.kit.tokens import Badge, Coin, Die, NumberDisc
from render.signorie.layout import COLORS
from render.signorie.pieces import SexSign

from . import boards
from .test_board import ART, nodes, state, texts


@pytest.mark.parametrize("picture", ["board", "zoom:dice", "panel:dice"])
def test_what_an_assignment_costs_stands_below_who_is_paid_with(picture: str) -> None:
    """ "×2" below both signs read as "marry twice"; what one to three meeples bring stays in the middle."""
    view = state("classic")
    drawn = nodes(ART.compose(view, picture, Look("en", boards.NAMES, viewer=0)))
    figures = [node for node in drawn if isinstance(node, Sprite) and isinstance(node.piece, SexSign)]
    below = [
        node.text
        for figure in figures
        for node in drawn
        if isinstance(node, Text) and node.x == figure.x and 0 < node.y - figure.y < 150
    ]
    fixed = [tile for tile in view.assignments if tile.tile in ("a_marriage", "a_mission", "a_face_down")]
    assert sorted(below) == sorted("1" if tile.tile == "a_face_down" else "2" for tile in fixed) and len(fixed) == 3
    assert not any(isinstance(node, Text) and node.text == "×2" for node in drawn)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_details_say_in_words_what_their_signs_are(lang: Lang) -> None:
    words = catalogue("engines.signorie")

    def told(name: str, picture: str) -> list[str]:
        view = state(name)
        return [node.text for node in texts(ART.compose(view, picture, Look(lang, boards.NAMES[: len(view.mats)])))]

    for track in ("politician", "clergy", "military", "initiative"):
        assert words.term(f"terms.{track}", lang) in told("classic", "zoom:tracks")
    for house in ("medici", "sforza", "este", "gonzaga", "montefeltro", "orsini"):
        assert words.term(f"houses.{house}", lang) in told("classic", "zoom:arcade")
    assert {"ja": "結婚", "en": "Marriage"}[lang] in told("classic", "zoom:dice")
    assert {"ja": "今回は使わない", "en": "not in this game"}[lang] in told("two", "zoom:arcade")


def test_whoever_hired_sees_the_helper_before_they_confirm() -> None:
    """The overview shows no helpers, and cheaper changes outnumber the one that lasts."""
    before = state("classic")
    mine, *others = before.mats
    poorer = msgspec.structs.replace(mine, florins=mine.florins - 3)
    hired = msgspec.structs.replace(poorer, helpers=("g_mid",))
    assert ART.panel(msgspec.structs.replace(before, mats=(hired, *others)), 0, (), before) == "panel:mat"
    assert ART.panel(msgspec.structs.replace(before, mats=(poorer, *others)), 0, (), before) == "panel:board"


def test_a_die_that_is_too_dear_says_its_price() -> None:
    view = state("classic")
    poor = msgspec.structs.replace(view, mats=[msgspec.structs.replace(view.mats[0], florins=1), *view.mats[1:]])
    marks = (Mark("die:purple:2", 1),)

    def prices(view: View) -> list[str]:
        drawn = nodes(ART.compose(view, "panel:dice", Look("en", boards.NAMES, 0, marks)))
        discs = [n.piece for n in drawn if isinstance(n, Sprite) and isinstance(n.piece, NumberDisc) and n.y < 300]
        return [disc.text for disc in discs]

    assert prices(poor) == ["2"] and prices(view) == [], "the grey two; who has nine florins can pay for all"


@pytest.mark.parametrize(
    ("women", "florins", "said"), [(1, 9, "1 woman short"), (2, 9, "no bride left"), (3, 0, "no money")]
)
def test_women_who_pay_for_a_marriage_are_not_the_bride(women: int, florins: int, said: str) -> None:
    """R8.3: two pay, and a third goes to the city with a dowry; so two alone do not make the tile white. "1 short"
    beside two women seemed wrong.
    """
    position = boards.classic_state()
    slot = next(slot for slot in position.assignments if slot.endswith("_f"))
    other = next(one for one, tile in position.assignments.items() if tile == "a_marriage")
    position.assignments[other], position.assignments[slot] = position.assignments[slot], TileId("a_marriage")
    mine = position.players[position.active or 0]
    mine.dice, mine.florins, mine.supply = {}, florins, {"male": 9, "female": women}
    position.pool = {color: [6] for color in position.pool}
    now = view(position, None)
    drawn = nodes(ART.compose(now, "panel:dice", Look("en", boards.NAMES, position.active)))
    x = 44 + 306 * COLORS.index(slot.removesuffix("_f")) + 146 + 71
    told = [node for node in drawn if isinstance(node, Text) and node.y > 1140 and abs(node.x - x) < 1]
    assert " ".join(node.text for node in sorted(told, key=lambda node: node.y)) == said


def test_of_a_colour_that_one_has_it_is_not_said_that_money_lacks() -> None:
    position = boards.classic_state()
    mine = position.players[position.active or 0]
    mine.florins = 0
    marks = (Mark("die:blue:1", 1),)
    drawn = nodes(ART.compose(view(position, None), "panel:dice", Look("en", boards.NAMES, position.active, marks)))
    for color in mine.dice:
        left = 44 + 306 * ("yellow", "red", "purple", "grey", "blue").index(color)
        here = [node for node in drawn if isinstance(node, Text) and left <= node.x < left + 290 and node.y < 400]
        assert "you have one" in [node.text for node in here] and "too dear" not in [node.text for node in here]


def test_number_die_price_and_sum_stand_above_each_other_and_a_closed_colour_says_why() -> None:
    view = state("classic")
    mine = view.mats[0]
    marks = tuple(Mark(f"die:grey:{pips}", n) for n, pips in enumerate(dict.fromkeys(_left(view, "grey")), 1))
    drawn = nodes(ART.compose(view, "panel:dice", Look("en", boards.NAMES, 0, marks)))
    badge, die, price = (next(_pieces(drawn, kind)) for kind in (Badge, Die, Coin))
    assert badge[0] == die[0] == price[0]
    sums = [n.y for n in drawn if isinstance(n, Icon) and n.name in ("check", "pass") and abs(n.x - badge[0]) < 50]
    assert badge[2] < die[1] + 4 and die[2] <= price[1] and price[2] <= min(y for y in sums if y > price[1]) - 19
    words = [n.text for n in drawn if isinstance(n, Text)]
    assert words.count("you have one") == sum(color != "grey" and bool(_left(view, color)) for color, _ in mine.dice)


def _left(view: View, color: str) -> tuple[int, ...]:
    return next(dice.left for dice in view.dice if dice.color == color)


def _pieces(drawn: tuple[Node, ...], kind: type[Badge | Die | Coin]) -> Iterator[tuple[float, float, float]]:
    """Of the pieces of a kind that the dice of grey have: middle, upper and lower edge."""
    for node in drawn:
        if isinstance(node, Sprite) and isinstance(node.piece, kind) and 950 < node.x < 1250 and node.y < 360:
            half = node.piece.size / 2 if isinstance(node.piece, Die) else node.piece.r
            yield node.x, node.y - half, node.y + half


def test_a_new_round_tells_what_it_brought_the_others() -> None:
    before = state("classic")
    mats = [msgspec.structs.replace(mat, vp=mat.vp + gain) for mat, gain in zip(before.mats, (5, 4, 0, 0), strict=True)]
    after = msgspec.structs.replace(before, mats=tuple(mats), round=before.round + 1)
    told = ART.told(before, after, 0, Look("en", boards.NAMES))
    of_all = [f"B {boards.NAMES[1]} +4 VP", f"round {after.round} has begun"]
    assert told == ("+5 VP", *(Said(words, of_all=True) for words in of_all)), "the round is nobody's deed"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_dice_that_lead_above_the_threshold_say_so_below_their_sums(lang: Lang) -> None:
    view = state("classic")
    for seat, mat in enumerate(view.mats):
        drawn = nodes(ART.compose(view, "panel:dice", Look(lang, boards.NAMES, viewer=seat)))
        words = {"ja": f"{mat.threshold}超", "en": f"over {mat.threshold}"}[lang]
        said = [node for node in drawn if isinstance(node, Text) and node.text == words]
        sums = [node for node in drawn if isinstance(node, Text) and node.text.isdecimal() and 330 < node.y < 372]
        assert sums
        columns = {int(one.x - 44) // 306 for one in sums if int(one.text) > mat.threshold}
        assert {int(one.x - 44) // 306 for one in said} == columns
        assert all(one.y > sums[0].y for one in said)


def test_a_line_of_a_turn_never_ends_with_the_die() -> None:
    """What it was for is told, too: if nothing else tells, then the florins; a higher threshold always."""
    before, names = state("classic"), boards.NAMES

    def told(**change: object) -> tuple[object, ...]:
        mine = msgspec.structs.replace(before.mats[0], dice=(*before.mats[0].dice, ("red", 3)), **change)
        return ART.told(before, msgspec.structs.replace(before, mats=(mine, *before.mats[1:])), 0, Look("en", names))

    assert told(florins=before.mats[0].florins + 3) == ("took red 3", "florins +3")
    assert told(threshold=16, men=before.mats[0].men - 1) == ("took red 3", "threshold now 16")
    assert told(helpers=("y_top",), florins=0) == ("took red 3", 'hired helper "Politician +3" (yellow)')


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("married son 3 (own board)", "initiative +6, to slot 9", "man from clergy 13 to Roma 4")),
        (
            "ja",
            ("一族の3人目の男性が結婚（プレイヤーボード）", "イニシアチブ+6（9のマスへ）", "聖職者13の男性をローマ4へ"),
        ),
    ],
)
def test_a_deed_names_its_place(lang: Lang, words: tuple[str, ...]) -> None:
    board, replace = state("classic"), msgspec.structs.replace

    def moment(slot: int, men: tuple[tuple[int, int], ...], married: bool, seat: int | None) -> View:
        """Of A: slot of the disc, men at the end of clergy, whether son 3 is married; who stands last in Roma."""
        discs = {0: (1, 2, 3), slot: (0,)}
        clergy = [(*one.slots[:7], replace(one.slots[7], men=men)) for one in board.careers if one.id == "clergy"]
        mat = board.mats[0]
        sons = tuple(replace(son, married=married and i == 2) for i, son in enumerate(mat.sons))
        roma = [
            (*one.slots[:7], replace(one.slots[7], seat=seat, sex="male")) for one in board.cities if one.id == "roma"
        ]
        return replace(
            board,
            initiative=tuple(replace(place, discs=discs.get(place.number, ())) for place in board.initiative),
            careers=tuple(replace(one, slots=clergy[0]) if one.id == "clergy" else one for one in board.careers),
            cities=tuple(replace(one, slots=roma[0]) if one.id == "roma" else one for one in board.cities),
            mats=(replace(mat, sons=sons), *board.mats[1:]),
        )

    before, after = moment(2, ((0, 1),), False, None), moment(8, (), True, 0)
    assert ART.told(before, after, 0, Look(lang, boards.NAMES)) == words


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_what_others_took_as_reward_in_the_turn_of_a_seat_is_in_a_line_of_their_own(lang: Lang) -> None:
    """As the mark on the row of somebody of whom no line told."""
    after = state("classic")
    before = msgspec.structs.replace(
        after,
        mats=tuple(
            msgspec.structs.replace(mat, florins=mat.florins - 3, vp=mat.vp - 2) if mat.seat == 1 else mat
            for mat in after.mats
        ),
    )
    told = ART.told(before, after, 0, Look(lang, boards.NAMES))
    assert [said.seat for said in told if isinstance(said, Said)] == [1, 1]
    assert ART.told(before, after, 1, Look(lang, boards.NAMES)) and not [
        said for said in ART.told(before, after, 1, Look(lang, boards.NAMES)) if isinstance(said, Said)
    ]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("took red 3", "wedding row now 3 tiles", "florins +6")),
        ("ja", ("赤3を取った", "結婚列が3枚に", "フロリン+6")),
    ],
)
def test_tiles_and_florins_that_a_turn_brought_are_told(lang: Lang, words: tuple[str, ...]) -> None:
    """Of three men, six florins and a tile the line said only which die was taken."""
    before, replace = state("classic"), msgspec.structs.replace
    mine = before.mats[0]
    plan = tuple(replace(row, tiles=3 if row.id == "wedding" else row.tiles) for row in mine.plan)
    assert all(row.tiles < 3 for row in mine.plan if row.id == "wedding")
    mine = replace(mine, dice=(*mine.dice, ("red", 3)), plan=plan, florins=mine.florins + 6, men=mine.men - 3)
    told = ART.told(before, replace(before, mats=(mine, *before.mats[1:])), 0, Look(lang, boards.NAMES))
    assert told == words


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("passed", "initiative: B Marco +4 VP", "rewards; order of the next round: D B A C")),
        ("ja", ("パス", "イニシアチブでB Marcoに勝利点+4", "報酬へ。次のラウンドの手番順：D B A C")),
    ],
)
def test_the_last_pass_of_a_round_is_told_with_the_order_it_brought(lang: Lang, words: tuple[str, ...]) -> None:
    """Nothing at all was said of it, and the discs of all went back in the lines of those who had done nothing."""
    after, replace = state("classic"), msgspec.structs.replace
    mats = [replace(mat, passed=True, dice=mat.dice[:1]) for mat in after.mats]
    order = (3, 1, 0, 2)
    before = replace(after, mats=tuple(replace(mat, passed=mat.seat != 2) for mat in mats))
    mats[1] = replace(mats[1], vp=mats[1].vp + 4)
    back = tuple(replace(slot, discs=order[::-1] if not slot.number else ()) for slot in after.initiative)
    after = replace(after, mats=tuple(mats), phase="rewards", order=order, initiative=back)
    deed, *of_all = ART.told(before, after, 2, Look(lang, boards.NAMES))
    assert (deed, *(said.words for said in of_all if isinstance(said, Said))) == words
    assert all(isinstance(said, Said) and said.of_all for said in of_all)
    mats[2] = replace(mats[2], vp=mats[2].vp + 3)
    deed, initiative, *_ = ART.told(before, replace(after, mats=tuple(mats)), 2, Look(lang, boards.NAMES))
    assert deed == words[0] and isinstance(initiative, Said)
    assert f"C {boards.NAMES[2]}" in initiative.words and "+3" in initiative.words


@pytest.mark.parametrize("phase", ["actions", "rewards"])
@pytest.mark.parametrize(
    ("lang", "own", "stuck"),
    [("en", "passed", "had to pass (no die to take)"), ("ja", "パス", "取れるダイスがなくパス")],
)
def test_r15_22_who_can_take_no_die_after_a_pass_has_a_line_too(lang: Lang, own: str, stuck: str, phase: str) -> None:
    """As a round ended only the pass of who was asked was told."""
    view, replace = state("classic"), msgspec.structs.replace
    mats = [replace(mat, dice=mat.dice[:1]) for mat in view.mats]
    before = replace(view, mats=tuple(replace(mat, passed=mat.seat in (0, 3)) for mat in mats))
    after = replace(view, mats=tuple(replace(mat, passed=True) for mat in mats), phase=phase)
    words = ART.told(before, after, 2, Look(lang, boards.NAMES))
    assert words[:2] == (Said(stuck, seat=1), own)


@pytest.mark.parametrize(("lang", "word"), [("en", "rewarded"), ("ja", "報酬を受領")])
def test_a_reward_is_told_as_such(lang: Lang, word: str) -> None:
    """Somebody hired a helper and married a son at once, and no die was named."""
    base, replace = state("classic"), msgspec.structs.replace
    before = replace(base, phase="rewards", turn=1)
    mats = [replace(mat, florins=mat.florins + 3 * (mat.seat == 1)) for mat in before.mats]
    after = replace(before, mats=tuple(mats), turn=2)
    assert ART.told(before, after, 1, Look(lang, boards.NAMES))[0] == word
    assert word not in ART.told(base, replace(base, mats=tuple(mats)), 1, Look(lang, boards.NAMES))


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ({4: 1}, {2: 1, 8: 1}, ("clergy 4 to 13", "new on clergy 2")),
        ({}, {2: 2}, ("new on clergy 2", "new on clergy 2")),
        ({4: 1}, {5: 1, 8: 1}, ("new on clergy 6", "new on clergy 13", "gone from clergy 4")),
        ({4: 1}, {2: 2}, ("new on clergy 2", "new on clergy 2", "gone from clergy 4")),
    ],
)
def test_a_man_climbs_beside_one_who_is_new(
    was: dict[int, int], now: dict[int, int], expected: tuple[str, ...]
) -> None:
    """Nobody climbs down: who left for no city climbed to the only higher slot that gained one."""

    def there(men: dict[int, int]) -> View:
        board = state("classic")
        careers = tuple(
            msgspec.structs.replace(
                track,
                slots=tuple(
                    msgspec.structs.replace(slot, men=((0, men[slot.number]),) if slot.number in men else ())
                    for slot in track.slots
                ),
            )
            if track.id == "clergy"
            else track
            for track in board.careers
        )
        return msgspec.structs.replace(board, careers=careers)

    told = ART.told(there(was), there(now), 0, Look("en", boards.NAMES))
    assert sorted(map(str, told)) == sorted(expected)
