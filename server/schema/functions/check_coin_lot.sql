-- Checks at commit that the remaining coins and value of a lot equal its original ones plus the signed sum of its
-- moves.
CREATE OR REPLACE FUNCTION check_coin_lot() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  customer uuid := NEW.customer_id;
  lot uuid := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF EXISTS (SELECT FROM coin_lots l
    CROSS JOIN LATERAL (SELECT coalesce(sum(m.coins), 0) AS coins, coalesce(sum(m.worth), 0) AS worth FROM coin_moves m
      WHERE m.customer_id = l.customer_id AND m.lot_id = l.id) moved
    WHERE l.customer_id = customer AND l.id = lot
      AND (l.coins_left, l.worth_left) IS DISTINCT FROM (l.coins + moved.coins, l.worth + moved.worth)) THEN
    RAISE EXCEPTION 'coin lot % is not what was moved', lot
      USING ERRCODE = 'check_violation', CONSTRAINT = 'coins_add_up', TABLE = 'coin_lots';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER check_coin_lot AFTER INSERT OR UPDATE OF coins, worth, coins_left, worth_left ON coin_lots
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_coin_lot('id');
CREATE CONSTRAINT TRIGGER check_coin_lot AFTER INSERT ON coin_moves
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_coin_lot('lot_id');
