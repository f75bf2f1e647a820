"""R8 Effects: checking, describing and carrying them out, the same for every source."""
