-- Presses that reached a process about a table of another one, as Discord sent them. A row lives for seconds: whichever
-- process deletes it answers the press. The payload holds the token that allows answering, so it is a secret.
CREATE TABLE forwarded (
    id INTEGER PRIMARY KEY,
    home INTEGER NOT NULL,
    payload BLOB NOT NULL,
    at INTEGER NOT NULL
) STRICT;
