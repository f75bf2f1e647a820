"""Pictures in words: alt texts of one line, and the whole board for those who read instead of look."""

from collections.abc import Sequence

from engines.kernel import LETTERS, Seat
from engines.signorie.content import CONTENT
from engines.signorie.view import CityView, Mat, PlanRow, View
from render.look import Lang, Look
from render.signorie.diff import Arrived, DieTaken, Fact, Moved, NewRound, Passed, TileTaken, Turned, facts
from render.signorie.overlay import earlier
from render.signorie.words import noun, sentence

LIMIT = 400  # characters of an alt text
COMMA = {"ja": "、", "en": ", "}


def board_alt(view: View, look: Look) -> str:
    """Time, turn, score, cities, dice, changes; later sentences give way when the line grows too long."""
    lang = look.lang
    told = [*_opening(view, look), _cities(view, lang), _dice(view, lang)]
    if changed := _since(view, look):
        told.insert(2, changed)
    return _within_limit(told, lang)


def mat_alt(view: View, seat: Seat, look: Look) -> str:
    return _within_limit(_mat(view.mats[seat], look), look.lang)


def private(alt: str, lang: Lang) -> str:
    """The alt text of a private picture says so first."""
    return (sentence("say.private", lang) + alt)[:LIMIT]


def whole_board(view: View, look: Look) -> str:
    """Everything on the table, a line for each thing."""
    lang = look.lang
    lines = _opening(view, look)
    lines.append(sentence("say.order", lang, seats=tuple(_who(seat, look) for seat in view.order)))
    tiles = [slot.tile for slot in view.rewards if slot.tile and slot.status in ("now", "future")]
    lines.append(sentence("say.rewards", lang, tiles=tuple(noun(f"reward_labels.{tile}", lang) for tile in tiles)))
    for career in view.careers:
        slots = tuple(
            sentence("say.track_slot", lang, vp=slot.vp, seats=_crowd(slot.men)) for slot in career.slots if slot.men
        )
        lines.append(_track(career.id, slots, lang))
    discs = tuple(
        sentence("say.initiative_slot", lang, n=place.number, vp=place.vp, seats=_letters(place.discs))
        for place in view.initiative
        if place.discs
    )
    lines.append(_track("initiative", discs, lang))
    lines += [_city(city, lang) for city in view.cities]
    lines.append(_dice(view, lang))
    assignments = tuple(
        sentence(
            "say.assignment",
            lang,
            color=noun(f"die_colors.{slot.color}", lang),
            sex=noun(f"sexes.{slot.sex}", lang),
            tile=sentence("say.turned", lang) if slot.turned else noun(f"assignment_labels.{slot.tile}", lang),
        )
        for slot in view.assignments
    )
    lines.append(sentence("say.assignments", lang, tiles=assignments))
    lines.append(sentence("say.stack", lang, n=view.stack))
    for seat in view.order:
        mat = view.mats[seat]
        stock = sentence("say.mat_stock", lang, men=mat.men_stock, women=mat.women_stock)
        lines.append(sentence("say.stop", lang).join([*_mat(mat, look), stock]))
        lines += [_plan_row(row, lang) for row in mat.plan]
    return "\n".join(lines)


def _within_limit(told: Sequence[str], lang: Lang) -> str:
    stop = sentence("say.stop", lang)
    text = ""
    for one in told:
        longer = text + one + stop
        if len(longer.rstrip()) > LIMIT:
            break
        text = longer
    return text.rstrip()


def _who(seat: Seat, look: Look) -> str:
    name = look.names[seat]
    return f"{LETTERS[seat]} {name if len(name) <= 20 else name[:19] + '…'}"


def _letters(seats: Sequence[Seat]) -> str:
    return " ".join(LETTERS[seat] for seat in seats)


def _crowd(men: Sequence[tuple[Seat, int]]) -> str:
    return " ".join(LETTERS[seat] + (f"×{count}" if count > 1 else "") for seat, count in men)


def _opening(view: View, look: Look) -> list[str]:
    """The sentence that is complete in itself (what, when, who), then the scores."""
    lang = look.lang
    head = sentence("say.head", lang, n=view.round, of=view.rounds)
    if view.turn is None:
        turn = sentence("say.over", lang, who=_who(view.scores[0].seat, look))
    else:
        turn = sentence("say.turn" if view.phase == "actions" else "say.reward", lang, who=_who(view.turn, look))
    ranked = sorted(view.mats, key=lambda mat: (-mat.vp, view.order.index(mat.seat)))
    seats = []
    for mat in ranked:
        told = f"{_who(mat.seat, look)} {mat.vp}"
        passed = mat.passed and view.phase == "actions"
        seats.append(sentence("say.passed", lang, seat=told) if passed else told)
    return [head + sentence("say.stop", lang) + turn, sentence("say.vp", lang, seats=tuple(seats))]


def _cities(view: View, lang: Lang) -> str:
    cities = []
    for city in view.cities:
        name = noun(f"cities.{city.id}", lang)
        if city.used:
            full = city.next is None
            value = "" if city.next is None else f"{name} {city.slots[city.next].value}"
            cities.append(sentence("say.city_full", lang, city=name) if full else value)
    return sentence("say.city_next", lang, cities=tuple(cities))


def _city(city: CityView, lang: Lang) -> str:
    name = noun(f"cities.{city.id}", lang)
    if not city.used:
        return sentence("say.city_unused", lang, city=name)
    tiles = {
        kind: f"{noun(f'houses.{tile.house}', lang)} {tile.value}" if tile else sentence("say.none", lang)
        for kind, tile in (("marriage", city.marriage), ("mission", city.mission))
    }
    slots = tuple(
        sentence("say.slot_free", lang, value=slot.value)
        if slot.seat is None
        else sentence(
            "say.slot_taken", lang, value=slot.value, seat=LETTERS[slot.seat], sex=noun(f"sexes.{slot.sex}", lang)
        )
        for slot in city.slots
    )
    return sentence("say.city", lang, city=name, slots=slots, **tiles)


def _dice(view: View, lang: Lang) -> str:
    areas = tuple(
        noun(f"die_colors.{area.color}", lang) + " " + " ".join(map(str, area.left)) for area in view.dice if area.left
    )
    return sentence("say.dice", lang, areas=areas or sentence("say.none", lang))


def _track(track: str, slots: tuple[str, ...], lang: Lang) -> str:
    return sentence("say.track", lang, track=_row_name(track, lang), slots=slots or sentence("say.none", lang))


def _mat(mat: Mat, look: Look) -> list[str]:
    lang = look.lang
    none = sentence("say.none", lang)
    helpers = tuple(noun(f"helper_labels.{id}", lang) for id in mat.helpers)
    dice = tuple(f"{noun(f'die_colors.{color}', lang)} {pips}" for color, pips in mat.dice)
    rows = []
    for row in mat.plan:
        rows.append(sentence("say.mat_row", lang, row=_row_name(row.id, lang), tiles=row.tiles, vp=row.vp))
    married = sum(son.married for son in mat.sons)
    return [
        sentence(
            "say.mat",
            lang,
            who=_who(mat.seat, look),
            vp=mat.vp,
            florins=mat.florins,
            men=mat.men,
            women=mat.women,
            sum=mat.dice_sum,
            limit=mat.threshold,
        ),
        sentence("say.mat_dice", lang, dice=dice or none),
        sentence("say.mat_helpers", lang, helpers=helpers or none),
        COMMA[lang].join(rows),
        sentence("say.mat_brides", lang, n=married, of=len(mat.sons)),
    ]


def _plan_row(row: PlanRow, lang: Lang) -> str:
    """The tiles of a row, its open shields and what lies face down."""
    none = sentence("say.none", lang)
    tiles = tuple(f"{noun(f'houses.{s.house}', lang)} {s.value}" for s in row.shields if s.value is not None)
    left = tuple(noun(f"houses.{s.house}", lang) for s in row.shields if s.value is None)
    name = _row_name(row.id, lang)
    return sentence("say.plan_row", lang, row=name, tiles=tiles or none, open=left or none, down=row.face_down)


def _row_name(row: str, lang: Lang) -> str:
    name = sentence("mat.wedding", lang) if row == "wedding" else noun(f"terms.{row}", lang)
    return name[:1].upper() + name[1:]


def _since(view: View, look: Look) -> str:
    before = earlier(look)
    found = facts(before, view) if before is not None else ()
    return sentence("say.since", look.lang, facts=tuple(_fact(fact, view, look) for fact in found)) if found else ""


def _fact(fact: Fact, view: View, look: Look) -> str:
    lang = look.lang
    match fact:
        case NewRound(number):
            return sentence("fact.round", lang, n=number)
        case Moved(seat, track, start, end):
            who, name = _who(seat, look), noun(f"terms.{track}", lang)
            if track != "initiative" and 0 in (start, end):
                key = "fact.came" if start == 0 else "fact.left"
                return sentence(key, lang, who=who, track=name, start=start, end=end)
            return sentence("fact.moved", lang, who=who, track=name, start=start, end=end)
        case Arrived(seat, city, slot):
            value = CONTENT.data.city_rule.slot_values[slot]
            return sentence("fact.arrived", lang, who=_who(seat, look), city=noun(f"cities.{city}", lang), value=value)
        case TileTaken(city, kind):
            return sentence("fact.taken", lang, city=noun(f"cities.{city}", lang), kind=noun(f"terms.{kind}", lang))
        case DieTaken(seat, color, pips, _):
            return sentence("fact.die", lang, who=_who(seat, look), color=noun(f"die_colors.{color}", lang), pips=pips)
        case Passed(seat):
            return sentence("fact.passed", lang, who=_who(seat, look))
        case Turned():
            return sentence("fact.turned", lang)
