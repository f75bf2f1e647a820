-- Only adds.
-- The person who gave an answer or set a preset: a substitute answers beside the holder of a seat, so the seat does not tell.
-- Older rows have none: an answer belongs to the person of the tenure, a preset and its answers to the holder.
ALTER TABLE decisions ADD COLUMN person INTEGER REFERENCES people (id);
ALTER TABLE orders ADD COLUMN person INTEGER REFERENCES people (id);
