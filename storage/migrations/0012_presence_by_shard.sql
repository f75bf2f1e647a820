-- Each shard has a presence and outages of its own, so that processes which share a database write their own rows. A row
-- concerns the tables of the servers that belong to `shard` of `of` shards: those of before, 0 of 1, concern all.
CREATE TABLE shard_presence (
    shard INTEGER NOT NULL CHECK (shard >= 0),
    of INTEGER NOT NULL CHECK (of > 0),
    here_at INTEGER NOT NULL,
    grace_until INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (shard, of)
) STRICT;
INSERT INTO shard_presence (shard, of, here_at, grace_until) SELECT 0, 1, here_at, grace_until FROM presence;
DROP TABLE presence;
ALTER TABLE shard_presence RENAME TO presence;

CREATE TABLE shard_outages (
    shard INTEGER NOT NULL CHECK (shard >= 0),
    of INTEGER NOT NULL CHECK (of > 0),
    from_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL,
    PRIMARY KEY (shard, of, from_at)
) STRICT;
INSERT INTO shard_outages (shard, of, from_at, until_at) SELECT 0, 1, from_at, until_at FROM outages;
DROP TABLE outages;
ALTER TABLE shard_outages RENAME TO outages;
