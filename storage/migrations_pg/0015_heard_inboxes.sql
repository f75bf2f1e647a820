-- Processes are notified of new inbox rows, which another process may have written for their tables.
CREATE FUNCTION announce_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('teban_inbox', '');
    RETURN NULL;
END
$$;
CREATE TRIGGER announce_inbox AFTER INSERT ON inbox EXECUTE FUNCTION announce_inbox();
