"""One line that says what a picture shows."""

from engines.quo_vadis.view import PlayerView, View
from render.kit.look import Look

from .panels import panel
from .phrases import Phrases
from .since import changed
from .war import war


def alt(view: View, picture: str, look: Look) -> str:
    """At most 400 characters; private pictures name the numbered options. KeyError for one that does not exist."""
    phrases = Phrases(view, look)
    name, _, of = picture.removeprefix("panel:").partition(":")
    if picture.startswith("panel:"):
        if look.viewer is None:
            raise KeyError(f"Quo Vadis has no picture {picture!r} without a reader")
        heads = [phrases.say("alt.private", rest=head) for head in (head_of(phrases), round_of(phrases))]
        return phrases.one_line(heads[1:], panel(phrases, name, look.viewer), ())
    news = changed(phrases)
    heads = [head_of(phrases), round_of(phrases)]
    if name == "final":
        return phrases.one_line(heads, result(phrases), ())
    return phrases.one_line(heads, _focal(phrases, name, of), news)


def _focal(phrases: Phrases, name: str, of: str) -> str:
    view = phrases.view
    match name:
        case "mat":
            return mat(phrases, int(of))
        case "war":
            if view.turn is None or view.turn.war is None:
                raise KeyError("there is no war")
            return war(phrases, view.turn.war)
        case "area":
            return phrases.say("alt.one_area", area=phrases.area(view.area(of)))
    fought = view.turn.war if view.turn is not None and not view.scores else None
    return phrases.together(race(phrases), chosen(phrases), war(phrases, fought) if fought is not None else "")


def round_of(phrases: Phrases) -> str:
    """The game, and where it stands."""
    view = phrases.view
    if view.scores:
        return phrases.say("alt.over")
    if view.active is None:
        return phrases.say("alt.setup", phase=phrases.say(f"phase_{view.phase}"))
    return phrases.say("alt.round", round=view.round, of=view.rounds)


def head_of(phrases: Phrases) -> str:
    """The same, and who moves."""
    view = phrases.view
    if view.active is None or view.scores:
        return round_of(phrases)
    turn = phrases.say("turn", name=phrases.player(view.active))
    return phrases.say("alt.turn", round=round_of(phrases), turn=turn)


def race(phrases: Phrases) -> str:
    """VP, most first."""
    players = phrases.view.players
    leaders = sorted(range(len(players)), key=lambda seat: -players[seat].points)
    vp = tuple(phrases.say("alt.score", who=phrases.player(seat), vp=players[seat].points) for seat in leaders)
    return phrases.say("alt.race", vp=vp)


def chosen(phrases: Phrases) -> str:
    """The genesis area, and the numbers that are blocked."""
    view = phrases.view
    blocked = tuple(card for card in view.markers if card != "free") or phrases.nothing
    if view.active is None:
        return ""
    if view.turn is not None and view.turn.area is not None:
        return phrases.say("alt.area", area=view.turn.area, blocked=blocked)
    return phrases.say("alt.blocked", blocked=blocked)


def mat(phrases: Phrases, seat: int) -> str:
    """Race, tracks, generations, skills, land, and what a change or the end would bring."""
    player = phrases.view.players[seat]
    return phrases.together(
        phrases.say(
            "alt.mat",
            who=phrases.player(seat),
            race=phrases.nothing[0] if player.race is None else phrases.noun(f"race.{player.race}"),
            vp=player.points,
        ),
        phrases.tracks(player),
        phrases.say("alt.stacks", stacks=phrases.series(phrases.stacks(player))),
        phrases.say("alt.skills", skills=phrases.skills(player.skills, player.spent)),
        land(phrases, player),
    )


def land(phrases: Phrases, player: PlayerView) -> str:
    """Areas under control, what is left to build with, the bonus of a change now, what the end would bring."""
    stack = len(player.generations[-1]) if player.generations else 0
    return phrases.say(
        "alt.land",
        areas=player.controlled or phrases.nothing,
        workers=player.workers,
        towns=player.towns,
        hidden=player.hidden,
        bonus=stack * player.territory,
        cards=stack,
        territory=player.territory,
        end=sum(player.ahead.values()),
    )


def result(phrases: Phrases) -> str:
    """Everybody's total with its sources, the largest first."""
    rows = []
    for score in phrases.view.scores:
        parts = sorted((part for part in score.parts if part[1]), key=lambda part: -part[1])
        told = tuple(phrases.say("alt.part", source=phrases.told(label), n=n) for label, n in parts)
        rows.append(
            phrases.say("alt.result", place=score.place, who=phrases.player(score.seat), n=score.total, parts=told)
        )
    return phrases.together(*rows)
