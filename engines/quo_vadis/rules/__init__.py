"""What happens: the set-up (R5), a turn step by step (R7), the skills where they bend it (R10)."""
