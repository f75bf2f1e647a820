-- Who owns the tables of a shard, if several processes share a database: `until` is a time of the server's clock.
CREATE TABLE shard_leases (
    shard BIGINT NOT NULL CHECK (shard >= 0),
    of BIGINT NOT NULL CHECK (of > 0),
    owner BIGINT NOT NULL,
    token BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (shard, of),
    UNIQUE (shard, of, token)
);
