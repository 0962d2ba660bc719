-- Checks at commit that a customer's coin balance equals the sum of the coin entries and the sum of the lots.
CREATE OR REPLACE FUNCTION check_coins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  customer uuid := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF EXISTS (SELECT FROM customers c WHERE c.id = customer AND (
      c.coin_balance <> (SELECT coalesce(sum(e.coins), 0) FROM coin_entries e WHERE e.customer_id = c.id)
      OR c.coin_balance <> (SELECT coalesce(sum(l.coins_left), 0) FROM coin_lots l
        WHERE l.customer_id = c.id AND l.coins_left > 0))) THEN
    RAISE EXCEPTION 'the coins of customer % are not the sum of their entries and lots', customer
      USING ERRCODE = 'check_violation', CONSTRAINT = 'coins_add_up', TABLE = 'coin_entries';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER check_coins AFTER UPDATE OF coin_balance ON customers
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_coins('id');
CREATE CONSTRAINT TRIGGER check_new_coins AFTER INSERT ON customers
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.coin_balance <> 0) EXECUTE FUNCTION check_coins('id');
CREATE CONSTRAINT TRIGGER check_coins AFTER INSERT OR UPDATE OF coins, worth, coins_left, worth_left ON coin_lots
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_coins('customer_id');
