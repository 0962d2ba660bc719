-- Whether an active, unexpired endpoint subscribes to one of the events.
CREATE OR REPLACE FUNCTION webhook_wanted(kinds text[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints e WHERE e.status AND e.expires_at > now() AND e.events && kinds)
$$;
REVOKE ALL ON FUNCTION webhook_wanted FROM aisle_located;
