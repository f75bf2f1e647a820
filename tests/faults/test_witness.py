"""The checks of the fault run accept correct behaviour and notice every kind of problem."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord_ui.panel.page import build_panel
from bot.discord_ui.panel.question import PanelState
from engines.kernel import Decision, Rng, pick_random_answer

from .conftest import EN, apply_presses, build_press, render_message, render_panel
from .shadow import BACK, LINE, Press, ShadowTable
from .witness import FULL_CHECK_INTERVAL, Witness


def build_line(shadow: ShadowTable) -> tuple[Press, list[tuple[str, ...]]]:
    """Return a press of seat 0 on *Do ★*, and the answers that it gives."""
    return build_press(shadow, 0, LINE), [("raise:tea", "raise:silk"), ("yes",)]


def test_line_that_is_stored_is_accepted(shadow: ShadowTable) -> None:
    witness, (line, answers) = Witness(1, [shadow.copy_table()]), build_line(shadow)
    witness.load_line = lambda interaction: answers if interaction == line.interaction else []
    after = apply_presses(shadow, replace(line, keys=answers[0], following=tuple(answers[1:])))
    assert [entry.decision.keys for entry in after.active_entries] == answers
    witness.record_answer(line, render_panel(after, 0))
    witness.check_final_state(after.identity)
    assert not witness.problems


@pytest.mark.parametrize("stored", [[], [("raise:tea", "raise:silk")]], ids=["nothing", "half"])
def test_line_that_is_acknowledged_and_not_stored_as_a_whole_is_noticed(
    shadow: ShadowTable, stored: list[tuple[str, ...]]
) -> None:
    witness, (line, answers) = Witness(1, [shadow.copy_table()]), build_line(shadow)
    witness.load_line = lambda interaction: stored
    after = apply_presses(shadow, replace(line, keys=answers[0], following=tuple(answers[1:])))
    witness.record_answer(line, render_panel(after, 0))
    assert witness.problems


@pytest.mark.parametrize("is_stored", [True, False])
def test_line_without_an_answer_may_be_stored(shadow: ShadowTable, is_stored: bool) -> None:
    witness, (line, answers) = Witness(1, [shadow.copy_table()]), build_line(shadow)
    witness.load_line = lambda interaction: answers if is_stored else []
    witness.record_unanswered(line)
    given = replace(line, keys=answers[0], following=tuple(answers[1:]))
    witness.check_final_state((apply_presses(shadow, given) if is_stored else shadow).identity)
    assert not witness.problems


def test_answer_showing_next_question_is_accepted(shadow: ShadowTable) -> None:
    witness, answer = Witness(1, [shadow.copy_table()]), build_press(shadow, 0, "raise:tea", "raise:silk")
    after = apply_presses(shadow, answer)
    witness.record_answer(answer, render_panel(after, 0))
    witness.record_panel(0, render_panel(after, 0), "en")
    witness.check_final_state(after.identity)
    assert witness.problems == [] and witness.first_history.identity == after.identity


def test_only_past_actions_may_stand_above_question(shadow: ShadowTable) -> None:
    after = apply_presses(shadow, build_press(shadow, 0, "raise:tea", "raise:silk"))
    after = apply_presses(after, build_press(after, 0, "yes"))
    lines = after.build_lines(1)
    for shown_lines, is_right in (
        (lines[-1:], True),
        (lines[-2:], True),
        ([replace(lines[-1], events=lines[0].events)], False),
    ):
        witness = Witness(1, [after.copy_table()], check_count=FULL_CHECK_INTERVAL)
        witness.record_panel(1, render_message(build_panel(after.refresh_table(), 1, EN, since=shown_lines)), "en")
        assert (witness.problems == []) is is_right, witness.problems


def test_an_answer_that_is_applied_twice_is_noticed(shadow: ShadowTable) -> None:
    answer = build_press(shadow, 0, "raise:tea", "raise:silk")
    once = apply_presses(shadow, answer)
    twice = apply_presses(once, build_press(once, 0, "yes"))
    witness = Witness(1, [shadow.copy_table()])
    witness.record_answer(answer, render_panel(twice, 0))
    assert len(witness.problems) == 1 and witness.problems[0].startswith("answer: ")


def test_unanswered_press_is_unknown_until_panel_is_opened(shadow: ShadowTable) -> None:
    answer = build_press(shadow, 0, "raise:tea", "raise:silk")
    for actual in (shadow, apply_presses(shadow, answer)):
        witness = Witness(1, [shadow.copy_table()])
        witness.record_unanswered(answer)
        witness.record_panel(0, render_panel(actual, 0), "en")
        assert witness.problems == [] and [world.identity for world in witness.histories] == [actual.identity]


def test_unanswered_press_may_apply_later_but_not_after_kill(shadow: ShadowTable) -> None:
    answer = build_press(shadow, 0, "raise:tea", "raise:silk")
    after = apply_presses(shadow, answer)
    witness = Witness(1, [shadow.copy_table()])
    witness.record_unanswered(answer)
    witness.record_panel(0, render_panel(shadow, 0), "en")
    witness.record_panel(0, render_panel(after, 0), "en")
    assert witness.problems == []
    witness = Witness(1, [shadow.copy_table()])
    witness.record_unanswered(answer)
    witness.check_final_state(shadow.identity)
    witness.record_panel(0, render_panel(after, 0), "en")
    assert len(witness.problems) == 1


@pytest.mark.parametrize("twice", [True, False])
def test_only_doubled_press_may_be_refused_by_its_own_effect(shadow: ShadowTable, twice: bool) -> None:
    answer = replace(build_press(shadow, 0, "raise:tea", "raise:silk"), is_doubled=twice)
    after = apply_presses(shadow, answer)
    witness = Witness(1, [shadow.copy_table()])
    witness.record_unanswered(answer)
    witness.record_refusal(answer, render_panel(after, 0))
    assert (witness.problems == []) is twice


def test_doubled_press_may_be_refused_while_others_answer(shadow: ShadowTable) -> None:
    shadow.apply_press(build_press(shadow, 0, "raise:tea", "raise:silk"))
    shadow.apply_press(build_press(shadow, 0, "yes"))
    bid = replace(build_press(shadow, 0, "bid:1"), is_doubled=True)
    after = apply_presses(shadow, bid)
    assert after.build_question_ref(0) == bid.ref
    witness = Witness(1, [shadow.copy_table()])
    witness.record_unanswered(bid)
    witness.record_refusal(bid, render_panel(after, 0))
    assert witness.problems == [] and witness.first_history.identity == after.identity


def test_unpublished_answer_changes_only_by_another_press(shadow: ShadowTable) -> None:
    shadow.apply_press(build_press(shadow, 0, "raise:tea", "raise:silk"))
    shadow.apply_press(build_press(shadow, 0, "yes"))
    bid = build_press(shadow, 0, "bid:1")
    after = apply_presses(shadow, bid)
    assert not after.is_allowed(bid) and after.is_allowed(build_press(after, 0, "bid:1"))
    witness = Witness(1, [shadow.copy_table()])
    witness.record_unanswered(bid)
    witness.check_current_state((*after.identity, after.identity[-1]))
    assert witness.problems


def test_late_press_is_accepted_while_bot_runs(shadow: ShadowTable) -> None:
    answer = build_press(shadow, 0, "raise:tea", "raise:silk")
    after = apply_presses(shadow, answer)
    witness = Witness(1, [shadow.copy_table()])
    witness.record_unanswered(answer)
    witness.check_current_state(shadow.identity)
    witness.check_current_state(after.identity)
    assert witness.problems == []
    witness.check_current_state(shadow.identity)
    assert witness.problems and witness.is_done


@pytest.mark.parametrize("lost", [True, False], ids=["lost", "doubled"])
def test_lost_or_doubled_decision_is_noticed(shadow: ShadowTable, lost: bool) -> None:
    answer = build_press(shadow, 0, "raise:tea", "raise:silk")
    after = apply_presses(shadow, answer)
    witness = Witness(1, [after])
    witness.check_final_state(shadow.identity if lost else (*after.identity, after.identity[-1]))
    assert len(witness.problems) == 1 and witness.problems[0].startswith("database: ")


def test_unstored_undo_is_noticed(shadow: ShadowTable) -> None:
    answer = build_press(shadow, 0, "raise:tea", "raise:silk")
    after = apply_presses(shadow, answer)
    taken_back = apply_presses(after, build_press(after, 0, BACK))
    witness = Witness(1, [taken_back])
    witness.check_final_state(after.identity)
    assert len(witness.problems) == 1 and "1" in witness.problems[0]
    # after a step back the same question counts as a new one
    assert taken_back.build_question_ref(0) != shadow.build_question_ref(0)


def test_panel_of_wrong_seat_or_with_wrong_words_is_noticed(shadow: ShadowTable) -> None:
    witness = Witness(1, [shadow.copy_table()])
    witness.record_panel(0, render_panel(shadow, 1), "en")
    other = render_panel(shadow, 0)
    other["components"][0]["components"][0]["content"] += " (you would win)"
    witness.check_count = 0  # the next one is compared letter by letter
    witness.record_panel(0, other, "en")
    assert len(witness.problems) == 2


def test_unknown_last_press_does_not_delay_end(shadow: ShadowTable) -> None:
    ended, rng = shadow.copy_table(), Rng(bytes(32))
    event_number = 0
    while not ended.is_over:
        event_number += 1
        seat = ended.waiting[0]
        prompt = ended.match.find_prompt(seat)
        assert prompt is not None
        ended.apply_decision(
            Decision(ended.match.step, seat, pick_random_answer(ended.match, prompt, rng)), event_number
        )
    witness = Witness(1, [ended])
    witness.record_unanswered(build_press(shadow, 0, "bid:1"))
    assert witness.has_ended and not witness.is_done
    assert not Witness(1, [shadow.copy_table()]).has_ended


def test_notice_that_nothing_could_be_posted_may_be_added_to_panel(shadow: ShadowTable) -> None:
    notice = EN.render_line("posting_failure.for_reader")
    for text in (notice, notice[:-1]):
        witness = Witness(1, [shadow.copy_table()])
        witness.record_panel(
            0, render_message(build_panel(shadow.refresh_table(), 0, EN, PanelState(notice=text))), "en"
        )
        assert bool(witness.problems) is (text != notice)


def test_name_readings_may_be_added_to_panel(shadow: ShadowTable) -> None:
    witness = Witness(1, [shadow.copy_table()])
    panel_message = render_panel(shadow, 0)
    panel_message["components"][0]["components"][0]["content"] += "\n-# 読み方：Mohan Lal＝モーハン・ラール"
    witness.record_panel(0, panel_message, "en")
    assert witness.problems == []
