"""Reasons for suggestions: short texts of the player's gains after an option."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from engines.kernel import Answer, Claim, Message, NounRef, PreviewedAmount, Prompt, equals_all, is_unsurpassed
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.table import scoring
from engines.pax_pamir.table.derived import compute_influence, find_captor
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.questions import ChooseLoyalty, GiveGift, find_declared_pieces
from engines.pax_pamir.table.state import COLUMNS, State

from .greedy import evaluate_coalitions


def explain_gains(s: State, after: State, player: int) -> Iterator[Message]:
    """Yield the player's gains between two states, the most important first."""
    yield from _explain_blocks(s, after, player)
    yield from _explain_points(s, after, player)
    yield from _explain_rulers(s, after, player)
    yield from _explain_hostages(s, after, player)
    yield from _explain_lost_cards(s, after, player)
    if compute_influence(after, player) > compute_influence(s, player):
        yield Message("aid.influence", {"influence": compute_influence(after, player)})
    if after.count_cylinders(player) > s.count_cylinders(player):
        yield Message("aid.cylinders", {"cylinders": after.count_cylinders(player)})
    yield from _explain_resources(s, after, player)


def show_declared(s: State, prompt: Prompt | None) -> State:
    """R7.1 Return the State as the question shows it: with the pieces and the rupees that a build or move leaves as far
    as it is declared, while a bribe for it is due.
    """
    declared = None if prompt is None else find_declared_pieces(prompt.subject)
    if declared is None:
        return s
    players = [replace(player, rupees=left) for player, left in zip(s.players, declared.rupees, strict=True)]
    return replace(
        s,
        players=players,
        armies=declared.armies,
        roads=declared.roads,
        tribes=declared.tribes,
        rulers=declared.rulers,
        spies=declared.spies,
    )


def suggest_by_rule(s: State, prompt: Prompt) -> dict[str, list[Claim]]:
    """Return option key -> claims about it for questions that the search does not judge.

    R3.6 The first loyalty by the market; R8.2 the cheapest gift space, since all have the same effect.
    """
    match prompt.subject:
        case ChooseLoyalty():
            values = evaluate_coalitions(s)
            best, second, *_ = sorted(values, key=lambda answer: -values[answer])
            is_clear = values[best] > max(0.0, values[second])
            alike = [
                Claim(Message("aid.loyalties_alike"), values, equals_all),
                Claim(Message("aid.loyalty_unsurpassed"), values, is_unsurpassed),
            ]
            return {best[0]: _explain_loyalty(s, best[0], values) if is_clear else alike}
        case GiveGift():
            prices: dict[Answer, float] = {(option.key,): -float(option.value) for option in prompt.options}
            cheapest = min(prompt.options, key=lambda option: option.value)
            return {cheapest.key: [Claim(Message("aid.cheapest"), prices)]}
        case _:
            return {}


def _explain_loyalty(s: State, coalition: str, values: Mapping[Answer, float]) -> list[Claim]:
    """R3.6 Return why the coalition may be the best first loyalty."""
    if any(player.loyalty == coalition for player in s.players):
        return [Claim(Message("aid.patriots_shared"), values)]
    columns: dict[str, list[int]] = {name: [] for name in COALITIONS}
    for index, space in enumerate(s.market):
        if space.card in CONTENT.cards and CONTENT.cards[space.card].patriot in columns:
            columns[CONTENT.cards[space.card].patriot].append(index % COLUMNS)
    counts: dict[Answer, float] = {(name,): float(len(found)) for name, found in columns.items()}
    cheapness: dict[Answer, float] = {(name,): -float(min(found, default=COLUMNS)) for name, found in columns.items()}
    return [
        Claim(Message("aid.patriots_most", {"count": len(columns[coalition])}), counts),
        Claim(Message("aid.patriots_cheapest"), cheapness),
        Claim(Message("aid.patriots"), values),
    ]


PREVIEWED_AMOUNTS = {
    "aid.points": PreviewedAmount("points", {"then.points_you": "points"}),
    "aid.lying": PreviewedAmount("rupees", {"menu.buy_rich": "found"}),
    "aid.lying_card": PreviewedAmount("rupees", {"menu.buy_rich": "found"}),
    "aid.rupees": PreviewedAmount("rupees", {"then.gains": "rupees", "tax.up_to": "most"}),
}
"""Key of a reason -> where options tell its number, too. A price on the way is subtracted in the reason."""
SAME_AS_REASON = {
    "aid.points": "then.points_you", "aid.rules": "then.rules_you", "aid.unseats": "then.rules_no_more",
    "aid.hostage": "then.hostage_you", "aid.freed": "then.freed_your", "aid.loses": "then.discards",
    "aid.loyalty": "then.loyalty_you",
}  # fmt: skip
"""Key of a reason -> key of the part of an option's detail that says the same."""


def is_repeat(reason: Message, part: Message) -> bool:
    """Return whether a part of the detail is redundant beside the reason.

    "Nothing changes" is always redundant, because the reason names a change.
    """
    if part.key == "then.nothing":
        return True
    return part.key == SAME_AS_REASON.get(reason.key) and _list_arg_texts(part) == _list_arg_texts(reason)


def _list_arg_texts(msg: Message) -> set[str]:
    return {str(arg) for arg in msg.args.values()}


def _explain_points(s: State, after: State, player: int) -> Iterator[Message]:
    """R10 Yield victory, VP from a check, and more VP from a check that would take place now."""
    if scoring.is_over(after) and any(
        score.seat == player and score.place == 1 for score in scoring.compute_scores(after)
    ):
        yield Message("aid.first")
    points = after.players[player].vp - s.players[player].vp
    if points > 0:
        yield Message("aid.points", {"points": points})
    gained_lead = _compute_check_lead(after, player) - _compute_check_lead(s, player)
    if gained_lead > 0 and not scoring.is_over(after):
        yield Message("aid.check", {"points": gained_lead})


def _compute_check_lead(s: State, player: int) -> int:
    """R10.3 Return the VP that the player gets from a check now, minus those of the best other player."""
    points_by_player = scoring.compute_check_points(
        s, scoring.find_dominant_coalition(s), scoring.count_checks_left(s) == 1
    )
    return points_by_player[player] - max(points for other, points in enumerate(points_by_player) if other != player)


def _explain_blocks(s: State, after: State, player: int) -> Iterator[Message]:
    """R10.1 Yield new armies and roads of the player's coalition, if the loyalty stays the same."""
    loyalty = s.players[player].loyalty
    if loyalty is not None and loyalty == after.players[player].loyalty:
        new_blocks = sum(after.count_blocks(loyalty)) - sum(s.count_blocks(loyalty))
        if new_blocks > 0:
            yield Message("aid.blocks", {"coalition": NounRef(f"coalition.{loyalty}"), "n": new_blocks})


def _explain_rulers(s: State, after: State, player: int) -> Iterator[Message]:
    """R4.5 Yield regions that the player comes to rule, or that another player no longer rules."""
    for region, new_ruler in after.rulers.items():
        old_ruler, region_noun = s.rulers[region], NounRef(f"region.{region}")
        if new_ruler == player != old_ruler:
            yield Message("aid.rules", {"region": region_noun})
        elif old_ruler not in (None, player, new_ruler):
            yield Message("aid.unseats", {"who": s.name_player(old_ruler), "region": region_noun})


def _explain_hostages(s: State, after: State, player: int) -> Iterator[Message]:
    """R4.6 Yield own cards that are no longer hostages, and new hostages of the player."""
    for owner, player_after in enumerate(after.players):
        for card in player_after.court:
            old_captor, new_captor = (
                find_captor(s, card) if s.find_owner(card) == owner else None,
                find_captor(after, card),
            )
            if owner == player and old_captor is not None and new_captor is None:
                yield Message("aid.freed", {"card": name_card(card)})
            elif new_captor == player != old_captor:
                yield Message("aid.hostage", {"who": s.name_player(owner), "card": name_card(card)})


def _explain_lost_cards(s: State, after: State, player: int) -> Iterator[Message]:
    """R4.8 Yield cards that other players lose from their courts."""
    for other, player_before in enumerate(s.players):
        lost_cards = tuple(name_card(card) for card in player_before.court if card not in after.players[other].court)
        if other != player and lost_cards:
            yield Message("aid.loses", {"who": s.name_player(other), "cards": lost_cards})


def explain_dangers(s: State, after: State, player: int) -> Iterator[Message]:
    """Yield dangers of an option: a change of loyalty (R6.3), and a check in the market that would let another win."""
    was, now = s.players[player].loyalty, after.players[player].loyalty
    if was is not None and now is not None and now != was:
        yield Message("aid.loyalty", {"coalition": NounRef(f"coalition.{now}")})
    winner = _find_check_winner(after)
    if winner not in (None, player) and winner != _find_check_winner(s):
        assert winner is not None
        yield Message("aid.wins", {"who": s.name_player(winner)})


def explain_costs(s: State, after: State, player: int) -> Iterator[Message]:
    """Yield the rupees paid. Rupees that lay on bought cards are told as a gain, as the option of a card does."""
    spent = s.players[player].rupees - after.players[player].rupees + _count_found_rupees(s, after)
    if spent > 0:
        yield Message("aid.spent", {"rupees": spent})


def _count_found_rupees(s: State, after: State) -> int:
    """Return the rupees on cards that left the market."""
    return sum(old.rupees for old, new in zip(s.market, after.market, strict=True) if old.card and not new.card)


def _find_check_winner(s: State) -> int | None:
    """R10.4 Return the player who would win by a check that lies in the market, or None."""
    if scoring.is_over(s) or not any(space.card in CONTENT.checks for space in s.market):
        return None
    points_by_player = scoring.compute_check_points(
        s, scoring.find_dominant_coalition(s), scoring.count_checks_left(s) == 1
    )
    totals = [player.vp + points for player, points in zip(s.players, points_by_player, strict=True)]
    if scoring.count_checks_left(s) > 1:
        return scoring.find_clear_leader(totals)
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


def _explain_resources(s: State, after: State, player: int) -> Iterator[Message]:
    """Yield gains of rupees, hand and court."""
    player_before, player_after = s.players[player], after.players[player]
    card_rupees = _count_found_rupees(s, after)
    bought = list_merits(s, player, [card for card in player_after.hand if card not in player_before.hand])
    if card_rupees and bought:
        yield Message("aid.lying_card", {"rupees": card_rupees, "merits": bought})
    elif card_rupees:
        yield Message("aid.lying", {"rupees": card_rupees})
    elif player_after.rupees > player_before.rupees:
        yield Message("aid.rupees", {"rupees": player_after.rupees - player_before.rupees})
    if bought and not card_rupees:
        yield Message("aid.card", {"merits": bought})
    played = [card for card in player_after.court if card not in player_before.court and CONTENT.cards[card].actions]
    if played:
        yield Message("aid.court", {"merits": list_merits(s, player, played)})


def list_merits(s: State, player: int, numbers: Sequence[int]) -> tuple[Message, ...]:
    """Return texts of the merits of cards: actions that are new in the court, their abilities, their stars (R4.1).

    Stars of military cards count only in ties, so they are named only if there is nothing else.
    """
    cards = [CONTENT.cards[number] for number in numbers]
    known_actions = {action for other in s.players[player].court for action in CONTENT.cards[other].actions}
    new_actions = dict.fromkeys(action for card in cards for action in card.actions if action not in known_actions)
    actions = [Message(f"aid.action.{action}") for action in new_actions]
    messages = [Message("aid.can", {"action": actions[0]}), *actions[1:]] if actions else []
    messages += [Message(f"aid.ability.{card.ability}") for card in cards if card.ability != "none"]
    stars = {suit: sum(card.rank for card in cards if card.suit == suit) for suit in (card.suit for card in cards)}
    messages += [Message(f"aid.stars.{suit}", {"rank": rank}) for suit, rank in stars.items() if suit != "military"]
    if not messages and "military" in stars:
        messages = [Message("aid.stars.military", {"rank": stars["military"]})]
    return tuple(messages)
