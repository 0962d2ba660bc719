-- free_promotion_code replaces it.
DROP FUNCTION IF EXISTS release_promotion_code(text);

-- A promotion without an end is the last one.
DROP INDEX promotions_by_end;
CREATE INDEX promotions_by_end ON promotions (coalesce(ends_at, 'infinity'::timestamptz), id);
