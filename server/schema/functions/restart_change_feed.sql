-- Starts a new history after a restore. Cursors of the old one have expired. The changes that the log still has get new
-- numbers.
CREATE OR REPLACE FUNCTION restart_change_feed() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('number changes'));
  IF (SELECT origin FROM change_feed_state) = change_feed_origin() THEN RETURN; END IF;
  TRUNCATE change_feed;
  UPDATE change_feed_state SET history = gen_random_uuid(), origin = change_feed_origin(), seen = '1:1:', head = 0;
END $$;
