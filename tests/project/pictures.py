"""The README's pictures, drawn anew: `python -m tests.project.pictures`.

A game of computer players, late in its fifth round: the board as everybody sees it and the leader's mat.
"""

from __future__ import annotations

from typing import Any

from engines.kernel import SEED_BYTES, Decision, Match, Rng, games, policies
from render import Look, arts, paint

from . import ROOT

FOLDER = ROOT / "docs" / "pictures"
GAME, SEATS, ROUND = "signorie", 3, 5
NAMES = {"en": ("Aoi", "Marco", "Jules"), "ja": ("あおい", "マルコ", "ことり")}


def view() -> Any:
    """The public View of that moment."""
    game = games()[GAME]
    strongest = next(iter(policies(game).values()))
    rng = Rng(b"readme".ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.setup(SEATS), rng.seed)
    seen = match.view(None)
    while match.ask is not None and seen.round <= ROUND:
        seat = match.waiting[0]
        world = match.world(seat, rng)
        prompt = world.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, strongest(world, prompt, rng)))
        before, seen = seen, match.view(None)
        if (before.round, before.phase) == (ROUND, "actions") and (seen.round, seen.phase) != (ROUND, "actions"):
            return before
    raise LookupError(f"the game has no round {ROUND}")


def main() -> None:
    art, shown = arts()[GAME], view()
    leader = max(range(SEATS), key=lambda seat: shown.mats[seat].vp)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for lang, names in NAMES.items():
        for name, picture in (("board", "board"), ("mat", f"mat:{leader}")):
            look = Look("ja" if lang == "ja" else "en", names)
            (FOLDER / f"{GAME}-{name}-{lang}.png").write_bytes(paint(art.compose(shown, picture, look)))


if __name__ == "__main__":
    main()
