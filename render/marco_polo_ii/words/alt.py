"""One line that says what a picture shows."""

from engines.kernel import LETTERS
from engines.marco_polo_ii.view import View
from render.kit.look import Look
from render.marco_polo_ii.words.phrases import Phrases
from render.marco_polo_ii.words.since import changed
from render.marco_polo_ii.zoom import PARTS, QUARTERS


def alt(view: View, picture: str, look: Look) -> str:
    """At most 400 characters; private pictures name the numbered options. KeyError for one that does not exist."""
    phrases = Phrases(view, look)
    private, what = picture.startswith("panel:"), picture.removeprefix("panel:")
    kind, _, number = what.partition(":")
    match kind:
        case "final":
            return phrases.one_line((phrases.say("alt.head", turn=phrases.turn()),), result(phrases), ())
        case "board":
            focal = phrases.together(race(phrases), _figures(phrases), _dice(phrases), next_start(phrases))
        case "zoom" if number in QUARTERS:
            focal = phrases.together(_figures(phrases), _dice(phrases))
        case "zoom" if number in PARTS:
            focal = phrases.together(_spaces(phrases), _dice(phrases))
        case "actions":
            focal = phrases.together(_dice(phrases), _spaces(phrases), next_start(phrases))
        case "mat" if private or number.isdigit():
            seat = look.viewer if private else int(number)
            if seat is None or seat >= len(view.mats):
                raise KeyError(f"Marco Polo II has no picture {picture!r}")
            focal = mat(phrases, seat)
        case "ask" if private and look.viewer is not None:
            focal = phrases.together(goal(phrases, look.viewer), mat(phrases, look.viewer))
        case _:
            raise KeyError(f"Marco Polo II has no picture {picture!r}")
    head = phrases.say("alt.head" if view.round == 0 or view.scores else "alt.round", **_time(phrases))
    if private:
        head = phrases.say("alt.private", rest=head)
    return phrases.one_line((head,), focal, changed(phrases))


def _time(phrases: Phrases) -> dict[str, str | int]:
    view = phrases.view
    return {"turn": phrases.turn(), "n": view.round, "of": view.rounds}


def race(phrases: Phrases) -> str:
    """VP, most first."""
    order = sorted(phrases.view.mats, key=lambda mat: -mat.vp)
    vp = tuple(phrases.say("phrase.vp", who=phrases.player(mat.seat), n=mat.vp) for mat in order)
    return phrases.say("alt.race", vp=vp)


def _figures(phrases: Phrases) -> str:
    there = tuple(f"{LETTERS[mat.seat]} {phrases.where(place)}" for mat in phrases.view.mats for place in mat.figures)
    return phrases.say("alt.figures", figures=there)


def _dice(phrases: Phrases) -> str:
    left = tuple(
        phrases.say("phrase.left", letter=LETTERS[mat.seat], dice=phrases.say("phrase.dot").join(phrases.dice(mat)))
        for mat in phrases.view.mats
        if mat.dice or mat.black
    )
    return phrases.say("alt.dice", dice=left) if left else ""


def next_start(phrases: Phrases) -> str:
    """Who begins the next round, and the black dice that are left."""
    view = phrases.view
    seat = view.start if view.record is None else view.record.seat
    return phrases.say("alt.start", who=phrases.player(seat), n=view.black_dice)


def _spaces(phrases: Phrases) -> str:
    """Spaces with dice on them."""
    used = tuple(
        phrases.say("phrase.on", space=phrases.space(space), dice=phrases.say("phrase.dot").join(phrases.lying(dice)))
        for space, dice in phrases.view.spaces.items()
        if dice
    )
    return phrases.say("alt.spaces", spaces=used) if used else ""


def mat(phrases: Phrases, seat: int) -> str:
    """Character, dice, stock, posts, contracts, seals, crests."""
    one = phrases.view.mats[seat]
    seals = tuple(
        phrases.say("phrase.improved" if state else "phrase.basic", guild=phrases.noun(f"guilds.{guild}"))
        for guild, state in one.seals.items()
        if state is not None
    )
    nothing = (phrases.say("none"),)
    return phrases.say(
        "alt.mat",
        who=phrases.player(seat),
        character=phrases.noun(f"characters.{one.character}") if one.character else nothing[0],
        vp=one.vp,
        dice=phrases.say("phrase.dot").join(phrases.dice(one) or nothing),
        stock=phrases.stock(one.carried),
        posts=len(one.posts),
        contracts=phrases.series(phrases.contract(ident) for ident in one.contracts) or nothing[0],
        fulfilled=len(one.fulfilled),
        seals=seals or nothing,
        crests=len(one.crests) + one.bonus_crests,
    )


def goal(phrases: Phrases, seat: int) -> str:
    """The own goal card, if it is kept already and can be seen."""
    ident = phrases.view.mats[seat].goal
    return "" if ident is None else phrases.say("alt.goal", goal=phrases.place(f"goal:{ident}"))


def result(phrases: Phrases) -> str:
    """Everybody's total with its sources, the largest first."""
    rows = []
    for score in phrases.view.scores:
        parts = sorted(score.parts, key=lambda part: -part[1])
        told = tuple(phrases.say("phrase.part", source=phrases.told(label), n=n) for label, n in parts)
        rows.append(phrases.say("alt.score", who=phrases.player(score.seat), n=score.total, parts=told))
    return phrases.together(*rows)
