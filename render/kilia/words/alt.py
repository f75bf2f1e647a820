"""What a picture shows, in one line of at most 400 characters."""

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render.kilia.catalogue import label, noun, sentence
from render.kilia.council.progress import progress
from render.kilia.pieces.board_pieces import coming_words
from render.kilia.words.choices import choices, offered
from render.kilia.words.phrases import cargo, joined, listed, name, stock
from render.kit.look import Lang, Look
from render.kit.marks.news import heard

LONGEST = 400


def alt(view: View, picture: str, look: Look) -> str:
    kind, _, of = picture.partition(":")
    if kind == "panel" and look.viewer is not None:
        own = sentence("alt.only_you", look.lang)
        return cut(joined((own, private(view, view.mats[look.viewer], of, look)), look.lang), look.lang)
    if kind == "mat":
        return cut(mat(view, view.mats[int(of)], look), look.lang)
    if kind == "zoom":
        title = f"{sentence(f'zoom.{of}', look.lang)}{STOP[look.lang].strip()}"
        return cut(joined((title, enlarged(view, of, look)), look.lang), look.lang)
    return cut(result(view, look) if kind == "final" else council(view, look), look.lang)


STOP = {"ja": "。", "en": ". "}


def private(view: View, own: Mat, of: str, look: Look) -> str:
    """A picture that only its reader sees: the question and what each choice means, then what is held."""
    if of == "board":
        return council(view, look)
    if of == "mat":
        return mat(view, own, look)
    return joined(
        (choices(view, own, of, look), sentence("alt.holds", look.lang, stock=stock(own, look.lang))), look.lang
    )


def enlarged(view: View, part: str, look: Look) -> str:
    """What a zoom shows of the council."""
    lang = look.lang
    match part:
        case "cards":
            return cards(view, lang)
        case "contracts":
            return offered(view, lang) + STOP[lang].strip()
        case "wheels":
            return achievements(view, look)
        case _:
            seats = listed([_seat(mat, look) for mat in view.mats], lang, apart=True)
            return joined((standing(view, look), seats + STOP[lang].strip()), lang)


def _seat(mat: Mat, look: Look) -> str:
    return f"{name(look, mat.seat)} {stock(mat, look.lang)}"


def cut(text: str, lang: Lang) -> str:
    """Whole sentences, as many as fit; of a long one that does not as many of its parts."""
    if len(text) <= LONGEST:
        return text
    stop, part, thing = STOP[lang].strip(), *(("；", "、") if lang == "ja" else (";", ","))
    for sign, least in ((stop, LONGEST * 3 // 4), (part, LONGEST // 2), (thing, LONGEST // 2), (stop, 1)):
        end = text.rfind(sign, least, LONGEST - 1)
        if end > 0:
            return text[:end] + stop
    return text[:LONGEST]


def council(view: View, look: Look) -> str:
    """Round, who moves, the race, what the last turns did, cards, next numbers of the wheels."""
    lang = look.lang
    when = sentence("alt.final" if view.final else "alt.round", lang, n=view.round)
    if view.phase == "over":
        who = ""
    elif view.turn is None:
        who = sentence("alt.council", lang)
    else:
        moving = view.mats[view.turn]
        free = sum(moving.keys >= slot.keys for slot in view.slots)
        who = sentence("alt.turn", lang, name=name(look, view.turn), keys=moving.keys, free=free)
    lines = listed(heard(view, look, "engines.kilia"), lang, apart=True)
    just = sentence("alt.news", lang, news=lines) if lines else ""
    return joined((when, who, standing(view, look), just, cards(view, lang), wheels(view, lang)), lang)


def standing(view: View, look: Look) -> str:
    """Open points and chips, the leader first."""
    order = sorted(view.mats, key=lambda mat: -mat.points)
    rows = [
        sentence("alt.points", look.lang, name=name(look, m.seat), n=m.points, more=coming_words(m), chips=m.chips)
        for m in order
    ]
    return sentence("alt.race", look.lang, race=listed(rows, look.lang))


def wheels(view: View, lang: Lang) -> str:
    """The next number of each achievement by its name."""
    numbers = [
        sentence("alt.next", lang, wheel=label(wheel.id, lang), n=wheel.numbers[wheel.next]) for wheel in view.wheels
    ]
    return sentence("alt.wheels", lang, numbers=listed(numbers, lang))


def achievements(view: View, look: Look) -> str:
    """What each asks, the number that the next chip gets, and how far the reader is."""
    told = []
    for wheel in view.wheels:
        way = None if look.viewer is None else progress(view.mats[look.viewer], wheel.id)
        own = "" if way is None else sentence("alt.way_there", look.lang, n=way[0], most=way[1])
        asks = noun(f"asks.{wheel.id}", look.lang)
        told.append(sentence("alt.asks", look.lang, asks=asks, n=wheel.numbers[wheel.next]) + own)
    return listed(told, look.lang, apart=True) + STOP[look.lang].strip()


def cards(view: View, lang: Lang) -> str:
    lying = [
        sentence("alt.card", lang, n=slot.number, zone=noun(f"zones.{CONTENT.cards[slot.card].zone}", lang))
        for slot in view.slots
        if slot.card is not None
    ]
    return sentence("alt.cards", lang, cards=listed(lying, lang) or sentence("nothing", lang))


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
    return joined((board, sentence("alt.sailing", lang, cargo=cargo(mat.sailing, lang))), lang)


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
