"""Computer player: evaluation of a State for a seat, search settings, and reasons for suggestions."""
