-- Finds gift cards by the hashes of their codes, also for users of single locations, who can't list cards. To spend them, locks
-- them by ID first and reads them again, since their balances and codes may change until then.
CREATE OR REPLACE FUNCTION find_gift_cards(hashes bytea[], is_spending boolean) RETURNS TABLE (hash bytea, id uuid, number bigint,
  last4 text, balance bigint, expires_on date, status text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF is_spending THEN
    PERFORM FROM gift_cards g WHERE g.code_hash = ANY (hashes) ORDER BY g.id FOR NO KEY UPDATE;
  END IF;
  RETURN QUERY SELECT g.code_hash, g.id, g.number, g.last4, g.balance, g.expires_on, gift_card_status(g)
    FROM gift_cards g WHERE g.code_hash = ANY (hashes);
END $$;
