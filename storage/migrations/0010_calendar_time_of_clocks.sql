-- How long a clock ran, nights and rest days included: at some paces others may ask for relief after so many days of the calendar.
-- The turns under way know their waking time only; the calendar has counted at least as much.
-- A day that somebody gives is taken off, so the time may be negative.
ALTER TABLE clocks ADD COLUMN calendar INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ended_turns ADD COLUMN calendar INTEGER NOT NULL DEFAULT 0;
ALTER TABLE asked ADD COLUMN calendar INTEGER NOT NULL DEFAULT 0;
UPDATE clocks SET calendar = used;
UPDATE ended_turns SET calendar = used;
UPDATE asked SET calendar = used;
