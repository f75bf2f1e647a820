"""R16, R17 After the turns of a round: wheels, merchants, ships, and the end of the game."""
