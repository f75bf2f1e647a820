"""The whole board in words, as Discord Markdown: everything the pictures show, for screen readers
and slow connections.
"""

from collections.abc import Iterator

from engines.kernel import Message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, MarketSpace, PlayerView, RegionView, View, WakhanView
from render import kit
from render.pax_pamir.words.changes import describe_changes_since
from render.pax_pamir.words.phrases import Phrases


def describe_board(view: View, ctx: kit.RenderContext) -> str:
    """Return sections with headings, separated by empty lines. They may need several Discord messages."""
    phrases = Phrases(view, ctx)
    render_phrase = phrases.render_phrase
    sections = [kit.format_section(render_phrase("report.title"), _describe_time(phrases))]
    if ctx.view_before is not None and (news := describe_changes_since(ctx.view_before, phrases)):
        sections.append(kit.format_section(render_phrase("report.changed"), map(kit.format_item, news)))
    if view.scores:
        sections.append(kit.format_section(render_phrase("report.final"), _iter_final_scores(phrases)))
    sections += [
        kit.format_section(render_phrase("report.dominance"), _describe_dominance(phrases)),
        kit.format_section(
            render_phrase("report.map"), map(kit.format_item, (*_iter_regions(phrases), *_iter_borders(phrases)))
        ),
        kit.format_section(
            render_phrase("report.market"),
            map(kit.format_item, (_describe_space(phrases, space) for space in view.market)),
        ),
    ]
    sections += [
        kit.format_section(phrases.format_player(number), _describe_player(phrases, view.players[number]))
        for number in view.ring
    ]
    if view.wakhan is not None:
        front = view.wakhan.front
        head = render_phrase("court.card") if front is None else render_phrase("report.wakhan_card", n=front)
        sections.append(kit.format_section(head, _describe_wakhan(phrases, view.wakhan)))
    for player in view.players:
        if player.hand is not None and not player.is_automa:
            is_own = player.number == ctx.viewer
            heading = (
                render_phrase("hand.own")
                if is_own
                else render_phrase("hand.title", name=phrases.format_player(player.number))
            )
            sections.append(kit.format_section(heading, _iter_hand(phrases, player)))
    return "\n\n".join(sections)


def _describe_time(phrases: Phrases) -> Iterator[str]:
    view, render_phrase = phrases.view, phrases.render_phrase
    yield render_phrase("report.time", turn=phrases.describe_turn())
    if view.turn is not None and (request := view.turn.request) is not None:
        offer = "" if request.offer is None else render_phrase("report.offer", n=request.offer)
        counter = "" if request.counter is None else render_phrase("report.counter", n=request.counter)
        yield phrases.join_sentences(
            render_phrase(
                f"report.request.{request.kind}",
                payer=phrases.format_player(request.payer),
                payee=phrases.format_player(request.payee),
                card=phrases.name_card(request.card),
                full=request.full,
            ),
            offer,
            counter,
        )
    yield render_phrase(
        "report.favored_doubled" if view.has_double_prices else "report.favored",
        suit=phrases.render_noun(f"suit.{view.favored}"),
    )
    yield render_phrase("report.deck", deck=view.deck, checks=view.checks_left)
    lasting = tuple(phrases.name_event(card, is_private=False) for card in view.globals)
    yield render_phrase("report.events", events=lasting or render_phrase("report.none"))
    yield render_phrase(
        "report.discards", cards=tuple(map(phrases.name_card, view.discards)) or render_phrase("report.none")
    )
    yield render_phrase("report.bank", bank=view.bank, removed=view.removed)
    options = tuple(phrases.render_message(Message(f"option.{option}.name")) for option in view.options)
    yield render_phrase("report.options", options=options or render_phrase("report.none"))


def _iter_final_scores(phrases: Phrases) -> Iterator[str]:
    for score in phrases.view.scores:
        parts = tuple(
            phrases.render_phrase("phrase.count", what=phrases.render_message(source), n=vp)
            for source, vp in score.parts
        ) or phrases.render_phrase("report.none")
        player_name = phrases.format_player(score.seat)
        yield phrases.render_phrase("report.place", place=score.place, who=player_name, vp=score.total, parts=parts)


def _describe_dominance(phrases: Phrases) -> Iterator[str]:
    """Describe the blocks of the coalitions, the result of a check now, and the checks so far (R10)."""
    view, render_phrase = phrases.view, phrases.render_phrase
    state = render_phrase("report.nobody_dominant")
    if view.dominant is not None:
        state = render_phrase("report.dominant", coalition=phrases.name_coalition(view.dominant))
    blocks = render_phrase("report.blocks", blocks=phrases.list_blocks(view.blocks))
    yield phrases.join_sentences(blocks, state, render_phrase("report.lead", n=view.lead))
    if view.forecast:
        yield render_phrase("report.forecast", gained=phrases.list_gains(view.forecast))
    if view.forecast_winner is not None:
        yield render_phrase("report.decided", who=phrases.format_player(view.forecast_winner))
    for check in view.checks:
        strength = tuple(f"{phrases.format_player(i)} {n}" for i, n in enumerate(check.strength))
        yield kit.format_item(
            render_phrase(
                "report.final_check" if check.is_final else "report.check",
                n=check.number,
                dominant=phrases.name_winner(check.dominant),
                strength=strength,
                gained=phrases.list_gains(check.gained_vp),
            )
        )


def _iter_regions(phrases: Phrases) -> Iterator[str]:
    for region in phrases.view.regions:
        yield phrases.render_phrase(
            "report.region",
            region=phrases.name_region(region.id),
            ruler=_name_ruler(phrases, region),
            armies=phrases.list_blocks(region.armies) or phrases.render_phrase("report.none"),
            tribes=phrases.list_owners(region.tribes) or phrases.render_phrase("report.none"),
        )


def _name_ruler(phrases: Phrases, region: RegionView) -> str:
    return phrases.render_phrase("report.nobody") if region.ruler is None else phrases.format_player(region.ruler)


def _iter_borders(phrases: Phrases) -> Iterator[str]:
    """List borders with roads, and all other borders in one line."""
    empty = tuple(phrases.name_border(border.id) for border in phrases.view.borders if not border.roads)
    for border in phrases.view.borders:
        if border.roads:
            yield phrases.render_phrase(
                "report.border", border=phrases.name_border(border.id), roads=phrases.list_blocks(border.roads)
            )
    if empty:
        yield phrases.render_phrase("report.no_roads", borders=empty)


def _describe_space(phrases: Phrases, space: MarketSpace) -> str:
    render_phrase = phrases.render_phrase
    card = render_phrase("report.vacant") if space.card is None else phrases.describe_card(space.card)
    parts = [render_phrase("report.space", space=phrases.name_space(space.index), cost=space.cost, card=card)]
    if space.rupees:
        parts.append(render_phrase("report.rupees", n=space.rupees))
    if space.is_locked:
        parts.append(render_phrase("report.locked"))
    return phrases.join_sentences(*parts)


def _describe_player(phrases: Phrases, player: PlayerView) -> Iterator[str]:
    render_phrase = phrases.render_phrase
    loyalty = render_phrase("hand.no_loyalty") if player.loyalty is None else phrases.name_coalition(player.loyalty)
    yield render_phrase(
        "report.player",
        color=phrases.render_noun(f"player_colors.{player.color}"),
        vp=player.vp,
        loyalty=loyalty,
        influence=player.influence,
        rupees=player.rupees,
    )
    if not player.is_automa:
        yield render_phrase("report.held", n=player.hand_size, limit=player.hand_limit)
    yield render_phrase(
        "report.stars",
        shelter=player.tax_shelter,
        military=player.military_stars,
        cylinders=player.cylinders,
        in_play=player.in_play,
    )
    none = render_phrase("report.none")
    yield render_phrase(
        "report.kept",
        gifts=player.gifts or none,
        prizes=tuple(
            render_phrase(
                "phrase.prize_card", card=phrases.name_card(card), coalition=phrases.name_coalition(coalition)
            )
            for card, coalition in player.prizes
        )
        or none,
        events=tuple(phrases.name_event(number, is_private=True) for number in player.events) or none,
    )
    yield render_phrase("report.court", n=len(player.court), limit=player.court_limit)
    for slot in player.court:
        yield kit.format_item(_describe_slot(phrases, slot))


def _describe_slot(phrases: Phrases, slot: CourtSlot) -> str:
    render_phrase = phrases.render_phrase
    parts = [render_phrase("report.card", card=phrases.describe_card(slot.card))]
    if any(slot.spies):
        parts.append(render_phrase("report.spies", spies=phrases.list_owners(slot.spies)))
    if slot.hostage is not None:
        parts.append(render_phrase("report.hostage", who=phrases.format_player(slot.hostage)))
    if slot.bribe:
        parts.append(render_phrase("report.hostage_bribe", n=slot.bribe))
    if slot.is_used:
        parts.append(render_phrase("report.used"))
    if slot.is_favored and CONTENT.cards[slot.card].actions:
        parts.append(render_phrase("report.bonus"))
    return phrases.join_sentences(*parts)


def _iter_hand(phrases: Phrases, player: PlayerView) -> Iterator[str]:
    is_own = player.number == phrases.ctx.viewer
    for card in player.hand or ():
        ruler = phrases.describe_ruler(player, card, is_own)
        yield kit.format_item(phrases.render_phrase("report.in_hand", card=phrases.describe_card(card), ruler=ruler))
    if not player.hand:
        yield phrases.render_phrase("hand.empty")


def _describe_wakhan(phrases: Phrases, wakhan: WakhanView) -> Iterator[str]:
    render_phrase = phrases.render_phrase
    if wakhan.front is None:
        yield render_phrase("court.no_card")
    else:
        card = CONTENT.ai[wakhan.front]
        for n, instruction in enumerate(phrases.list_instructions(wakhan.front), 1):
            yield f"{n}. {instruction}"
        yield render_phrase("report.loyalties", order=tuple(map(phrases.name_coalition, card.loyalty_order)))
        yield render_phrase("report.region_order", order=tuple(map(phrases.name_region, card.region_order)))
    if wakhan.column is not None and wakhan.row is not None:
        yield render_phrase("report.arrows", column=wakhan.column, row=render_phrase(f"court.row.{wakhan.row}"))
    yield render_phrase(
        "report.back",
        n=wakhan.deck,
        columns=wakhan.next_columns,
        rows=tuple(render_phrase(f"court.row.{row}") for row in wakhan.next_rows),
    )
