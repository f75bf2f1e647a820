-- What this version adds. Released versions never change.

-- People whom the host of a table that has not started has named. Before, their ids stood within the table's plan, where
-- `/me forget` did not find them; at tables that have started or were closed nobody needs them.
CREATE TABLE guests (
    game INTEGER NOT NULL REFERENCES games (id),
    person INTEGER NOT NULL REFERENCES people (id),
    at INTEGER NOT NULL,
    UNIQUE (game, person)
) STRICT;
CREATE INDEX guests_by_person ON guests (person);

INSERT OR IGNORE INTO people (id, name, seen_at)
SELECT i.value, 'N.N.', 0 FROM games g, json_each(CAST(g.setup AS TEXT), '$.invited') i WHERE g.status = 'open';
INSERT OR IGNORE INTO guests (game, person, at)
SELECT g.id, i.value, i.key FROM games g, json_each(CAST(g.setup AS TEXT), '$.invited') i WHERE g.status = 'open';
UPDATE games SET setup = CAST(json_remove(CAST(setup AS TEXT), '$.invited') AS BLOB)
WHERE json_type(CAST(setup AS TEXT), '$.invited') IS NOT NULL;
