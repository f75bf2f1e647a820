"""The whole table in words: everything that the pictures tell."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, Stall, View, WheelView
from render.kilia.catalogue import noun, sentence
from render.kilia.words.alt import council, result
from render.kilia.words.phrases import ability, cargo, contract, listed, name, stock, strip
from render.kit.look import Look


def words(view: View, look: Look) -> str:
    return "\n".join(_lines(view, look))


def _lines(view: View, look: Look) -> Iterator[str]:
    lang = look.lang
    yield result(view, look) if view.phase == "over" else council(view, look)
    top = "" if view.top is None else sentence("text.top", lang, zone=noun(f"zones.{view.top}", lang))
    yield sentence("text.decks", lang, cards=view.deck, contracts=view.contract_deck) + top
    for slot in view.slots:
        if slot.card is not None:
            printed = CONTENT.cards[slot.card]
            yield sentence(
                "text.card" if slot.price else "text.card_free",
                lang,
                slot=slot.number,
                keys=slot.keys,
                price=slot.price,
                card=slot.card,
                zone=noun(f"zones.{printed.zone}", lang),
                cells=strip(printed.warehouse, lang),
                ability=ability(slot.card, lang),
            )
    for slot in view.slots:
        if slot.contract is not None:
            yield sentence("text.contract", lang, slot=slot.number, contract=contract(slot.contract, lang))
    yield from (_wheel(wheel, look) for wheel in view.wheels)
    for seat in view.order:
        yield from _mat(view, view.mats[seat], look)


def _wheel(wheel: WheelView, look: Look) -> str:
    lang = look.lang
    told = [
        sentence("text.number", lang, n=number, who=listed([name(look, seat) for seat in markers], lang))
        for number, markers in zip(wheel.numbers, wheel.placed, strict=True)
        if markers
    ]
    if wheel.waiting:
        told.append(sentence("text.waiting", lang, who=listed([name(look, seat) for seat in wheel.waiting], lang)))
    free = listed([str(n) for n, markers in zip(wheel.numbers, wheel.placed, strict=True) if not markers], lang)
    title = noun(f"achievements.{wheel.id}", lang)
    return sentence("text.wheel", lang, title=title, free=free or "–", told=listed(told, lang, apart=True) or "–")


def _mat(view: View, mat: Mat, look: Look) -> Iterator[str]:
    lang = look.lang
    yield sentence(
        "text.mat",
        lang,
        name=name(look, mat.seat),
        color=noun(f"player_colors.{mat.color}", lang),
        points=mat.points,
        chips=mat.chips,
        stock=stock(mat, lang),
        sprat=sentence(f"text.sprat_{mat.sprat}", lang),
    )
    zones = [
        sentence("text.zone", lang, zone=noun(f"zones.{zone.id}", lang), n=len(zone.cards), keys=mat.keys)
        for zone in mat.zones
    ]
    yield sentence("text.zones", lang, zones=listed(zones, lang), keys=mat.keys, ship=mat.ship)
    stalls = [_stall(stall, look) for stall in mat.market if stall.good is not None]
    yield sentence("text.market", lang, stalls=listed(stalls, lang) or sentence("nothing", lang))
    learnt = [ability(card, lang) for card in mat.abilities]
    yield sentence("text.abilities", lang, abilities=listed(learnt, lang, apart=True) or sentence("nothing", lang))
    built = [
        sentence("text.segment", lang, n=segment.number, cells=strip(segment.cells, lang))
        for segment in mat.canal
        if segment.cells is not None
    ]
    yield sentence("text.canal", lang, side=sentence(f"alt.{mat.side}", lang), segments=listed(built, lang, apart=True))
    if not view.final and view.phase != "over":
        yield sentence("text.sailing", lang, cargo=cargo(mat.sailing, lang), back=cargo(mat.back, lang))
    active = [contract(card, lang) for card in mat.active]
    yield sentence(
        "text.contracts", lang, n=mat.fulfilled, active=listed(active, lang, apart=True) or sentence("nothing", lang)
    )
    if mat.contracts:
        done = listed([contract(card, lang) for card in mat.contracts], lang, apart=True)
        yield sentence("text.fulfilled", lang, contracts=done, n=mat.contract_points or 0)


def _stall(stall: Stall, look: Look) -> str:
    return sentence(
        "text.stall",
        look.lang,
        space=stall.space,
        good=noun(f"goods.{stall.good}", look.lang).lower(),
        used=stall.used,
        uses=stall.uses,
        n=len(stall.cards),
    )
