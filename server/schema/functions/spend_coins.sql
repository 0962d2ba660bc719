-- Takes the coins of an entry out of lots and returns their worth. Prefers the lot that is the entry's cause, for
-- clawbacks the lots of the order, and then the lots that expire first.
CREATE OR REPLACE FUNCTION spend_coins(entry coin_entries) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wanted bigint := -entry.coins;
  taken bigint := 0;
  lot record;
  part bigint;
  cents bigint;
BEGIN
  FOR lot IN SELECT * FROM coin_lots l WHERE l.customer_id = entry.customer_id AND l.coins_left > 0
    ORDER BY (l.id = entry.cause_id OR entry.kind = 'takenBack' AND l.order_id IS NOT DISTINCT FROM entry.order_id) DESC,
      l.expires_at, l.created_at, l.id
  LOOP
    EXIT WHEN wanted = 0;
    part := least(wanted, lot.coins_left);
    cents := CASE WHEN part = lot.coins_left THEN lot.worth_left ELSE least(lot.worth_left, greatest(0,
      coin_share(lot.worth, lot.coins - lot.coins_left + part, lot.coins) - lot.worth + lot.worth_left)) END;
    UPDATE coin_lots SET coins_left = coins_left - part, worth_left = worth_left - cents
    WHERE customer_id = lot.customer_id AND id = lot.id;
    INSERT INTO coin_moves (customer_id, entry_id, lot_id, held_by, coins, worth)
    VALUES (entry.customer_id, entry.id, lot.id, CASE entry.kind WHEN 'redeemed' THEN entry.order_id END, -part, -cents);
    wanted := wanted - part;
    taken := taken + cents;
  END LOOP;
  IF wanted > 0 THEN
    RAISE EXCEPTION 'the lots of customer % are % coins short', entry.customer_id, wanted USING ERRCODE = 'check_violation';
  END IF;
  RETURN taken;
END $$;
REVOKE ALL ON FUNCTION spend_coins FROM aisle_all, aisle_located;
