"""The table in words: nouns of the game, sentences of this folder, alt texts."""

from engines.meadow.view import View

from engines.kernel import Arg, Msg, catalogue, say
from render import Lang, Look


def noun(path: str, lang: Lang) -> str:
    return catalogue("engines.meadow").term(path, lang)


def sentence(key: str, lang: Lang, /, **args: Arg) -> str:
    return catalogue("render.meadow").render(Msg(key, args), lang)


def flowers(names: tuple[str, ...], lang: Lang) -> str:
    """`2 clover, 1 thyme`"""
    counts = tuple(
        say("count", n=names.count(name), flower=noun(f"flowers.{name}", lang)) for name in dict.fromkeys(names)
    )
    return sentence("list", lang, items=counts) if counts else sentence("none", lang)


def head(view: View, look: Look) -> str:
    """What time it is, whose turn, what the flowers fetch, and what lies open."""
    lang = look.lang
    fetches = tuple(say("count", n=n, flower=noun(f"flowers.{name}", lang)) for name, n in view.demand.items())
    return sentence(
        "head",
        lang,
        time=time(view, lang),
        turn=whose(view, look),
        fetches=fetches,
        pile=view.pile,
        discard=flowers(view.discard, lang),
    )


def time(view: View, lang: Lang) -> str:
    return sentence("time", lang, n=view.round, of=view.rounds, phase=sentence(f"phase.{view.phase}", lang))


def whose(view: View, look: Look) -> str:
    if view.scores:
        return sentence("winner", look.lang, name=look.names[view.scores[0].seat])
    if view.turn is None:
        return sentence("all", look.lang)
    return sentence("turn", look.lang, name=look.names[view.turn])


def row(view: View, seat: int, look: Look) -> str:
    bench, lang = view.keepers[seat], look.lang
    hand = sentence("held", lang, n=bench.held) if bench.hand is None else flowers(bench.hand, lang)
    hive = noun(f"hives.{bench.color}", lang) if bench.color else sentence("no_hive", lang)
    return sentence("row", lang, seat="ABCD"[seat], name=look.names[seat], hive=hive, honey=bench.honey, hand=hand)


def whole(view: View, look: Look) -> str:
    lines = [head(view, look), *(row(view, seat, look) for seat in range(len(view.keepers)))]
    if look.viewer is not None and view.seat is not None:
        lines.append(private(view, look))
    if view.scores:
        totals = ", ".join(f"{'ABCD'[score.seat]} {score.total}" for score in view.scores)
        lines.append(sentence("final", look.lang, totals=totals))
    return "\n".join(lines)


def private(view: View, look: Look) -> str:
    """What only the reader sees."""
    hand = () if look.viewer is None else view.keepers[look.viewer].hand or ()
    told = sentence("private", look.lang, hand=flowers(hand, look.lang), basket=flowers(view.basket, look.lang))
    if view.top is None:
        return told
    return f"{told} {sentence('top', look.lang, flower=noun(f'flowers.{view.top}', look.lang))}"


def short(view: View, look: Look) -> str:
    """At most 400 characters: the head, and the honey of all."""
    honey = ", ".join(f"{'ABCD'[seat]} {bench.honey}" for seat, bench in enumerate(view.keepers))
    return sentence("alt", look.lang, head=head(view, look), honey=honey)[:400]
