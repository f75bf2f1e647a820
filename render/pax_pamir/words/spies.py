"""What a player did with spies in a turn, and whose spies came and went with it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.marks.news import Said
from render.pax_pamir.words.phrases import Phrases


@dataclass(frozen=True, slots=True)
class Step:
    """Spies of the player that came to a card in a court or left it."""

    card: int
    court: int
    number: int

    @property
    def tile(self) -> str:
        """The total of the card's suit in its court."""
        return f"stars:{self.court}:{CONTENT.cards[self.card].suit}"


def spies(before: View, seat: int, phrases: Phrases) -> Iterator[Said]:
    """Card by card whose spies have come and gone; on a card that has come to a court those that came, too. Where they
    are the player's own, all such cards at once, and from where to where if at least as many came as went; as moved
    only where none of them can have come with a card.
    """
    view = phrases.view
    old = {(player.number, slot.card): slot.spies for player in before.players for slot in player.court}
    gone: list[Step] = []
    come: list[Step] = []
    for player in view.players:
        for slot in player.court:
            was = old.get((player.number, slot.card), (0,) * len(slot.spies))
            steps = {owner: now - then for owner, (then, now) in enumerate(zip(was, slot.spies, strict=True))}
            moved = {owner: n for owner, n in steps.items() if n}
            if not moved:
                continue
            step = Step(slot.card, player.number, abs(moved.get(seat, 0)))
            if moved.keys() == {seat}:
                (come if moved[seat] > 0 else gone).append(step)
                continue
            went, came = _owners(moved, seat, phrases)
            key = "respied" if went and came else "spied" if came else "unspied"
            fought = "_fought" if any(n < 0 for owner, n in moved.items() if owner != seat) else ""
            card = _cards([replace(step, number=1)], seat, phrases)
            words = phrases.say(f"since.{key}{fought}", card=card, gone=went, come=came)
            yield Said(words, frozenset({step.tile}))
    if 0 < len(gone) <= len(come):
        new = [slot.card for slot in view.players[seat].court if (seat, slot.card) not in old]
        placed = any("spy" in CONTENT.cards[card].impact for card in new)
        even = sum(step.number for step in gone) == sum(step.number for step in come)
        key = "own_moved" if even and not placed else "own_shifted"
        courts, number = {step.court for step in (*gone, *come)}, sum(step.number for step in gone)
        if len(courts) == 1 and courts != {seat}:  # its name once
            start, end = (tuple(_numbered(step, phrases) for step in steps) for steps in (gone, come))
            words = phrases.say(f"since.{key}_in", start=start, end=end, who=phrases.player(courts.pop()), n=number)
        else:
            start, end = _cards(gone, seat, phrases), _cards(come, seat, phrases)
            words = phrases.say(f"since.{key}", start=start, end=end, n=number)
        yield Said(words, frozenset(step.tile for step in (*gone, *come)))
        return
    for key, there in (("own_spied", come), ("own_unspied", gone)):
        if there:
            number = sum(step.number for step in there)
            words = phrases.say(f"since.{key}", cards=_cards(there, seat, phrases), n=number)
            yield Said(words, frozenset(step.tile for step in there))


def _owners(moved: Mapping[int, int], seat: int, phrases: Phrases) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whose spies went and whose came, each with their number."""
    words = {
        owner: phrases.say(
            "since.spies_own" if owner == seat else "since.spies_of", n=abs(n), who=phrases.player(owner)
        )
        for owner, n in moved.items()
    }
    went, came = (tuple(words[owner] for owner, n in moved.items() if n * sign > 0) for sign in (-1, 1))
    return went, came


def _cards(steps: Sequence[Step], seat: int, phrases: Phrases) -> tuple[str, ...]:
    """The cards court by court, those in the player's own as own; from two spies on with their number."""
    courts: dict[int, list[str]] = {}
    for step in steps:
        courts.setdefault(step.court, []).append(_numbered(step, phrases))
    told: list[str] = []
    for court, cards in courts.items():
        key = "card_own" if court == seat else "card_of"
        told.append(phrases.say(f"since.{key}", card=tuple(cards), who=phrases.player(court)))
    return tuple(told)


def _numbered(step: Step, phrases: Phrases) -> str:
    name = phrases.card(step.card)
    return name if step.number < 2 else f"{name} ×{step.number}"
