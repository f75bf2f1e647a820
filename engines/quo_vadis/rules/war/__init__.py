"""R7.7 War: who takes part and how strong, the declarations, the dice, the aftermath."""
