-- 1: given by the same press as the decision before it, so that both are taken back together.
ALTER TABLE decisions ADD COLUMN joined INTEGER NOT NULL DEFAULT 0 CHECK (joined IN (0, 1));
