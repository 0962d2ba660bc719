-- Adds a credit entry to the customer's balance, which it locks. A check of the table rejects a balance below zero.
CREATE OR REPLACE FUNCTION apply_credit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE credit_balances SET balance = balance + NEW.amount WHERE customer_id = NEW.customer_id
  RETURNING balance INTO NEW.balance_after;
  IF NOT FOUND THEN
    INSERT INTO credit_balances AS b (customer_id, balance) VALUES (NEW.customer_id, NEW.amount)
    ON CONFLICT (customer_id) DO UPDATE SET balance = b.balance + EXCLUDED.balance
    RETURNING balance INTO NEW.balance_after;
  END IF;
  NEW.position := nextval('credit_entry_position');
  NEW.user_name := coalesce(NEW.user_name, (SELECT first_name || ' ' || last_name FROM users WHERE id = NEW.user_id));
  RETURN NEW;
END $$;

CREATE TRIGGER apply_credit BEFORE INSERT ON credit_entries FOR EACH ROW EXECUTE FUNCTION apply_credit();
