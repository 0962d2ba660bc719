-- Applies a coin entry to the customer's lots and balance. Earned coins form a new lot, spent coins leave the lots that
-- expire first, and returned coins go back to the lots that the order took them from. A clawback takes the coins of its
-- order first. An expiration empties its lot.
CREATE OR REPLACE FUNCTION apply_coins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  has bigint;
BEGIN
  SELECT coin_balance INTO has FROM customers WHERE id = NEW.customer_id FOR NO KEY UPDATE;
  -- A clawback is limited to the balance, and an expiration takes the remaining coins of its lot.
  IF NEW.kind = 'takenBack' THEN NEW.coins := -least(-NEW.coins, coalesce(has, 0)); END IF;
  IF NEW.kind = 'expired' THEN
    NEW.coins := -(SELECT coins_left FROM coin_lots WHERE customer_id = NEW.customer_id AND id = NEW.cause_id);
  END IF;
  IF NEW.coins = 0 THEN RETURN NULL; END IF;
  IF NEW.kind = 'returned' THEN
    SELECT total, first_expiry INTO NEW.worth, NEW.expires_at FROM return_coins(NEW);
  ELSIF NEW.coins < 0 THEN
    IF has + NEW.coins < 0 THEN
      RAISE EXCEPTION 'customer % has % coins', NEW.customer_id, has
        USING ERRCODE = 'check_violation', CONSTRAINT = 'customers_coin_balance', TABLE = 'customers';
    END IF;
    NEW.worth := -spend_coins(NEW);
    NEW.expires_at := NULL;
  ELSE
    INSERT INTO coin_lots (customer_id, id, entry_id, kind, location_id, order_id, coins, worth, coins_left, worth_left,
      expires_at, created_at)
    VALUES (NEW.customer_id, NEW.id, NEW.id, NEW.kind, NEW.location_id, NEW.order_id, NEW.coins, NEW.worth, NEW.coins,
      NEW.worth, NEW.expires_at, NEW.created_at);
  END IF;
  NEW.position := nextval('coin_entry_position');
  NEW.balance_after := has + NEW.coins;
  NEW.user_name := coalesce(NEW.user_name, (SELECT first_name || ' ' || last_name FROM users WHERE id = NEW.user_id));
  UPDATE customers SET coin_balance = NEW.balance_after WHERE id = NEW.customer_id;
  RETURN NEW;
END $$;

CREATE TRIGGER apply_coins BEFORE INSERT ON coin_entries FOR EACH ROW EXECUTE FUNCTION apply_coins();
