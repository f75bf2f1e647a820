"""Alt texts: one line that describes a picture."""

from engines.quo_vadis.view import PlayerView, View
from render import kit

from .changes import list_changes
from .panels import describe_panel, describe_war
from .phrases import Phrases


def describe_picture(view: View, picture: str, ctx: kit.RenderContext) -> str:
    """Return the alt text of a picture, at most 400 characters; for private pictures with the numbered options.

    Raises KeyError for a picture that does not exist.
    """
    phrases = Phrases(view, ctx)
    name, _, suffix = picture.removeprefix("panel:").partition(":")
    if picture.startswith("panel:"):
        if ctx.viewer is None:
            raise KeyError(f"Quo Vadis has no picture {picture!r} without a reader")
        heads = [
            phrases.render_phrase("alt.private", rest=head)
            for head in (describe_heading(phrases), describe_round(phrases))
        ]
        return phrases.build_alt_text(heads[1:], describe_panel(phrases, name, ctx.viewer), ())
    changes = list_changes(phrases)
    heads = [describe_heading(phrases), describe_round(phrases)]
    if name == "final":
        return phrases.build_alt_text(heads, describe_result(phrases), ())
    return phrases.build_alt_text(heads, _describe_focus(phrases, name, suffix), changes)


def _describe_focus(phrases: Phrases, name: str, suffix: str) -> str:
    view = phrases.view
    match name:
        case "mat":
            return describe_mat(phrases, int(suffix))
        case "war":
            if view.turn is None or view.turn.war is None:
                raise KeyError("there is no war")
            return describe_war(phrases, view.turn.war)
        case "area":
            return phrases.render_phrase("alt.one_area", area=phrases.describe_area(view.find_area(suffix)))
    war_view = view.turn.war if view.turn is not None and not view.scores else None
    return phrases.join_sentences(
        describe_points(phrases),
        describe_genesis(phrases),
        describe_war(phrases, war_view) if war_view is not None else "",
    )


def describe_round(phrases: Phrases) -> str:
    """Return the game with its round or phase."""
    view = phrases.view
    if view.scores:
        return phrases.render_phrase("alt.over")
    if view.active is None:
        return phrases.render_phrase("alt.setup", phase=phrases.render_phrase(f"phase_{view.phase}"))
    return phrases.render_phrase("alt.round", round=view.round, of=view.rounds)


def describe_heading(phrases: Phrases) -> str:
    """Return the same with the active seat."""
    view = phrases.view
    if view.active is None or view.scores:
        return describe_round(phrases)
    turn = phrases.render_phrase("turn", name=phrases.name_player(view.active))
    return phrases.render_phrase("alt.turn", round=describe_round(phrases), turn=turn)


def describe_points(phrases: Phrases) -> str:
    """Return the VP of all seats, highest first."""
    players = phrases.view.players
    leaders = sorted(range(len(players)), key=lambda seat: -players[seat].points)
    vp = tuple(
        phrases.render_phrase("alt.score", who=phrases.name_player(seat), vp=players[seat].points) for seat in leaders
    )
    return phrases.render_phrase("alt.race", vp=vp)


def describe_genesis(phrases: Phrases) -> str:
    """Return the genesis area and the blocked numbers."""
    view = phrases.view
    blocked = tuple(card for card in view.markers if card != "free") or phrases.nothing
    if view.active is None:
        return ""
    if view.turn is not None and view.turn.area is not None:
        return phrases.render_phrase("alt.area", area=view.turn.area, blocked=blocked)
    return phrases.render_phrase("alt.blocked", blocked=blocked)


def describe_mat(phrases: Phrases, seat: int) -> str:
    """Describe a player mat: race, tracks, generations, skills, land, and the gain of a change or the end now."""
    player = phrases.view.players[seat]
    return phrases.join_sentences(
        phrases.render_phrase(
            "alt.mat",
            who=phrases.name_player(seat),
            race=phrases.nothing[0] if player.race is None else phrases.render_noun(f"race.{player.race}"),
            vp=player.points,
        ),
        phrases.describe_tracks(player),
        phrases.render_phrase("alt.stacks", stacks=phrases.join_items(phrases.describe_stacks(player))),
        phrases.render_phrase("alt.skills", skills=phrases.list_skill_names(player.skills, player.spent)),
        describe_land(phrases, player),
    )


def describe_land(phrases: Phrases, player: PlayerView) -> str:
    """Describe the areas under control, pieces left, the bonus of a change now, and the final scoring now."""
    stack = len(player.generations[-1]) if player.generations else 0
    return phrases.render_phrase(
        "alt.land",
        areas=player.controlled or phrases.nothing,
        workers=player.workers,
        towns=player.towns,
        hidden=player.face_down_count,
        bonus=stack * player.bonus_area_count,
        cards=stack,
        territory=player.bonus_area_count,
        end=sum(player.final_points.values()),
    )


def describe_result(phrases: Phrases) -> str:
    """Return each seat's total with its sources, the largest first."""
    rows = []
    for score in phrases.view.scores:
        parts = sorted((part for part in score.parts if part[1]), key=lambda part: -part[1])
        source_texts = tuple(
            phrases.render_phrase("alt.part", source=phrases.render_message(label), n=n) for label, n in parts
        )
        rows.append(
            phrases.render_phrase(
                "alt.result", place=score.place, who=phrases.name_player(score.seat), n=score.total, parts=source_texts
            )
        )
    return phrases.join_sentences(*rows)
