-- Returns coins of an order to the lots they came from, last ones first, at their original worth. They stay valid for
-- at least 30 days. If their lot expires earlier or belongs to a merged customer, they become a new lot.
CREATE OR REPLACE FUNCTION return_coins(entry coin_entries, OUT total bigint, OUT first_expiry timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wanted bigint := entry.coins;
  lot record;
  part bigint;
  cents bigint;
  expiry timestamptz;
  people uuid[] := customer_ids(entry.customer_id);
BEGIN
  total := 0;
  FOR lot IN
    SELECT l.*, h.held, h.value FROM (
      SELECT used.lot_id, -sum(used.coins)::bigint AS held, -sum(used.worth)::bigint AS value FROM (
        SELECT m.lot_id, m.coins, m.worth FROM coin_moves m
        WHERE m.customer_id = ANY (people) AND m.held_by = entry.order_id
        UNION ALL
        SELECT late.from_lot_id, late.coins, late.worth FROM coin_entries e
        JOIN coin_lots late ON late.customer_id = e.customer_id AND late.entry_id = e.id AND late.from_lot_id IS NOT NULL
        WHERE e.customer_id = ANY (people) AND e.order_id = entry.order_id AND e.kind = 'returned') used
      GROUP BY 1 HAVING sum(used.coins) < 0) h
    JOIN coin_lots l ON l.customer_id = ANY (people) AND l.id = h.lot_id
    ORDER BY l.expires_at DESC, l.created_at DESC, l.id DESC
  LOOP
    EXIT WHEN wanted = 0;
    part := least(wanted, lot.held);
    cents := lot.value - coin_share(lot.value, lot.held - part, lot.held);
    expiry := CASE WHEN lot.expires_at IS NOT NULL THEN greatest(lot.expires_at, now() + interval '30 days') END;
    IF expiry IS NOT DISTINCT FROM lot.expires_at AND lot.customer_id = entry.customer_id THEN
      UPDATE coin_lots l SET coins_left = l.coins_left + part, worth_left = l.worth_left + cents
      WHERE l.customer_id = lot.customer_id AND l.id = lot.id;
      INSERT INTO coin_moves (customer_id, entry_id, lot_id, held_by, coins, worth)
      VALUES (entry.customer_id, entry.id, lot.id, entry.order_id, part, cents);
    ELSE
      INSERT INTO coin_lots (customer_id, id, entry_id, kind, location_id, order_id, from_lot_id, coins, worth, coins_left,
        worth_left, expires_at)
      VALUES (entry.customer_id, new_uuid_v7(), entry.id, 'returned', lot.location_id, lot.order_id, lot.id, part, cents,
        part, cents, expiry);
    END IF;
    wanted := wanted - part;
    total := total + cents;
    first_expiry := least(first_expiry, expiry);
  END LOOP;
  IF wanted > 0 THEN
    RAISE EXCEPTION 'order % has % coins less than it returns', entry.order_id, wanted USING ERRCODE = 'check_violation';
  END IF;
END $$;
REVOKE ALL ON FUNCTION return_coins FROM aisle_all, aisle_located;
