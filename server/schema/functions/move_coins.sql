-- Moves a merged customer's coins to the surviving customer and returns their number. No journal is posted, since the
-- coins still belong to customers.
CREATE OR REPLACE FUNCTION move_coins(from_customer uuid, to_customer uuid, merge uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  lot coin_lots;
  moved bigint := 0;
BEGIN
  -- Locks both customers in the same order, whichever way the coins move.
  PERFORM FROM customers WHERE id IN (from_customer, to_customer) ORDER BY id FOR NO KEY UPDATE;
  FOR lot IN SELECT * FROM coin_lots l WHERE l.customer_id = from_customer AND l.coins_left > 0
    ORDER BY l.expires_at, l.created_at, l.id
  LOOP
    PERFORM move_coin_lot(lot, to_customer, new_uuid_v7(), merge);
    moved := moved + lot.coins_left;
  END LOOP;
  RETURN moved;
END $$;
REVOKE ALL ON FUNCTION move_coins FROM aisle_located;
