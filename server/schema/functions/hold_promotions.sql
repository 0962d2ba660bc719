-- Locks the limits of promotions by id, then single-use codes and the customer, until the end of the transaction. The caller then
-- reads what is left.
CREATE OR REPLACE FUNCTION hold_promotions(promotions uuid[], codes text[], customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM promotion_limits WHERE promotion_id = ANY (promotions) ORDER BY promotion_id FOR NO KEY UPDATE;
  PERFORM FROM promotion_codes WHERE key = ANY (codes) ORDER BY key FOR NO KEY UPDATE;
  PERFORM FROM customers WHERE id = customer FOR NO KEY UPDATE;
END $$;
