-- Ends the promotion that has this code, at any location, if its schedule is over. The code can then be used again.
CREATE OR REPLACE FUNCTION release_promotion_code(shared_code_key text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE promotions SET state = 'ended', updated_at = now()
  WHERE code_key = shared_code_key AND state <> 'draft' AND promotion_status(state, starts_at, ends_at) = 'ended'
    AND state <> 'ended'
$$;
