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
-- Every stretch of a seat, also one in which nothing was decided: whoever held it has seen its hidden things. nth: from 1;
-- holder: whose seat it was, beside who answered there (person or policy); why that began, and when.
CREATE TABLE stretches_0004 (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    from_n INTEGER NOT NULL CHECK (from_n >= 1),
    nth INTEGER NOT NULL CHECK (nth >= 1),
    person INTEGER REFERENCES people (id),
    policy TEXT CHECK (policy <> ''),
    holder INTEGER REFERENCES people (id),
    why TEXT NOT NULL CHECK (
        why IN ('start', 'relief', 'sitter', 'back', 'resigned', 'offered', 'vacated', 'removed', 'taken', 'autopilot')
    ),
    at INTEGER NOT NULL,
    PRIMARY KEY (game, seat, from_n, nth),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO stretches_0004 (game, seat, from_n, person, policy, holder, why, at, nth)
    SELECT s.game, s.seat, 1, s.person, s.policy, s.person, 'start', g.started_at, 1
    FROM seats s JOIN games g ON g.id = s.game WHERE g.started_at IS NOT NULL;
DROP TABLE stretches;
ALTER TABLE stretches_0004 RENAME TO stretches;

CREATE INDEX stretches_of_holder ON stretches (holder, game) WHERE holder IS NOT NULL;

-- A seat that waits for somebody: a successor for good, or until a date. person NULL: whoever comes.
CREATE TABLE invitations (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person INTEGER REFERENCES people (id),
    until_at INTEGER,
    asked_by INTEGER NOT NULL REFERENCES people (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat),
    CONSTRAINT a_sitter_is_named CHECK (until_at IS NULL OR person IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- Who pressed the printed answer of somebody who was late.
CREATE TABLE pressed (
    game INTEGER NOT NULL,
    n INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people (id),
    PRIMARY KEY (game, n, person)
) STRICT, WITHOUT ROWID;

-- A No is a vote as well; silence is none.
ALTER TABLE agreements ADD COLUMN agrees INTEGER NOT NULL DEFAULT 1 CHECK (agrees IN (0, 1));

-- A table that nobody comes back to is put away, which frees its channel. pause_n: the last decision before the last
-- pause by vote, so that one pause does not follow another without a move.
ALTER TABLE games ADD COLUMN archived_at INTEGER;
ALTER TABLE games ADD COLUMN pause_n INTEGER;
DROP INDEX games_live_in_channel;
CREATE UNIQUE INDEX games_live_in_channel ON games (channel_id)
    WHERE status IN ('open', 'playing') AND archived_at IS NULL;

-- All States of a game that has long ended, packed together: a twentieth of what they take one by one. Its checkpoints are empty.
CREATE TABLE archives (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    states BLOB NOT NULL
) STRICT;

-- What a shuffle is made of: our secret, whose SHA-256 everybody sees from the opening of the table on, and a word of
-- each person. seated: the words by seat as a JSON array, from the start on; head: the chain over all moves, at the end.
CREATE TABLE deals (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    secret BLOB NOT NULL,
    seated TEXT,
    head TEXT
) STRICT;
CREATE TABLE shares (
    game INTEGER NOT NULL REFERENCES games (id),
    person INTEGER NOT NULL REFERENCES people (id),
    share TEXT NOT NULL CHECK (share <> ''),
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;
