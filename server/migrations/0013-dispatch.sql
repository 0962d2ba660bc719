-- How orders travel: trips of a driver, the deliveries on them, and the links by which a driver sees a trip.

CREATE SEQUENCE trip_number START 7001;
CREATE TABLE trips (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('trip_number'),
  driver_id uuid NOT NULL REFERENCES drivers,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Once nothing on it is open any more; kept by its deliveries.
  ended_at timestamptz,
  PRIMARY KEY (location_id, id)
);
CREATE INDEX trips_by_id ON trips (id);
CREATE INDEX trips_open ON trips (driver_id) WHERE ended_at IS NULL;
SELECT keep_to_locations('trips');

-- One order in the hands of one driver, from being offered until it is over, however it ends.
CREATE TABLE deliveries (
  location_id uuid NOT NULL,
  id uuid NOT NULL,
  trip_id uuid NOT NULL,
  order_id uuid NOT NULL,
  driver_id uuid NOT NULL REFERENCES drivers,
  -- As the driver was called then: a location may see who brought an order, also once they work elsewhere.
  driver_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('offered', 'accepted', 'pickedUp', 'onTheWay', 'delivered', 'failed',
    'declined', 'timedOut', 'gaveUp', 'withdrawn')),
  -- What the shopper was told: the end of the slot, else an hour after ordering.
  promised_at timestamptz NOT NULL,
  offer_expires_at timestamptz NOT NULL,
  -- The shopper's, to be said at the door.
  drop_code text NOT NULL,
  offered_at timestamptz NOT NULL DEFAULT now(),
  accepted_at timestamptz,
  picked_up_at timestamptz,
  left_at timestamptz,
  ended_at timestamptz,
  -- Why it was declined, given up, withdrawn, or could not be delivered.
  reason text,
  proof text CHECK (proof IN ('code', 'photo', 'staff')),
  proof_file_id uuid REFERENCES files,
  -- Codes that the driver typed wrong: after a few, only the location goes on.
  wrong_codes smallint NOT NULL DEFAULT 0,
  -- What the driver earns with it, in cents, by the rates that held then.
  pay bigint NOT NULL DEFAULT 0 CHECK (pay >= 0),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, trip_id) REFERENCES trips (location_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  CHECK ((ended_at IS NULL) = (status IN ('offered', 'accepted', 'pickedUp', 'onTheWay')))
);
-- An order is with one driver at a time.
CREATE UNIQUE INDEX deliveries_open ON deliveries (location_id, order_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_by_order ON deliveries (location_id, order_id, id);
CREATE INDEX deliveries_by_trip ON deliveries (location_id, trip_id);
CREATE INDEX deliveries_by_driver ON deliveries (driver_id, id DESC);
CREATE INDEX deliveries_of_driver_open ON deliveries (driver_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_done ON deliveries (driver_id, ended_at) WHERE status = 'delivered';
CREATE INDEX deliveries_unanswered ON deliveries (offer_expires_at) WHERE status = 'offered';
SELECT keep_to_locations('deliveries');
REVOKE DELETE ON deliveries, trips FROM aisle_all, aisle_located;

-- By which a driver sees a trip without signing in. Only hashes of tokens are kept.
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

ALTER TABLE orders ADD FOREIGN KEY (driver_id) REFERENCES drivers;

-- A driver is busy while somebody's goods are theirs to fetch or to bring, at whatever location; a trip is over
-- when nothing on it is open. Both follow the deliveries, whoever changes these.
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
    INSERT INTO live_events (topic, action, record_id, location_id, permission)
    SELECT 'drivers', 'availability', NEW.driver_id, dl.location_id, 'driver_list'
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

-- What hangs on a driver, also where the actor may not look: they are not to delete what others need.
CREATE FUNCTION driver_uses(driver uuid, OUT open bigint, OUT deliveries bigint, OUT other_locations bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM deliveries d WHERE d.driver_id = driver AND d.ended_at IS NULL),
    (SELECT count(*) FROM deliveries d WHERE d.driver_id = driver),
    (SELECT count(*) FROM driver_locations dl WHERE dl.driver_id = driver AND NOT acts_at(dl.location_id))
$$;
