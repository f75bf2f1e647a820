"""R8 The six actions of court cards, as people take them."""
