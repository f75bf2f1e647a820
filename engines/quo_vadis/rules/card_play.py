"""R7.6 Card actions: their number, and the yield of each kind."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from engines.kernel import FIRST_OPTION, ComputedDefault, GameContext, Message, Option, Seat, SeatRef, message
from engines.quo_vadis.data.content import CONTENT, DATA, KINDS
from engines.quo_vadis.questions import Petition, PlayCard
from engines.quo_vadis.table import board, names, skills
from engines.quo_vadis.table.geometry import parse_area
from engines.quo_vadis.table.scoring import compute_style_bonus, is_versatile
from engines.quo_vadis.table.state import Player, State

from .effects import gain_resource, gain_wrath, pay_resource, score_points
from .war.strength import is_contested

EXTRA_GAIN_SKILLS = (skills.ABUNDANCE, skills.FERVOUR, skills.DEVOTION, skills.CULTURE)
"""Skills with a gain after the actions of a kind."""


def count_actions(state: State, seat: Seat, counts_as: str, opens_generation: bool) -> int:
    """R7.6 Return the number of actions: the cards of the stack including this one, and more with S05, S06 and S07."""
    player = state.players[seat]
    below = player.generations[-1] if player.generations and not opens_generation else []
    n = len(below) + 1
    if counts_as == CONTENT.skills[skills.PILGRIMAGE].kind:
        n += skills.find_skill_bonus(player, skills.PILGRIMAGE, "actions")
    if opens_generation:
        n += skills.find_skill_bonus(player, skills.REINCARNATION, "actions")
    if below and below[-1] == counts_as:
        n += skills.find_skill_bonus(player, skills.TRADITION, "actions")
    return n


def compute_extra_gain(player: Player, kind: str) -> int:
    """Return the gain by S01 to S04 after the actions of a kind."""
    return sum(
        skills.find_skill_bonus(player, skill, "vp" if skill == skills.CULTURE else "amount")
        for skill in EXTRA_GAIN_SKILLS
        if CONTENT.skills[skill].kind == kind
    )


def apply_yield(ctx: GameContext[State], seat: Seat) -> None:
    """R7.6 Apply all of Blessing, Labour and Miracle, or the VP of Prosperity; then S01 to S04."""
    state, player, turn = ctx.state, ctx.state.players[seat], ctx.state.playing
    assert turn.counts_as is not None
    line = CONTENT.kinds[turn.counts_as]
    n, extra = turn.actions * line.per_action, compute_extra_gain(player, line.id)
    if line.gives is not None:
        before = player.stock[line.gives]
        gain_resource(state, seat, line.gives, n + extra)
        _log_gain(ctx, seat, line.gives, before, player.stock[line.gives])
    if line.wrath:
        before = player.wrath
        gain_wrath(state, seat, line.wrath)
        _log_gain(ctx, seat, "wrath", before, player.wrath)
    if line.id == "prosperity":
        score_points(state, seat, "prosperity", n)
        score_points(state, seat, "skill", extra)
        ctx.log_event("vp.done", who=SeatRef(seat), vp=n + extra, total=player.points)


def _log_gain(ctx: GameContext[State], seat: Seat, track: str, before: int, after: int) -> None:
    key = "gain.done" if after > before else "gain.full"
    ctx.log_event(key, who=SeatRef(seat), resource=names.name_resource(track), gained=after - before, total=after)


def _choose_first_of_each(options: tuple[Option, ...]) -> tuple[str, ...]:
    return tuple(next(group).key for _, group in groupby(options, key=lambda option: option.group))


FIRST_OF_EACH = ComputedDefault(_choose_first_of_each, message("petition.silence"))


class CardPlay(NamedTuple):
    """A hand card and the way of playing it."""

    card: str
    """Printed kind of the card."""
    opens_generation: bool
    """It opens a new generation."""
    counts_as: str
    """Its own kind, or another one by petition."""


async def play_card(ctx: GameContext[State], seat: Seat) -> None:
    """R7.5, R7.6 Ask for a hand card, play it and apply its automatic yield.

    The petition is a separate question, since it is rare.
    """
    state, player = ctx.state, ctx.state.players[seat]
    size, change = count_current_generation(player), may_change(state, seat)
    play = await ctx.choose(
        seat,
        "card.ask" if size else "card.ask_first",
        partial(list_plays, state, seat),
        default=FIRST_OPTION,
        rule="R7.5",
        subject=PlayCard(size, change),
        generation=names.name_generation(max(1, len(player.generations))),
        cards=size,
    )
    if play is None:
        play = await _ask_petition(ctx, seat)
    with ctx.log_line():
        lay_card(ctx, seat, play)
        apply_yield(ctx, seat)


def count_current_generation(player: Player) -> int:
    """Return the number of cards in the current generation, the rightmost one that is not empty."""
    return len(player.generations[-1]) if player.generations else 0


def may_change(state: State, seat: Seat) -> bool:
    """R7.5 Return whether the player may open a new generation.

    A new generation takes a previous card, fewer than six generations, and a town and a space to build it now.
    """
    player = state.players[seat]
    return (
        0 < len(player.generations) < DATA.setup.generations
        and player.towns > 0
        and bool(board.list_building_spaces(state, seat))
    )


def may_petition(state: State, seat: Seat) -> bool:
    """R7.5 Return whether the player may petition: option `petition`, and 2 faith."""
    return state.has_option("petition") and state.players[seat].stock["faith"] >= DATA.costs.petition_faith


def list_plays(state: State, seat: Seat) -> list[Option]:
    """R7.5 List each kind in hand as a continuation, then as a change; and the petition."""
    options = [
        _build_play(state, seat, kind, number, change)
        for change in _list_change_values(state, seat)
        for kind, number in _count_hand(state, seat)
    ]
    if may_petition(state, seat):
        price = DATA.costs.petition_faith
        faith_left = state.players[seat].stock["faith"] - price
        options.append(
            Option(
                "petition", None, message("petition.label"), message("petition.detail", faith=price, left=faith_left)
            )
        )
    return options


def _list_change_values(state: State, seat: Seat) -> tuple[bool, ...]:
    """Return the possible values of `change`: continuation, and change if it is possible."""
    return (False, True) if may_change(state, seat) else (False,)


def _count_hand(state: State, seat: Seat) -> Iterator[tuple[str, int]]:
    """Yield the kinds in hand, and how many cards of each."""
    cards = Counter(state.players[seat].hand)
    return ((kind, cards[kind]) for kind in KINDS if kind in cards)


def _build_play(state: State, seat: Seat, kind: str, number: int, opens_generation: bool) -> Option:
    way = message("card.change") if opens_generation else message("card.continue")
    return Option(
        f"change:{kind}" if opens_generation else f"continue:{kind}",
        CardPlay(kind, opens_generation, kind),
        _label_card(kind, number, opens_generation),
        partial(forecast_card, state, seat, CardPlay(kind, opens_generation, kind)),
        group=way,
        place=f"change:{kind}" if opens_generation else f"hand:{kind}",
        variant=way,
    )


def _label_card(kind: str, number: int, opens_generation: bool) -> Message:
    """Return the label of a card: its kind, which continues the generation unless the label says otherwise."""
    if opens_generation:
        key = "card.label_change_more" if number > 1 else "card.label_change"
        return message(key, kind=names.name_kind(kind), cards=number)
    return message("card.label" if number > 1 else "card.label_single", kind=names.name_kind(kind), cards=number)


async def _ask_petition(ctx: GameContext[State], seat: Seat) -> CardPlay:
    """R7.5 Ask for the petition: a card, the kind that it counts as, and how it is played."""
    state = ctx.state
    about = Petition(count_current_generation(state.players[seat]), may_change(state, seat), DATA.costs.petition_faith)
    card, (counts_as, change) = await ctx.ask(
        lambda: ctx.build_each_prompt(
            seat,
            "petition.ask",
            partial(_list_petitions, state, seat),
            default=FIRST_OF_EACH,
            rule="R7.5",
            subject=about,
        )
    )
    return CardPlay(card, change, counts_as)


def _list_petitions(state: State, seat: Seat) -> list[Option]:
    """List a group of options for the card, and one for the kind and the way of playing it, with its yield."""
    card, kind = message("petition.card"), message("petition.kind")
    options = [
        Option(f"card:{kind_id}", kind_id, names.name_kind(kind_id), group=card, place=f"hand:{kind_id}")
        for kind_id, _ in _count_hand(state, seat)
    ]
    options += [
        Option(
            f"{'change' if change else 'continue'}:{kind_id}",
            (kind_id, change),
            message("petition.as_change" if change else "petition.as_continue", kind=names.name_kind(kind_id)),
            partial(forecast_card, state, seat, CardPlay(kind_id, change, kind_id), is_own_kind=False),
            group=kind,
        )
        for change in _list_change_values(state, seat)
        for kind_id in KINDS
    ]
    return options


def lay_card(ctx: GameContext[State], seat: Seat, play: CardPlay) -> None:
    """R7.5 Pay for a petition; put the card on the current generation or open the next one."""
    state, player, turn = ctx.state, ctx.state.players[seat], ctx.state.playing
    turn.old_size = count_current_generation(player)
    turn.card, turn.counts_as, turn.is_change = play.card, play.counts_as, play.opens_generation
    turn.actions = count_actions(state, seat, play.counts_as, play.opens_generation)
    petition = play.counts_as != play.card
    if petition:
        pay_resource(state, seat, "faith", DATA.costs.petition_faith)
    player.hand.remove(play.card)
    if play.opens_generation or not player.generations:
        player.generations.append([])
    player.generations[-1].append(play.card)
    ctx.log_event(
        f"card.done_{'change' if play.opens_generation else 'continue'}{'_as' if petition else ''}",
        who=SeatRef(seat),
        kind=names.name_kind(play.card),
        counts_as=names.name_kind(play.counts_as),
        generation=names.name_generation(len(player.generations)),
        cards=len(player.generations[-1]),
        actions=turn.actions,
    )


# ------------------------------------------------------------------ forecast of a card


def forecast_card(state: State, seat: Seat, play: CardPlay, *, is_own_kind: bool = True) -> Message:
    """Describe the effect of a card: with a change the territory bonus now; its actions and yield up to the maxima.

    The town that follows a change adds an area if a worker in an uncounted area can build it; a war before that may
    cost an area. is_own_kind: the card counts as its own kind, so the new top card is known.
    """
    n = count_actions(state, seat, play.counts_as, play.opens_generation)
    facts = []
    if play.opens_generation:
        old, bonus_areas = count_current_generation(state.players[seat]), board.list_coming_bonus_areas(state, seat)
        can_add_area = any(parse_area(space) not in bonus_areas for space in board.list_building_spaces(state, seat))
        args = {
            "cards": old,
            "areas": len(bonus_areas),
            "vp": old * len(bonus_areas),
            "then": old * (len(bonus_areas) + 1),
        }
        facts.append(message("card.bonus_town" if can_add_area else "card.bonus", **args))
        if (area_at_risk := find_area_at_risk(state, seat)) in bonus_areas:
            facts.append(message("card.bonus_lost", area=area_at_risk, vp=old * (len(bonus_areas) - 1)))
    if is_own_kind:
        facts += _forecast_style(state.players[seat], play)
    facts += [message("card.actions", actions=n), *_forecast_yield(state, seat, play.counts_as, n)]
    return message("parts", parts=tuple(facts))


def find_area_at_risk(state: State, seat: Seat) -> str | None:
    """R7.7 Return the genesis area if a war is certain there and a defeat would end the player's control of it."""
    area = state.areas[state.genesis]
    is_in_war = is_contested(area, state.seats) and seat in board.list_participants(area, state.seats)
    has_surviving_town = any(town.population > DATA.war.town_loss for town in board.list_active_towns(area, seat))
    return state.genesis if is_in_war and not has_surviving_town else None


def _forecast_style(player: Player, play: CardPlay) -> Iterator[Message]:
    """R9.2 Yield the style bonus with this card on top, if it differs from the present one."""
    tops, wild = [stack[-1] for stack in player.generations], skills.KALEIDOSCOPE in player.skills
    after = [*(tops if play.opens_generation else tops[:-1]), play.card]
    old_bonus, new_bonus = compute_style_bonus(tops, has_wild_card=wild), compute_style_bonus(after, has_wild_card=wild)
    if new_bonus != old_bonus:
        key = "card.style_various" if is_versatile(after, has_wild_card=wild) else "card.style_equal"
        yield message(key, before=old_bonus, then=new_bonus)


def _forecast_yield(state: State, seat: Seat, kind: str, n: int) -> Iterator[Message]:
    player, line = state.players[seat], next(line for line in DATA.kind if line.id == kind)
    if line.gives is not None:
        stock = player.stock[line.gives]
        after = stock + min(
            n * line.per_action + compute_extra_gain(player, kind), board.find_capacity(state, player, line.gives)
        )
        yield message("card.gain", resource=names.name_resource(line.gives), before=stock, after=after)
    if line.wrath:
        after = min(player.wrath + line.wrath, board.find_max_wrath(state, player))
        yield message("card.gain", resource=names.name_resource("wrath"), before=player.wrath, after=after)
    if kind == "prosperity":
        yield message("card.vp", vp=n * line.per_action + compute_extra_gain(player, kind))
    if kind == "revelation":
        yield message("card.moves", spaces=n)
