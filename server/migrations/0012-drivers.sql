-- Who brings the orders: drivers, the locations they drive for, and their papers.

CREATE TABLE drivers (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text,
  phone text NOT NULL,
  address jsonb,
  licence_number text,
  vehicle_type text NOT NULL DEFAULT 'car' CHECK (vehicle_type IN ('car', 'van', 'scooter', 'bicycle', 'onFoot')),
  vehicle_plate text,
  photo_id uuid REFERENCES files,
  -- False: no longer asked, whatever else.
  status boolean NOT NULL DEFAULT true,
  -- Busy and available again by the deliveries; offline by hand.
  availability text NOT NULL DEFAULT 'available' CHECK (availability IN ('offline', 'available', 'busy')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX drivers_in_order ON drivers (name, id);
-- Being given a delivery, or finishing one, is no edit of the record that a form holds.
CREATE TRIGGER count_version BEFORE UPDATE OF updated_at ON drivers
FOR EACH ROW EXECUTE FUNCTION count_version();

CREATE TABLE driver_locations (
  driver_id uuid NOT NULL REFERENCES drivers ON DELETE CASCADE,
  location_id uuid NOT NULL REFERENCES locations,
  PRIMARY KEY (driver_id, location_id)
);
CREATE INDEX driver_locations_by_location ON driver_locations (location_id, driver_id);
SELECT keep_to_locations('driver_locations');
SELECT keep_to('drivers', 'EXISTS (SELECT FROM driver_locations dl WHERE dl.driver_id = drivers.id
  AND dl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

CREATE TABLE driver_documents (
  driver_id uuid NOT NULL REFERENCES drivers ON DELETE CASCADE,
  id uuid NOT NULL REFERENCES files,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (driver_id, id)
);
SELECT keep_to('driver_documents', 'EXISTS (SELECT FROM drivers d WHERE d.id = driver_id)',
  'EXISTS (SELECT FROM drivers d WHERE d.id = driver_id)');
