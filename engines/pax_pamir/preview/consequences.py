"""Short texts of the results of an option, for `Option.detail`: the rule itself is run on a copy of the State.

Texts are built only when they are read. A rule is run up to its first question, and then the last part says so. The
icons of a card are run past the questions where a road or a spy goes, because no ruler depends on them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from engines.kernel import GameContext, Message, NounRef, Prompt, RuleOutcome, SeatRef, simulate_rule
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Icon
from engines.pax_pamir.table import names
from engines.pax_pamir.table.bribes import find_hostage_bribe
from engines.pax_pamir.table.derived import compute_influence, find_captor, is_favored
from engines.pax_pamir.table.facts import Repaid
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.questions import PayDebt, PlaceRoad, PlaceSpy
from engines.pax_pamir.table.scoring import find_dominant_coalition
from engines.pax_pamir.table.state import State

Rule = Callable[[GameContext[State]], Coroutine[Any, Any, Any]]

SkippedQuestions = tuple[type[PlaceRoad | PlaceSpy], ...]
"""Types of questions that a preview runs past; it leaves out their results."""


PartTopic = Literal["costs", "gains", "left", "hand", "open"]


class ResultPart(NamedTuple):
    """One result of an option."""

    text: Message
    """Words of the result; `list_results` makes them address the player."""
    topic: PartTopic | None = None
    """Topic by which a caller can leave the part out (`select_words`)."""
    text_without_costs: Message | None = None
    """Words of the result if the part that names the costs, and thus the unit, is left out; None: the same."""


def describe_results(
    s: State, rule: Rule, player: int, known_discards: Collection[int] = (), fallback: Sequence[Message] = ()
) -> Message:
    """Return one text of the results if the player does this.

    The results are rupees, overthrow, a change of loyalty, rulers, hostages and debts.
    known_discards: see `iter_changes`; fallback: texts to use if there are no results
    """
    return join_texts(select_words(list_results(s, rule, player, known_discards=known_discards)) or [*fallback])


def join_texts(words: list[Message]) -> Message:
    """Join texts to one; "nothing changes" if there are none."""
    return Message("then.all", {"parts": tuple(words)}) if words else Message("then.nothing")


def select_words(parts: Iterable[ResultPart], *excluded_topics: PartTopic) -> list[Message]:
    """Return the texts of the parts, except those of these topics."""
    has_costs = "costs" not in excluded_topics
    return [
        part.text if has_costs else part.text_without_costs or part.text
        for part in parts
        if part.topic not in excluded_topics
    ]


def list_results(
    s: State, rule: Rule, player: int, skipped: SkippedQuestions = (), known_discards: Collection[int] = ()
) -> list[ResultPart]:
    """Return the results if the player does this, as texts that address the player as "you".

    skipped: questions to run past; known_discards: see `iter_changes`
    """

    def choose_first(prompt: Prompt) -> tuple[str, ...] | None:
        return (prompt.options[0].key,) if isinstance(prompt.subject, skipped) else None

    results = list_outcome_results(s, simulate_rule(s, rule, choose_first), player, known_discards)
    return [part._replace(text=address_reader(part.text, s.name_player(player))) for part in results]


def address_reader(msg: Message, reader: SeatRef | NounRef) -> Message:
    """Return the text in its second-person form if it is about the reader: "you will rule", "your card"."""
    for name, key in (("who", "you"), ("owner", "your")):
        if msg.args.get(name) == reader:
            return Message(f"{msg.key}_{key}", {arg: said for arg, said in msg.args.items() if arg != name})
    return msg


def list_outcome_results(
    s: State, result: RuleOutcome[State], player: int, known_discards: Collection[int] = ()
) -> list[ResultPart]:
    """Return the results of an outcome, ending with the open question if there is one."""
    shows_hostages = not any(isinstance(prompt.subject, PlaceSpy) for prompt in result.answered_prompts)
    parts = list(iter_changes(s, result.state, player, shows_hostages, known_discards, _count_repaid(result.facts)))
    if result.prompt is not None:
        parts.append(_open_question_part(s, result.prompt))
    return parts


def _open_question_part(s: State, question: Prompt) -> ResultPart:
    """Return the last part for an open question: a debt to be paid with cards, or another choice."""
    if isinstance(question.subject, PayDebt):
        return ResultPart(
            Message("then.debt", {"who": s.name_player(question.seat), "rupees": question.subject.rupees_owed})
        )
    return ResultPart(Message("then.open"), "open")


def iter_changes(
    s: State,
    after: State,
    player: int,
    shows_hostages: bool = True,
    known_discards: Collection[int] = (),
    repaid: Mapping[int, int] | None = None,
) -> Iterator[ResultPart]:
    """Yield the public changes between two states: first those of the player, beginning with the loyalty.

    shows_hostages: False to leave out changes of hostages; known_discards: cards already known to be discarded,
    which are not mentioned; repaid: player -> rupees paid back for leverage (R4.8)
    """
    repaid = repaid or {}
    yield from map(ResultPart, _describe_loyalty(s, after, player))
    yield from _iter_rupee_changes(s, after, player, repaid.get(player, 0))
    yield from map(ResultPart, _check_result_words(s, after))
    yield from map(ResultPart, _describe_lost_bonuses(s, after, player))
    yield from _iter_losses(s, after, player, known_discards)
    yield from map(ResultPart, _describe_rulers(s, after))
    if shows_hostages:
        yield from map(ResultPart, _describe_hostages(s, after))
    yield from map(ResultPart, _describe_dominance(s, after))
    for other in s.list_clockwise(player)[1:]:
        yield from _iter_losses(s, after, other, known_discards)
        yield from map(ResultPart, _describe_loyalty(s, after, other))
        yield from map(ResultPart, _describe_payment(s, after, other, repaid.get(other, 0)))


def _count_repaid(facts: Iterable[Any]) -> Counter[int]:
    """R4.8 Return player -> rupees paid back for leverage."""
    rupees_by_player: Counter[int] = Counter()
    for fact in facts:
        if isinstance(fact, Repaid):
            rupees_by_player[fact.player] += fact.rupees
    return rupees_by_player


def _iter_rupee_changes(s: State, after: State, player: int, repaid: int) -> Iterator[ResultPart]:
    rupees_left = after.players[player].rupees
    change = rupees_left - s.players[player].rupees
    earned = change + repaid
    if earned > 0:
        yield ResultPart(Message("then.gains", {"rupees": earned}), "gains")
    elif earned:
        yield ResultPart(Message("then.costs", {"rupees": -earned}), "costs")
    if repaid:
        yield ResultPart(Message("then.repays", {"rupees": repaid}))
    if earned or repaid:
        text = Message("then.makes" if change > 0 else "then.leaves", {"left": rupees_left})
        yield ResultPart(text, "left", None if change > 0 else Message("menu.buy_detail", {"left": rupees_left}))


def _describe_loyalty(s: State, after: State, player: int) -> Iterator[Message]:
    """R4.10 Yield a change of loyalty."""
    new_loyalty = after.players[player].loyalty
    if new_loyalty is not None and new_loyalty != s.players[player].loyalty:
        yield Message("then.loyalty", {"who": s.name_player(player), "coalition": NounRef(f"coalition.{new_loyalty}")})


def _describe_payment(s: State, after: State, player: int, repaid: int) -> Iterator[Message]:
    loss = s.players[player].rupees - after.players[player].rupees - repaid
    if loss > 0:
        yield Message("then.pays", {"who": s.name_player(player), "rupees": loss})
    if repaid:
        yield Message("then.pays_back", {"who": s.name_player(player), "rupees": repaid})


def _check_result_words(s: State, after: State) -> Iterator[Message]:
    """R10 Yield the results of checks that have taken place, and the end of the game."""
    for check in after.checks[len(s.checks) :]:
        yield from iter_check_words(s, check.dominant, check.gained_vp)
    if after.phase == "over":
        yield Message("then.over")


def _describe_lost_bonuses(s: State, after: State, player: int) -> Iterator[Message]:
    """R4.7, R5 Yield own cards whose action is no longer a bonus action, because another suit is favored."""
    if s.favored == after.favored or s.turn is None or after.turn is None or s.turn.player != after.turn.player:
        return
    cards = tuple(
        name_card(card)
        for card in after.players[player].court
        if CONTENT.cards[card].actions
        and card in s.players[player].court
        and card not in after.turn.used_cards
        and is_favored(s, player, card)
        and not is_favored(after, player, card)
    )
    if cards and player == after.turn.player:
        yield Message("then.no_bonus" if after.turn.actions else "then.unusable", {"cards": cards})


def iter_check_words(s: State, coalition: str | None, points_by_player: Sequence[int]) -> Iterator[Message]:
    """R10.3 Yield the dominant coalition of a check, and the points of each player."""
    if coalition is None:
        yield Message("then.unsuccessful")
    else:
        yield Message("then.successful", {"coalition": NounRef(f"coalition.{coalition}")})
    for player, points in enumerate(points_by_player):
        if points:
            yield Message("then.points", {"who": s.name_player(player), "points": points})


def _describe_rulers(s: State, after: State) -> Iterator[Message]:
    """R4.5 Yield the changes of rulers."""
    for region, new_ruler in after.rulers.items():
        old_ruler, region_noun = s.rulers[region], NounRef(f"region.{region}")
        if new_ruler == old_ruler:
            continue
        if new_ruler is not None:
            yield Message("then.rules", {"who": s.name_player(new_ruler), "region": region_noun})
        elif old_ruler is not None:
            yield Message("then.rules_no_more", {"who": s.name_player(old_ruler), "region": region_noun})


def _describe_dominance(s: State, after: State) -> Iterator[Message]:
    """R10.1 Yield a change of the dominant coalition, unless a check has just taken place."""
    old_coalition, new_coalition = find_dominant_coalition(s), find_dominant_coalition(after)
    if new_coalition == old_coalition or len(after.checks) > len(s.checks):
        return
    if new_coalition is None:
        yield Message("then.none_dominant")
    else:
        yield Message("then.dominant", {"coalition": NounRef(f"coalition.{new_coalition}")})


def _describe_hostages(s: State, after: State) -> Iterator[Message]:
    """R4.6 Yield cards that become hostages, change captor or become free, and changed bribes for them (R7)."""
    for owner in range(len(s.players)):
        for card in after.players[owner].court:
            old_captor, new_captor = find_captor(s, card), find_captor(after, card)
            if new_captor is not None and new_captor != old_captor:
                yield Message(
                    "then.hostage",
                    {"who": s.name_player(new_captor), "card": name_card(card), "owner": s.name_player(owner)},
                )
            elif old_captor is not None and new_captor is None:
                yield Message("then.freed", {"card": name_card(card), "owner": s.name_player(owner)})
            elif old_captor is not None:
                yield from _describe_hostage_bribe(s, after, owner, card)


def _describe_hostage_bribe(s: State, after: State, owner: int, card: int) -> Iterator[Message]:
    """R7 Yield a changed bribe for a hostage, which depends on the number of spies."""
    old_bribe, new_bribe = find_hostage_bribe(s, owner, card), find_hostage_bribe(after, owner, card)
    if old_bribe is not None and new_bribe is not None and old_bribe.full != new_bribe.full:
        words = {"card": name_card(card), "owner": s.name_player(owner), "was": old_bribe.full, "now": new_bribe.full}
        yield Message("then.hostage_bribe", {**words})


def _describe_returned_spies(s: State, lost: Iterable[int]) -> Iterator[Message]:
    """R4.8 Yield the spies on cards that leave a court, if any."""
    returned: Counter[int] = Counter()
    for card in lost:
        returned.update(dict(enumerate(s.spies.get(card, ()))))
    if spies := tuple(names.describe_spies(n, s.name_player(player)) for player, n in returned.items() if n):
        yield Message("then.spies", {"spies": spies})


def _iter_losses(s: State, after: State, player: int, known_discards: Collection[int]) -> Iterator[ResultPart]:
    """R4.8 Yield cards that leave court and hand, and the losses that follow."""
    player_before, player_after, player_ref = s.players[player], after.players[player], s.name_player(player)
    lost_cards = [card for card in player_before.court if card not in player_after.court]
    if other_cards := tuple(name_card(number) for number in lost_cards if number not in known_discards):
        yield ResultPart(Message("then.discards", {"who": player_ref, "cards": other_cards}))
    yield from map(ResultPart, _describe_returned_spies(s, lost_cards))
    if dropped := sum(key in after.discards for key in player_before.hand):
        yield ResultPart(Message("then.hand", {"who": player_ref, "number": dropped}), "hand")
    yield from map(ResultPart, _describe_further_losses(s, after, player, lost_cards))


def _describe_further_losses(s: State, after: State, player: int, lost_cards: Sequence[int]) -> Iterator[Message]:
    """R4.9, R4.10 Yield the losses that follow from lost court cards or a change of loyalty.

    Overthrown tribes, gifts, prizes, and lost influence if the loyalty stays (R4.4).
    """
    player_before, player_after, player_ref = s.players[player], after.players[player], s.name_player(player)
    tribes_lost = sum(numbers[player] for numbers in s.tribes.values()) - sum(
        numbers[player] for numbers in after.tribes.values()
    )
    for region in dict.fromkeys(
        CONTENT.cards[card].region for card in lost_cards if CONTENT.cards[card].suit == "political"
    ):
        tribes = min(s.tribes[region][player], tribes_lost)  # under Nationalism (R12) a moved tribe is not lost
        if tribes > 0 and not after.tribes[region][player]:
            yield Message("then.tribes", {"who": player_ref, "number": tribes, "region": NounRef(f"region.{region}")})
    if gifts := len(player_before.gifts) - len([price for price in player_after.gifts if price in player_before.gifts]):
        yield Message("then.gifts", {"who": player_ref, "number": gifts})
    if prizes := [card for card in player_before.prizes if card not in player_after.prizes]:
        yield Message("then.prizes", {"who": player_ref, "cards": tuple(name_card(card) for card in prizes)})
    if (
        player_after.loyalty is not None
        and player_after.loyalty == player_before.loyalty
        and len(after.checks) == len(s.checks)
    ):
        # After a check influence changes anyway, because events end.
        influence_after = compute_influence(after, player)
        if influence_after < compute_influence(s, player):
            yield Message("then.influence", {"who": player_ref, "influence": influence_after})


@lru_cache(128)
def describe_icons(card: int) -> Message:
    """Return a text of the icons of a card, top to bottom, with equal ones counted."""
    return Message(
        "menu.icons", {"icons": tuple(_describe_icon_number(*icon, "leverage") for icon in _count_icons(card))}
    )


@lru_cache(128)
def describe_icons_briefly(card: int) -> Message:
    """Return a shorter text of the icons, for a card to be bought, so that a select menu can show all of it."""
    return Message(
        "menu.when_played", {"icons": tuple(_describe_icon_number(*icon, "loan") for icon in _count_icons(card))}
    )


def _count_icons(card: int) -> Iterable[tuple[Icon, int]]:
    return Counter(CONTENT.cards[card].impact).items()


def _describe_icon_number(icon: Icon, number: int, leverage: str) -> Message | NounRef:
    match icon:
        case "road" | "army" | "tribe" | "spy":
            return Message(f"menu.icon.{icon}", {"n": number})
        case "leverage":
            return Message(f"menu.icon.{leverage}", {"rupees": number * CONTENT.data.costs.leverage_gain})
        case _:
            return NounRef(f"impact.{icon}")
