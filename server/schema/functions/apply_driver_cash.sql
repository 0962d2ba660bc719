-- Adds a cash entry to the balance of its driver at its location.
CREATE OR REPLACE FUNCTION apply_driver_cash() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE driver_cash SET held = held + NEW.amount
  WHERE driver_id = NEW.driver_id AND location_id = NEW.location_id;
  IF NOT FOUND THEN
    INSERT INTO driver_cash (location_id, driver_id, held) VALUES (NEW.location_id, NEW.driver_id, NEW.amount)
    ON CONFLICT (driver_id, location_id) DO UPDATE SET held = driver_cash.held + EXCLUDED.held;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER apply_driver_cash AFTER INSERT ON driver_cash_entries
FOR EACH ROW EXECUTE FUNCTION apply_driver_cash();
