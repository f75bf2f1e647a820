"""Vignettes: engraved subjects, cut beforehand into one sheet a game and placed where a picture has room for them."""
