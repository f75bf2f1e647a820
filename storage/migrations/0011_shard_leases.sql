-- Who owns the tables of a shard, if several processes share a database: `until` is a time of the server's clock.
CREATE TABLE shard_leases (
    shard INTEGER NOT NULL CHECK (shard >= 0),
    of INTEGER NOT NULL CHECK (of > 0),
    owner INTEGER NOT NULL,
    token INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (shard, of),
    UNIQUE (shard, of, token)
) STRICT;
