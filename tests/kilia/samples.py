"""Samples of this game for the shared tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.kernel import Message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Exchange, ExtraAction, PointsAbility
from engines.kilia.view import MarketSpaceView, Mat, View
from tests.project.pictures import Showpiece
from tests.reasons.accounts import Account, Amounts, Units, name_argument


def _choose_council_and_board(view: View) -> dict[str, str]:
    """Return the council, and the board of the player with the richest canal."""
    richest = max(view.mats, key=lambda mat: (sum(s.cells is not None for s in mat.canal), mat.income))
    return {"board": "board", "mat": f"mat:{richest.seat}"}


SHOWPIECE = Showpiece(4, lambda view: view.round == 10, _choose_council_and_board)
"""The ninth round with four players."""


GOODS: dict[str, Units] = {
    "brick": ("bricks?", "レンガ"),
    "salt": ("salt", "塩"),
    "wheat": ("wheat", "小麦"),
    "wood": ("wood", "木材"),
}
"""Names of goods in the sentences of both languages."""


def _find_mat(view: View, seat: int) -> Mat:
    return next(mat for mat in view.mats if mat.seat == seat)


def list_losses(before: View, after: View, seat: int) -> Amounts:
    """Return the goods and coins that the seat has less of."""
    was, now = _find_mat(before, seat), _find_mat(after, seat)
    stocks = [({units: mat.goods[good] for good, units in GOODS.items()}) for mat in (was, now)]  # type: ignore[index]
    stocks[0][("coins?", "コイン")], stocks[1][("coins?", "コイン")] = was.coins, now.coins
    return {units: n - stocks[1][units] for units, n in stocks[0].items() if n > stocks[1][units]}


def _count_raised(name: str) -> Callable[[View, View, int, Message], set[int] | None]:
    """Return a count of what has grown, which the reason tells as it is then."""

    def count(before: View, after: View, seat: int, _: Message) -> set[int] | None:
        was, now = (getattr(_find_mat(view, seat), name) for view in (before, after))
        return {now} if now > was else None

    return count


def _find_marker(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    achievement = name_argument(reason, "achievement")
    wheels = [next(wheel for wheel in view.wheels if wheel.id == achievement) for view in (before, after)]
    placed = [sum(seats.count(seat) for seats in wheel.markers) + wheel.waiting_seats.count(seat) for wheel in wheels]
    return {wheels[1].numbers[wheels[1].next_index]} if placed[1] > placed[0] else None


def _count_fulfilled(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    was, now = (_find_mat(view, seat).fulfilled_contracts or () for view in (before, after))
    new = now[len(was) :]
    return {len(new), sum(CONTENT.contracts[ident].points for ident in new)} if new else None


def _count_cargo(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """Return how much more the coming sailings bring; a choice counts as one."""
    sailings = ("next_sailing", "return_sailing")[: 1 if reason.key == "aid.cargo_last" else 2]
    cargoes = [[getattr(_find_mat(view, seat), name) for name in sailings] for view in (before, after)]
    was, now = (sum(len(cargo.certain_things) + len(cargo.choices) for cargo in both) for both in cargoes)
    return {now - was} | ({2} if len(sailings) > 1 else set()) if now > was else None


def _find_merchant(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    merits = reason.args["merits"]
    assert isinstance(merits, tuple)
    trade = merits[0]
    assert isinstance(trade, Message)
    markets: list[dict[str, MarketSpaceView]] = [
        {space.space: space for space in _find_mat(view, seat).market} for view in (before, after)
    ]
    space = markets[1][name_argument(trade, "space")]
    if markets[0][space.space].cards or not space.cards or space.good != name_argument(trade, "good"):
        return None
    return {1, space.uses, sum(bool(other.cards) for other in markets[1].values()), len(markets[1])}  # in 1 turn


def _count_zone(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    zone = name_argument(reason, "zone")
    was, now = (
        next(len(shown.cards) for shown in _find_mat(view, seat).zones if shown.id == zone) for view in (before, after)
    )
    return {now, len(CONTENT.data.zones[zone].costs)} if now > was else None  # type: ignore[index]


def _count_sailed_things(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    was, now = _find_mat(before, seat), _find_mat(after, seat)
    goods = sum(now.goods.values()) - sum(was.goods.values())
    return {goods, now.coins - was.coins} if now.side != was.side else None


def _count_payable(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """Return the points of contracts that can now be fulfilled, or have been, and the told number if there are as many.

    They are new, or could not be fulfilled before.
    """
    was, now = (_find_mat(view, seat) for view in (before, after))
    known, payable = ({*mat.payable_contracts, *(mat.fulfilled_contracts or ())} for mat in (was, now))
    is_new, points, number = reason.key == "aid.contract_payable", reason.args["points"], reason.args["n"]
    assert isinstance(points, int) and isinstance(number, int)
    found = [ident for ident in payable - known if is_new is (ident not in was.active_contracts)]
    return {points, number} if [CONTENT.contracts[ident].points for ident in found].count(points) >= number else None


def _count_short(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """Return the points of contracts, what each is short of, and the told number if there are as many.

    Exactly what the stock lacks; other means of payment, such as exchanges, may leave less of it.
    """
    was, now, points = _find_mat(before, seat), _find_mat(after, seat), reason.args["points"]
    short, number = reason.args["short"], reason.args["n"]
    assert isinstance(short, tuple) and isinstance(points, int) and isinstance(number, int)
    amounts = [n for part in short if isinstance(part, Message) for n in part.args.values() if isinstance(n, int)]
    is_new = reason.key == "aid.contract_short"
    candidates = [
        ident
        for ident in now.active_contracts
        if CONTENT.contracts[ident].points == points and is_new is (ident not in was.active_contracts)
    ]
    has_other_means = bool(now.abilities) or now.sprat != "none" or any(space.cards for space in now.market)
    lacking = [_count_lacking(now, ident) for ident in candidates]
    found = [n for n in lacking if sum(amounts) == n or (has_other_means and 0 < sum(amounts) <= n)]
    return {points, number, *amounts} if len(found) >= number else None


def _count_lacking(mat: Mat, contract: str) -> int:
    """R12 Return how many goods and coins the stock lacks for a contract; any goods come from what is left."""
    cost = CONTENT.contracts[contract].cost
    wanted: dict[str, int] = {"brick": cost.brick, "salt": cost.salt, "wheat": cost.wheat, "wood": cost.wood}
    lacking = sum(max(0, n - mat.goods[good]) for good, n in wanted.items())  # type: ignore[index, misc]
    left = sum(max(0, mat.goods[good] - n) for good, n in wanted.items())  # type: ignore[index, misc]
    return lacking + max(0, cost.any - left) + max(0, cost.coin - mat.coins)


def _find_ability(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """R10 Return the number that a new ability's reason tells, from what is printed on its card."""
    was, now = _find_mat(before, seat), _find_mat(after, seat)
    for card in now.abilities[len(was.abilities) :]:
        match CONTENT.cards[card].ability, reason.key:
            case Exchange(goods=goods), "aid.exchange":
                if {name_argument(reason, "one"), name_argument(reason, "other")} == {*goods}:
                    return set()
            case ExtraAction(zone=zone), "aid.extra_action" if name_argument(reason, "zone") == zone:
                held = next(len(shown.cards) for shown in now.zones if shown.id == zone)
                return {len(CONTENT.data.zones[zone].costs) - held}
            case PointsAbility(good=good), "aid.points" if name_argument(reason, "good") == good:
                return {now.goods[good], 1} if now.goods[good] else None
            case PointsAbility(good=good), "aid.points_later" if name_argument(reason, "good") == good:
                return None if now.goods[good] else {1}
    return None


def _find_sprat(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    was, now = (_find_mat(view, seat).sprat for view in (before, after))
    return set() if was == "none" != now else None


REASON_ACCOUNTS = {
    "aid.marker": Account(("chip on", "チップ"), _find_marker),
    "aid.fulfilled": Account(("points? for .*contract", "契約.*ポイント"), _count_fulfilled),
    "aid.keys": Account(("key", "鍵"), _count_raised("keys")),
    "aid.ship": Account(("ship", "船"), _count_raised("ship")),
    "aid.cargo": Account(("goods or coins", "商品とコイン"), _count_cargo),
    "aid.cargo_last": Account(("goods or coins", "商品とコイン"), _count_cargo),
    "aid.merchant": Account(("a turn on", "1ターンに"), _find_merchant),
    "aid.zone": Account(("card", "枚"), _count_zone),
    "aid.sailing": Account(("goods?.* coins?", "商品.*コイン"), _count_sailed_things),
    "aid.payable": Account(("points?", "ポイント"), _count_payable),
    "aid.contract_payable": Account(("points?", "ポイント"), _count_payable),
    "aid.contract_short": Account(("short", "履行まであと"), _count_short),
    "aid.nearer": Account(("short", "履行まであと"), _count_short),
    "aid.exchange": Account(("pay for each other", "互いの代わり"), _find_ability),
    "aid.extra_action": Account(("extra action", "追加アクション"), _find_ability),
    "aid.points": Account(("point each at the end", "1つ1ポイント"), _find_ability),
    "aid.points_later": Account(("1 point for each", "1つ1ポイント"), _find_ability),
    "aid.sprat": Account(("sprat", "スプラット"), _find_sprat),
}
"""Amounts that each kind of reason tells, counted again from Views (tests/reasons)."""

UNCOUNTED_REASONS: Mapping[str, str] = {}
"""Key of a reason that no account counts -> what else checks it, or why nothing can."""
