"""What nobody may learn: two worlds through the whole bot."""
