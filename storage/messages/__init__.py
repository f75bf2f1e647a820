"""Discord's side: what is still to be said, which message shows what, which clicks were handled."""
