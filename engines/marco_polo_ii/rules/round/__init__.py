"""R2.9 to R2.11, R4, R5: the choices at the beginning, the rounds, the turns."""
