"""Time: what happens later, what a seat has used of its clock, why clocks stand still, when the bot was here."""
