"""Changes for alt texts: the captions below the board, or without a log the differences between two Views."""

from collections import Counter
from collections.abc import Iterator

from engines.kernel import LETTERS
from engines.quo_vadis.table.geometry import SLOTS
from engines.quo_vadis.view import PlayerView, View
from render import kit

from .phrases import Phrases


def describe_changes_since(before: object, phrases: Phrases) -> tuple[str, ...]:
    """Return one phrase for each seat with changes. Raises TypeError if `before` is not a View of this game."""
    if before is None:
        return ()
    if not isinstance(before, View):
        raise TypeError(f"before: expected a View of Quo Vadis, got {type(before).__name__}")
    changes = []
    for seat, (old, new) in enumerate(zip(before.players, phrases.view.players, strict=True)):
        actions = (*_describe_piece_changes(before, seat, phrases), *_describe_card_changes(old, new, phrases))
        if actions:
            changes.append(phrases.render_phrase("alt.seat_changed", letter=LETTERS[seat], deeds=actions))
    return tuple(changes)


def _count_pieces(view: View, seat: int, phrases: Phrases) -> tuple[Counter[str], dict[str, int]]:
    """Return the seat's workers and the population of its towns, by space."""
    workers, towns = Counter[str](), dict[str, int]()
    for area in view.areas:
        for slot, space in zip(SLOTS, area.spaces, strict=True):
            workers[phrases.name_space(area.id, slot)] = space.workers[seat]
            if space.town is not None and space.town.owner == seat:
                towns[phrases.name_space(area.id, slot)] = space.town.population
    return workers, towns


def _describe_piece_changes(before: View, seat: int, phrases: Phrases) -> Iterator[str]:
    old_workers, old_towns = _count_pieces(before, seat, phrases)
    new_workers, new_towns = _count_pieces(phrases.view, seat, phrases)
    if arrived := tuple(sorted((new_workers - old_workers).elements())):
        yield phrases.render_phrase("alt.came", spaces=arrived)
    settled = Counter(space for space in new_towns if space not in old_towns)  # the worker has become the town
    if departed := tuple(sorted((old_workers - new_workers - settled).elements())):
        yield phrases.render_phrase("alt.went", spaces=departed)
    for space, population in new_towns.items():
        if space not in old_towns:
            yield phrases.render_phrase("alt.built", space=space)
        elif population != old_towns[space]:
            yield phrases.render_phrase("alt.grown", space=space, before=old_towns[space], after=population)


def _describe_card_changes(old: PlayerView, new: PlayerView, phrases: Phrases) -> Iterator[str]:
    if new.generations != old.generations:
        stack = new.generations[-1]
        yield phrases.render_phrase("words.stack", kind=phrases.render_noun(f"kind.{stack[-1]}"), n=len(stack))
    for skill in new.skills:
        if skill not in old.skills:
            yield phrases.render_phrase("alt.opened", skill=phrases.render_noun(f"skill.{skill}"))
    if new.points != old.points:
        yield phrases.render_phrase("alt.gained", n=f"{new.points - old.points:+d}")


def list_changes(phrases: Phrases) -> tuple[str, ...]:
    """Return the changes for an alt text: the last turns, or all differences to the View of the RenderContext."""
    ctx = phrases.ctx
    return (
        kit.describe_turns(phrases.view, ctx, "engines.quo_vadis")
        if ctx.turns
        else describe_changes_since(ctx.view_before, phrases)
    )
