"""The estimate of what fits a phone's screen, and rows of buttons that follow its lines."""

from __future__ import annotations

from bot.discord_ui.page import pages, phone_screen


def test_a_custom_emoji_is_as_wide_as_what_stands_in_for_it() -> None:
    emoji, plain = "<:seat_C_4a3323:1576132612173332480>", "▲ C"
    question = "どのアクションカードを取り、何に使いますか？"
    for length in range(len(question)):
        texts = (f"### {sign} {question[:length]}" for sign in (emoji, plain))
        assert len({phone_screen.measure_text(text) for text in texts}) == 1
    for text in (f"{{}} {question * 3}", f"{question}{{}}{question}", f"{question * 2}{{}}"):
        cut = phone_screen.cut_to_fit(text.format(emoji), 1, beside="C ")
        plain_cut = phone_screen.cut_to_fit(text.format(plain), 1, beside="C ")
        assert cut.endswith("…") and cut.count("<") == cut.count(">")
        assert abs(len(cut.replace(emoji, plain)) - len(plain_cut)) <= 1


def test_no_row_of_buttons_ends_within_a_line_of_the_screen() -> None:
    def arrange_labels(*labels: str) -> list[int]:
        rows = phone_screen.arrange_buttons([pages.Button("x", label) for label in labels])
        return [len(row) for row in rows]

    assert arrange_labels(*["5. 神罰"] * 6) == [3, 3], "rows of five and one are three lines"
    assert arrange_labels(*["1. another"] * 6) == [4, 2]
    assert arrange_labels(*["a label as wide as the whole screen"] * 6) == [5, 1]
    assert arrange_labels(*[str(n) for n in range(1, 8)]) == [5, 2]
    assert arrange_labels() == []
