-- What this version adds. Released versions never change.

-- Marks the controls of a table, so that after a restore no old message acts on a newer table with the same number.
-- NULL: the table is older than this column, and its controls carry no tag.
ALTER TABLE games ADD COLUMN tag TEXT CHECK (tag <> '');

-- In a copy: when it was made. A database with such a row that a bot opens to write has been restored.
CREATE TABLE copies (
    made_at INTEGER PRIMARY KEY
) STRICT;
