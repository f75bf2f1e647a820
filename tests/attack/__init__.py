"""Attacks that must fail: by another site's page, a forged id, a damaged disk or a second program."""
