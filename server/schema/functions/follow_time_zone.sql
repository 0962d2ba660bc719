-- Follows a location to its new time zone, where its days begin at other times: marks its stock, which expires at other
-- times.
CREATE OR REPLACE FUNCTION follow_time_zone(location uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT acts_at(location) THEN RETURN; END IF;
  INSERT INTO stock_total_marks
  SELECT level.sub_product_id FROM stock_levels level WHERE level.location_id = location AND level.next_expiry IS NOT NULL;
END $$;
