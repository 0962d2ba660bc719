-- Adds the partition of a day to the change feed, and drops those of days that are over 30 days old. Attaching waits for no
-- reader. Dropping does, so it gives up soon and is tried again the next day.
CREATE OR REPLACE FUNCTION start_change_feed_day(day bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  expired text;
BEGIN
  EXECUTE format('CREATE TABLE change_feed_days.day_%s (LIKE change_feed INCLUDING ALL)', day);
  EXECUTE format('ALTER TABLE change_feed ATTACH PARTITION change_feed_days.day_%s FOR VALUES FROM (%s) TO (%s)',
    day, day << 32, (day + 1) << 32);
  FOR expired IN SELECT relname FROM pg_class WHERE relnamespace = 'change_feed_days'::regnamespace AND relkind = 'r'
    AND substr(relname, 5)::bigint < day - 30
  LOOP
    BEGIN
      EXECUTE format('DROP TABLE change_feed_days.%I', expired);
    EXCEPTION WHEN lock_not_available THEN EXIT;
    END;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION start_change_feed_day FROM aisle_all, aisle_located;
