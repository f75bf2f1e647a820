-- Each shard has a presence and outages of its own, so that processes which share a database write their own rows. A row
-- concerns the tables of the servers that belong to `shard` of `of` shards: those of before, 0 of 1, concern all.
ALTER TABLE presence RENAME TO old_presence;
ALTER TABLE old_presence RENAME CONSTRAINT presence_pkey TO old_presence_pkey;
CREATE TABLE presence (
    shard BIGINT NOT NULL CHECK (shard >= 0),
    of BIGINT NOT NULL CHECK (of > 0),
    here_at BIGINT NOT NULL,
    grace_until BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (shard, of)
);
INSERT INTO presence (shard, of, here_at, grace_until) SELECT 0, 1, here_at, grace_until FROM old_presence;
DROP TABLE old_presence;

ALTER TABLE outages RENAME TO old_outages;
ALTER TABLE old_outages RENAME CONSTRAINT outages_pkey TO old_outages_pkey;
CREATE TABLE outages (
    shard BIGINT NOT NULL CHECK (shard >= 0),
    of BIGINT NOT NULL CHECK (of > 0),
    from_at BIGINT NOT NULL,
    until_at BIGINT NOT NULL,
    PRIMARY KEY (shard, of, from_at)
);
INSERT INTO outages (shard, of, from_at, until_at) SELECT 0, 1, from_at, until_at FROM old_outages;
DROP TABLE old_outages;
