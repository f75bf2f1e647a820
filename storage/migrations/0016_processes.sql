-- Only adds.
-- The processes that share a database, with their version: an older one hands its shards over to a newer one. A lease keeps the
-- version of the process that took it, because no older one may go on with its tables.
CREATE TABLE processes (
    owner INTEGER PRIMARY KEY,
    version INTEGER NOT NULL
) STRICT;
ALTER TABLE shard_leases ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
