-- Reserves time to send messages. Returns 0 if reserved, or the number of milliseconds to wait.
CREATE OR REPLACE FUNCTION claim_message_time(seconds double precision) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE bulk_message_clock SET free_at = now() + make_interval(secs => seconds) WHERE free_at <= now();
  IF FOUND THEN RETURN 0; END IF;
  -- Another server may have reserved the time since.
  RETURN (SELECT greatest(20, ceil(extract(epoch FROM free_at - now()) * 1000)::integer) FROM bulk_message_clock);
END $$;
