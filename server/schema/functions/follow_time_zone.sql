-- Follows a location to its new time zone, where its days begin at other times: deletes its account sums, and marks its
-- reports and the stock that expires for a recount.
CREATE OR REPLACE FUNCTION follow_time_zone(location uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT has_location_access(location) THEN RETURN; END IF;
  PERFORM reset_account_sums(location);
  PERFORM mark_all_figures(location);
  INSERT INTO stock_total_marks
  SELECT level.sub_product_id FROM stock_levels level WHERE level.location_id = location AND level.next_expiry IS NOT NULL;
END $$;
