"""What a die buys: offers, cards, contracts, and the dice that lie there."""
