-- Presses that reached a process about a table of another one, as Discord sent them. A row lives for seconds: whichever
-- process deletes it answers the press. The payload holds the token that allows answering, so it is a secret: it is
-- neither in the write-ahead log nor in backups made from it.
CREATE UNLOGGED TABLE forwarded (
    id BIGINT PRIMARY KEY,
    home BIGINT NOT NULL,
    payload BYTEA NOT NULL,
    at BIGINT NOT NULL
);
CREATE FUNCTION announce_forwarded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('teban_forwarded', '');
    RETURN NULL;
END
$$;
CREATE TRIGGER announce_forwarded AFTER INSERT ON forwarded EXECUTE FUNCTION announce_forwarded();
