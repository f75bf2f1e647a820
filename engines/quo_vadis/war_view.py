"""R7.7, R11 The public view of a war: strength, prize and loss of each side, and the effect of each possible bid."""

from msgspec import Struct

from engines.kernel import Seat
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.rules.war.strength import (
    compute_base_strength,
    compute_chances,
    compute_skill_strength,
    compute_strength,
    compute_towns_strength,
    compute_workers_strength,
    count_rolls,
    find_die,
    find_elated,
)
from engines.quo_vadis.table import skills
from engines.quo_vadis.table.board import find_max_wrath, list_active_towns
from engines.quo_vadis.table.state import Side, State, War


class StrengthView(Struct, frozen=True):
    """R7.7 A seat's strength if there were a war in the genesis area now, without morale and die."""

    workers: int
    """Strength of workers in the genesis area."""
    towns: int
    """Strength of active towns there, B06 included."""
    neighbours: int
    """Strength of adjacent areas under control."""
    bonus: int
    """Strength of skills that are certain to count."""
    sides: int
    """Sides of the die."""

    @property
    def total(self) -> int:
        return self.workers + self.towns + self.neighbours + self.bonus


def build_strengths(state: State) -> tuple[StrengthView, ...]:
    """Return the strength of each seat in the genesis area; empty before one is chosen."""
    if state.playing.area is None:
        return ()
    return tuple(_build_strength(state, seat) for seat in state.seats)


def _build_strength(state: State, seat: Seat) -> StrengthView:
    workers, towns = compute_workers_strength(state, seat), compute_towns_strength(state, seat)
    return StrengthView(
        workers,
        towns,
        compute_base_strength(state, seat) - workers - towns,
        compute_skill_strength(state, seat),
        find_die(state, seat),
    )


class SideView(Struct, frozen=True):
    """A participant of a war."""

    seat: Seat
    """Seat with a piece in the area when the war began."""
    strength: int
    """Strength with everything declared so far, without the die: the sum of the next four fields and the bid."""
    workers: int
    """Part that workers gave when the war began."""
    towns: int
    """Part that active towns gave when the war began."""
    neighbours: int
    """Part that adjacent areas under control gave."""
    bonus: int
    """Strength of skills."""
    morale: int
    """Morale left."""
    sides: int
    """Sides of the die."""
    roll_count: int
    """Number of rolls of the die if no further bid changes it."""
    bid: int | None
    """None: not declared yet."""
    has_levy: bool
    """S30 is used."""
    reserve: int
    """Strength that S30 can still add; 0: none."""
    rolls: tuple[int, ...]
    """Results of the die, of which the highest counts; empty before the dice are rolled."""
    total: int
    """0 before the dice are rolled."""
    chance: int | None
    """Chance of winning in percent, from everything declared so far; None: the table hides odds."""
    prize: int
    """VP if it wins."""
    spoils: int
    """Resources if it wins, one for each opposing town."""
    wrath: int
    """The player's wrath after a defeat, B09 included."""
    loss: int
    """Maximum population that each of its towns loses in a defeat."""


class BidView(Struct, frozen=True):
    """The result of one possible bid of the seat that declares next."""

    morale: int
    """The bid."""
    morale_left: int
    """Morale left after it."""
    regained: int
    """Morale regained after a defeat (B09)."""
    strength: int
    """Strength with this bid, without the die."""
    roll_count: int
    """Number of rolls of the die."""
    chance: int | None
    """Chance of winning in percent; None: the table hides odds."""


class WarView(Struct, frozen=True):
    """A war."""

    area: str
    """Genesis area of the turn with the war."""
    sides: tuple[SideView, ...]
    """In the order of declaration."""
    elated: Seat | None
    """Elated seat, from the bids so far."""
    winner: Seat | None
    """None before the dice are rolled."""
    next_seat: Seat | None
    """Seat that declares next; None: all have declared."""
    bids: tuple[BidView, ...]
    """Each possible bid of that seat."""
    tie_order: tuple[Seat, ...]
    """Participants in the order in which they win ties."""

    def find_side(self, seat: Seat) -> SideView:
        return next(side for side in self.sides if side.seat == seat)


def build_war_view(state: State, war: War) -> WarView:
    """Build the view of the war of this turn, or of the last one."""
    final_elated, war.elated = war.elated, find_elated(state, war)  # from the bids so far
    chance_by_seat = compute_chances(state, war)
    seats = [side.seat for side in war.sides]
    next_side = next((side for side in war.sides if side.bid is None), None)
    bids = range(0 if next_side is None else state.players[next_side.seat].stock["morale"] + 1)
    view = WarView(
        war.area,
        tuple(_build_side(state, war, side, chance_by_seat[side.seat]) for side in war.sides),
        war.elated,
        war.winner,
        None if next_side is None else next_side.seat,
        () if next_side is None else tuple(forecast_bid(state, war, next_side, n) for n in bids),
        tuple(seat for seat in state.list_clockwise(state.first) if seat in seats),
    )
    war.elated = final_elated
    return view


def _build_side(state: State, war: War, side: Side, chance: float) -> SideView:
    player, area, base = state.players[side.seat], state.areas[war.area], side.base
    total = compute_strength(state, war, side)
    rivals = [other for other in war.sides if other.seat != side.seat]
    opposing = sum(len(list_active_towns(area, other.seat)) for other in rivals)
    return SideView(
        seat=side.seat,
        strength=total,
        workers=side.workers,
        towns=side.towns,
        neighbours=base - side.workers - side.towns,
        bonus=total - base - (side.bid or 0),
        morale=player.stock["morale"],
        sides=side.sides,
        roll_count=count_rolls(state, war, side.seat),
        bid=side.bid,
        has_levy=side.has_levy,
        reserve=skills.find_skill_number(skills.LEVY, "strength") if skills.is_unused(player, skills.LEVY) else 0,
        rolls=tuple(side.rolls),
        total=side.total,
        chance=round_chance(state, chance),
        prize=DATA.war.win_vp + skills.find_skill_bonus(player, skills.TRIUMPH, "vp"),
        spoils=opposing * DATA.war.resources_per_town,
        wrath=min(
            player.wrath + DATA.war.loser_wrath + skills.find_skill_bonus(player, skills.ENDURANCE, "wrath"),
            find_max_wrath(state, player),
        ),
        loss=max(
            skills.find_skill_bonus(state.players[other.seat], skills.SIEGE, "population") or DATA.war.town_loss
            for other in rivals
        ),
    )


def forecast_bid(state: State, war: War, side: Side, morale: int) -> BidView:
    """Build the result of a bid of this side if the sides still to declare bid nothing."""
    side.bid, before = morale, war.elated
    war.elated = find_elated(state, war)
    chance = compute_chances(state, war)[side.seat]
    bid_view = BidView(
        morale,
        state.players[side.seat].stock["morale"] - morale,
        skills.compute_regained_morale(state.players[side.seat], morale),
        compute_strength(state, war, side),
        count_rolls(state, war, side.seat),
        round_chance(state, chance),
    )
    side.bid, war.elated = None, before
    return bid_view


def round_chance(state: State, chance: float) -> int | None:
    """Return the chance in percent; None if the table hides odds."""
    return round(100 * chance) if state.options.get("odds", "on") == "on" else None
