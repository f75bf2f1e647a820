"""Messages in both languages, and the errors of a catalogue whose languages differ."""

from __future__ import annotations

import pytest

from engines.kernel import Catalogue, Message, NounRef, SeatRef, load_catalogue, message
from engines.kernel.messages import Arg

EN = {
    "plain": "Hello {{you}}",
    "paid": "{who} pays {n} {n:florin|florins} for {good}",
    "cap": "{good:cap} and {goods:cap}",
    "list": "{goods}, short {goods:short}",
    "seat": "{who:letter} is {who}",
    "nested": "so: {what}",
    "signed": "{n:+d}",
    "few": "{n:spy|# spies}",
    "story": "{told:line}",
}
JA = {
    "plain": "こんにちは",
    "paid": "{who}が{good}に {n} 払う",
    "cap": "{good}と{goods}",
    "list": "{goods}、略 {goods:short}",
    "seat": "{who:letter} は{who}",
    "nested": "つまり:{what}",
    "signed": "{n:+d}",
    "few": "密偵{n}",
    "story": "{told:line}",
}
NOUNS = {
    "goods.tea": {"ja": "茶", "en": "tea"},
    "goods.porcelain": {"ja": "磁器", "en": "porcelain", "short_en": "porc.", "short_ja": "磁"},
}
BOOK = Catalogue({"ja": JA, "en": EN}, NOUNS)
NAMES = ("Hana", "Otto")
TEA, PORCELAIN = NounRef("goods.tea"), NounRef("goods.porcelain")


@pytest.mark.parametrize(
    ("msg", "en", "ja"),
    [
        (message("plain"), "Hello {you}", "こんにちは"),
        (message("paid", who=SeatRef(1), n=1, good=TEA), "Otto pays 1 florin for tea", "Ottoが茶に 1 払う"),
        (message("paid", who=SeatRef(0), n=0, good=TEA), "Hana pays 0 florins for tea", "Hanaが茶に 0 払う"),
        (message("cap", good=TEA, goods=(TEA, PORCELAIN)), "Tea and Tea, porcelain", "茶と茶、磁器"),
        (message("list", goods=(TEA, PORCELAIN)), "tea, porcelain, short tea, porc.", "茶、磁器、略 茶、磁"),
        (message("list", goods=()), ", short ", "、略 "),
        (message("seat", who=SeatRef(0)), "A is Hana", "A はHana"),
        (message("nested", what=message("plain")), "so: Hello {you}", "つまり:こんにちは"),
        (message("signed", n=3), "+3", "+3"),
        (message("few", n=1), "spy", "密偵1"),
        (message("few", n=3), "3 spies", "密偵3"),
        (message("story", told=(message("plain"), message("signed", n=3))), "Hello {you} +3", "こんにちは+3"),
    ],
)
def test_a_sentence_in_both_languages(msg: Message, en: str, ja: str) -> None:
    assert BOOK.render(msg, "en", NAMES) == en
    assert BOOK.render(msg, "ja", NAMES) == ja


def test_a_seat_without_a_name_is_its_letter() -> None:
    assert BOOK.render(message("seat", who=SeatRef(2)), "en", NAMES) == "C is C"


def test_a_name_is_never_read_as_a_template() -> None:
    assert BOOK.render(message("seat", who=SeatRef(0)), "en", ("{n}",)) == "A is {n}"


@pytest.mark.parametrize(
    ("key", "args", "complaint"),
    [
        ("nowhere", {}, "no sentence 'nowhere' in the en catalogue"),
        ("paid", {"n": 1}, "needs the argument 'who', got ['n']"),
        ("nested", {"what": NounRef("goods.gold")}, "no noun 'goods.gold'"),
    ],
)
def test_wrong_message_arguments_are_reported(key: str, args: dict[str, Arg], complaint: str) -> None:
    with pytest.raises(KeyError) as error:
        BOOK.render(Message(key, args), "en", NAMES)
    assert complaint in str(error.value)


def test_old_log_entry_renders_with_its_old_sentence() -> None:
    words = {"swap": "{who} turns {n} tea into {n} silk", "swap_before": "{who} turns tea into silk"}
    book = Catalogue({"ja": words, "en": words}, {})
    assert book.render(message("swap", who=SeatRef(0), n=2), "en", NAMES) == "Hana turns 2 tea into 2 silk"
    assert book.render(message("swap", who=SeatRef(0)), "en", NAMES) == "Hana turns tea into silk"
    with pytest.raises(KeyError, match=r"'swap_before' .* needs the argument 'who'"):
        book.render(message("swap"), "en", NAMES)


@pytest.mark.parametrize(
    ("template", "complaint"),
    [("{n:a crest|{n} crests}", "no placeholder inside {n}"), ("{n:none|one|many}", "expected two forms")],
)
def test_a_sentence_that_cannot_be_rendered_is_refused_when_it_is_loaded(template: str, complaint: str) -> None:
    with pytest.raises(ValueError, match="sentence x: ") as error:
        Catalogue({"ja": {"x": template}, "en": {"x": template}}, {})
    assert complaint in str(error.value)


def test_the_kernel_is_the_base_of_every_catalogue() -> None:
    book = load_catalogue("engines.flotsam")
    assert book.has_key("kernel.confirm") and "kernel.confirm" not in set(book.list_keys())
    assert book.render(message("kernel.confirm"), "ja") == "確定"
    assert not book.has_key("kernel.nothing")


def test_problems_name_the_difference_between_languages() -> None:
    book = Catalogue(
        {"ja": {"only.ja": "あ", "args": "{a}と{b}"}, "en": {"only.en": "x", "args": "{a} and {c}"}},
        {"goods.tea": {"ja": "茶"}},
    )
    assert sorted(book.list_problems()) == [
        "args: placeholders differ, ja ['a', 'b'], en ['a', 'c']",
        "noun goods.tea: needs ja and en",
        "only.en: no Japanese sentence",
        "only.ja: no English sentence",
    ]
    assert BOOK.list_problems() == []


def test_the_kernels_own_catalogue_is_sound() -> None:
    assert load_catalogue("engines.kernel").list_problems() == []
