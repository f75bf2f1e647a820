"""Changes for alt texts: the captions of the last turns or, without a log, the differences between two Views."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.state import PlacedDie
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii.catalogue import render_message
from render.marco_polo_ii.words.phrases import Phrases


def describe_changes_since(before: object, phrases: Phrases) -> tuple[str, ...]:
    """Describe the changes of each seat since `before`. Raises TypeError if that is not a View of this game."""
    if before is None:
        return ()
    if not isinstance(before, View):
        raise TypeError(f"before: expected a View of Marco Polo II, got {type(before).__name__}")
    descriptions = []
    if before.round != phrases.view.round:
        descriptions.append(phrases.render_phrase("since.round", n=phrases.view.round))
    for old_mat, mat in zip(before.mats, phrases.view.mats, strict=True):
        action_texts = tuple(_describe_actions(before, old_mat, mat, phrases))
        if action_texts:
            descriptions.append(phrases.render_phrase("since.seat", letter=LETTERS[mat.seat], deeds=action_texts))
    return tuple(descriptions)


def _describe_actions(before: View, old_mat: Mat, mat: Mat, phrases: Phrases) -> Iterator[str]:
    if old_mat.character != mat.character and mat.character is not None:
        yield phrases.render_noun(f"characters.{mat.character}")
    yield from _describe_changed_dice(before, old_mat, mat, phrases)
    yield from _describe_placed_dice(before, mat, phrases, is_in_purse=False)
    fulfilled = mat.fulfilled[len(old_mat.fulfilled) :]
    moving = [ident for ident in fulfilled if CONTENT.contracts[ident].reward.move]  # named before their movement
    yield from (phrases.render_phrase("since.fulfilled", contract=phrases.describe_contract(ident)) for ident in moving)
    came, left = Counter(mat.figures) - Counter(old_mat.figures), Counter(old_mat.figures) - Counter(mat.figures)
    for place, start in zip_longest(came.elements(), left.elements()):
        if place is not None and start is not None:
            stops = (*_iter_stops(old_mat, mat, start, place), place)
            yield phrases.render_phrase(
                "since.travel", start=phrases.name_place(start), place=" → ".join(map(phrases.name_place, stops))
            )
        elif place is not None:
            yield phrases.render_phrase("since.to", place=phrases.name_place(place))
    for city in mat.posts:
        if city not in old_mat.posts:
            yield phrases.render_phrase("since.post", city=phrases.name_place(city))
    for caravan in mat.caravans:
        if caravan.place is not None and caravan not in old_mat.caravans:
            yield phrases.render_phrase("since.caravan", place=phrases.name_place(caravan.place))
    other_contracts = [ident for ident in fulfilled if ident not in moving]
    yield from (
        phrases.render_phrase("since.fulfilled", contract=phrases.describe_contract(ident)) for ident in other_contracts
    )
    for guild, state in mat.seals.items():
        if state != old_mat.seals[guild]:
            key = "phrase.improved" if state else "phrase.basic"
            yield phrases.render_phrase(key, guild=phrases.render_noun(f"guilds.{guild}"))
    if mat.vp != old_mat.vp:
        yield _describe_points(old_mat, mat, phrases)
    yield from _describe_placed_dice(before, mat, phrases, is_in_purse=True)


def _iter_stops(old_mat: Mat, mat: Mat, start: str, place: str) -> Iterator[str]:
    """Yield the stops to name on the path from start to place: new posts, and places where the figure turned back."""
    known = mat.walks[: len(old_mat.walks)] == old_mat.walks
    paths = [path for path in mat.walks[len(old_mat.walks) if known else 0 :] if (path[0], path[-1]) == (start, place)]
    stops_named: set[str] = set()
    for path in paths[:1]:
        for last, stop, following in zip(path, path[1:], path[2:], strict=False):
            if last == following or (stop in mat.posts and stop not in old_mat.posts and stop not in stops_named):
                stops_named.add(stop)
                yield stop


def _describe_points(old_mat: Mat, mat: Mat, phrases: Phrases) -> str:
    """Describe the VP gained, with their sources if these add up to the total."""
    old_points, n = dict(old_mat.points), mat.vp - old_mat.vp
    grown = {source: increase for source, m in mat.points if (increase := m - old_points.get(source, 0))}
    if sum(grown.values()) != n:  # the end scores more
        return phrases.render_phrase("since.vp", n=f"{n:+d}")
    sources = tuple(render_message(f"gained.{source}", phrases.ctx.lang) for source in grown)
    return phrases.render_phrase("since.vp_from", n=f"{n:+d}", sources=sources)


def _describe_die(die: PlacedDie, phrases: Phrases) -> str:
    return phrases.render_phrase("since.black", value=die.value) if die.kind == "black" else str(die.value)


def _describe_changed_dice(before: View, old_mat: Mat, mat: Mat, phrases: Phrases) -> Iterator[str]:
    """Yield the black dice the seat has taken, and changed values of its dice (before they were placed)."""
    if before.round != phrases.view.round:
        return
    placed = [die for _, mine in _iter_placed_dice(before, mat, phrases.view) for die in mine]
    if (n := len(mat.black) + sum(die.kind == "black" for die in placed) - len(old_mat.black)) > 0:
        yield phrases.render_phrase("since.black_taken", n=n)
    shows = Counter(mat.dice) + Counter(die.value for die in placed if die.kind == "own")
    was, new = Counter(old_mat.dice) - shows, shows - Counter(old_mat.dice)
    if was and was.total() == new.total():
        dice_texts = (tuple(map(str, sorted(dice.elements()))) for dice in (was, new))
        yield phrases.render_phrase("since.rolled", **dict(zip(("was", "now"), dice_texts, strict=True)))


def _iter_placed_dice(before: View, mat: Mat, view: View) -> Iterator[tuple[str, list[PlacedDie]]]:
    """Yield each space with new dice of the seat, and these dice."""
    for space, dice in view.spaces.items():
        dice_before = before.spaces[space]  # still there unless a round has ended
        new = dice[len(dice_before) :] if dice[: len(dice_before)] == dice_before else dice
        if mine := [die for die in new if die.seat == mat.seat]:
            yield space, mine


def _describe_placed_dice(before: View, mat: Mat, phrases: Phrases, *, is_in_purse: bool) -> Iterator[str]:
    """Describe the dice the seat has placed: only those in the purse, or only all others."""
    for space, mine in _iter_placed_dice(before, mat, phrases.view):
        if is_in_purse == (CONTENT.data.spaces[space].action == "purse"):
            yield phrases.render_phrase(
                "since.dice", space=phrases.name_space(space), dice=tuple(_describe_die(die, phrases) for die in mine)
            )


def list_changes(phrases: Phrases) -> tuple[str, ...]:
    """Return the changes for an alt text: the last turns, else all changes since the View that the viewer last saw."""
    ctx = phrases.ctx
    return (
        kit.describe_turns(phrases.view, ctx, "engines.marco_polo_ii")
        if ctx.turns
        else describe_changes_since(ctx.view_before, phrases)
    )
