"""The scenery of Kilia's grounds: a harbour at dawn, an oak table, the cloth and hanging boards of the council."""
