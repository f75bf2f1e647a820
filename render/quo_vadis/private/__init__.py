"""What only its owner sees: hand, face-down skills, the pack of the draft."""
