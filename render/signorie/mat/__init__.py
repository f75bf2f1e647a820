"""The player mats of Signorie."""
