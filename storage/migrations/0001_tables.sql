-- Conventions
--   *_at, not_before   Unix time in milliseconds, UTC, given by the caller: storage reads no clock
--   BLOB, setup, key   opaque here: whoever writes them reads them
--   rev                grows with every change that people may see; n counts the decisions of a game from 1 and is never used twice
-- A list of allowed words stands in a CHECK only where a query here relies on it.

CREATE TABLE guilds (
    id INTEGER PRIMARY KEY,
    language TEXT NOT NULL CHECK (language <> '')
) STRICT;

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    language TEXT CHECK (language <> ''),
    zone TEXT CHECK (zone <> ''),
    awake_from INTEGER CHECK (awake_from BETWEEN 0 AND 1439),   -- minutes after local midnight
    awake_until INTEGER CHECK (awake_until BETWEEN 0 AND 1439),
    CONSTRAINT waking_hours_have_a_zone_and_both_ends
        CHECK ((awake_from IS NULL) = (awake_until IS NULL) AND (awake_from IS NULL OR zone IS NOT NULL))
) STRICT;

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    engine TEXT NOT NULL CHECK (engine <> ''),
    rules INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host INTEGER NOT NULL REFERENCES people (id),
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'over', 'ended')),
    setup BLOB NOT NULL,
    seed BLOB,
    commitment TEXT,
    opening BLOB,                                               -- sentences before the first decision
    language TEXT NOT NULL CHECK (language <> ''),
    reminder_hours INTEGER CHECK (reminder_hours > 0),          -- NULL: no reminders
    undo_policy TEXT NOT NULL CHECK (undo_policy <> ''),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    rev INTEGER NOT NULL DEFAULT 0,
    epoch INTEGER NOT NULL DEFAULT 0,                           -- number of undos so far
    checksum TEXT,
    CONSTRAINT a_started_game_has_seed_commitment_and_opening CHECK (
        (started_at IS NULL) = (seed IS NULL)
        AND (started_at IS NULL) = (commitment IS NULL)
        AND (started_at IS NULL) = (opening IS NULL)
    ),
    CONSTRAINT status_fits_the_times CHECK (
        CASE status
            WHEN 'open' THEN started_at IS NULL AND ended_at IS NULL
            WHEN 'playing' THEN started_at IS NOT NULL AND ended_at IS NULL
            WHEN 'over' THEN started_at IS NOT NULL AND ended_at IS NOT NULL
            ELSE ended_at IS NOT NULL
        END
    ),
    CONSTRAINT only_a_game_that_is_over_has_a_checksum CHECK ((status = 'over') = (checksum IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX games_live_in_channel ON games (channel_id) WHERE status IN ('open', 'playing');
CREATE INDEX games_in_channel ON games (channel_id, id);
CREATE INDEX games_by_status ON games (status, id);

CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    kind TEXT NOT NULL CHECK (kind IN ('person', 'computer', 'rules')),
    person INTEGER REFERENCES people (id),
    policy TEXT CHECK (policy <> ''),
    colour TEXT CHECK (colour <> ''),
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (game, seat),
    CONSTRAINT a_seat_of_a_person_names_the_person CHECK ((kind = 'person') = (person IS NOT NULL)),
    CONSTRAINT a_seat_of_a_computer_names_the_policy CHECK ((kind = 'computer') = (policy IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seats_of_person ON seats (person, game) WHERE person IS NOT NULL;

-- Every click that writes is recorded first, so that Discord may deliver it twice.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE decisions (
    game INTEGER NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL CHECK (n >= 1),
    step INTEGER NOT NULL CHECK (step >= 0),
    seat INTEGER NOT NULL,
    keys TEXT NOT NULL,
    rules INTEGER NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('person', 'order', 'timeout', 'computer')),
    barrier INTEGER NOT NULL CHECK (barrier IN (0, 1)),         -- 1: everything up to here became public
    events BLOB NOT NULL,
    at INTEGER NOT NULL,
    undone_at INTEGER,
    interaction_id INTEGER UNIQUE REFERENCES interactions (id),
    PRIMARY KEY (game, n),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

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

-- The State after decision n (0: after the shuffle). It lives and dies with its decision: an undo needs no mark here.
CREATE TABLE checkpoints (
    game INTEGER NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL CHECK (n >= 0),
    decision INTEGER GENERATED ALWAYS AS (nullif(n, 0)) STORED, -- no decision stands before the first checkpoint
    step INTEGER NOT NULL CHECK (step >= 0),
    state BLOB NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (game, n),
    FOREIGN KEY (game, decision) REFERENCES decisions (game, n)
) STRICT;

-- Who is asked now and since when. Written with each decision, so that a restart shows the same times.
CREATE TABLE asked (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    step INTEGER NOT NULL CHECK (step >= 0),
    epoch INTEGER NOT NULL CHECK (epoch >= 0),
    since_at INTEGER NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE posts (
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind <> ''),
    key TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    rev INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, kind, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    topic TEXT NOT NULL CHECK (topic <> ''),
    value TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, seat, topic),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE timers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    due_at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind <> ''),
    game INTEGER NOT NULL REFERENCES games (id),
    key TEXT NOT NULL,
    payload BLOB NOT NULL,
    UNIQUE (game, kind, key)
) STRICT;

CREATE INDEX timers_by_time ON timers (due_at, id);

-- target: the channel, or the person for a direct message. Rows of one target go out in the order of their ids.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind <> ''),
    key TEXT NOT NULL,
    target INTEGER NOT NULL,
    payload BLOB NOT NULL,
    nonce TEXT NOT NULL UNIQUE CHECK (length(nonce) BETWEEN 1 AND 25),
    created_at INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    sent_at INTEGER,
    message_id INTEGER,
    dropped_at INTEGER,                                         -- given up or no longer wanted; last_error says why
    last_error TEXT,
    CONSTRAINT sent_or_dropped CHECK (sent_at IS NULL OR dropped_at IS NULL),
    CONSTRAINT a_dropped_row_says_why CHECK (dropped_at IS NULL OR last_error IS NOT NULL)
) STRICT;

CREATE INDEX outbox_waiting ON outbox (target, id) WHERE sent_at IS NULL AND dropped_at IS NULL;
CREATE INDEX outbox_waiting_of_game ON outbox (game, kind, key) WHERE sent_at IS NULL AND dropped_at IS NULL;
CREATE INDEX outbox_by_kind ON outbox (game, kind, id);
CREATE UNIQUE INDEX outbox_one_ping ON outbox (game, key) WHERE kind = 'ping';

CREATE TABLE seen (
    game INTEGER NOT NULL REFERENCES games (id),
    person INTEGER NOT NULL REFERENCES people (id),
    n INTEGER NOT NULL CHECK (n >= 0),
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;

-- A request for consent (kind: 'undo', 'end', ...) made after decision n in undo epoch `epoch`. The next decision or undo lets it lapse.
CREATE TABLE requests (
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind <> ''),
    asked_by INTEGER NOT NULL REFERENCES people (id),
    from_n INTEGER,                                             -- undo: the first decision to take back
    n INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE agreements (
    game INTEGER NOT NULL,
    kind TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES people (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (game, kind, person),
    FOREIGN KEY (game, kind) REFERENCES requests (game, kind) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
