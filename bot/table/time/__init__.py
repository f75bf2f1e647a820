"""Time as people live it: when somebody is awake, clocks that count waking hours only, and what falls due."""
