"""Public pictures: the overview (header, map, score track, seats, token stock), the war, the final result."""
