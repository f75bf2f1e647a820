"""The table in words: nouns of the game, messages of this folder, alt texts."""

from engines.meadow.view import View

from engines.kernel import Arg, Message, load_catalogue, message
from render import kit


def render_noun(path: str, lang: kit.Lang) -> str:
    return load_catalogue("engines.meadow").render_noun(path, lang)


def render_message(key: str, lang: kit.Lang, /, **args: Arg) -> str:
    return load_catalogue("render.meadow").render(Message(key, args), lang)


def count_flowers(names: tuple[str, ...], lang: kit.Lang) -> str:
    """Count the flowers by kind: `2 clover, 1 thyme`."""
    counts = tuple(
        message("count", n=names.count(name), flower=render_noun(f"flowers.{name}", lang))
        for name in dict.fromkeys(names)
    )
    return render_message("list", lang, items=counts) if counts else render_message("none", lang)


def describe_situation(view: View, ctx: kit.RenderContext) -> str:
    """Describe round and phase, the active seat, the demand, and the open cards."""
    lang = ctx.lang
    fetches = tuple(
        message("count", n=n, flower=render_noun(f"flowers.{name}", lang)) for name, n in view.demand.items()
    )
    return render_message(
        "head",
        lang,
        time=describe_time(view, lang),
        turn=describe_turn(view, ctx),
        fetches=fetches,
        pile=view.pile,
        discard=count_flowers(view.discard, lang),
    )


def describe_time(view: View, lang: kit.Lang) -> str:
    return render_message("time", lang, n=view.round, of=view.rounds, phase=render_message(f"phase.{view.phase}", lang))


def describe_turn(view: View, ctx: kit.RenderContext) -> str:
    if view.scores:
        return render_message("winner", ctx.lang, name=ctx.names[view.scores[0].seat])
    if view.turn is None:
        return render_message("all", ctx.lang)
    return render_message("turn", ctx.lang, name=ctx.names[view.turn])


def describe_seat(view: View, seat: int, ctx: kit.RenderContext) -> str:
    bench, lang = view.keepers[seat], ctx.lang
    hand = render_message("held", lang, n=bench.hand_size) if bench.hand is None else count_flowers(bench.hand, lang)
    hive = render_noun(f"hives.{bench.color}", lang) if bench.color else render_message("no_hive", lang)
    return render_message("row", lang, seat="ABCD"[seat], name=ctx.names[seat], hive=hive, honey=bench.honey, hand=hand)


def describe_board(view: View, ctx: kit.RenderContext) -> str:
    lines = [describe_situation(view, ctx), *(describe_seat(view, seat, ctx) for seat in range(len(view.keepers)))]
    if ctx.viewer is not None and view.seat is not None:
        lines.append(describe_private(view, ctx))
    if view.scores:
        totals = ", ".join(f"{'ABCD'[score.seat]} {score.total}" for score in view.scores)
        lines.append(render_message("final", ctx.lang, totals=totals))
    return "\n".join(lines)


def describe_private(view: View, ctx: kit.RenderContext) -> str:
    """Describe the reader's hand and basket, and the scouted card."""
    hand = () if ctx.viewer is None else view.keepers[ctx.viewer].hand or ()
    text = render_message(
        "private", ctx.lang, hand=count_flowers(hand, ctx.lang), basket=count_flowers(view.basket, ctx.lang)
    )
    if view.top is None:
        return text
    return f"{text} {render_message('top', ctx.lang, flower=render_noun(f'flowers.{view.top}', ctx.lang))}"


def describe_briefly(view: View, ctx: kit.RenderContext) -> str:
    """Return the alt text, at most 400 characters: the situation and the honey of all seats."""
    honey = ", ".join(f"{'ABCD'[seat]} {bench.honey}" for seat, bench in enumerate(view.keepers))
    return render_message("alt", ctx.lang, head=describe_situation(view, ctx), honey=honey)[:400]
