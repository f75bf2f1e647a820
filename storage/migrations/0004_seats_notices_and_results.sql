-- What the life of a table needs beyond 0003: who holds a seat for how long, what people were told, how games ended.

-- Where a game stood at a checkpoint (round, whose turn, public points), for its history. NULL: written when it is asked for.
ALTER TABLE checkpoints ADD COLUMN moment BLOB;

-- What people report: where it was, and what they saw themselves. Nobody else's secrets are in it.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    person INTEGER REFERENCES people (id),
    n INTEGER NOT NULL CHECK (n >= 0),                          -- the last decision before it
    epoch INTEGER NOT NULL,
    file BLOB NOT NULL,
    at INTEGER NOT NULL
) STRICT;

-- Clicks that made no decision are forgotten after a while.
CREATE INDEX interactions_by_time ON interactions (at);

CREATE INDEX stretches_of_person ON stretches (person, game) WHERE person IS NOT NULL;
