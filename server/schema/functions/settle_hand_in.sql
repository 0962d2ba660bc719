-- Posts a hand-in to the cash ledger. Rejects it unless it expects exactly the cash that the driver holds, so that the
-- second of two simultaneous hand-ins fails.
CREATE OR REPLACE FUNCTION settle_hand_in() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  now_held bigint;
BEGIN
  SELECT held INTO now_held FROM driver_cash
  WHERE driver_id = NEW.driver_id AND location_id = NEW.location_id FOR UPDATE;
  IF now_held IS DISTINCT FROM NEW.expected THEN
    RAISE EXCEPTION 'the driver does not have what is handed in'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'hand_ins_expected';
  END IF;
  INSERT INTO driver_cash_entries (location_id, driver_id, hand_in_id, amount)
  VALUES (NEW.location_id, NEW.driver_id, NEW.id, -NEW.expected);
  RETURN NULL;
END $$;

CREATE TRIGGER settle_hand_in AFTER INSERT ON hand_ins
FOR EACH ROW EXECUTE FUNCTION settle_hand_in();
