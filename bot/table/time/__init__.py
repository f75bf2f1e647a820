"""Time as people live it: when somebody is awake, and clocks that count waking hours only."""
