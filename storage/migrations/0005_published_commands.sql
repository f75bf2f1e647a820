-- What this version adds. Released versions never change.

-- Which slash commands Discord has of us. payload: SHA-256 of what we sent; listed: SHA-256 of how Discord listed it
-- afterwards; mentions: their ids as a JSON object, name -> mention, so that texts can name them before Discord is asked.
CREATE TABLE published_commands (
    application INTEGER PRIMARY KEY,
    payload TEXT NOT NULL,
    listed TEXT NOT NULL,
    mentions TEXT NOT NULL
) STRICT;

-- What waits to be said, in order and by time: to find the first hundred, not all of them are looked at.
CREATE INDEX outbox_in_order ON outbox (id) WHERE sent_at IS NULL AND dropped_at IS NULL;
CREATE INDEX outbox_by_time ON outbox (not_before, id) WHERE sent_at IS NULL AND dropped_at IS NULL;

-- Turns of a seat that are over, with what their clock had used and what the bank held when they began: a turn that is
-- taken back goes on where it was, and brings nothing. told, late_at, drawn: as in clocks.
CREATE TABLE ended_turns (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    bank INTEGER NOT NULL,
    used INTEGER NOT NULL,
    told INTEGER NOT NULL,
    late_at INTEGER,
    drawn INTEGER NOT NULL,
    PRIMARY KEY (game, seat, turn),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

-- When nobody could answer: the bot was stopped, or Discord away.
CREATE TABLE outages (
    from_at INTEGER PRIMARY KEY,
    until_at INTEGER NOT NULL
) STRICT;

-- Whether a person has said how they want to be called: else the server of each table says it. Whoever was not called in
-- the channel has said so.
ALTER TABLE people ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0 CHECK (chosen IN (0, 1));
UPDATE people SET chosen = 1 WHERE way <> 'channel';
