-- Returns the status of a promotion at the start of the transaction. promotionStatus in the contract does the same.
CREATE OR REPLACE FUNCTION promotion_status(state text, starts_at timestamptz, ends_at timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN state IN ('draft', 'ended') THEN state WHEN ends_at <= now() THEN 'ended'
    WHEN state = 'paused' THEN 'paused' WHEN starts_at > now() THEN 'scheduled' ELSE 'active' END
$$;
