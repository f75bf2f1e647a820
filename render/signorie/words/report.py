"""The whole board in words, as Discord Markdown: everything the pictures show, for screen readers and slow lines."""

from collections.abc import Iterable, Iterator

from engines.kernel import LETTERS, Msg
from engines.signorie.data.content import CONTENT
from engines.signorie.view import CareerSlot, CareerTrack, CityView, Closed, Mat, Opening, PlanRow, RewardSlot, View
from render.kit.look import Look
from render.kit.phrases import item, section
from render.signorie.words.phrases import Phrases
from render.signorie.words.since import since


def words(view: View, look: Look) -> str:
    """Sections with a heading each, between empty lines; long boards need more than one message of Discord's.

    What is printed on every player board comes last: whoever knows the game can stop listening there.
    """
    phrases = Phrases(view, look)
    sections = [section(phrases.say("report.title"), _time(phrases))]
    if look.before is not None and (news := since(look.before, phrases)):
        sections.append(section(phrases.say("report.changed"), map(item, news)))
    if view.scores:
        sections.append(section(phrases.say("report.final"), _final(phrases)))
    sections += [
        section(phrases.say("report.order"), _order(phrases)),
        section(phrases.say("report.careers"), map(item, _careers(phrases))),
        section(phrases.say("report.initiative"), map(item, _initiative(phrases))),
        section(phrases.say("report.cities"), map(item, (_city(phrases, city) for city in view.cities))),
        section(phrases.say("report.dice"), map(item, _dice(phrases))),
        section(phrases.say("report.rewards"), (_reward(phrases, slot) for slot in view.rewards)),
    ]
    for mat in (view.mats[seat] for seat in view.order):
        heading = phrases.say("report.family", who=phrases.seat(mat.seat))
        sections.append(section(heading, map(item, _family(phrases, mat))))
    sections.append(section(phrases.say("report.columns"), map(item, _columns(phrases))))
    return "\n\n".join(sections)


def _time(phrases: Phrases) -> Iterator[str]:
    view = phrases.view
    yield phrases.say("report.time", round=view.round, rounds=view.rounds, slot=view.slot, turn=phrases.turn())
    variants = tuple(phrases.noun(f"terms.{variant}") for variant in view.variants)
    yield phrases.say("report.variants", variants=variants or phrases.say("report.none"))
    yield phrases.say("report.stack", tiles=view.stack, discs=view.helper_discs)


def _final(phrases: Phrases) -> Iterator[str]:
    for score in phrases.view.scores:
        yield phrases.say(
            "report.place",
            place=score.place,
            who=phrases.seat(score.seat),
            vp=score.total,
            parts=_parts(phrases, score.parts),
        )


def _parts(phrases: Phrases, parts: Iterable[tuple[Msg, int]]) -> tuple[str, ...] | str:
    """VP by what they were gained for."""
    found = tuple(phrases.say("report.part", source=phrases.told(msg), vp=vp) for msg, vp in parts)
    return found or phrases.say("report.none")


def _order(phrases: Phrases) -> Iterator[str]:
    """A numbered line for every seat, first in turn order first."""
    view = phrases.view
    for place, mat in enumerate((view.mats[seat] for seat in view.order), 1):
        sentences = [
            phrases.say(
                "report.seat",
                place=place,
                who=phrases.seat(mat.seat),
                color=phrases.noun(f"player_colors.{mat.color}"),
                vp=mat.vp,
                florins=mat.florins,
            ),
            phrases.say(
                "report.meeples",
                supply=phrases.people(mat.men, mat.women),
                stock=phrases.people(mat.men_stock, mat.women_stock),
            ),
            phrases.say(
                "report.seat_dice",
                dice=phrases.dice(mat.dice) or phrases.say("report.none"),
                count=len(mat.dice),
                max=mat.actions_max,
                sum=mat.dice_sum,
                threshold=mat.threshold,
                state=phrases.say("report.within" if mat.within else "report.above"),
            ),
        ]
        if mat.threshold_men or mat.threshold_women:
            raised = phrases.people(mat.threshold_men, mat.threshold_women)
            sentences.append(phrases.say("report.threshold_space", people=raised))
        if mat.passed:
            sentences.append(phrases.say("report.passed"))
        if not view.scores:
            parts = _parts(phrases, ((Msg(f"source.{source}"), vp) for source, vp in mat.points))
            sentences.append(phrases.say("report.points", parts=parts))
        yield phrases.together(*sentences)


def _careers(phrases: Phrases) -> Iterator[str]:
    """What is printed on the slots, once for all tracks that are alike, then the men."""
    alike: dict[tuple[str, ...], list[CareerTrack]] = {}
    for track in phrases.view.careers:
        alike.setdefault(tuple(_career_slot(phrases, slot) for slot in track.slots), []).append(track)
    for slots, tracks in alike.items():
        names = tuple(phrases.track(track.id) for track in tracks)
        yield phrases.say("report.slots", tracks=names, slots=phrases.series(slots))
    for track in phrases.view.careers:
        stand = [
            (phrases.slot(track.id, slot.number), [phrases.men(seat, count) for seat, count in slot.men])
            for slot in track.slots
        ]
        yield phrases.say("report.track", track=phrases.capital(f"terms.{track.id}"), stand=_stand(phrases, stand))


def _career_slot(phrases: Phrases, slot: CareerSlot) -> str:
    text = phrases.say("report.slot", vp=slot.vp, rank=slot.rank)
    if slot.bonus is None:
        return text
    printed = CONTENT.data.career_track
    amount = printed.bonus_slot_4.florins if slot.bonus == "florins" else printed.bonus_slot_6.initiative_steps
    return phrases.say("report.slot_bonus", slot=text, bonus=phrases.say(f"report.bonus.{slot.bonus}", n=amount))


def _stand(phrases: Phrases, slots: Iterable[tuple[str, list[str]]]) -> str:
    """Who stands on which slot."""
    taken = tuple(phrases.say("report.stand", slot=slot, who=tuple(who)) for slot, who in slots if who)
    return phrases.series(taken) if taken else phrases.say("report.nobody")


def _initiative(phrases: Phrases) -> Iterator[str]:
    slots = phrases.view.initiative
    yield phrases.say("report.initiative_slots", slots=tuple(str(slot.vp) for slot in slots))
    discs = [(phrases.slot("initiative", slot.number), [LETTERS[seat] for seat in slot.discs]) for slot in slots]
    yield phrases.say("report.discs", stand=_stand(phrases, discs))


def _city(phrases: Phrases, city: CityView) -> str:
    name = phrases.city(city.id)
    if not city.used:
        return phrases.say("report.closed", city=name)
    slots = []
    for i, slot in enumerate(city.slots):
        if slot.seat is not None:
            who = phrases.say("report.meeple", letter=LETTERS[slot.seat], sex=phrases.noun(f"sexes.{slot.sex}"))
        else:
            who = phrases.say("report.next" if i == city.next else "report.free")
        slots.append(phrases.say("report.city_slot", value=slot.value, who=who))
    marriage, mission = (
        phrases.tile(tile) if tile else phrases.say("report.none") for tile in (city.marriage, city.mission)
    )
    text = phrases.say("report.city", city=name, marriage=marriage, mission=mission, slots=tuple(slots))
    return phrases.together(text, phrases.say("report.full")) if city.next is None else text


def _dice(phrases: Phrases) -> Iterator[str]:
    for area in phrases.view.dice:
        tiles = tuple(
            phrases.say(
                "report.turned" if tile.turned else "report.assignment",
                sex=phrases.noun(f"sexes.{tile.sex}"),
                tile=phrases.noun(f"assignment_labels.{tile.tile}"),
            )
            for tile in phrases.view.assignments
            if tile.color == area.color
        )
        text = phrases.say(
            "report.area",
            color=phrases.capital(f"die_colors.{area.color}"),
            left=len(area.left),
            size=area.size,
            pips=tuple(area.left) or phrases.say("report.none"),
            tiles=phrases.series(tiles),
        )
        opening = next((opening for opening in phrases.view.openings if opening.color == area.color), None)
        yield text if opening is None else phrases.together(text, _opening(phrases, opening))


def _opening(phrases: Phrases, opening: Opening) -> str:
    """What whoever is to take a die could do with one of this colour."""
    column = CONTENT.columns[opening.color]
    own = {
        "signoria": phrases.noun(f"signoria_labels.{column.signoria}"),
        "hire": phrases.say("report.opens_hire", color=phrases.color(column.hires_into)),
    }
    needs = dict(opening.from_pips)

    def name(action: str) -> str:
        return own[action] if action in own else phrases.noun(f"assignment_labels.{action}")

    def named(action: str) -> str:
        least = needs.get(action)
        return name(action) if least is None else phrases.say("report.opens_from", action=name(action), pips=least)

    def why(shut: Closed) -> str:
        return phrases.say(f"die.why.{shut.why}", n=shut.short or 0)

    shut = tuple(phrases.say("report.closed_why", action=name(one.action), why=why(one)) for one in opening.closed)
    actions = phrases.series(tuple(map(named, opening.actions))) if opening.actions else phrases.say("report.none")
    text = phrases.say("report.opens", actions=actions)
    return phrases.together(text, phrases.say("report.shut", actions=phrases.series(shut))) if shut else text


def _reward(phrases: Phrases, slot: RewardSlot) -> str:
    """A numbered line; a tile that no longer lies there is not named."""
    kind = phrases.capital("terms.bonus_tile" if slot.kind == "bonus" else "terms.vp_tile")
    if slot.tile:
        kind = phrases.say("report.reward_tile", kind=kind, tile=phrases.noun(f"reward_labels.{slot.tile}"))
    status = phrases.say(f"report.status.{slot.status}")
    text = phrases.say("report.reward", number=slot.number, tile=kind, status=status)
    if not slot.bride_florins:
        return text
    return phrases.together(text, phrases.say("report.bride", florins=slot.bride_florins))


def _family(phrases: Phrases, mat: Mat) -> Iterator[str]:
    sons = tuple(phrases.say("report.married" if son.married else "report.single", vp=son.vp) for son in mat.sons)
    yield phrases.say("report.sons", sons=sons, dice=mat.offspring_dice)
    places = {
        helper.id: phrases.say(
            "report.helper_place", color=phrases.color(column.color), row=_helper_row(phrases, helper.row)
        )
        for column in phrases.view.columns
        for helper in column.helpers
    }
    helpers = tuple(
        phrases.say("report.helper", helper=phrases.helper(helper_id), place=places[helper_id])
        for helper_id in mat.helpers
    )
    yield phrases.say(
        "report.helpers", count=len(helpers), helpers=phrases.series(helpers) or phrases.say("report.none")
    )
    for row in mat.plan:
        yield _plan_row(phrases, row)


def _helper_row(phrases: Phrases, row: str) -> str:
    return phrases.noun(f"helper_rows.{row}")


def _plan_row(phrases: Phrases, row: PlanRow) -> str:
    laid, free = [], []
    for shield in row.shields:
        house = phrases.noun(f"houses.{shield.house}")
        if shield.value is None:
            free.append(house)
        else:
            laid.append(phrases.say("phrase.tile", house=house, value=shield.value))
    name = phrases.row(row.id)
    return phrases.say(
        "report.plan",
        row=name[:1].upper() + name[1:],
        tiles=row.tiles,
        minimum=row.minimum,
        vp=row.vp,
        laid=tuple(laid) or phrases.say("report.none"),
        free=tuple(free) or phrases.say("report.none"),
        down=row.face_down,
    )


def _columns(phrases: Phrases) -> Iterator[str]:
    for column in phrases.view.columns:
        helpers = tuple(
            phrases.say(
                "report.slot_helper",
                row=_helper_row(phrases, helper.row),
                helper=phrases.helper(helper.id),
                cost=helper.cost,
            )
            for helper in column.helpers
        )
        yield phrases.say(
            "report.column",
            color=phrases.capital(f"die_colors.{column.color}"),
            value=column.slot_value,
            action=phrases.noun(f"signoria_labels.{column.signoria}"),
            target=phrases.color(column.hires_into),
            helpers=phrases.series(helpers),
        )
