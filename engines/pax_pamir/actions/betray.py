"""R8.5 Betray: discard a court card with a spy of one's own, and perhaps take it as a prize."""

from collections.abc import Iterator
from functools import partial

from engines.kernel import GameContext, Message, NounRef, Option
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules.board_changes import discard_from_court
from engines.pax_pamir.rules.decisions import decide
from engines.pax_pamir.rules.loyalty import take_prize
from engines.pax_pamir.rules.payments import commit_action, pay_for_action
from engines.pax_pamir.table.bribes import Due, compute_action_budget
from engines.pax_pamir.table.derived import has_ability
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.questions import Betray, TakePrize
from engines.pax_pamir.table.state import State

COST = CONTENT.data.costs.betray


def list_targets(s: State, player: int) -> list[int]:
    """R8.5 Return the court cards with a spy of the player in any court, their own court and the used card included."""
    return list(_iter_targets(s, player))


def _iter_targets(s: State, player: int) -> Iterator[int]:
    for owner in s.list_clockwise(player) if s.spies else ():
        for card in s.players[owner].court:
            if _can_betray(s, player, owner, card):
                yield card


def _can_betray(s: State, player: int, owner: int, card: int) -> bool:
    """R8.5 Return whether the player may betray the card. R11 Bodyguards (#15, #83) protect their owner's political
    cards from all players.
    """
    if card not in s.spies or not s.spies[card][player]:
        return False
    return CONTENT.cards[card].suit != "political" or not has_ability(s, owner, "bodyguards")


def is_possible(s: State, player: int, due: Due | None) -> bool:
    """R8.5 Return whether the player can pay two rupees and there is a card to betray."""
    return compute_action_budget(s, player, due) >= COST and next(_iter_targets(s, player), None) is not None


MAX_NAMED_CARDS = 3
"""Maximum number of cards that a detail names."""


def forecast_betray(s: State, player: int, _card: int, _due: Due | None) -> list[Message]:
    """R8.5 Return the cards that can be betrayed; for a single card also its prize."""
    cards = list_targets(s, player)
    match cards:
        case [only]:
            return [_label_card(s, only), *_describe_prize(s, player, only)]
        case _ if len(cards) <= MAX_NAMED_CARDS:
            return [Message("betray.some", {"cost": COST, "cards": tuple(map(name_card, cards))})]
        case _:
            return [Message("betray.many", {"cost": COST, "number": len(cards)})]


async def perform_betray(ctx: GameContext[State], player: int, card: int) -> None:
    """R8.5 Let the player choose a card, then betray it."""
    s = ctx.state
    options = [_build_option(s, player, number) for number in list_targets(s, player)]
    victim: int = await ctx.choose(player, "betray.ask", options, rule="R8.5", default=options[0].key, subject=Betray())
    if await commit_action(ctx, player, card, "betray", Message("betray.plan", {"card": name_card(victim)}), COST):
        await betray_card(ctx, player, victim)


async def pay_and_discard(ctx: GameContext[State], player: int, card: int) -> None:
    """R8.5 Pay, and discard the card. Its owner suffers leverage and overthrow."""
    s = ctx.state
    owner = s.find_owner(card)
    if owner is None:
        raise ValueError(f"card {card} lies in no court")
    pay_for_action(ctx, player, COST // 2)
    ctx.log_event("betray.done", who=s.name_player(player), card=name_card(card), owner=s.name_player(owner))
    await discard_from_court(ctx, owner, [card], is_logged=True)


async def betray_card(ctx: GameContext[State], player: int, card: int) -> None:
    """R8.5 Pay, discard the card, and take it as a prize if it has one and the player wants it."""
    s = ctx.state
    await pay_and_discard(ctx, player, card)
    if CONTENT.cards[card].prize == "none":
        return
    takes_prize: bool = await decide(
        ctx,
        player,
        "betray.prize",
        _build_prize_options(s, player, card),
        TakePrize(card),
        rule="R8.5",
        default="decline",
        card=name_card(card),
    )
    if takes_prize:
        await take_prize(ctx, player, card)


def _build_option(s: State, player: int, card: int) -> Option:
    owner = s.find_owner(card)
    assert owner is not None

    def detail() -> Message:
        parts = consequences.list_results(
            s, partial(pay_and_discard, player=player, card=card), player, known_discards=[card]
        )
        return consequences.join_texts([*consequences.select_words(parts), *_describe_prize(s, player, card)])

    group = Message("betray.group", {"owner": s.name_player(owner)})
    return Option(str(card), card, _label_card(s, card), detail, group, f"court:{card}")


def _label_card(s: State, card: int) -> Message:
    owner = s.find_owner(card)
    assert owner is not None
    return Message("betray.label", {"card": name_card(card), "owner": s.name_player(owner)})


def _describe_prize(s: State, player: int, card: int) -> list[Message]:
    """R8.5 Return a text of the card's prize; empty if it has none."""
    prize = CONTENT.cards[card].prize
    if prize == "none":
        return []
    key = "betray.prize_own" if prize == s.players[player].loyalty else "betray.prize_other"
    return [Message(key, {"coalition": NounRef(f"coalition.{prize}")})]


def _build_prize_options(s: State, player: int, card: int) -> tuple[Option, Option]:
    def detail() -> Message:
        return consequences.describe_results(s, partial(take_prize, player=player, card=card), player)

    coalition = NounRef(f"coalition.{CONTENT.cards[card].prize}")
    take_option = Option("take", True, Message("betray.take", {"coalition": coalition}), detail)
    return take_option, Option("decline", False, Message("betray.decline"), Message("betray.decline_detail"))
