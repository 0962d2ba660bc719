-- Goods of failed deliveries that drivers still have, the cash that drivers collected, and its hand-ins.

ALTER TABLE deliveries
  -- The driver kept the goods when the delivery ended, and brings them back to the location.
  ADD comes_back boolean NOT NULL DEFAULT false,
  ADD received_back_at timestamptz,
  ADD received_back_by uuid,
  ADD CONSTRAINT deliveries_come_back CHECK (NOT comes_back OR ended_at IS NOT NULL AND return_id IS NULL
    AND status <> 'delivered'),
  ADD CONSTRAINT deliveries_received_back CHECK (received_back_at IS NULL OR comes_back);
CREATE INDEX deliveries_coming_back ON deliveries (location_id, order_id)
  WHERE comes_back AND received_back_at IS NULL;
CREATE INDEX deliveries_coming_back_by_driver ON deliveries (driver_id)
  WHERE comes_back AND received_back_at IS NULL;

-- The cash that a driver has in hand for a location, kept by the trigger on its entries.
CREATE TABLE driver_cash (
  location_id uuid NOT NULL REFERENCES locations,
  driver_id uuid NOT NULL REFERENCES drivers,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  PRIMARY KEY (driver_id, location_id)
);
SELECT keep_to_locations('driver_cash');
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON driver_cash FROM aisle_all, aisle_located;

-- Cash that a driver handed in at a location: what was expected, what was counted, and why the two differ.
CREATE TABLE hand_ins (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  driver_id uuid NOT NULL REFERENCES drivers,
  -- The name at that time: the location keeps its records also after the driver left it.
  driver_name text NOT NULL,
  expected bigint NOT NULL CHECK (expected > 0),
  counted bigint NOT NULL CHECK (counted >= 0),
  note text,
  received_by uuid,
  received_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id),
  CONSTRAINT hand_ins_difference_has_note CHECK (counted = expected OR note IS NOT NULL)
);
CREATE INDEX hand_ins_by_time ON hand_ins (location_id, created_at, id);
CREATE INDEX hand_ins_by_time_everywhere ON hand_ins (created_at, id);
CREATE INDEX hand_ins_by_driver ON hand_ins (driver_id, created_at);
SELECT keep_to_locations('hand_ins');
SELECT append_only('hand_ins');

-- Cash collected with deliveries is positive; a hand-in takes out all of it, whatever was counted.
CREATE TABLE driver_cash_entries (
  location_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT new_uuid_v7(),
  driver_id uuid NOT NULL REFERENCES drivers,
  delivery_id uuid,
  hand_in_id uuid,
  amount bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, delivery_id) REFERENCES deliveries (location_id, id),
  FOREIGN KEY (location_id, hand_in_id) REFERENCES hand_ins (location_id, id),
  CHECK (CASE WHEN delivery_id IS NOT NULL THEN hand_in_id IS NULL AND amount > 0
    ELSE hand_in_id IS NOT NULL AND amount < 0 END)
);
-- Makes posting idempotent: the same cause is refused the second time.
CREATE UNIQUE INDEX driver_cash_entries_delivery ON driver_cash_entries (location_id, delivery_id)
  WHERE delivery_id IS NOT NULL;
CREATE UNIQUE INDEX driver_cash_entries_hand_in ON driver_cash_entries (location_id, hand_in_id)
  WHERE hand_in_id IS NOT NULL;
SELECT keep_to_locations('driver_cash_entries');
SELECT append_only('driver_cash_entries');

CREATE FUNCTION apply_driver_cash() RETURNS trigger
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

-- A hand-in settles exactly what the driver has at that moment: the second of two at once is refused.
CREATE FUNCTION settle_hand_in() RETURNS trigger
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
