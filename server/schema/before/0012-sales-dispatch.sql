-- Dispatch: trips of a driver, the deliveries on them, and the links by which a driver opens a trip.

CREATE SEQUENCE trip_number START 7001;
CREATE TABLE trips (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('trip_number'),
  driver_id uuid NOT NULL REFERENCES drivers,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set by the trigger of its deliveries once none is open.
  ended_at timestamptz,
  PRIMARY KEY (location_id, id)
);
CREATE INDEX trips_by_id ON trips (id);
CREATE INDEX trips_open ON trips (driver_id) WHERE ended_at IS NULL;
SELECT keep_to_locations('trips');

-- One order with one driver, from the offer to any end. The goods of a return are collected the same way: such a
-- delivery refers to the original order and has no promised time.
CREATE TABLE deliveries (
  location_id uuid NOT NULL,
  id uuid NOT NULL,
  trip_id uuid NOT NULL,
  order_id uuid NOT NULL,
  return_id uuid,
  driver_id uuid NOT NULL REFERENCES drivers,
  -- The name at that time: a location sees who delivered an order also after the driver left the location.
  driver_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('offered', 'accepted', 'pickedUp', 'onTheWay', 'delivered', 'failed',
    'declined', 'timedOut', 'gaveUp', 'withdrawn')),
  -- The time promised to the shopper: the end of the slot, or an hour after ordering.
  promised_at timestamptz,
  offer_expires_at timestamptz NOT NULL,
  -- The shopper's code, given to the driver at the door.
  drop_code text NOT NULL,
  offered_at timestamptz NOT NULL DEFAULT now(),
  accepted_at timestamptz,
  picked_up_at timestamptz,
  left_at timestamptz,
  ended_at timestamptz,
  -- Why it was declined, given up, withdrawn or not delivered.
  reason text,
  proof text CHECK (proof IN ('code', 'photo', 'staff')),
  proof_file_id uuid REFERENCES files,
  -- Wrong codes entered by the driver: after a few, only the location can complete the delivery.
  wrong_codes smallint NOT NULL DEFAULT 0,
  -- The driver's pay in cents, by the rates at that time.
  pay bigint NOT NULL DEFAULT 0 CHECK (pay >= 0),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, trip_id) REFERENCES trips (location_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  FOREIGN KEY (location_id, return_id) REFERENCES returns (location_id, id),
  CHECK ((ended_at IS NULL) = (status IN ('offered', 'accepted', 'pickedUp', 'onTheWay'))),
  CONSTRAINT deliveries_are_promised CHECK (promised_at IS NOT NULL OR return_id IS NOT NULL)
);
CREATE INDEX deliveries_by_order ON deliveries (location_id, order_id, id);
CREATE INDEX deliveries_by_trip ON deliveries (location_id, trip_id);
CREATE INDEX deliveries_by_driver ON deliveries (driver_id, id DESC);
CREATE INDEX deliveries_of_driver_open ON deliveries (driver_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_done ON deliveries (driver_id, ended_at) WHERE status = 'delivered';
CREATE INDEX deliveries_unanswered ON deliveries (offer_expires_at) WHERE status = 'offered';
-- An order is with one driver at a time, and so is each of its returns.
CREATE UNIQUE INDEX deliveries_open ON deliveries (location_id, order_id)
  WHERE ended_at IS NULL AND return_id IS NULL;
CREATE UNIQUE INDEX deliveries_collecting ON deliveries (location_id, return_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_by_return ON deliveries (location_id, return_id, id) WHERE return_id IS NOT NULL;
SELECT keep_to_locations('deliveries');
REVOKE DELETE ON deliveries, trips FROM aisle_all, aisle_located;

-- Links by which a driver opens a trip without signing in. Only hashes of tokens are stored.
CREATE TABLE trip_links (
  location_id uuid NOT NULL,
  trip_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (location_id, trip_id, token_hash),
  FOREIGN KEY (location_id, trip_id) REFERENCES trips (location_id, id)
);
CREATE UNIQUE INDEX trip_links_by_token ON trip_links (token_hash);
SELECT keep_to_locations('trip_links');

-- Updates driver and trip after any change of a delivery: a driver is busy while they have an accepted delivery at any
-- location; a trip ends when none of its deliveries is open.
CREATE FUNCTION follow_delivery() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was text;
  is_now text;
BEGIN
  SELECT availability INTO was FROM drivers WHERE id = NEW.driver_id FOR NO KEY UPDATE;
  is_now := CASE
    WHEN EXISTS (SELECT FROM deliveries d WHERE d.driver_id = NEW.driver_id AND d.ended_at IS NULL
      AND d.status <> 'offered') THEN 'busy'
    WHEN was = 'busy' THEN 'available'
    ELSE was END;
  IF is_now <> was THEN
    UPDATE drivers SET availability = is_now WHERE id = NEW.driver_id;
    PERFORM announce('drivers', 'availability', NEW.driver_id, dl.location_id, 'driver_list')
    FROM driver_locations dl WHERE dl.driver_id = NEW.driver_id;
  END IF;
  IF NEW.ended_at IS NOT NULL THEN
    UPDATE trips t SET ended_at = now()
    WHERE (t.location_id, t.id) = (NEW.location_id, NEW.trip_id) AND t.ended_at IS NULL
      AND NOT EXISTS (SELECT FROM deliveries d WHERE (d.location_id, d.trip_id) = (t.location_id, t.id)
        AND d.ended_at IS NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_new_delivery AFTER INSERT ON deliveries
FOR EACH ROW WHEN (NEW.ended_at IS NULL AND NEW.status <> 'offered') EXECUTE FUNCTION follow_delivery();
CREATE TRIGGER follow_delivery AFTER UPDATE OF status ON deliveries
FOR EACH ROW EXECUTE FUNCTION follow_delivery();

-- What refers to a driver, also at locations the actor has no access to: it must not be deleted then.
CREATE FUNCTION driver_uses(driver uuid, OUT open bigint, OUT deliveries bigint, OUT other_locations bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM deliveries d WHERE d.driver_id = driver AND d.ended_at IS NULL),
    (SELECT count(*) FROM deliveries d WHERE d.driver_id = driver),
    (SELECT count(*) FROM driver_locations dl WHERE dl.driver_id = driver AND NOT acts_at(dl.location_id))
$$;
