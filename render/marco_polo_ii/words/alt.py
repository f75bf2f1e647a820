"""Alt texts of pictures."""

from engines.kernel import LETTERS
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii.words.changes import list_changes
from render.marco_polo_ii.words.phrases import Phrases
from render.marco_polo_ii.zoom import PARTS, QUARTERS


def describe_picture(view: View, picture: str, ctx: kit.RenderContext) -> str:
    """Describe a picture in at most 400 characters; private pictures with the numbered options.

    Raises KeyError for an unknown picture.
    """
    phrases = Phrases(view, ctx)
    is_private, name = picture.startswith("panel:"), picture.removeprefix("panel:")
    kind, _, number = name.partition(":")
    match kind:
        case "final":
            return phrases.build_alt_text(
                (phrases.render_phrase("alt.head", turn=phrases.describe_turn()),), describe_result(phrases), ()
            )
        case "board":
            focal = phrases.join_sentences(
                describe_score_track(phrases),
                _describe_figures(phrases),
                _describe_dice(phrases),
                describe_next_start(phrases),
            )
        case "zoom" if number in QUARTERS:
            focal = phrases.join_sentences(_describe_figures(phrases), _describe_dice(phrases))
        case "zoom" if number in PARTS:
            focal = phrases.join_sentences(_describe_spaces(phrases), _describe_dice(phrases))
        case "actions":
            focal = phrases.join_sentences(
                _describe_dice(phrases), _describe_spaces(phrases), describe_next_start(phrases)
            )
        case "mat" if is_private or number.isdigit():
            seat = ctx.viewer if is_private else int(number)
            if seat is None or seat >= len(view.mats):
                raise KeyError(f"Marco Polo II has no picture {picture!r}")
            focal = describe_mat(phrases, seat)
        case "ask" if is_private and ctx.viewer is not None:
            focal = phrases.join_sentences(describe_goal(phrases, ctx.viewer), describe_mat(phrases, ctx.viewer))
        case _:
            raise KeyError(f"Marco Polo II has no picture {picture!r}")
    head = phrases.render_phrase(
        "alt.head" if view.round == 0 or view.scores else "alt.round", **_build_time_args(phrases)
    )
    if is_private:
        head = phrases.render_phrase("alt.private", rest=head)
    return phrases.build_alt_text((head,), focal, list_changes(phrases))


def _build_time_args(phrases: Phrases) -> dict[str, str | int]:
    view = phrases.view
    return {"turn": phrases.describe_turn(), "n": view.round, "of": view.rounds}


def describe_score_track(phrases: Phrases) -> str:
    """Describe the VP of all seats, highest first."""
    order = sorted(phrases.view.mats, key=lambda mat: -mat.vp)
    vp = tuple(phrases.render_phrase("phrase.vp", who=phrases.name_player(mat.seat), n=mat.vp) for mat in order)
    return phrases.render_phrase("alt.race", vp=vp)


def _describe_figures(phrases: Phrases) -> str:
    figures = tuple(
        f"{LETTERS[mat.seat]} {phrases.name_place(place)}" for mat in phrases.view.mats for place in mat.figures
    )
    return phrases.render_phrase("alt.figures", figures=figures)


def _describe_dice(phrases: Phrases) -> str:
    left = tuple(
        phrases.render_phrase(
            "phrase.left",
            letter=LETTERS[mat.seat],
            dice=phrases.render_phrase("phrase.dot").join(phrases.describe_dice(mat)),
        )
        for mat in phrases.view.mats
        if mat.dice or mat.black
    )
    return phrases.render_phrase("alt.dice", dice=left) if left else ""


def describe_next_start(phrases: Phrases) -> str:
    """Describe the start player of the next round and the black dice left in the supply."""
    view = phrases.view
    seat = view.start if view.record is None else view.record.seat
    return phrases.render_phrase("alt.start", who=phrases.name_player(seat), n=view.black_dice)


def _describe_spaces(phrases: Phrases) -> str:
    """Describe the spaces with dice on them."""
    descriptions = tuple(
        phrases.render_phrase(
            "phrase.on",
            space=phrases.name_space(space),
            dice=phrases.render_phrase("phrase.dot").join(phrases.describe_placed_dice(dice)),
        )
        for space, dice in phrases.view.spaces.items()
        if dice
    )
    return phrases.render_phrase("alt.spaces", spaces=descriptions) if descriptions else ""


def describe_mat(phrases: Phrases, seat: int) -> str:
    """Describe the mat of a seat: character, dice, stock, posts, contracts, seals, crests."""
    seat_mat = phrases.view.mats[seat]
    seals = tuple(
        phrases.render_phrase(
            "phrase.improved" if state else "phrase.basic", guild=phrases.render_noun(f"guilds.{guild}")
        )
        for guild, state in seat_mat.seals.items()
        if state is not None
    )
    nothing = (phrases.render_phrase("none"),)
    return phrases.render_phrase(
        "alt.mat",
        who=phrases.name_player(seat),
        character=phrases.render_noun(f"characters.{seat_mat.character}") if seat_mat.character else nothing[0],
        vp=seat_mat.vp,
        dice=phrases.render_phrase("phrase.dot").join(phrases.describe_dice(seat_mat) or nothing),
        stock=phrases.describe_stock(seat_mat.resources),
        posts=len(seat_mat.posts),
        contracts=phrases.join_items(phrases.describe_contract(ident) for ident in seat_mat.contracts) or nothing[0],
        fulfilled=len(seat_mat.fulfilled),
        seals=seals or nothing,
        crests=len(seat_mat.crests) + seat_mat.bonus_crests,
    )


def describe_goal(phrases: Phrases, seat: int) -> str:
    """Describe the seat's goal card; empty if none is kept yet or it is hidden from the viewer."""
    ident = phrases.view.mats[seat].goal
    return "" if ident is None else phrases.render_phrase("alt.goal", goal=phrases.describe_place(f"goal:{ident}"))


def describe_result(phrases: Phrases) -> str:
    """Describe the total of each seat with its sources, the largest source first."""
    rows = []
    for score in phrases.view.scores:
        parts = sorted(score.parts, key=lambda part: -part[1])
        part_texts = tuple(
            phrases.render_phrase("phrase.part", source=phrases.render_message(label), n=n) for label, n in parts
        )
        rows.append(
            phrases.render_phrase("alt.score", who=phrases.name_player(score.seat), n=score.total, parts=part_texts)
        )
    return phrases.join_sentences(*rows)
