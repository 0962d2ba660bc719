-- Finds a gift card by the hash of its code, also for users of single locations, who can't list cards.
CREATE OR REPLACE FUNCTION find_gift_card(hash bytea) RETURNS TABLE (id uuid, last4 text, balance bigint, expires_on date,
  status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT g.id, g.last4, g.balance, g.expires_on, gift_card_status(g) FROM gift_cards g WHERE g.code_hash = hash
$$;
