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

-- A call names its person: whoever takes over a seat is called too.
UPDATE outbox SET key = key || '.' || (
    SELECT s.person FROM seats s
    WHERE s.game = outbox.game AND s.seat = CAST(substr(outbox.key, 1, instr(outbox.key, '.') - 1) AS INTEGER)
) WHERE kind IN ('ping', 'reminder', 'unping') AND EXISTS (
    SELECT 1 FROM seats s WHERE s.game = outbox.game AND s.person IS NOT NULL
    AND s.seat = CAST(substr(outbox.key, 1, instr(outbox.key, '.') - 1) AS INTEGER)
);
UPDATE posts SET key = key || '.' || (
    SELECT s.person FROM seats s
    WHERE s.game = posts.game AND s.seat = CAST(substr(posts.key, 1, instr(posts.key, '.') - 1) AS INTEGER)
) WHERE kind = 'ping' AND EXISTS (
    SELECT 1 FROM seats s WHERE s.game = posts.game AND s.person IS NOT NULL
    AND s.seat = CAST(substr(posts.key, 1, instr(posts.key, '.') - 1) AS INTEGER)
);

-- Reminders of an open question: until when nobody reminds, because the person said so.
ALTER TABLE asked ADD COLUMN snoozed_until INTEGER;
-- A question off turn has a short clock of its own, which stands still as others do.
ALTER TABLE asked ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
ALTER TABLE asked ADD COLUMN running_since INTEGER;
-- How far a turn's (or question's) reminders have come, in milliseconds used; which stages of lateness were told.
ALTER TABLE asked ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE clocks ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE clocks ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
-- After an outage nobody runs out of time before this.
ALTER TABLE presence ADD COLUMN grace_until INTEGER NOT NULL DEFAULT 0;

-- When hours and rest days were last chosen (not too often: nobody lives in an eternal night); the language in which
-- the person was last met; whether leave is drawn when a bank is empty.
ALTER TABLE people ADD COLUMN hours_at INTEGER;
ALTER TABLE people ADD COLUMN rest_at INTEGER;
ALTER TABLE people ADD COLUMN reads TEXT;
ALTER TABLE people ADD COLUMN net INTEGER NOT NULL DEFAULT 1 CHECK (net IN (0, 1));

-- net: leave that was drawn because a bank was empty.
CREATE TABLE absences_0004 (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL CHECK (kind IN ('leave', 'emergency', 'net')),
    from_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL,
    told_at INTEGER NOT NULL,
    CONSTRAINT from_comes_before_until CHECK (from_at <= until_at)
) STRICT;
INSERT INTO absences_0004 SELECT id, person, kind, from_at, until_at, told_at FROM absences;
DROP TABLE absences;
ALTER TABLE absences_0004 RENAME TO absences;
CREATE INDEX absences_of_person ON absences (person, from_at);
-- When a seat's time of this turn was out: leave that is told later does not help any more; whether leave was drawn.
ALTER TABLE clocks ADD COLUMN late_at INTEGER;
ALTER TABLE clocks ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0 CHECK (drawn IN (0, 1));
