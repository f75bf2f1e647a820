"""The header of the overview: round and rewards, tiles left, and the seat whose turn it is."""

from collections.abc import Iterator
from dataclasses import replace

from engines.signorie.view import RewardSlot, View
from render import kit
from render.signorie import theme
from render.signorie.catalogue import render_message, render_noun
from render.signorie.layout import LEFT
from render.signorie.pieces import RewardDisc

MID = 66
RIGHT = 1568
_DOT, _DOT_PITCH = 14, 34
_NOW, _WORDS = 0.86, 216  # the current reward: scale of its disc, maximum width of its words
_AIR = 20  # px kept free before the words at the right if smaller rewards are possible
_COMING = (30, 27, 24, 20)  # radii of coming rewards; the largest that leaves space for the words at the right is used


def draw_header(view: View, ctx: kit.RenderContext, is_private: bool = False) -> kit.Nodes:
    """Draw round, rewards, stack, and at the right the turn or, on a private picture, the notice.

    For a reader who was away, a legend beside the pill explains the author badges.
    """
    if is_private:
        plain_ctx = replace(ctx, steps=())
        for r in _COMING:
            nodes, left = _draw_progress(view, plain_ctx, r)
            if kit.measure_text(render_message("private.notice", ctx.lang), kit.KEY) <= _compute_notice_width(left):
                break
        return (*nodes, *_draw_notice(ctx.lang, left))
    words = render_message(
        _choose_pill_key(view), ctx.lang, name=kit.drop_missing_glyphs(ctx.names[_find_named_seat(view)])
    )
    for r in _COMING:
        nodes, left = _draw_progress(view, ctx, r)
        if kit.measure_text(words, kit.KEY) <= _compute_pill_width(left) - _AIR:
            break
    if ctx.steps and kit.measure_text(
        kit.drop_missing_glyphs(ctx.names[_find_named_seat(view)]), kit.BODY
    ) > _compute_pill_width(left):
        nodes, left = _draw_progress(view, ctx, _COMING[-1], has_words=False)  # to avoid shortening the name
    return (*nodes, *_draw_pill(view, ctx, left))


def _draw_progress(
    view: View, ctx: kit.RenderContext, r: float, has_words: bool = True
) -> tuple[list[kit.Node], float]:
    """Draw round, rewards and stack, plus the legend of author badges for a reader who was away.

    r: radius of coming rewards; has_words: whether the name of the round's reward is shown beside it. Returns the
    nodes and the x of their right end.
    """
    title = render_message("board.round", ctx.lang, n=view.round, of=view.rounds)
    nodes: list[kit.Node] = [kit.TextRun(LEFT, MID, title, kit.HEAD, theme.CREAM, max_width=340)]
    x = LEFT + kit.measure_text(title, kit.HEAD) + 40
    for slot in view.rewards:
        if slot.status == "unused":
            continue
        if slot.status == "now":
            nodes += _draw_current_reward(slot, ctx.lang, x, has_words)
            x += _measure_pill(slot, ctx.lang, has_words) + 14
        elif slot.status == "past" or view.phase == "over":
            nodes += [
                kit.Disc(x + _DOT, MID, _DOT, theme.SERPENTINE),
                kit.Icon("check", x + _DOT, MID, 20, theme.MUTED),
            ]
            x += _DOT_PITCH
        else:
            placement = kit.Placement(x, MID - r, 2 * r, 2 * r, r, (x + 8, MID - r), 14, max_width=2 * r)
            disc = RewardDisc(slot.tile or "", slot.kind, slot.status)
            nodes += [kit.Anchor(f"reward:{slot.number}", placement), kit.Sprite(x + r, MID, disc, r / 29)]
            x += 2 * r + 10
    muted = view.stack == 0
    back = kit.TileBack(theme.PAST_SIGN if muted else theme.STONE_ON_VERDE, 46, theme.VERDE)
    x += 14
    nodes.append(kit.Sprite(x + 24, MID, back))
    nodes.append(
        kit.TextRun(x + 52, MID, f"×{view.stack}", kit.BODY, theme.MUTED if muted else theme.CREAM, max_width=70)
    )
    left = x + 128
    if not ctx.steps:
        return nodes, left
    legend_text = render_message("board.since", ctx.lang)
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    legend_nodes, end = kit.draw_author_legend(
        legend_text, kit.list_actors(ctx.steps), colours.__getitem__, left + 14, MID, theme.MUTED
    )
    return [*nodes, *legend_nodes], end + 24


def _fit_reward_label(slot: RewardSlot, lang: kit.Lang) -> kit.FittedText:
    return kit.fit_text(render_noun(f"reward_labels.{slot.tile}", lang), _WORDS, kit.BODY, 2)


def _measure_pill(slot: RewardSlot, lang: kit.Lang, has_words: bool) -> float:
    if not has_words:
        return 84
    label = _fit_reward_label(slot, lang)
    return 88 + max(kit.measure_text(line, label.size) for line in label.lines) + 30


def _draw_current_reward(slot: RewardSlot, lang: kit.Lang, x: float, has_words: bool) -> Iterator[kit.Node]:
    """Draw the reward of the round in a pill, with its name if `has_words`."""
    w = _measure_pill(slot, lang, has_words)
    yield kit.Anchor(
        f"reward:{slot.number}", kit.Placement(x, MID - 42, w, 84, 42, (x + 14, MID - 34), 18, max_width=w)
    )
    yield kit.Box(x, MID - 42, w, 84, 42, theme.IVORY, kit.GOLD, 5, material="pill")
    yield kit.Sprite(x + 42, MID, RewardDisc(slot.tile or "", slot.kind, "now"), _NOW)
    if has_words:
        yield from _fit_reward_label(slot, lang).build_runs(x + 88, MID, theme.INK, max_width=_WORDS)


def _draw_notice(lang: kit.Lang, left: float) -> kit.Nodes:
    max_width = _compute_notice_width(left)
    fitted = kit.fit_text(render_message("private.notice", lang), max_width, kit.KEY)
    width = max(kit.measure_text(words, fitted.size) for words in fitted.lines)
    eye = kit.Icon("eye_off", 1556 - width - 48, MID, 56, kit.GOLD, theme.VERDE)
    return (eye, *fitted.build_runs(1556, MID, kit.GOLD, "r", max_width=max_width))


def _compute_notice_width(left: float) -> float:
    """Return the maximum width of the notice, clear of the stack that ends at `left`."""
    return 1556 - left - 116


def _choose_pill_key(view: View) -> str:
    """Return the catalogue key of the text in the pill."""
    return "board.winner" if view.turn is None else "board.turn" if view.phase == "actions" else "board.reward"


def _find_named_seat(view: View) -> int:
    """Return the seat named in the pill: the acting seat, or after the end the winner."""
    return view.scores[0].seat if view.turn is None else view.turn


def _compute_pill_width(left: float) -> float:
    """Return the maximum width of the words in the pill whose left end is at `left`."""
    return RIGHT - left - 128


def _draw_pill(view: View, ctx: kit.RenderContext, left: float) -> kit.Nodes:
    """Draw the white pill at the right: turn, reward, or winner. left: minimum x of its left end."""
    seat = _find_named_seat(view)
    mat, max_width = view.mats[seat], _compute_pill_width(left)
    words, size = _fit_pill_text(_choose_pill_key(view), ctx.lang, ctx.names[seat], max_width)
    width = kit.measure_text(words, size) + 128
    x = RIGHT - width
    background = kit.Box(x, 28, width, 76, 38, theme.IVORY, material="pill")
    token: kit.Nodes = (kit.Sprite(x + 46, MID, kit.SeatToken(seat, theme.SEATS[mat.color], 27)),)
    if view.phase == "over":
        token = (
            kit.Sprite(x + 46, MID, kit.Seal("", 34)),
            kit.Sprite(x + 46, MID, kit.SeatToken(seat, theme.SEATS[mat.color], 17)),
        )
    elif view.phase == "rewards":
        reward_slot = next(slot for slot in view.rewards if slot.status == "now")
        token = (kit.Sprite(x + 44, MID, RewardDisc(reward_slot.tile or "", reward_slot.kind, "now"), 0.84),)
    return (background, *token, kit.TextRun(x + 92, MID, words, size, theme.INK, max_width=max_width))


def _fit_pill_text(key: str, lang: kit.Lang, name: str, max_width: float) -> tuple[str, int]:
    """Return the text with a name, and its size. If it is too wide, the name alone, if necessary shortened."""
    short_name = kit.drop_missing_glyphs(name)
    for words, sizes in (
        (render_message(key, lang, name=short_name), (kit.KEY, kit.BODY)),
        (short_name, (kit.KEY, kit.BODY)),
    ):
        for size in sizes:
            if kit.measure_text(words, size) <= max_width:
                return words, size
    fitted = kit.fit_name(name, max_width, kit.BODY)
    return fitted.lines[0], fitted.size
