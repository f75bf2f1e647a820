"""R7.7 War: the participants and their strength, the declarations, the dice, the aftermath."""
