"""R8 The six actions of court cards, as people carry them out. Wakhan shares parts of them."""
