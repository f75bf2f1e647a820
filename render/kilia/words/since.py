"""What a shipowner did between two Views, in a few words each."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render.kilia.catalogue import noun, sentence
from render.kilia.words.phrases import listed
from render.kit.look import Look, Step
from render.kit.marks.news import Said, in_words, news


def told(step: Step, view: View, look: Look) -> tuple[str | Said, ...]:
    """What the seat did: zones, warehouses, merchants, contracts, abilities, chips, and the points that came; where
    that is nothing, what it has more and less of.
    """
    before, seat = step.before, step.seat
    assert isinstance(before, View) and seat is not None
    done = tuple(_told(before, view, seat, look)) or tuple(_stock(before, view, seat, look))
    return (
        done
        if before.round == view.round
        else (*done, Said(sentence("news.round", look.lang, n=view.round), of_all=True))
    )


def _stock(before: View, view: View, seat: int, look: Look) -> Iterator[str]:
    then, now = before.mats[seat], view.mats[seat]
    if now.coins != then.coins:
        yield sentence("news.coins", look.lang, n=now.coins - then.coins)
    for good, n in now.goods.items():
        if n != then.goods[good]:
            yield sentence("news.stock", look.lang, good=_word(f"goods.{good}", look), n=n - then.goods[good])


def _told(before: View, view: View, seat: int, look: Look) -> Iterator[str]:
    lang, then, now = look.lang, before.mats[seat], view.mats[seat]
    for old, new in zip(then.zones, now.zones, strict=True):
        if len(new.cards) > len(old.cards):
            yield sentence("news.expanded", lang, zone=_word(f"zones.{new.id}", look))
    for stood, stands in zip(then.canal, now.canal, strict=True):
        if stands.card is not None and stood.card != stands.card:
            yield sentence("news.built", lang)
    for was, stall in zip(then.market, now.market, strict=True):
        if len(stall.cards) > len(was.cards) and stall.good is not None:
            yield sentence("news.merchant", lang, good=_word(f"goods.{stall.good}", look))
    if now.fulfilled > then.fulfilled:
        yield _fulfilled(before, view, seat, look)
    if len(now.abilities) > len(then.abilities):
        yield sentence("news.learned", lang)
    reached = {
        wheel.id: more
        for earlier, wheel in zip(before.wheels, view.wheels, strict=True)
        if (more := _markers(wheel.placed, wheel.waiting, seat) - _markers(earlier.placed, earlier.waiting, seat)) > 0
    }
    if reached:
        words = [sentence("news.wheel", lang, wheel=sentence(f"wheel.{wheel}", lang)) for wheel in reached]
        number, chips = sum(reached.values()), then.chips - now.chips
        key = "news.chips" if chips == number else "news.chips_and_goods" if chips else "news.goods"
        yield sentence(key, lang, n=number, chips=chips, goods=number - chips, wheels=listed(words, lang))
    zone = _own_zone(now) - _own_zone(then)
    for source, points in (("own_zone", zone), ("wheels", now.points - then.points - zone)):
        if points:
            yield sentence(f"news.{source}", lang, n=points)
    if not reached and now.points == then.points and now.fulfilled == then.fulfilled and _cards(now) > _cards(then):
        yield sentence("news.no_points", lang)


def _own_zone(mat: Mat) -> int:
    """R17(2) What the zone of the own colour brings; the other open points are those of the wheels (R4)."""
    cards = sum(len(zone.cards) for zone in mat.zones if zone.id == mat.own_zone)
    return CONTENT.data.rules.own_zone_points_per_card * cards


def _cards(mat: Mat) -> int:
    """How many cards lie in front of a shipowner."""
    stalls, canal = (len(stall.cards) for stall in mat.market), (segment.card is not None for segment in mat.canal)
    return sum(len(zone.cards) for zone in mat.zones) + sum(stalls) + sum(canal) + len(mat.abilities)


def _fulfilled(before: View, view: View, seat: int, look: Look) -> str:
    """R4 How many contracts, and their points: everybody saw them face up. Without points where it cannot be seen
    which of those that are gone they were.
    """
    then, now = before.mats[seat], view.mats[seat]
    lying = {slot.contract for slot in view.slots}
    taken = [slot.contract for slot in before.slots if slot.contract is not None and slot.contract not in lying]
    gone = [card for card in (*then.active, *taken) if card not in now.active]
    number = now.fulfilled - then.fulfilled
    if len(gone) != number:
        return sentence("news.fulfilled", look.lang, n=number)
    points = sum(CONTENT.contracts[card].points for card in gone)
    return sentence("news.worth", look.lang, n=number, points=points)


def _markers(placed: tuple[tuple[int, ...], ...], waiting: tuple[int, ...], seat: int) -> int:
    return sum(seats.count(seat) for seats in (*placed, waiting))


def _word(path: str, look: Look) -> str:
    """A noun within a sentence."""
    word = noun(path, look.lang)
    return word.lower() if look.lang == "en" else word


def changed(view: View, look: Look) -> tuple[str, ...]:
    """What an alt text tells as new."""
    return in_words(news(view, look, told), look)
