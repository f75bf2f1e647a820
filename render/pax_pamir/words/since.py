"""What changed between two Views, in words: the facts that pictures mark."""

from collections.abc import Iterator

from engines.pax_pamir.view import View
from render.kit.marks.news import in_words, news
from render.pax_pamir import diff
from render.pax_pamir.words.deeds import deed_of
from render.pax_pamir.words.phrases import Phrases
from render.pax_pamir.words.told import told


def since(before: object, phrases: Phrases) -> tuple[str, ...]:
    """One phrase for each check, player, place and market card that is not as it was; empty when nothing changed.

    TypeError if `before` is not a View of Pax Pamir.
    """
    if before is None:
        return ()
    if not isinstance(before, View):
        raise TypeError(f"before: expected a View of Pax Pamir, got {type(before).__name__}")
    old = before
    places: dict[str, list[str]] = {}
    players: dict[int, list[str]] = {number: [] for number in phrases.view.ring}
    table = list(checks(len(old.checks), phrases))
    for fact in diff.facts(old, phrases.view):
        match fact:
            case diff.Armies() | diff.Marched() | diff.Tribes() | diff.Ruled():
                region = fact.end if isinstance(fact, diff.Marched) else fact.region
                places.setdefault(phrases.region(region), []).append(deed_of(fact, phrases))
            case diff.Roads(border):
                places.setdefault(phrases.border(border), []).append(deed_of(fact, phrases))
            case diff.Favored() | diff.Dominant() | diff.Drawn() | diff.Paid():
                table.append(deed_of(fact, phrases))
            case diff.Played() | diff.Left() | diff.Spies() | diff.Counted() | diff.Loyal():
                players[fact.player].append(deed_of(fact, phrases))
    for number, deeds in players.items():
        then, now = old.players[number], phrases.view.players[number]
        new = (card for card in now.events if card not in then.events)
        deeds.extend(phrases.say("since.event", event=phrases.event(key, private=True)) for key in new)
    named = [(phrases.player(number), deeds) for number, deeds in players.items() if deeds]
    lines = (phrases.say("since.line", who=who, done=tuple(deeds)) for who, deeds in (*named, *places.items()))
    return (*lines, *table)


def checks(first: int, phrases: Phrases) -> Iterator[str]:
    """What each dominance check from the index `first` on brought."""
    for check in phrases.view.checks[first:]:
        winner, gained = phrases.winner(check.dominant), phrases.gains(check.gained)
        yield phrases.say("since.check", dominant=winner, gained=gained)


def changed(phrases: Phrases) -> tuple[str, ...]:
    """What an alt text tells as new: the last turns, else all since the View that the look names."""
    look = phrases.look
    return in_words(news(phrases.view, look, told), look) if look.turns else since(look.before, phrases)
