"""The table in words: nouns of the game, sentences of this folder, alt texts."""

from engines.flotsam.view import Purse, View

from engines.kernel import Arg, Msg, catalogue, say
from render import Lang, Look


def noun(path: str, lang: Lang) -> str:
    return catalogue("engines.flotsam").term(path, lang)


def sentence(key: str, lang: Lang, /, **args: Arg) -> str:
    return catalogue("render.flotsam").render(Msg(key, args), lang)


def crates(goods: tuple[str, ...], lang: Lang) -> str:
    """`2 tea, 1 silk`"""
    counts = tuple(say("count", n=goods.count(good), good=noun(f"goods.{good}", lang)) for good in dict.fromkeys(goods))
    return sentence("list", lang, items=counts) if counts else sentence("none", lang)


def head(view: View, look: Look) -> str:
    """What time it is, what lies ashore, what the goods cost."""
    lang = look.lang
    prices = tuple(say("count", n=price, good=noun(f"goods.{good}", lang)) for good, price in view.prices.items())
    turn = sentence("over", lang) if view.crier is None else sentence("crier", lang, name=look.names[view.crier])
    lot = sentence("ashore", lang, lot=noun(f"goods.{view.lot}", lang)) if view.lot else sentence("calm", lang)
    return sentence("head", lang, n=view.round, of=view.rounds, turn=turn, lot=lot, pile=view.pile, prices=prices)


def row(view: View, seat: int, look: Look) -> str:
    """One seat: coins, quay, hold."""
    purse: Purse = view.merchants[seat]
    hold = sentence("held", look.lang, n=purse.held) if purse.hold is None else crates(purse.hold, look.lang)
    return sentence(
        "row",
        look.lang,
        seat="ABCD"[seat],
        name=look.names[seat],
        coins=purse.coins,
        quay=crates(purse.quay, look.lang),
        hold=hold,
    )


def whole(view: View, look: Look) -> str:
    lines = [row(view, seat, look) for seat in range(len(view.merchants))]
    lost = sentence("sea", look.lang, crates=crates(view.sea, look.lang))
    return "\n".join([head(view, look), *lines, lost, *final(view, look)])


def final(view: View, look: Look) -> tuple[str, ...]:
    """At the end: who has how many points, the winner first."""
    if not view.scores:
        return ()
    totals = ", ".join(f"{'ABCD'[score.seat]} {score.total}" for score in view.scores)
    winner = sentence("winner", look.lang, name=look.names[view.scores[0].seat])
    return (sentence("final", look.lang, winner=winner, totals=totals),)


def short(view: View, look: Look) -> str:
    """At most 400 characters: the head, and the coins of all; at the end the result first."""
    coins = ", ".join(f"{'ABCD'[seat]} {purse.coins}" for seat, purse in enumerate(view.merchants))
    told = sentence("alt", look.lang, head=head(view, look), coins=coins)
    return " ".join((*final(view, look), told))[:400]
