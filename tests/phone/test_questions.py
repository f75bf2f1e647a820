"""Questions of whole games on a phone: labels, and the height of a sample. `python -m tests.phone` measures all."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from discord.ui import TextDisplay

from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.pages import PRIMARY, Button, Choice, Page, PageView, SelectMenu, build_view
from bot.discord_ui.page.pictures import NEWEST_CHANGES, PictureRequest
from bot.discord_ui.text.localizer import Localizer
from engines.kernel import LANGS, Match, Message, Option, Seat, load_catalogue, load_games
from engines.kernel.messages import resolve_text
from engines.kernel.stars.claims import RATED
from engines.kernel.stars.suggestions import Advice, PlannedAnswer, is_suggested
from render import load_arts
from render.kit.marks.badges import NumberBadge
from tests.contract.cases import Case, build_cases, build_rng
from tests.discovered import list_shipped_games, mark_slice
from tests.render.badges import list_badges

from . import questions
from .heights import measure_heights
from .labels import OPTION_CONTROL, list_control_faults, list_option_labels
from .questions import LATE_STARS, ShownQuestion, iter_questions, turn_aids_off, turn_aids_on
from .screen import USABLE_HEIGHT, PhoneScreen, open_phone

GAMES = list(list_shipped_games())
HEIGHTS_STEP = 97
"""Every so many decisions, the estimated heights of a question are compared with the measured ones."""
NUMBERS = re.compile(r"(?:★ )?\d+(?: ×\d+)?(?: \+ \d+(?: ×\d+)?)*")
"""A label without words: `7`, `1 ×2 + 3`."""
LEGEND_LINE = re.compile(r"(?:^-#|·) \*\*(\d+)\.\*\* \S", re.MULTILINE)
LEAST_EXCESS = 5
"""By so many px at least a browser shows a question lower than estimated (docs/performance.md)."""
STAR_NAME = re.compile(r"\*\*.+?\*\*")
OPTION_NUMBER = re.compile(r"(?<!×)\b\d+")


def iter_without_stars(
    case: Case, every: int, monkeypatch: pytest.MonkeyPatch, *, in_all_states: bool = False
) -> Iterator[ShownQuestion]:
    """Yield questions without stars, which take most of the time."""
    monkeypatch.setattr(questions, "suggest_options", lambda *_: None)
    return iter_questions(case, every, in_all_states=in_all_states)


def has_controls_of_its_size(shown: ShownQuestion) -> bool:
    """Return whether a question for one option has a button for each of up to five, for each of 6 to 20 a button or all
    25 in one menu that answers at once, and for more first the kinds (decision 054).
    """
    prompt, rows = shown.prompt, shown.page.rows
    options = {option.key for option in prompt.list_options()}
    buttons = [key for row in rows if not isinstance(row, SelectMenu) for key in row if isinstance(key, Button)]
    picked = {key.id.split(":", 3)[3] for key in buttons if ":pick:" in key.id}
    menus = [row for row in rows if isinstance(row, SelectMenu) and ":choose" in row.id]
    listed = [{choice.value for choice in menu.choices} & options for menu in menus if len(menu.choices) > 5]
    if prompt.kind != "one":
        return True
    if len(options) <= 5:
        return options <= picked and not menus
    if len(options) <= 25:
        return (options <= picked and len(options) <= 20) or (not options & picked and listed == [options])
    return not options <= picked and options not in listed


def has_ok_beside_menu(shown: ShownQuestion) -> bool:
    """Return whether a menu needs a second press. *Choose none*, which has the same verb, is an answer of its own."""
    keys = [key for row in shown.page.rows if not isinstance(row, SelectMenu) for key in row]
    label = Localizer((shown.lang,)).render_label("panel.ok")
    has_menu = any(isinstance(row, SelectMenu) for row in shown.page.rows)
    return has_menu and any(isinstance(key, Button) and key.label == label for key in keys)


def test_controls_of_another_size_are_noticed() -> None:
    """A menu for few options, buttons for some of many, and *OK* with an empty draft beside a menu."""
    (case,) = build_cases(GAMES[0], 1, 1)
    single = (shown for shown in iter_questions(turn_aids_off(case)) if shown.prompt.kind == "one")
    shown = next(shown for shown in single if len(shown.prompt.options) in range(2, 6))
    choices = tuple(Choice(option.key, "option") for option in shown.prompt.options)
    menu = SelectMenu("p:1.0.0.0.000000:choose", "options", choices)
    assert has_controls_of_its_size(shown)
    assert not has_controls_of_its_size(replace(shown, page=replace(shown.page, rows=(menu,))))
    ok = Button("p:1.0.0.0.000000:ok", Localizer((shown.lang,)).render_label("panel.ok"))
    assert has_ok_beside_menu(replace(shown, page=replace(shown.page, rows=(menu, (ok,)))))
    many = tuple(Option(f"x{n}", n, Message("kernel.aid.rated")) for n in range(8))
    grown = replace(shown, prompt=msgspec.structs.replace(shown.prompt, options=(*shown.prompt.options, *many)))
    assert not has_controls_of_its_size(grown), "buttons for some of many"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", mark_slice([1, 2], lambda number: number == 1))
def test_controls_of_whole_games(game: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any state no two options begin alike, none is told twice, and there is one menu at most; up to five options
    are buttons, but for one question in a hundred where these are too high, and more one menu without OK.
    """
    (case,) = build_cases(game, 1, number)
    count = listed = 0
    for shown in iter_without_stars(case, 1 if number == 2 else 5, monkeypatch, in_all_states=True):
        count += 1
        assert not list_control_faults(shown), (shown.name, shown.lang, list_control_faults(shown))
        if shown.state:
            continue
        menus = [row for row in shown.page.rows if isinstance(row, SelectMenu)]
        beside = len(shown.prompt.side_actions)
        is_shared_out = shown.prompt.kind == "allocate"  # quantities may be one menu
        if not is_shared_out and any(len(menu.choices) + beside <= 5 for menu in menus):
            listed += 1
            continue
        assert has_controls_of_its_size(shown), (shown.name, shown.lang)
        if menus and len(shown.prompt.options) <= 25 and not is_shared_out:
            assert not has_ok_beside_menu(shown), shown.name
    assert count > 20 and 100 * listed <= count


def list_wordless_numbers(shown: ShownQuestion) -> set[int]:
    """Return the numbers of options whose buttons have no words."""
    wordless = filter(NUMBERS.fullmatch, list_option_labels(shown.page))
    return {int(number) for label in wordless for number in OPTION_NUMBER.findall(label)}


def list_told_numbers(shown: ShownQuestion, picture: str | None) -> set[int]:
    """Return the numbers that a message with this picture, or with none yet, tells in words."""
    view = build_view(shown.page, picture)
    return {int(number) for number in LEGEND_LINE.findall("\n".join(iter_texts(view)))}


def iter_texts(view: PageView) -> Iterator[str]:
    return (item.content for item in view.walk_children() if isinstance(item, TextDisplay))


@pytest.mark.parametrize("game", GAMES)
def test_options_without_words_have_their_numbers_on_the_picture(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each such number has a badge of its own: a range of numbers tells no option from the others."""
    (case,) = build_cases(game, 1, 1)
    count = 0
    for shown in iter_without_stars(turn_aids_off(case), 11, monkeypatch):
        numbers = list_wordless_numbers(shown)
        request = shown.page.picture_request
        assert numbers <= list_told_numbers(shown, None), (shown.name, "what they mean while the picture is missing")
        assert not list_told_numbers(shown, "board.png"), shown.name
        if not numbers or not isinstance(request, PictureRequest):
            assert not numbers, shown.name
            continue
        scene = load_arts()[request.game_id].compose(request.view, request.resolved_name, request.context)
        drawn = {badge.piece.number for badge in list_badges(scene) if isinstance(badge.piece, NumberBadge)}
        assert numbers <= drawn, shown.name
        count += 1
    assert count


@pytest.mark.parametrize("game", GAMES)
def test_newcomers_read_words(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more than five options, none is told by its number alone (decision 054)."""
    (case,) = build_cases(game, 1, 1)
    shown_menus = 0
    for shown in iter_without_stars(turn_aids_on(case), 11, monkeypatch, in_all_states=True):
        is_long = len(shown.prompt.list_options()) > 5
        assert not (is_long and list_wordless_numbers(shown)), (shown.name, shown.lang, shown.state)
        shown_menus += any(isinstance(row, SelectMenu) for row in shown.page.rows)
    assert shown_menus


def star_two_options(match: Match[Any], seat: Seat, *_: object) -> Advice:
    """Return stars for the first option and, as the best with a long reason and a long line, for the last."""
    prompt = match.find_prompt(seat)
    assert prompt is not None
    first, last = prompt.options[0], prompt.options[-1]
    label = resolve_text(last.label)
    reason = Message("kernel.aid.together", {"why": Message("kernel.aid.gains", {"gains": (label,) * 6})})
    others = [PlannedAnswer((option.key,), (resolve_text(option.label),)) for option in prompt.options]
    line = (PlannedAnswer((last.key,), (label,)), *others[:4])
    return Advice(match.position, {first.key: RATED, last.key: reason}, (((last.key,),),), line)


@pytest.mark.parametrize("game", GAMES)
def test_each_star_tells_its_reason(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little room controls and picture leave, and however long the reason of the best one is. One sentence may
    tell all. Of stars that come late, the best one may tell what its press does instead, and others may be left out.
    """
    monkeypatch.setattr(questions, "compute_advice", star_two_options)
    (case,) = build_cases(game, 1, 1)
    other_reasons = tuple(load_catalogue("engines.kernel").render(RATED, lang, ()) for lang in LANGS)
    count = late = 0
    for shown in iter_questions(turn_aids_on(case), 7, in_all_states=True):
        if "★" in str(shown.page.rows) and shown.state != "preview" and "variant" not in shown.state:
            count += 1
            lines = [line for line in "\n".join(shown.page.texts).split("\n") if line.startswith("-# ★ **")]
            reasons = [line for line in lines if not line.endswith(other_reasons)]
            told = STAR_NAME.findall("".join(re.sub(r"(?<=[*)）])[:：].*", "", line) for line in lines))
            details = [option.detail for option in (*shown.prompt.list_options(), *shown.prompt.side_actions)]
            starred = [detail for detail in details if detail is not None and is_suggested(resolve_text(detail))]
            if shown.state == LATE_STARS:
                late += 1
                assert starred, "the question before its stars would prove nothing"
                assert max(1, len(told)) >= count_star_controls(shown), (shown.name, shown.lang, lines)
                plan = re.escape(Localizer((shown.lang,)).render_line("panel.line", steps=""))
                reasons = reasons or re.findall(f"{plan}.+", "\n".join(shown.page.texts))
            else:
                assert len(told) >= len(starred), (shown.name, shown.lang, shown.state, lines)
            assert len(reasons) == 1, (shown.name, shown.lang, shown.state, lines)
    assert count - late > 10 and late > 5


def count_star_controls(shown: ShownQuestion) -> int:
    """Return how many options of a question have a star or its colour on their own control."""
    count = 0
    for row in shown.page.rows:
        if isinstance(row, SelectMenu):
            count += sum(choice.label.startswith("★") for choice in row.choices if OPTION_CONTROL.match(row.id))
        else:
            keys = [key for key in row if isinstance(key, Button) and OPTION_CONTROL.match(key.id)]
            count += sum(key.style == PRIMARY or key.label.startswith("★") for key in keys)
    return count


@pytest.mark.release
def test_bare_numbers_keep_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newcomer reads what they stand for, however long news, reason and plan are, and has all on one screen."""
    monkeypatch.setattr(questions, "compute_advice", star_two_options)
    count = 0
    for game in GAMES:
        (case,) = build_cases(game, 1, 1)
        for shown in iter_questions(turn_aids_on(case), 15, in_all_states=True):
            numbers = list_wordless_numbers(shown)
            assert numbers <= list_told_numbers(shown, "board.png"), (shown.name, shown.lang, shown.state)
            height = shown.estimate_height() - LEAST_EXCESS
            assert not numbers or height <= USABLE_HEIGHT, (shown.name, shown.lang, shown.state)
            count += bool(numbers)
    assert count


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def phone() -> AsyncIterator[PhoneScreen]:
    async with open_phone() as opened:
        yield opened


@pytest.mark.parametrize(
    ("game", "set_aids"),
    mark_slice(
        product(GAMES, (turn_aids_on, turn_aids_off)),
        lambda case: case[1] is (turn_aids_on, turn_aids_off)[GAMES.index(case[0]) % 2],
    ),
)
@pytest.mark.asyncio(loop_scope="module")
async def test_heights_are_estimated_in_each_language(
    phone: PhoneScreen,
    game: str,
    set_aids: Callable[[Case], Case],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A picture with words may be higher in one of them; words that stand in for a picture are not higher than it."""
    usual = tuple((option.id, option.default) for option in load_games()[game].options)
    case, count = Case(game, 3, usual, 1), 0
    for shown in iter_without_stars(set_aids(case), HEIGHTS_STEP, monkeypatch, in_all_states=True):
        if shown.estimate_height() > USABLE_HEIGHT - LEAST_EXCESS:
            assert await phone.measure_height(shown) <= USABLE_HEIGHT, (shown.name, shown.lang, shown.state)
        request, size = shown.page.picture_request, shown.picture_size
        if isinstance(request, PictureRequest) and size is not None and request.picture != NEWEST_CHANGES:
            height = size[1] / size[0] * phone_screen.PICTURE_WIDTH
            assert shown.estimate_picture_height() == pytest.approx(height), (shown.name, shown.lang, shown.state)
            count += 1
    assert count > 3


@pytest.mark.asyncio(loop_scope="module")
async def test_questions_of_all_games_fit_the_screen(phone: PhoneScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    """In both languages and in every state; one more row of controls would be noticed."""
    states: set[str] = set()
    highest: list[ShownQuestion] = []
    for game in GAMES:
        (case,) = build_cases(game, 1, 1)
        shown_questions = iter_without_stars(case, 11, monkeypatch, in_all_states=True)
        heights = await measure_heights(phone.measure_height, shown_questions, build_rng(case, "sample"), 4, 4)
        assert not heights.list_too_high(), [shown.name for _, shown in heights.list_too_high()]
        assert heights.largest_shortfall <= 0, "the estimate is never too low"
        states |= {shown.state for _, shown in heights.estimates}
        highest.append(heights.highest[1])
    assert states >= {"", "without picture", "with the old picture", "with a notice", "preview", "given"}

    async def measure_grown(shown: ShownQuestion) -> float:
        rows = (*shown.page.rows, (Button("more", "One more row"),))
        return await phone.measure_height(replace(shown, page=replace(shown.page, rows=rows)))

    grown = await measure_heights(measure_grown, highest, build_rng(case, "sample"), sample=0, highest=len(GAMES))
    assert grown.list_too_high() and grown.largest_shortfall > 0


def test_long_notice_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """It must not push the controls off the screen."""
    render_line = Localizer.render_line

    def render_longer(localizer: Localizer, key: str, **args: Any) -> str:
        return render_line(localizer, key, **args) * (9 if key == "posting_failure.for_reader" else 1)

    monkeypatch.setattr(Localizer, "render_line", render_longer)
    (case,) = build_cases(GAMES[0], 1, 1)
    pages = iter_without_stars(turn_aids_off(case), 11, monkeypatch, in_all_states=True)
    heights = [shown.estimate_height() for shown in pages if shown.state == "with a notice"]
    assert len(heights) > 10 and max(heights) <= USABLE_HEIGHT


@pytest.mark.release  # about half a minute
@pytest.mark.asyncio(loop_scope="module")
async def test_questions_with_stars_fit_the_screen(phone: PhoneScreen) -> None:
    """As newcomers see them, in every state. `python -m tests.phone` measures all."""
    for game in GAMES:
        (case,) = build_cases(game, 1, 1)
        shown = iter_questions(turn_aids_on(case), 17, in_all_states=True)
        heights = await measure_heights(phone.measure_height, shown, build_rng(case, "sample"))
        assert not heights.list_too_high()
        assert any("★" in str(shown.page.rows) for _, shown in heights.estimates)


async def test_estimates_that_are_too_low_are_noticed() -> None:
    """Questions near the limit are measured as soon as an estimate of the sample was too low, and only then."""
    (case,) = build_cases(GAMES[0], 1, 1)
    first = next(iter_questions(case))
    pages = [Page(("\n".join("x" * n),), ()) for n in range(1, 26)]
    numbered = [replace(first, page=page, has_picture=False) for page in pages]
    (limit,) = {round(shown.estimate_height()) for shown in numbered[-1:]}
    assert USABLE_HEIGHT - 24 < limit <= USABLE_HEIGHT

    async def measure_too_high(shown: ShownQuestion) -> float:
        return shown.estimate_height() + 30 * (shown in numbered[::2])

    async def measure_as_estimated(shown: ShownQuestion) -> float:
        return shown.estimate_height()

    heights = await measure_heights(measure_too_high, numbered, build_rng(case, "sample"), sample=8, highest=0)
    assert heights.list_too_high() == [(limit + 30, numbered[-1])] and heights.largest_shortfall == 30
    heights = await measure_heights(measure_as_estimated, numbered, build_rng(case, "sample"), sample=8, highest=3)
    assert not heights.list_too_high() and {0, 1, 2} <= {*heights.measured} and len(heights.measured) <= 8 + 3


def test_faults_of_controls_are_noticed() -> None:
    """A second menu, an option on two buttons, two options that begin alike, and an option told above its button."""
    (case,) = build_cases(GAMES[0], 1, 1)
    single = (shown for shown in iter_questions(turn_aids_off(case)) if shown.prompt.kind == "one")
    shown = next(shown for shown in single if list_option_labels(shown.page))
    page = shown.page
    key = Button("p:1.0.0.0.000000:pick:x", "A label that is long enough to be cut off by a phone")
    menus = tuple(SelectMenu(f"p:1.0.0.0.000000:{verb}", verb, (Choice("y", "y"),)) for verb in ("choose", "aside"))
    assert not list_control_faults(shown)
    for rows, fault in (
        ((*page.rows, *menus), "2 menus"),
        ((*page.rows, (key,), (replace(key, label="x"),)), "told twice: x"),
        ((*page.rows, (key,), (replace(key, label=f"{key.label}!"),)), f"looks alike: {key.label[:38]}"),
    ):
        assert fault in list_control_faults(replace(shown, page=replace(page, rows=rows)))
    told = replace(key, label="1. The first option")
    listed = replace(shown, page=replace(page, texts=(*page.texts, "The first option — 3"), rows=((told,),)))
    assert list_control_faults(listed) == ["told in words above the controls: The first option"]
    line = Localizer((shown.lang,)).render_line("panel.line", steps="The first option")
    planned = replace(listed, page=replace(page, texts=(*page.texts, line), rows=((told,),)))
    assert list_control_faults(planned) == ["told in words above the controls: The first option"]
    chosen = replace(listed, page=replace(listed.page, texts=(*page.texts, "**City bonus** — The first option")))
    assert not list_control_faults(chosen)


@pytest.mark.asyncio(loop_scope="module")
async def test_page_that_is_too_high_is_noticed(phone: PhoneScreen) -> None:
    """The measure must grow with what is on the page."""
    (case,) = build_cases(GAMES[0], 1, 1)
    shown = next(iter_questions(case))
    height = await phone.measure_height(shown)
    texts = (*shown.page.texts, "One line more.", "And\n" * 20)
    longer = await phone.measure_height(shown.with_texts(texts))
    assert longer > height + 20 * 24 > 500
