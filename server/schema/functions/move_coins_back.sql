-- Moves the unspent coins of a merge back and returns their number. Lots that were moved back before are skipped.
CREATE OR REPLACE FUNCTION move_coins_back(from_customer uuid, to_customer uuid, merge uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  lot coin_lots;
  moved bigint := 0;
BEGIN
  PERFORM FROM customers WHERE id IN (from_customer, to_customer) ORDER BY id FOR NO KEY UPDATE;
  FOR lot IN SELECT l.* FROM coin_adjustments a
    JOIN coin_lots l ON l.customer_id = a.customer_id AND l.entry_id = a.entry_id
    WHERE a.customer_id = to_customer AND a.merge_id = merge AND l.coins_left > 0
      AND NOT EXISTS (SELECT FROM coin_entries e WHERE e.customer_id = to_customer AND e.kind = 'adjusted'
        AND e.cause_id = l.id)
    ORDER BY l.expires_at, l.created_at, l.id
  LOOP
    PERFORM move_coin_lot(lot, from_customer, lot.id, NULL);
    moved := moved + lot.coins_left;
  END LOOP;
  RETURN moved;
END $$;
REVOKE ALL ON FUNCTION move_coins_back FROM aisle_located;
