-- An outage concerns no person: each table gets an inbox row, and takes the outage out of its own clocks.
ALTER TABLE inbox ALTER COLUMN person DROP NOT NULL;
