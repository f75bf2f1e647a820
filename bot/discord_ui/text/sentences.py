"""The sentences of a question: which of them asks, and which are shared by the questions of several players."""

import re
from collections.abc import Sequence

from engines.kernel import Lang

QUESTION_MARKS = re.compile(r"[?？]|か。|ください。")
"""Ends of sentences that ask."""
SENTENCE_END = re.compile(r"(?<=[.?!])\s+|(?<=[。？！])|\n")


def split_sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in SENTENCE_END.split(text) if sentence.strip()]


def join_sentences(sentences: Sequence[str], lang: Lang) -> str:
    return ("" if lang == "ja" else " ").join(sentences)


def find_shared_question(texts: Sequence[str], lang: Lang) -> str:
    """Return the sentences that these questions share; "" if none of the shared ones asks."""
    if len(set(texts)) == 1:
        return texts[0]
    others = [set(split_sentences(text)) for text in texts[1:]]
    shared = [sentence for sentence in split_sentences(texts[0]) if all(sentence in other for other in others)]
    return join_sentences(shared, lang) if any(map(QUESTION_MARKS.search, shared)) else ""
