"""The pictures of Quo Vadis in words: alt texts and the whole board."""
