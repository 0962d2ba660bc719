-- Moves the remaining coins of a lot to another customer with a pair of adjustments. Keeps worth, expiration and order.
CREATE OR REPLACE FUNCTION move_coin_lot(lot coin_lots, to_customer uuid, cause uuid, merge uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone record;
  came uuid := new_uuid_v7();
BEGIN
  INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id, user_id, worth)
  VALUES (lot.customer_id, new_uuid_v7(), 'adjusted', -lot.coins_left, cause, lot.order_id, lot.location_id, actor_id(), 0)
  RETURNING id, worth INTO gone;
  INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id, user_id, worth, expires_at)
  VALUES (to_customer, came, 'adjusted', lot.coins_left, cause, lot.order_id, lot.location_id, actor_id(), -gone.worth,
    lot.expires_at);
  INSERT INTO coin_adjustments (customer_id, entry_id, reason, merge_id)
  VALUES (lot.customer_id, gone.id, 'Customers merged', NULL), (to_customer, came, 'Customers merged', merge);
END $$;
REVOKE ALL ON FUNCTION move_coin_lot FROM aisle_all, aisle_located;
