-- The newest lot of goods at one location, for what is found on its shelf: by goods alone, those of every location were
-- read until one of the right place came.
CREATE INDEX lots_of_level ON lots (location_id, sub_product_id, received_at DESC, id DESC);

-- What a movement does to what lies there and what is promised of it, by its kind. A function, as PostgreSQL reads the
-- text of a check anew for every statement: this one was longer than all else of a movement.
CREATE FUNCTION moves_as_its_kind(kind text, on_hand numeric, reserved numeric) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE
    WHEN kind = 'reserve' THEN reserved > 0 AND on_hand = 0
    WHEN kind = 'release' THEN reserved < 0 AND on_hand = 0
    WHEN kind = 'pick' THEN on_hand < 0 AND reserved <= 0
    WHEN kind IN ('receipt', 'return', 'transferIn') THEN on_hand > 0 AND reserved = 0
    WHEN kind IN ('waste', 'damage', 'transferOut') THEN on_hand < 0 AND reserved = 0
    WHEN kind IN ('count', 'correction') THEN on_hand <> 0 AND reserved = 0
    ELSE false END;
END $$;
-- All that is there was held to the same until now, so nothing has to be read again.
ALTER TABLE stock_movements
  DROP CONSTRAINT stock_movements_kind_check,
  DROP CONSTRAINT stock_movements_check1,
  ADD CONSTRAINT stock_movements_kind CHECK (moves_as_its_kind(kind, on_hand, reserved)) NOT VALID;

-- The same for orders, which every step writes.
CREATE FUNCTION order_state_fits(status text, dispatch_status text, fulfilment text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN status IN ('pending', 'orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup',
      'outOfDelivery', 'delivered', 'cancelled', 'rejected', 'failed', 'expired')
    AND CASE WHEN dispatch_status IS NULL THEN fulfilment IN ('delivery', 'pickup')
      ELSE fulfilment = 'delivery' AND dispatch_status IN ('awaiting', 'inQueue', 'driverConfirmationPending',
        'driverConfirmed', 'driverConfirmationCompleted', 'offQueue') END;
END $$;
CREATE FUNCTION order_sums_fit(items bigint, discount bigint, tax bigint, delivery_fee bigint, total bigint,
  coins_used bigint, paid bigint, refunded bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(items, discount, tax, delivery_fee, total, coins_used, paid, refunded) >= 0
    AND total = items - discount + tax + delivery_fee AND refunded <= paid;
END $$;
ALTER TABLE orders
  DROP CONSTRAINT orders_status_check,
  DROP CONSTRAINT orders_dispatch_status_check,
  DROP CONSTRAINT orders_fulfilment_check,
  DROP CONSTRAINT orders_check1,
  DROP CONSTRAINT orders_items_total_check,
  DROP CONSTRAINT orders_discount_total_check,
  DROP CONSTRAINT orders_tax_total_check,
  DROP CONSTRAINT orders_delivery_fee_check,
  DROP CONSTRAINT orders_total_check,
  DROP CONSTRAINT orders_coins_used_check,
  DROP CONSTRAINT orders_paid_check,
  DROP CONSTRAINT orders_refunded_check,
  DROP CONSTRAINT orders_check,
  DROP CONSTRAINT orders_check2,
  ADD CONSTRAINT orders_state CHECK (order_state_fits(status, dispatch_status, fulfilment)) NOT VALID,
  ADD CONSTRAINT orders_sums CHECK (order_sums_fit(items_total, discount_total, tax_total, delivery_fee, total,
    coins_used, paid, refunded)) NOT VALID;

-- A time with an interval added may depend on the zone, so this could not be put in the place of its call, and a
-- function in SQL that has to be called is slow: the indexes of what is to be done ask it twice for every step.
CREATE OR REPLACE FUNCTION promised_at(slot_to timestamptz, created_at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN RETURN coalesce(slot_to, created_at + interval '1 hour'); END $$;
