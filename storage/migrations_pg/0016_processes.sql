-- Only adds.
-- The processes that share a database, with their version: an older one hands its shards over to a newer one. A lease keeps the
-- version of the process that took it, because no older one may go on with its tables.
CREATE TABLE processes (
    owner BIGINT PRIMARY KEY,
    version BIGINT NOT NULL
);
ALTER TABLE shard_leases ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
-- The oldest version of the tables that a program may know and still write them.
ALTER TABLE teban_version ADD COLUMN oldest BIGINT NOT NULL DEFAULT 0;
