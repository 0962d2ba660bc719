-- Returns the expired and recalled quantity of a level. A separate function recomputes an outdated value from the lots,
-- so that PostgreSQL can inline this one.
CREATE OR REPLACE FUNCTION expired_now(level stock_levels) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN level.next_expiry IS NULL OR level.next_expiry > (now() AT TIME ZONE 'UTC')::date THEN level.expired
    ELSE expired_in_lots(level.location_id, level.sub_product_id) END
$$;
