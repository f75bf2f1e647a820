-- What a seat has used of the clock of its present turn: off-turn questions stop it, so its running is kept here.
CREATE TABLE clocks (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL CHECK (turn >= 0),                    -- the checkpoint (n) at which the turn began
    used INTEGER NOT NULL CHECK (used >= 0),                    -- milliseconds before `running_since`
    running_since INTEGER,                                      -- NULL: the seat is not asked just now
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

-- A game in play that cannot go on under the present rules waits for rules that can read it.
ALTER TABLE games ADD COLUMN paused_at INTEGER;
