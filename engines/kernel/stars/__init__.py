"""First-game aids: stars for the options that look best to the computer player, each with the reason in words."""
