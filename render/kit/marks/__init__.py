"""What is laid on a picture: numbers of options, frames and ticks of what changed, the private notice."""
