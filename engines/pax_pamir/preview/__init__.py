"""Previews of the results of an option, shown before it is chosen."""
