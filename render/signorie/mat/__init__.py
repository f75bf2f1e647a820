"""The player mats of Signorie, and the panel of a die action."""
