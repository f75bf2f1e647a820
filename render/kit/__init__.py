"""What all games' pictures share: scenes and their painter, text, pieces, marks."""
