"""Alternative text of a picture, in one line of at most 400 characters."""

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render import kit
from render.kilia.catalogue import render_label, render_message, render_noun
from render.kilia.council.wheels import compute_progress
from render.kilia.pieces.board_pieces import format_pending_points
from render.kilia.words.choices import describe_choices, describe_offered_contracts
from render.kilia.words.phrases import describe_cargo, describe_stock, join_items, join_sentences, name_seat

MAX_LENGTH = 400


def describe_picture(view: View, picture: str, ctx: kit.RenderContext) -> str:
    """Describe a picture."""
    kind, _, suffix = picture.partition(":")
    if kind == "panel" and ctx.viewer is not None:
        notice = render_message("alt.only_you", ctx.lang)
        return cut_text(
            join_sentences((notice, describe_private_picture(view, view.mats[ctx.viewer], suffix, ctx)), ctx.lang),
            ctx.lang,
        )
    if kind == "mat":
        return cut_text(describe_mat(view, view.mats[int(suffix)], ctx), ctx.lang)
    if kind == "zoom":
        title = f"{render_message(f'zoom.{suffix}', ctx.lang)}{FULL_STOP[ctx.lang].strip()}"
        return cut_text(join_sentences((title, describe_zoom(view, suffix, ctx)), ctx.lang), ctx.lang)
    return cut_text(describe_result(view, ctx) if kind == "final" else describe_council(view, ctx), ctx.lang)


FULL_STOP = {"ja": "。", "en": ". "}


def describe_private_picture(view: View, own_mat: Mat, suffix: str, ctx: kit.RenderContext) -> str:
    """Describe a private picture: the question and each option, then the player's stock."""
    if suffix == "board":
        return describe_council(view, ctx)
    if suffix == "mat":
        return describe_mat(view, own_mat, ctx)
    return join_sentences(
        (
            describe_choices(view, own_mat, suffix, ctx),
            render_message("alt.holds", ctx.lang, stock=describe_stock(own_mat, ctx.lang)),
        ),
        ctx.lang,
    )


def describe_zoom(view: View, part: str, ctx: kit.RenderContext) -> str:
    """Describe a zoom."""
    lang = ctx.lang
    match part:
        case "cards":
            return describe_cards(view, lang)
        case "contracts":
            return describe_offered_contracts(view, lang) + FULL_STOP[lang].strip()
        case "wheels":
            return describe_achievements(view, ctx)
        case _:
            seats = join_items([_describe_seat(mat, ctx) for mat in view.mats], lang, has_semicolons=True)
            return join_sentences((describe_standings(view, ctx), seats + FULL_STOP[lang].strip()), lang)


def _describe_seat(mat: Mat, ctx: kit.RenderContext) -> str:
    return f"{name_seat(ctx, mat.seat)} {describe_stock(mat, ctx.lang)}"


def cut_text(text: str, lang: kit.Lang) -> str:
    """Shorten a text to whole sentences; shorten a single long sentence to whole parts."""
    if len(text) <= MAX_LENGTH:
        return text
    stop, part, thing = FULL_STOP[lang].strip(), *(("；", "、") if lang == "ja" else (";", ","))
    for separator, min_length in (
        (stop, MAX_LENGTH * 3 // 4),
        (part, MAX_LENGTH // 2),
        (thing, MAX_LENGTH // 2),
        (stop, 1),
    ):
        end = text.rfind(separator, min_length, MAX_LENGTH - 1)
        if end > 0:
            return text[:end] + stop
    return text[:MAX_LENGTH]


def describe_council(view: View, ctx: kit.RenderContext) -> str:
    """Describe the council: round, active player, score, recent actions, cards, next numbers of the wheels."""
    lang = ctx.lang
    round_text = render_message("alt.final" if view.is_final_round else "alt.round", lang, n=view.round)
    if view.phase == "over":
        turn_text = ""
    elif view.turn is None:
        turn_text = render_message("alt.council", lang)
    else:
        active_mat = view.mats[view.turn]
        free_count = sum(active_mat.keys >= slot.keys for slot in view.slots)
        turn_text = render_message(
            "alt.turn", lang, name=name_seat(ctx, view.turn), keys=active_mat.keys, free=free_count
        )
    lines = join_items(kit.describe_turns(view, ctx, "engines.kilia"), lang, has_semicolons=True)
    actions_text = render_message("alt.news", lang, news=lines) if lines else ""
    return join_sentences(
        (
            round_text,
            turn_text,
            describe_standings(view, ctx),
            actions_text,
            describe_cards(view, lang),
            describe_wheels(view, lang),
        ),
        lang,
    )


def describe_standings(view: View, ctx: kit.RenderContext) -> str:
    """Describe open points and chips, the leader first."""
    order = sorted(view.mats, key=lambda mat: -mat.points)
    rows = [
        render_message(
            "alt.points",
            ctx.lang,
            name=name_seat(ctx, m.seat),
            n=m.points,
            more=format_pending_points(m),
            chips=m.chips,
        )
        for m in order
    ]
    key = "alt.race_more" if any(map(format_pending_points, order)) else "alt.race"
    return render_message(key, ctx.lang, race=join_items(rows, ctx.lang))


def describe_wheels(view: View, lang: kit.Lang) -> str:
    """Describe the next number of each achievement."""
    numbers = [
        render_message("alt.next", lang, wheel=render_label(wheel.id, lang), n=wheel.numbers[wheel.next_index])
        for wheel in view.wheels
    ]
    return render_message("alt.wheels", lang, numbers=join_items(numbers, lang))


def describe_achievements(view: View, ctx: kit.RenderContext) -> str:
    """Describe each achievement's requirement, the number of the next chip, and the reader's progress."""
    texts = []
    for wheel in view.wheels:
        chip_progress = None if ctx.viewer is None else compute_progress(view.mats[ctx.viewer], wheel.id)
        progress_text = (
            ""
            if chip_progress is None
            else render_message("alt.way_there", ctx.lang, n=chip_progress[0], most=chip_progress[1])
        )
        asks = render_noun(f"asks.{wheel.id}", ctx.lang)
        texts.append(render_message("alt.asks", ctx.lang, asks=asks, n=wheel.numbers[wheel.next_index]) + progress_text)
    return join_items(texts, ctx.lang, has_semicolons=True) + FULL_STOP[ctx.lang].strip()


def describe_cards(view: View, lang: kit.Lang) -> str:
    """Describe the offered action cards by their zone."""
    card_texts = [
        render_message(
            "alt.card", lang, n=slot.number, zone=render_noun(f"zones.{CONTENT.cards[slot.card].zone}", lang)
        )
        for slot in view.slots
        if slot.card is not None
    ]
    return render_message("alt.cards", lang, cards=join_items(card_texts, lang) or render_message("nothing", lang))


def describe_mat(view: View, mat: Mat, ctx: kit.RenderContext) -> str:
    """Describe a player board: stock, keys, abilities, ship, warehouses, next cargo."""
    lang = ctx.lang
    warehouse_count = sum(segment.cells is not None for segment in mat.canal)
    side = render_message(f"alt.{mat.side}", lang)
    board = render_message(
        "alt.mat",
        lang,
        name=name_seat(ctx, mat.seat),
        stock=describe_stock(mat, lang),
        keys=mat.keys,
        abilities=len(mat.abilities),
        ship=mat.ship,
        side=side,
        built=warehouse_count,
        contracts=len(mat.active_contracts),
        payable=len(mat.payable_contracts),
        chips=mat.chips,
    )
    if view.is_final_round or view.phase == "over":
        return board
    return join_sentences(
        (board, render_message("alt.sailing", lang, cargo=describe_cargo(mat.next_sailing, lang))), lang
    )


def describe_result(view: View, ctx: kit.RenderContext) -> str:
    """Describe the final result with the sources of each player's points."""
    lang = ctx.lang
    rows = [
        render_message(
            "alt.score",
            lang,
            name=name_seat(ctx, score.seat),
            n=score.total,
            parts=describe_score_parts(score.parts, lang),
        )
        for score in view.scores
    ]
    return render_message("alt.result", lang, rows=join_items(rows, lang, has_semicolons=True))


def describe_score_parts(rows: tuple[tuple[object, int], ...], lang: kit.Lang) -> str:
    """Describe the points by source."""
    names = ("achievements", "own_zone", "contracts", "abilities")
    return join_items(
        [f"{render_message(f'source.{key}', lang)} {n}" for key, (_, n) in zip(names, rows, strict=True)], lang
    )
