"""The whole board in words, as Discord Markdown: everything the pictures show, for screen readers and slow lines."""

from collections.abc import Iterator

from engines.kernel import Msg
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, MarketSpace, PlayerView, RegionView, View, WakhanView
from render.kit.look import Look
from render.kit.phrases import item, section
from render.pax_pamir.words.phrases import Phrases
from render.pax_pamir.words.since import since


def words(view: View, look: Look) -> str:
    """Sections with a heading each, between empty lines; long boards need more than one message of Discord's."""
    phrases = Phrases(view, look)
    say = phrases.say
    sections = [section(say("report.title"), _time(phrases))]
    if look.before is not None and (news := since(look.before, phrases)):
        sections.append(section(say("report.changed"), map(item, news)))
    if view.scores:
        sections.append(section(say("report.final"), _final(phrases)))
    sections += [
        section(say("report.dominance"), _dominance(phrases)),
        section(say("report.map"), map(item, (*_regions(phrases), *_borders(phrases)))),
        section(say("report.market"), map(item, (_space(phrases, space) for space in view.market))),
    ]
    sections += [section(phrases.player(number), _player(phrases, view.players[number])) for number in view.ring]
    if view.wakhan is not None:
        front = view.wakhan.front
        head = say("court.card") if front is None else say("report.wakhan_card", n=front)
        sections.append(section(head, _wakhan(phrases, view.wakhan)))
    for player in view.players:
        if player.hand is not None and not player.automa:
            own = player.number == look.viewer
            heading = say("hand.own") if own else say("hand.title", name=phrases.player(player.number))
            sections.append(section(heading, _hand(phrases, player)))
    return "\n\n".join(sections)


def _time(phrases: Phrases) -> Iterator[str]:
    view, say = phrases.view, phrases.say
    yield say("report.time", turn=phrases.turn())
    if view.turn is not None and (request := view.turn.request) is not None:
        offer = "" if request.offer is None else say("report.offer", n=request.offer)
        counter = "" if request.counter is None else say("report.counter", n=request.counter)
        yield phrases.together(
            say(
                f"report.request.{request.kind}",
                payer=phrases.player(request.payer),
                payee=phrases.player(request.payee),
                card=phrases.card(request.card),
                full=request.full,
            ),
            offer,
            counter,
        )
    yield say("report.favored_doubled" if view.doubled else "report.favored", suit=phrases.noun(f"suit.{view.favored}"))
    yield say("report.deck", deck=view.deck, checks=view.checks_left)
    lasting = tuple(phrases.event(card, private=False) for card in view.globals)
    yield say("report.events", events=lasting or say("report.none"))
    yield say("report.discards", cards=tuple(map(phrases.card, view.discards)) or say("report.none"))
    yield say("report.bank", bank=view.bank, removed=view.removed)
    options = tuple(phrases.told(Msg(f"option.{option}.name")) for option in view.options)
    yield say("report.options", options=options or say("report.none"))


def _final(phrases: Phrases) -> Iterator[str]:
    for score in phrases.view.scores:
        parts = tuple(
            phrases.say("phrase.count", what=phrases.told(source), n=vp) for source, vp in score.parts
        ) or phrases.say("report.none")
        who = phrases.player(score.seat)
        yield phrases.say("report.place", place=score.place, who=who, vp=score.total, parts=parts)


def _dominance(phrases: Phrases) -> Iterator[str]:
    """The race, what a check would bring now, and the checks so far (R10)."""
    view, say = phrases.view, phrases.say
    state = say("report.nobody_dominant")
    if view.dominant is not None:
        state = say("report.dominant", coalition=phrases.coalition(view.dominant))
    blocks = say("report.blocks", blocks=phrases.blocks(view.blocks))
    yield phrases.together(blocks, state, say("report.lead", n=view.lead))
    if view.forecast:
        yield say("report.forecast", gained=phrases.gains(view.forecast))
    if view.decided is not None:
        yield say("report.decided", who=phrases.player(view.decided))
    for check in view.checks:
        strength = tuple(f"{phrases.player(i)} {n}" for i, n in enumerate(check.strength))
        yield item(
            say(
                "report.final_check" if check.final else "report.check",
                n=check.number,
                dominant=phrases.winner(check.dominant),
                strength=strength,
                gained=phrases.gains(check.gained),
            )
        )


def _regions(phrases: Phrases) -> Iterator[str]:
    for region in phrases.view.regions:
        yield phrases.say(
            "report.region",
            region=phrases.region(region.id),
            ruler=_ruler(phrases, region),
            armies=phrases.blocks(region.armies) or phrases.say("report.none"),
            tribes=phrases.owners(region.tribes) or phrases.say("report.none"),
        )


def _ruler(phrases: Phrases, region: RegionView) -> str:
    return phrases.say("report.nobody") if region.ruler is None else phrases.player(region.ruler)


def _borders(phrases: Phrases) -> Iterator[str]:
    """Borders with roads; the others in one line."""
    empty = tuple(phrases.border(border.id) for border in phrases.view.borders if not border.roads)
    for border in phrases.view.borders:
        if border.roads:
            yield phrases.say("report.border", border=phrases.border(border.id), roads=phrases.blocks(border.roads))
    if empty:
        yield phrases.say("report.no_roads", borders=empty)


def _space(phrases: Phrases, space: MarketSpace) -> str:
    say = phrases.say
    card = say("report.vacant") if space.card is None else phrases.printed(space.card)
    parts = [say("report.space", space=phrases.space(space.index), cost=space.cost, card=card)]
    if space.rupees:
        parts.append(say("report.rupees", n=space.rupees))
    if space.locked:
        parts.append(say("report.locked"))
    return phrases.together(*parts)


def _player(phrases: Phrases, player: PlayerView) -> Iterator[str]:
    say = phrases.say
    loyalty = say("hand.no_loyalty") if player.loyalty is None else phrases.coalition(player.loyalty)
    yield say(
        "report.player",
        color=phrases.noun(f"player_colors.{player.color}"),
        vp=player.vp,
        loyalty=loyalty,
        influence=player.influence,
        rupees=player.rupees,
    )
    if not player.automa:
        yield say("report.held", n=player.held, limit=player.hand_limit)
    yield say(
        "report.stars",
        shelter=player.tax_shelter,
        military=player.military_stars,
        cylinders=player.cylinders,
        in_play=player.in_play,
    )
    none = say("report.none")
    yield say(
        "report.kept",
        gifts=player.gifts or none,
        prizes=tuple(
            say("phrase.prize_card", card=phrases.card(card), coalition=phrases.coalition(coalition))
            for card, coalition in player.prizes
        )
        or none,
        events=tuple(phrases.event(number, private=True) for number in player.events) or none,
    )
    yield say("report.court", n=len(player.court), limit=player.court_limit)
    for slot in player.court:
        yield item(_slot(phrases, slot))


def _slot(phrases: Phrases, slot: CourtSlot) -> str:
    say = phrases.say
    parts = [say("report.card", card=phrases.printed(slot.card))]
    if any(slot.spies):
        parts.append(say("report.spies", spies=phrases.owners(slot.spies)))
    if slot.hostage is not None:
        parts.append(say("report.hostage", who=phrases.player(slot.hostage)))
    if slot.bribe:
        parts.append(say("report.hostage_bribe", n=slot.bribe))
    if slot.used:
        parts.append(say("report.used"))
    if slot.favored and CONTENT.cards[slot.card].actions:
        parts.append(say("report.bonus"))
    return phrases.together(*parts)


def _hand(phrases: Phrases, player: PlayerView) -> Iterator[str]:
    own = player.number == phrases.look.viewer
    for card in player.hand or ():
        ruler = phrases.ruled(player, card, own)
        yield item(phrases.say("report.in_hand", card=phrases.printed(card), ruler=ruler))
    if not player.hand:
        yield phrases.say("hand.empty")


def _wakhan(phrases: Phrases, hers: WakhanView) -> Iterator[str]:
    say = phrases.say
    if hers.front is None:
        yield say("court.no_card")
    else:
        card = CONTENT.ai[hers.front]
        for n, instruction in enumerate(phrases.instructions(hers.front), 1):
            yield f"{n}. {instruction}"
        yield say("report.loyalties", order=tuple(map(phrases.coalition, card.loyalty_order)))
        yield say("report.region_order", order=tuple(map(phrases.region, card.region_order)))
    if hers.column is not None and hers.row is not None:
        yield say("report.arrows", column=hers.column, row=say(f"court.row.{hers.row}"))
    yield say(
        "report.back",
        n=hers.deck,
        columns=hers.next_columns,
        rows=tuple(say(f"court.row.{row}") for row in hers.next_rows),
    )
