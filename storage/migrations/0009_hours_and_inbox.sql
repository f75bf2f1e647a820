-- The hours of people as a history: a row holds from `from_at` until the next one of the person. Rows are only added.
CREATE TABLE hours (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    from_at INTEGER NOT NULL,
    zone TEXT,
    night INTEGER,
    rest TEXT NOT NULL
) STRICT;
CREATE INDEX hours_of_person ON hours (person, id);
INSERT INTO hours (person, from_at, zone, night, rest)
SELECT id, 0, zone, night, rest FROM people WHERE zone IS NOT NULL OR night IS NOT NULL OR rest <> '';

-- What a table has to do because of something that happened elsewhere. The row is deleted by the transaction that does it.
CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind <> ''),
    person INTEGER NOT NULL REFERENCES people (id),
    payload BLOB NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX inbox_of_game ON inbox (game, id);
