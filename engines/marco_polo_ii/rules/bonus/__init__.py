"""R9 Bonus actions; `menu` offers them as side actions of the questions of the player's turn."""
