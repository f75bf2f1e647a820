-- An outage concerns no person: each table gets an inbox row, and takes the outage out of its own clocks.
CREATE TABLE new_inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind <> ''),
    person INTEGER REFERENCES people (id),
    payload BLOB NOT NULL,
    at INTEGER NOT NULL
) STRICT;
INSERT INTO new_inbox (id, game, kind, person, payload, at) SELECT id, game, kind, person, payload, at FROM inbox;
DROP TABLE inbox;
ALTER TABLE new_inbox RENAME TO inbox;
CREATE INDEX inbox_of_game ON inbox (game, id);
