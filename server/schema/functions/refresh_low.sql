-- Recalculates low_since at a location. It is a function, since only the ledger may write levels. Setting low_since to
-- itself fires note_low.
CREATE OR REPLACE FUNCTION refresh_low(location uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE stock_levels SET low_since = low_since WHERE location_id = location AND on_hand > 0 AND acts_at(location)
$$;
