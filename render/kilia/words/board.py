"""The whole board in words: everything that the pictures show."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import MarketSpaceView, Mat, View, WheelView
from render import kit
from render.kilia.catalogue import render_message, render_noun
from render.kilia.pieces.board_pieces import has_hidden_points
from render.kilia.words import phrases
from render.kilia.words.alt import describe_council, describe_result


def describe_board(view: View, ctx: kit.RenderContext) -> str:
    """Describe the board, one fact per line."""
    return "\n".join(_iter_lines(view, ctx))


def _iter_lines(view: View, ctx: kit.RenderContext) -> Iterator[str]:
    lang = ctx.lang
    yield describe_result(view, ctx) if view.phase == "over" else describe_council(view, ctx)
    top_zone_text = (
        ""
        if view.top_zone is None
        else render_message("text.top", lang, zone=render_noun(f"zones.{view.top_zone}", lang))
    )
    yield render_message("text.decks", lang, cards=view.deck_size, contracts=view.contract_deck_size) + top_zone_text
    for slot in view.slots:
        if slot.card is not None:
            card_data = CONTENT.cards[slot.card]
            yield render_message(
                "text.card" if slot.price else "text.card_free",
                lang,
                slot=slot.number,
                keys=slot.keys,
                price=slot.price,
                card=slot.card,
                zone=render_noun(f"zones.{card_data.zone}", lang),
                cells=phrases.describe_cells(card_data.warehouse, lang),
                ability=phrases.describe_ability(slot.card, lang),
            )
    for slot in view.slots:
        if slot.contract is not None:
            yield render_message(
                "text.contract", lang, slot=slot.number, contract=phrases.describe_contract(slot.contract, lang)
            )
    yield from (_describe_wheel(wheel, ctx) for wheel in view.wheels)
    for seat in view.order:
        yield from _iter_mat_lines(view, view.mats[seat], ctx)


def _describe_wheel(wheel: WheelView, ctx: kit.RenderContext) -> str:
    lang = ctx.lang
    marker_texts = [
        render_message(
            "text.number",
            lang,
            n=number,
            who=phrases.join_items([phrases.name_seat(ctx, seat) for seat in markers], lang),
        )
        for number, markers in zip(wheel.numbers, wheel.markers, strict=True)
        if markers
    ]
    if wheel.waiting_seats:
        marker_texts.append(
            render_message(
                "text.waiting",
                lang,
                who=phrases.join_items([phrases.name_seat(ctx, seat) for seat in wheel.waiting_seats], lang),
            )
        )
    free_numbers = phrases.join_items(
        [str(n) for n, markers in zip(wheel.numbers, wheel.markers, strict=True) if not markers], lang
    )
    title = render_noun(f"achievements.{wheel.id}", lang)
    return render_message(
        "text.wheel",
        lang,
        title=title,
        free=free_numbers or "–",
        told=phrases.join_items(marker_texts, lang, has_semicolons=True) or "–",
    )


def _iter_mat_lines(view: View, mat: Mat, ctx: kit.RenderContext) -> Iterator[str]:
    lang = ctx.lang
    yield render_message(
        "text.mat",
        lang,
        name=phrases.name_seat(ctx, mat.seat),
        color=render_noun(f"player_colors.{mat.color}", lang),
        points=mat.points,
        more=_describe_uncounted_points(mat, lang),
        chips=mat.chips,
        stock=phrases.describe_stock(mat, lang),
        sprat=render_message(f"text.sprat_{mat.sprat}", lang),
    )
    zones = [
        render_message("text.zone", lang, zone=render_noun(f"zones.{zone.id}", lang), n=len(zone.cards), keys=mat.keys)
        for zone in mat.zones
    ]
    yield render_message("text.zones", lang, zones=phrases.join_items(zones, lang), keys=mat.keys, ship=mat.ship)
    space_texts = [_describe_space(space, ctx) for space in mat.market if space.good is not None]
    yield render_message(
        "text.market", lang, stalls=phrases.join_items(space_texts, lang) or render_message("nothing", lang)
    )
    ability_texts = [phrases.describe_ability(card, lang) for card in mat.abilities]
    yield render_message(
        "text.abilities",
        lang,
        abilities=phrases.join_items(ability_texts, lang, has_semicolons=True) or render_message("nothing", lang),
    )
    warehouse_texts = [
        render_message("text.segment", lang, n=segment.number, cells=phrases.describe_cells(segment.cells, lang))
        for segment in mat.canal
        if segment.cells is not None
    ]
    yield render_message(
        "text.canal",
        lang,
        side=render_message(f"alt.{mat.side}", lang),
        segments=phrases.join_items(warehouse_texts, lang, has_semicolons=True),
    )
    if not view.is_final_round and view.phase != "over":
        yield render_message(
            "text.sailing",
            lang,
            cargo=phrases.describe_cargo(mat.next_sailing, lang),
            back=phrases.describe_cargo(mat.return_sailing, lang),
        )
    active_texts = [phrases.describe_contract(card, lang) for card in mat.active_contracts]
    yield render_message(
        "text.contracts",
        lang,
        n=mat.fulfilled_count,
        active=phrases.join_items(active_texts, lang, has_semicolons=True) or render_message("nothing", lang),
    )
    if mat.fulfilled_contracts:
        fulfilled_texts = phrases.join_items(
            [phrases.describe_contract(card, lang) for card in mat.fulfilled_contracts], lang, has_semicolons=True
        )
        yield render_message("text.fulfilled", lang, contracts=fulfilled_texts, n=mat.contract_points or 0)


def _describe_uncounted_points(mat: Mat, lang: kit.Lang) -> str:
    """Describe what the open points leave out, like the tags at a seal: points to come, contracts face down."""
    pending = render_message("text.pending", lang, n=mat.pending_points) if mat.pending_points else ""
    return pending + (render_message("text.hidden", lang) if has_hidden_points(mat) else "")


def _describe_space(space: MarketSpaceView, ctx: kit.RenderContext) -> str:
    return render_message(
        "text.stall",
        ctx.lang,
        space=space.space,
        good=render_noun(f"goods.{space.good}", ctx.lang).lower(),
        used=space.used_count,
        uses=space.uses,
        n=len(space.cards),
    )
