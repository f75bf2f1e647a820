"""What a picture shows, in one line of at most 400 characters."""

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render.kilia.catalogue import noun, sentence
from render.kilia.words.phrases import cargo, listed, name, stock
from render.kit.look import Lang, Look

LONGEST = 400


def alt(view: View, picture: str, look: Look) -> str:
    if picture.startswith("panel:") and look.viewer is not None:
        own = sentence("alt.only_you", look.lang)
        rest = council(view, look) if picture == "panel:board" else mat(view, view.mats[look.viewer], look)
        if picture == "panel:turn":
            rest = f"{sentence('which', look.lang)} {cards(view, look.lang)} {rest}"
        return cut(f"{own} {rest}", look.lang)
    if picture.startswith("mat:"):
        return cut(mat(view, view.mats[int(picture.partition(":")[2])], look), look.lang)
    return cut(result(view, look) if view.phase == "over" else council(view, look), look.lang)


def cut(text: str, lang: Lang) -> str:
    """Whole sentences, as many as fit."""
    if len(text) <= LONGEST:
        return text
    stop = "。" if lang == "ja" else ". "
    end = text.rfind(stop, 0, LONGEST - 1)
    return text[: end + 1] if end > 0 else text[:LONGEST]


def council(view: View, look: Look) -> str:
    """Round, who moves, the race, cards, next numbers of the wheels."""
    lang = look.lang
    when = sentence("alt.final" if view.final else "alt.round", lang, n=view.round)
    if view.turn is None:
        who = sentence("alt.council", lang)
    else:
        moving = view.mats[view.turn]
        free = sum(moving.keys >= slot.keys for slot in view.slots)
        who = sentence("alt.turn", lang, name=name(look, view.turn), keys=moving.keys, free=free)
    order = sorted(view.mats, key=lambda mat: -mat.points)
    race = listed(
        [sentence("alt.points", lang, name=name(look, m.seat), n=m.points, chips=m.chips) for m in order], lang
    )
    numbers = listed([str(wheel.numbers[wheel.next]) for wheel in view.wheels], lang)
    standing = sentence("alt.race", lang, race=race)
    return f"{when} {who} {standing} {cards(view, lang)} {sentence('alt.wheels', lang, numbers=numbers)}"


def cards(view: View, lang: Lang) -> str:
    lying = [
        sentence("alt.card", lang, n=slot.number, zone=noun(f"zones.{CONTENT.cards[slot.card].zone}", lang))
        for slot in view.slots
        if slot.card is not None
    ]
    return sentence("alt.cards", lang, cards=listed(lying, lang))


def mat(view: View, mat: Mat, look: Look) -> str:
    """Stock, keys, abilities, ship, warehouses, what the ship brings."""
    lang = look.lang
    built = sum(segment.cells is not None for segment in mat.canal)
    side = sentence(f"alt.{mat.side}", lang)
    board = sentence(
        "alt.mat",
        lang,
        name=name(look, mat.seat),
        stock=stock(mat, lang),
        keys=mat.keys,
        abilities=len(mat.abilities),
        ship=mat.ship,
        side=side,
        built=built,
        contracts=len(mat.active),
        payable=len(mat.payable),
        chips=mat.chips,
    )
    if view.final or view.phase == "over":
        return board
    return f"{board} {sentence('alt.sailing', lang, cargo=cargo(mat.sailing, lang))}"


def result(view: View, look: Look) -> str:
    """Who has won, and what everybody's points come from."""
    lang = look.lang
    rows = [
        sentence("alt.score", lang, name=name(look, score.seat), n=score.total, parts=parts(score.parts, lang))
        for score in view.scores
    ]
    return sentence("alt.result", lang, rows=listed(rows, lang, apart=True))


def parts(rows: tuple[tuple[object, int], ...], lang: Lang) -> str:
    names = ("achievements", "own_zone", "contracts", "abilities")
    return listed([f"{sentence(f'source.{key}', lang)} {n}" for key, (_, n) in zip(names, rows, strict=True)], lang)
