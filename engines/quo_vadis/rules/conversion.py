"""R7.6 Conversion of resources: the extras of Prosperity, which may also be discards, and B02."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations

import msgspec

from engines.kernel import GameContext, Message, Option, Prompt, Seat, SeatRef, message
from engines.quo_vadis.data.content import KINDS, RESOURCES
from engines.quo_vadis.data.types import Resource
from engines.quo_vadis.questions import Exchange, PickTargets, UseExtras
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import find_capacity, list_capacities
from engines.quo_vadis.table.skills import ARTISAN_EXCHANGE
from engines.quo_vadis.table.state import State

from .discards import discard_cards, list_discards
from .start import NO_CUBES, list_tracks

ResourcePair = tuple[Resource, Resource]


def iter_conversions(state: State, seat: Seat) -> Iterator[Option]:
    """R7.6 Yield the possible conversions: between different resources, without wrath, not into a full one."""
    player = state.players[seat]
    for source in RESOURCES:
        for target in RESOURCES:
            if source != target and player.stock[source] and find_capacity(state, player, target) > 0:
                yield Option(
                    f"convert:{source}:{target}",
                    (source, target),
                    message("convert.label", source=names.name_resource(source), target=names.name_resource(target)),
                    message(
                        "convert.detail",
                        source=names.name_resource(source),
                        source_left=player.stock[source] - 1,
                        target=names.name_resource(target),
                        target_now=player.stock[target] + 1,
                    ),
                    place=f"swap:{source}:{target}",
                )


def convert_resource(ctx: GameContext[State], seat: Seat, pair: ResourcePair, number: int = 1) -> None:
    """R7.6 Move cubes from one track to another."""
    stock, (source, target) = ctx.state.players[seat].stock, pair
    stock[source] -= number
    stock[target] += number
    ctx.log_event(
        "convert.done",
        who=SeatRef(seat),
        number=number,
        source=names.name_resource(source),
        target=names.name_resource(target),
    )


async def use_extras(ctx: GameContext[State], seat: Seat) -> None:
    """R7.6 Let the player discard one hand card or convert one resource with each action of Prosperity.

    One answer covers all of them: cards, and conversions from one resource to another. If conversions would exclude
    each other, the answer names only the source resources, and a second question asks for the targets if two are
    possible or not all fits. Nothing is lost against single actions, since only the balance of all conversions counts.
    """
    state = ctx.state
    if not _count_extras(state, seat):
        return
    answer: dict[str | ResourcePair, int] = await ctx.ask(
        lambda: ctx.build_allocation_prompt(
            seat,
            "extra.ask",
            partial(_list_extras, state, seat),
            _count_extras(state, seat),
            at_least=0,
            default=(),
            rule="R7.6",
            subject=UseExtras(_count_extras(state, seat)),
            left=_count_extras(state, seat),
        )
    )
    cards: dict[str, int] = {kind: answer[kind] for kind in KINDS if kind in answer}
    if cards:
        discard_cards(ctx, seat, cards)
    if pairs := {pair: number for pair, number in answer.items() if isinstance(pair, tuple)}:
        _convert_all(ctx, seat, pairs)
    await _convert_sources(ctx, seat, {resource: answer[resource] for resource in RESOURCES if resource in answer})


def _count_extras(state: State, seat: Seat) -> int:
    """Return how many extras the player can use."""
    player = state.players[seat]
    return min(
        state.playing.actions, len(player.hand) + sum(_count_convertible(state, seat, source) for source in RESOURCES)
    )


def _count_convertible(state: State, seat: Seat, source: Resource) -> int:
    """Return how much of a resource can be converted, limited by the space on the other tracks."""
    player = state.players[seat]
    return min(
        player.stock[source], sum(find_capacity(state, player, target) for target in RESOURCES if target != source)
    )


def _list_extras(state: State, seat: Seat) -> list[Option]:
    """List the conversions, or the source resources, limited by the space on the tracks; and the hand cards."""
    cards = [msgspec.structs.replace(card, group=message("extra.discard")) for card in list_discards(state, seat)]
    pairs = {
        pair: _count_conversions(state, seat, pair)
        for pair in permutations(RESOURCES, 2)
        if _count_conversions(state, seat, pair)
    }
    return [
        *(
            _list_conversions(state, seat, pairs)
            if _is_unrestricted(state, seat, pairs)
            else _list_sources(state, seat)
        ),
        *cards,
    ]


def _count_conversions(state: State, seat: Seat, pair: ResourcePair) -> int:
    """Return how often a conversion is possible by itself."""
    player, (source, target) = state.players[seat], pair
    return min(state.playing.actions, player.stock[source], find_capacity(state, player, target))


def _is_unrestricted(state: State, seat: Seat, pairs: Mapping[ResourcePair, int]) -> bool:
    """Return whether any choice of these conversions fits the stock of each resource and the space on each track."""
    player = state.players[seat]
    return all(
        min(state.playing.actions, sum(n for pair, n in pairs.items() if pair[end] == resource)) <= limit
        for resource in RESOURCES
        for end, limit in enumerate((player.stock[resource], find_capacity(state, player, resource)))
    )


def _list_conversions(state: State, seat: Seat, pairs: Mapping[ResourcePair, int]) -> list[Option]:
    return [
        msgspec.structs.replace(option, group=message("extra.turn"), limit=pairs[option.value])
        for option in iter_conversions(state, seat)
    ]


def _list_sources(state: State, seat: Seat) -> list[Option]:
    player = state.players[seat]
    return [
        Option(
            f"give:{source}",
            source,
            message("extra.give", resource=names.name_resource(source)),
            _describe_targets(
                player.stock[source], [target for target in list_capacities(state, player) if target != source]
            ),
            group=message("extra.turn"),
            place=f"track:{source}",
            limit=limit,
        )
        for source in RESOURCES
        if (limit := _count_convertible(state, seat, source))
    ]


def _describe_targets(amount: int, targets: Sequence[Resource]) -> Message:
    first_target, *others = (names.name_resource(target) for target in targets)
    if others:
        return message("extra.becomes_either", now=amount, one=first_target, two=others[0])
    return message("extra.becomes", now=amount, one=first_target)


def _list_targets(state: State, seat: Seat, given: Mapping[Resource, int] = NO_CUBES) -> list[Option]:
    """List the resources that cubes can become."""
    return [
        msgspec.structs.replace(option, label=message("extra.get", resource=names.name_resource(option.value)))
        for option in list_tracks(state, seat, given)
    ]


async def _convert_sources(ctx: GameContext[State], seat: Seat, sources: Mapping[Resource, int]) -> None:
    """Convert the given resources into the others. A round trip changes nothing.

    A question is needed only if one resource can become two others that both have space, or if the others have no space
    for all: then cubes may go back to their own tracks, so that the player chooses which of them stay.
    """
    state = ctx.state
    round_trip = min(sources.get(resource, 0) for resource in RESOURCES)
    given = {resource: number - round_trip for resource, number in sources.items() if number > round_trip}
    if not given:
        return
    number = sum(given.values())

    def build_question() -> Prompt:
        others = [option for option in _list_targets(state, seat) if option.value not in given]
        fits = sum(option.limit for option in others) >= number
        key = "extra.into_rest" if not fits else "extra.into" if number > 1 else "extra.into_one"
        return ctx.build_allocation_prompt(
            seat,
            key,
            others if fits else _list_targets(state, seat, given),
            number,
            default=_fill_in_order({option.value: option.limit for option in others} if fits else given, number),
            rule="R7.6",
            subject=PickTargets(tuple(given.items()), number),
            number=number,
            source=tuple(names.name_resource(source) for source in given),
        )

    sole = build_question().sole_answer
    cubes: dict[Resource, int] = await ctx.ask(build_question) if sole is None else build_question().parse_answer(sole)
    changes = {resource: cubes.get(resource, 0) - given.get(resource, 0) for resource in RESOURCES}
    _convert_all(ctx, seat, _pair_changes(changes))


def _pair_changes(changes: Mapping[Resource, int]) -> Counter[ResourcePair]:
    """Return the conversions that lead to these changes, which add up to 0."""
    lost = [resource for resource, change in changes.items() for _ in range(-change)]
    gained = [resource for resource, change in changes.items() for _ in range(change)]
    return Counter(zip(lost, gained, strict=True))


def _convert_all(ctx: GameContext[State], seat: Seat, pairs: Mapping[ResourcePair, int]) -> None:
    with ctx.log_line():
        for pair, times in pairs.items():
            convert_resource(ctx, seat, pair, times)


def _fill_in_order(spaces: Mapping[Resource, int], number: int) -> tuple[str, ...]:
    """Return the answer that fills one track after the other."""
    return tuple(f"cube:{target}" for target, free in spaces.items() for _ in range(free))[:number]


async def offer_exchange(ctx: GameContext[State], seat: Seat) -> None:
    """B02 Offer one conversion after the card's actions and before war.

    The owner of an unused S29 is asked even with empty tracks (R7).
    """
    state = ctx.state
    if ARTISAN_EXCHANGE not in state.players[seat].skills or not list_capacities(state, state.players[seat]):
        return
    pair = await ctx.choose(
        seat, "exchange.ask", partial(_list_exchanges, state, seat), default="pass", rule="B02", subject=Exchange()
    )
    if pair is not None:
        convert_resource(ctx, seat, pair)


def _list_exchanges(state: State, seat: Seat) -> list[Option]:
    return [*iter_conversions(state, seat), Option("pass", None, message("exchange.pass"))]
