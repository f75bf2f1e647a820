"""The table in words: nouns of the game, messages of this folder, alt texts."""

from engines.flotsam.view import MerchantView, View

from engines.kernel import Arg, Message, load_catalogue, message
from render import kit


def render_noun(path: str, lang: kit.Lang) -> str:
    return load_catalogue("engines.flotsam").render_noun(path, lang)


def render_message(key: str, lang: kit.Lang, /, **args: Arg) -> str:
    return load_catalogue("render.flotsam").render(Message(key, args), lang)


def count_crates(goods: tuple[str, ...], lang: kit.Lang) -> str:
    """Count the crates by good: `2 tea, 1 silk`."""
    counts = tuple(
        message("count", n=goods.count(good), good=render_noun(f"goods.{good}", lang)) for good in dict.fromkeys(goods)
    )
    return render_message("list", lang, items=counts) if counts else render_message("none", lang)


def describe_situation(view: View, ctx: kit.RenderContext) -> str:
    """Describe the round, the crate ashore and the prices."""
    lang = ctx.lang
    prices = tuple(
        message("count", n=price, good=render_noun(f"goods.{good}", lang)) for good, price in view.prices.items()
    )
    turn = (
        render_message("over", lang)
        if view.crier is None
        else render_message("crier", lang, name=ctx.names[view.crier])
    )
    lot = (
        render_message("ashore", lang, lot=render_noun(f"goods.{view.lot}", lang))
        if view.lot
        else render_message("calm", lang)
    )
    return render_message("head", lang, n=view.round, of=view.rounds, turn=turn, lot=lot, pile=view.pile, prices=prices)


def describe_seat(view: View, seat: int, ctx: kit.RenderContext) -> str:
    """Describe one seat: coins, quay, hold."""
    purse: MerchantView = view.merchants[seat]
    hold = (
        render_message("held", ctx.lang, n=purse.hold_size)
        if purse.hold is None
        else count_crates(purse.hold, ctx.lang)
    )
    return render_message(
        "row",
        ctx.lang,
        seat="ABCD"[seat],
        name=ctx.names[seat],
        coins=purse.coins,
        quay=count_crates(purse.quay, ctx.lang),
        hold=hold,
    )


def describe_board(view: View, ctx: kit.RenderContext) -> str:
    lines = [describe_seat(view, seat, ctx) for seat in range(len(view.merchants))]
    lost = render_message("sea", ctx.lang, crates=count_crates(view.sea, ctx.lang))
    return "\n".join([describe_situation(view, ctx), *lines, lost, *describe_final(view, ctx)])


def describe_final(view: View, ctx: kit.RenderContext) -> tuple[str, ...]:
    """Describe the final result, the winner first; empty before the end."""
    if not view.scores:
        return ()
    totals = ", ".join(f"{'ABCD'[score.seat]} {score.total}" for score in view.scores)
    winner = render_message("winner", ctx.lang, name=ctx.names[view.scores[0].seat])
    return (render_message("final", ctx.lang, winner=winner, totals=totals),)


def describe_briefly(view: View, ctx: kit.RenderContext) -> str:
    """Return the alt text, at most 400 characters: the situation and all coins; after the end the result first."""
    coins = ", ".join(f"{'ABCD'[seat]} {purse.coins}" for seat, purse in enumerate(view.merchants))
    text = render_message("alt", ctx.lang, head=describe_situation(view, ctx), coins=coins)
    return " ".join((*describe_final(view, ctx), text))[:400]
