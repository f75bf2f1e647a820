-- What people choose for themselves: when they are awake, and how they want to be told.
CREATE TABLE people_0003 (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    language TEXT CHECK (language <> ''),
    zone TEXT CHECK (zone <> ''),
    night INTEGER CHECK (night BETWEEN 0 AND 1439),             -- minute after local midnight; NULL: no nights are known
    rest TEXT NOT NULL DEFAULT '',                              -- weekdays without a clock, 0 = Monday: '56'
    way TEXT NOT NULL DEFAULT 'channel' CHECK (way IN ('channel', 'direct', 'silent')),
    remind_hours INTEGER CHECK (remind_hours > 0),              -- NULL: as the table does
    next_up INTEGER NOT NULL DEFAULT 0 CHECK (next_up IN (0, 1)),
    digest INTEGER NOT NULL DEFAULT 0 CHECK (digest IN (0, 1)),
    in_lists INTEGER NOT NULL DEFAULT 1 CHECK (in_lists IN (0, 1)), -- 0: no leaderboard names the person
    CONSTRAINT a_night_has_a_zone CHECK (night IS NULL OR zone IS NOT NULL)
) STRICT;
INSERT INTO people_0003 (id, name, seen_at, language, zone, night)
    SELECT id, name, seen_at, language, zone, awake_until FROM people;
DROP TABLE people;
ALTER TABLE people_0003 RENAME TO people;

-- Another way of being told at one table than elsewhere.
CREATE TABLE table_ways (
    game INTEGER NOT NULL REFERENCES games (id),
    person INTEGER NOT NULL REFERENCES people (id),
    way TEXT NOT NULL CHECK (way IN ('channel', 'direct', 'silent')),
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;

-- Holidays, told to all tables of the person. Nothing is deleted: one that ends early has another until_at.
CREATE TABLE absences (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL CHECK (kind IN ('leave', 'emergency')),
    from_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL,
    told_at INTEGER NOT NULL,
    CONSTRAINT from_comes_before_until CHECK (from_at <= until_at)
) STRICT;
CREATE INDEX absences_of_person ON absences (person, from_at);

-- Why the clocks of a table stand still: a set of reasons. They run when it is empty.
CREATE TABLE pauses (
    game INTEGER NOT NULL REFERENCES games (id),
    reason TEXT NOT NULL CHECK (reason <> ''),                  -- rules, vote, moderator, channel, asleep
    since_at INTEGER NOT NULL,
    until_at INTEGER,                                           -- NULL: until somebody ends it
    PRIMARY KEY (game, reason)
) STRICT, WITHOUT ROWID;
INSERT INTO pauses (game, reason, since_at) SELECT id, 'rules', paused_at FROM games WHERE paused_at IS NOT NULL;
ALTER TABLE games DROP COLUMN paused_at;

-- A computer player may answer for an absent person, who keeps the seat.
CREATE TABLE seats_0003 (
    game INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    kind TEXT NOT NULL CHECK (kind IN ('person', 'computer', 'open')),
    person INTEGER REFERENCES people (id),
    policy TEXT CHECK (policy <> ''),
    colour TEXT CHECK (colour <> ''),
    joined_at INTEGER NOT NULL,
    relief TEXT CHECK (relief <> ''),                           -- the policy that answers until the person's next answer
    sitter INTEGER REFERENCES people (id),                      -- another person who answers, until sitter_until
    sitter_until INTEGER,
    PRIMARY KEY (game, seat),
    CONSTRAINT a_seat_of_a_person_names_the_person CHECK ((kind = 'person') = (person IS NOT NULL)),
    CONSTRAINT a_seat_of_a_computer_names_the_policy CHECK ((kind = 'computer') = (policy IS NOT NULL)),
    CONSTRAINT a_sitter_has_an_end CHECK ((sitter IS NULL) = (sitter_until IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO seats_0003 (game, seat, kind, person, policy, colour, joined_at)
    SELECT game, seat, kind, person, policy, colour, joined_at FROM seats;
DROP TABLE seats;
ALTER TABLE seats_0003 RENAME TO seats;
CREATE UNIQUE INDEX seats_of_person ON seats (person, game) WHERE person IS NOT NULL;
CREATE INDEX seats_of_sitter ON seats (sitter, game) WHERE sitter IS NOT NULL;

-- Who held a seat from which decision on: the log and the results name them.
CREATE TABLE stretches (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    from_n INTEGER NOT NULL CHECK (from_n >= 1),
    person INTEGER REFERENCES people (id),
    policy TEXT CHECK (policy <> ''),
    PRIMARY KEY (game, seat, from_n),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO stretches (game, seat, from_n, person, policy)
    SELECT s.game, s.seat, 1, s.person, s.policy FROM seats s JOIN games g ON g.id = s.game WHERE g.started_at IS NOT NULL;

-- relief: a computer player for an absent person; default: others pressed the printed default of somebody who is late
CREATE TABLE decisions_0003 (
    game INTEGER NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL CHECK (n >= 1),
    step INTEGER NOT NULL CHECK (step >= 0),
    seat INTEGER NOT NULL,
    keys TEXT NOT NULL,
    rules INTEGER NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('person', 'order', 'timeout', 'computer', 'relief', 'default')),
    barrier INTEGER NOT NULL CHECK (barrier IN (0, 1)),         -- 1: everything up to here became public
    events BLOB NOT NULL,
    at INTEGER NOT NULL,
    undone_at INTEGER,
    interaction_id INTEGER UNIQUE REFERENCES interactions (id),
    PRIMARY KEY (game, n),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO decisions_0003 SELECT * FROM decisions;
DROP TRIGGER decisions_are_never_deleted;
DROP TABLE decisions;
ALTER TABLE decisions_0003 RENAME TO decisions;

CREATE TRIGGER decisions_are_never_deleted BEFORE DELETE ON decisions
BEGIN
    SELECT raise(ABORT, 'decisions are never deleted');
END;

CREATE TRIGGER decisions_are_never_changed
BEFORE UPDATE OF game, n, step, seat, keys, rules, origin, barrier, events, at, interaction_id ON decisions
BEGIN
    SELECT raise(ABORT, 'decisions are never changed, only undone');
END;

CREATE TRIGGER decisions_are_undone_once BEFORE UPDATE OF undone_at ON decisions
WHEN old.undone_at IS NOT NULL OR new.undone_at IS NULL
BEGIN
    SELECT raise(ABORT, 'a decision is undone once, for ever');
END;

-- A clock runs only from the moment at which the person was truly called.
ALTER TABLE asked ADD COLUMN called_at INTEGER;
UPDATE asked SET called_at = since_at;

-- Waking time of the present turn, and what is left of the bank.
DROP TABLE clocks;
CREATE TABLE clocks (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL CHECK (turn >= 0),                    -- the checkpoint (n) at which the turn began
    bank INTEGER NOT NULL CHECK (bank >= 0),                    -- milliseconds of waking time when the turn began
    used INTEGER NOT NULL CHECK (used >= 0),                    -- of this turn, before running_since
    running_since INTEGER,                                      -- NULL: it stands still
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

-- 1: the target is a person, told by direct message.
ALTER TABLE outbox ADD COLUMN direct INTEGER NOT NULL DEFAULT 0 CHECK (direct IN (0, 1));

-- What is to be done for a person at a time, whatever the table: a daily digest.
CREATE TABLE errands (
    person INTEGER NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL CHECK (kind <> ''),
    due_at INTEGER NOT NULL,
    PRIMARY KEY (person, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX errands_by_time ON errands (due_at);

-- How finished games ended: for statistics, ratings and lists.
CREATE TABLE results (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person INTEGER REFERENCES people (id),
    policy TEXT,
    place INTEGER NOT NULL CHECK (place >= 1),
    total INTEGER NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_of_person ON results (person, at);

-- How a table came to its end, kept apart from the score: finished, agreed, conceded, vacated, void.
ALTER TABLE games ADD COLUMN ending TEXT CHECK (ending IN ('finished', 'agreed', 'conceded', 'vacated', 'void'));
UPDATE games SET ending = CASE status WHEN 'over' THEN 'finished' WHEN 'ended' THEN 'agreed' END;

-- What a server's moderators have settled for all its tables.
CREATE TABLE guild_settings (
    guild INTEGER PRIMARY KEY,
    settings BLOB NOT NULL                                      -- opaque: defaults of new tables, who may open them where
) STRICT;

-- Until when the bot was surely here to hear answers. Time after that, until it is here again, counts for nobody.
CREATE TABLE presence (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    here_at INTEGER NOT NULL
) STRICT;

-- A table that does not start closes after 14 days, told a day before: those that are open already count as well.
INSERT INTO timers (due_at, kind, game, key, payload)
    SELECT created_at + 13 * 86400000, 'expiry', id, 'warn', x'' FROM games WHERE status = 'open';
