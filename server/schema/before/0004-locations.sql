-- Locations: their staff, what they offer, their bank accounts, and their own tax and commission rates.

CREATE TABLE locations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  phone text,
  email text,
  address jsonb NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  time_zone text NOT NULL,
  -- { "monday": [{ "opens": "08:00", "closes": "21:00" }] }; empty means always open.
  opening_hours jsonb NOT NULL DEFAULT '{}',
  -- [{ "date": "2026-12-25", "spans": [], "note": "Christmas" }]; without spans it is closed all day.
  hours_exceptions jsonb NOT NULL DEFAULT '[]',
  -- { "lengthMinutes": 120, "capacity": 8, "leadMinutes": 60 }; null: the setting of the marketplace.
  delivery_slots jsonb,
  delivery_radius_km double precision NOT NULL,
  delivery_fee jsonb,
  minimum_order bigint CHECK (minimum_order >= 0),
  accepts_pickup boolean NOT NULL DEFAULT true,
  commission_rate numeric(6,3) NOT NULL DEFAULT 0 CHECK (commission_rate BETWEEN 0 AND 100),
  image_id uuid REFERENCES files,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX locations_code ON locations (lower(code));
SELECT versioned('locations');
SELECT keep_to_locations('locations', 'id');
REVOKE INSERT, DELETE ON locations FROM aisle_located;

CREATE TABLE user_locations (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  location_id uuid NOT NULL REFERENCES locations,
  PRIMARY KEY (user_id, location_id)
);
CREATE INDEX user_locations_by_location ON user_locations (location_id);
SELECT keep_to_locations('user_locations');
-- Here rather than beside users, as it needs user_locations: users see themselves and colleagues of their locations.
SELECT keep_to('users',
  'id = (SELECT actor_id()) OR EXISTS (SELECT FROM user_locations ul WHERE ul.user_id = users.id
     AND ul.location_id = ANY ((SELECT actor_locations())::uuid[]))');
-- Whether a user works at locations that the actor has no access to; row-level security hides those rows.
CREATE FUNCTION works_elsewhere(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS
$$ SELECT EXISTS (SELECT FROM user_locations WHERE user_id = person AND location_id <> ALL (actor_locations())) $$;

CREATE TABLE location_sub_products (
  location_id uuid NOT NULL REFERENCES locations,
  sub_product_id uuid NOT NULL REFERENCES sub_products ON DELETE CASCADE,
  assigned boolean NOT NULL DEFAULT true,
  -- Null: the price of the sub-product.
  price bigint CHECK (price > 0),
  threshold numeric(14,3) CHECK (threshold >= 0),
  max_per_order numeric(12,3) CHECK (max_per_order > 0),
  -- "A3-2". Compared byte by byte, so that everything on a shelf is one range of the index.
  shelf_code text COLLATE "C" CHECK (length(shelf_code) BETWEEN 1 AND 20),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, sub_product_id)
);
CREATE INDEX location_sub_products_by_sub_product ON location_sub_products (sub_product_id);
CREATE INDEX location_sub_products_by_shelf ON location_sub_products (location_id, shelf_code) WHERE shelf_code IS NOT NULL;
SELECT versioned('location_sub_products');
SELECT keep_to_locations('location_sub_products');

-- Bank details, encrypted with a key of the server: only the other columns are ever shown.
CREATE TABLE payout_accounts (
  location_id uuid PRIMARY KEY REFERENCES locations ON DELETE CASCADE,
  sealed bytea NOT NULL,
  bank_name text NOT NULL,
  account_holder text NOT NULL,
  routing_last4 text NOT NULL CHECK (length(routing_last4) = 4),
  account_last4 text NOT NULL CHECK (length(account_last4) <= 4),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT versioned('payout_accounts');
SELECT keep_to_locations('payout_accounts');

-- Tax and commission rates of a location by category, from a day on, where they differ from the marketplace.
-- Append-only: a correction is another row. The rate of a day is, of the rows that cover it and were not withdrawn, the
-- one that began last, then the one written last. No foreign key to categories: rates outlive a deleted category.
CREATE TABLE location_rates (
  location_id uuid NOT NULL REFERENCES locations,
  -- Numbered within the location; the next position is the version of its rates.
  position integer NOT NULL CHECK (position > 0),
  category_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tax', 'commission')),
  -- Null: from that day on the category inherits again.
  rate numeric(6,3) CHECK (rate BETWEEN 0 AND 100),
  -- Days in the location's time zone, both inclusive; without a last day: until further notice.
  from_day date NOT NULL,
  until_day date CHECK (until_day >= from_day),
  -- Set: this row only withdraws the row at that position, before it began.
  withdraws integer,
  actor_id uuid,
  actor_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, position),
  FOREIGN KEY (location_id, withdraws) REFERENCES location_rates,
  CHECK (withdraws < position)
);
CREATE INDEX location_rates_by_category ON location_rates (location_id, category_id, kind, from_day DESC, position DESC);
CREATE UNIQUE INDEX location_rates_withdrawn ON location_rates (location_id, withdraws) WHERE withdraws IS NOT NULL;
-- Users of a location see its commission and never write it.
SELECT keep_to('location_rates', 'location_id = ANY ((SELECT actor_locations())::uuid[])',
  'location_id = ANY ((SELECT actor_locations())::uuid[]) AND kind = ''tax''');
SELECT append_only('location_rates');

-- Rates that were not withdrawn.
CREATE VIEW standing_location_rates WITH (security_invoker = true) AS
SELECT location_id, position, category_id, kind, rate, from_day, until_day, actor_name, created_at
FROM location_rates r
WHERE withdraws IS NULL AND NOT EXISTS (
  SELECT FROM location_rates back WHERE back.location_id = r.location_id AND back.withdraws = r.position);

-- The former commission of a location, until it changed.
CREATE TABLE past_location_commissions (
  -- No foreign key: the row outlives a deleted location.
  location_id uuid NOT NULL,
  until timestamptz NOT NULL,
  rate numeric(6,3) NOT NULL,
  PRIMARY KEY (location_id, until)
);
SELECT keep_to_locations('past_location_commissions');
SELECT append_only('past_location_commissions');

CREATE FUNCTION keep_past_commission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Changed twice in one transaction: only the value before the transaction is kept.
  INSERT INTO past_location_commissions VALUES (OLD.id, now(), OLD.commission_rate) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_commission AFTER UPDATE OF commission_rate ON locations FOR EACH ROW
  WHEN (OLD.commission_rate <> NEW.commission_rate) EXECUTE FUNCTION keep_past_commission();

CREATE FUNCTION today_at(location uuid) RETURNS date LANGUAGE sql STABLE AS
$$ SELECT (now() AT TIME ZONE time_zone)::date FROM locations WHERE id = location $$;

-- The name of the other location of a transfer, for users who see only the rows of their own locations.
CREATE FUNCTION place_name(place uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$ SELECT name FROM locations WHERE id = place $$;

-- Natural sort order of shelves: A2 before A10. Without a SET clause, so that it is inlined into the calling query:
-- applying settings would cost each line of an order more than the function itself.
CREATE FUNCTION shelf_order(shelf text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(shelf, '(\d+)', '000000000\1', 'g'), '\d*(\d{9})', '\1', 'g') COLLATE "C"
$$;
