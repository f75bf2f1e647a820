"""A change of a View difference in words."""

from collections.abc import Iterator

from engines.pax_pamir.view import View
from render import kit
from render.kit.marks.captions import collect_turns, render_turns, summarize_step
from render.pax_pamir import diff
from render.pax_pamir.words.phrases import Phrases


def describe_change(change: diff.ViewChange, phrases: Phrases) -> str:
    """Put a change into words, without its player or place."""
    render_phrase = phrases.render_phrase
    match change:
        case diff.ArmiesChanged(_, coalition, delta):
            return render_phrase("since.armies", coalition=phrases.name_coalition(coalition), n=delta)
        case diff.ArmiesMarched(start, _, coalition, count):
            from_where = phrases.name_region(start)
            return render_phrase(
                "since.marched", coalition=phrases.name_coalition(coalition), n=count, start=from_where
            )
        case diff.RoadsChanged(_, coalition, delta):
            return render_phrase("since.roads", coalition=phrases.name_coalition(coalition), n=delta)
        case diff.TribesChanged(_, player, delta):
            return render_phrase("since.tribes", who=phrases.format_player(player), n=delta)
        case diff.RulerChanged(_, player):
            return (
                render_phrase("since.unruled")
                if player is None
                else render_phrase("since.ruler", who=phrases.format_player(player))
            )
        case diff.CardPlayed(_, card):
            return render_phrase("since.played", card=phrases.name_card(card))
        case diff.CardLeft(_, card):
            return render_phrase("since.gone", card=phrases.name_card(card))
        case diff.SpiesChanged(player, card):
            slot = next(slot for slot in phrases.view.players[player].court if slot.card == card)
            spies = phrases.list_owners(slot.spies) or render_phrase("report.nobody")
            return render_phrase("since.spies", card=phrases.name_card(card), spies=spies)
        case diff.NumberChanged(_, kind, delta):
            return render_phrase(f"since.{kind}", n=delta)
        case diff.LoyaltyChanged(_, coalition):
            return render_phrase("since.loyalty", coalition=phrases.name_coalition(coalition))
        case diff.FavoredSuitChanged(suit):
            return render_phrase("since.favored", suit=phrases.render_noun(f"suit.{suit}"))
        case diff.DominanceChanged(coalition):
            return render_phrase("since.dominant", who=phrases.name_winner(coalition))
        case diff.MarketCardDrawn(index, card):
            return render_phrase("since.drawn", space=phrases.name_space(index), card=phrases.name_card(card))
        case diff.RupeesPaid(index, delta):
            return render_phrase("since.paid", space=phrases.name_space(index), n=delta)


def describe_step(step: kit.RecentStep, view: View, ctx: kit.RenderContext) -> tuple[kit.ActionPhrase, ...]:
    """Summarise a turn: its actions, and a change of dominance; if there is neither, only that the turn has ended."""
    view_before, phrases = step.view_before, Phrases(view, ctx)
    assert isinstance(view_before, View)
    action_phrases = (*summarize_step(step, ctx, "engines.pax_pamir"), *_report_dominance(view_before, phrases))
    if (
        not action_phrases
        and view_before.turn is not None
        and view.turn is not None
        and step.seat == view_before.turn.player
    ):
        has_ended = view_before.turn.player != view.turn.player
        return (
            (kit.ActionPhrase(phrases.render_phrase("since.ended"), seat=step.seat, is_filler=True),)
            if has_ended
            else ()
        )
    return action_phrases


def _report_dominance(view_before: View, phrases: Phrases) -> Iterator[kit.ActionPhrase]:
    """R10 Report a change of dominance, except after a check, which removes the blocks from the map."""
    view = phrases.view
    if view.dominant == view_before.dominant or len(view.checks) > len(view_before.checks):
        return
    if view.dominant is None:
        yield kit.ActionPhrase(phrases.render_phrase("since.undone"))
    else:
        yield kit.ActionPhrase(phrases.render_phrase("since.dominates", who=phrases.name_winner(view.dominant)))


def describe_changes_since(view_before: object, phrases: Phrases) -> tuple[str, ...]:
    """Return one phrase for each check, player, place and market card that has changed; empty if nothing has.

    TypeError if `view_before` is not a View of Pax Pamir.
    """
    if view_before is None:
        return ()
    if not isinstance(view_before, View):
        raise TypeError(f"before: expected a View of Pax Pamir, got {type(view_before).__name__}")
    old = view_before
    places: dict[str, list[str]] = {}
    players: dict[int, list[str]] = {number: [] for number in phrases.view.ring}
    table_changes = list(describe_checks(len(old.checks), phrases))
    for change in diff.compare_views(old, phrases.view):
        match change:
            case diff.ArmiesChanged() | diff.ArmiesMarched() | diff.TribesChanged() | diff.RulerChanged():
                region = change.end if isinstance(change, diff.ArmiesMarched) else change.region
                places.setdefault(phrases.name_region(region), []).append(describe_change(change, phrases))
            case diff.RoadsChanged(border):
                places.setdefault(phrases.name_border(border), []).append(describe_change(change, phrases))
            case diff.FavoredSuitChanged() | diff.DominanceChanged() | diff.MarketCardDrawn() | diff.RupeesPaid():
                table_changes.append(describe_change(change, phrases))
            case (
                diff.CardPlayed() | diff.CardLeft() | diff.SpiesChanged() | diff.NumberChanged() | diff.LoyaltyChanged()
            ):
                players[change.player].append(describe_change(change, phrases))
    for number, change_texts in players.items():
        player_before, player_now = old.players[number], phrases.view.players[number]
        new = (card for card in player_now.events if card not in player_before.events)
        change_texts.extend(
            phrases.render_phrase("since.event", event=phrases.name_event(key, is_private=True)) for key in new
        )
    player_lines = [
        (phrases.format_player(number), change_texts) for number, change_texts in players.items() if change_texts
    ]
    lines = (
        phrases.render_phrase("since.line", who=label, done=tuple(change_texts))
        for label, change_texts in (*player_lines, *places.items())
    )
    return (*lines, *table_changes)


def describe_checks(first: int, phrases: Phrases) -> Iterator[str]:
    """Describe the result of each dominance check from index `first` on."""
    for check in phrases.view.checks[first:]:
        winner, gains = phrases.name_winner(check.dominant), phrases.list_gains(check.gained_vp)
        yield phrases.render_phrase("since.check", dominant=winner, gained=gains)


def list_changes(phrases: Phrases) -> tuple[str, ...]:
    """List the changes for an alt text: the last turns if they are given, else everything since the earlier View."""
    ctx = phrases.ctx
    return (
        render_turns(collect_turns(phrases.view, ctx, describe_step), ctx)
        if ctx.turns
        else describe_changes_since(ctx.view_before, phrases)
    )
