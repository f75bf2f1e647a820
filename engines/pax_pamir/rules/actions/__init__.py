"""R8 The six actions of court cards."""
