"""Before the start: taking seats, invitations, settings, the start itself, and closing tables that never start."""
