"""What a player has in hand when an effect would begin.

Whether something can be done is judged on a Budget, so that a price not yet paid can be taken off first (R15.1, R15.9).
"""

from __future__ import annotations

from typing import NamedTuple

from engines.signorie.data.ids import Sex

from .state import Player


class Budget(NamedTuple):
    """Florins, and meeples in the supply and in the own stock."""

    florins: int
    men: int
    women: int
    men_stock: int
    women_stock: int

    def without_florins(self, cost: int) -> Budget:
        return Budget(self.florins - cost, self.men, self.women, self.men_stock, self.women_stock)

    def without_meeples(self, sex: Sex, meeples: int, into_stock: int) -> Budget:
        """After paying so many meeples of a sex, of which `into_stock` come to lie in the stock."""
        florins, men, women, men_stock, women_stock = self
        if sex == "male":
            return Budget(florins, men - meeples, women, men_stock + into_stock, women_stock)
        return Budget(florins, men, women - meeples, men_stock, women_stock + into_stock)

    def supply(self, sex: Sex) -> int:
        return self.men if sex == "male" else self.women


def budget(player: Player) -> Budget:
    supply, stock = player.supply, player.stock
    return Budget(player.florins, supply["male"], supply["female"], stock["male"], stock["female"])
