-- Records the previous commission rate of a location.
CREATE OR REPLACE FUNCTION keep_past_commission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Changed twice in one transaction: only the value before the transaction is kept.
  INSERT INTO past_location_commissions VALUES (OLD.id, now(), OLD.commission_rate) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_past_commission AFTER UPDATE OF commission_rate ON locations FOR EACH ROW
  WHEN (OLD.commission_rate <> NEW.commission_rate) EXECUTE FUNCTION keep_past_commission();
