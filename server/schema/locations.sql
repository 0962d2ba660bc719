-- The stores of the marketplace.
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
  -- { "monday": [{ "opens": "08:00", "closes": "21:00" }] }. An empty object means always open.
  opening_hours jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- [{ "date": "2026-12-25", "spans": [], "note": "Christmas" }]. Without spans, the store is closed all day.
  hours_exceptions jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- { "lengthMinutes": 120, "capacity": 8, "leadMinutes": 60 }. If null, the setting of the marketplace applies.
  delivery_slots jsonb,
  delivery_radius_km double precision NOT NULL,
  delivery_fee jsonb,
  minimum_order bigint CHECK (minimum_order >= 0),
  accepts_pickup boolean NOT NULL DEFAULT true,
  commission_rate numeric(6,3) NOT NULL DEFAULT 0 CHECK (commission_rate >= 0::numeric
    AND commission_rate <= 100::numeric),
  image_id uuid REFERENCES files,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- A delivery area other than a circle: { "kind": "polygon", "points": [{ "latitude": 30.2, "longitude": -97.7 }] } or
  -- { "kind": "postalCodes", "codes": ["78701"] }. If null, the area is a circle of delivery_radius_km around the
  -- location.
  delivery_area jsonb,
  -- The departments (top categories) in the sequence in which staff walk them. If null, aisle_rank suggests one.
  aisle_order uuid[],
  CONSTRAINT locations_aisle_order CHECK (cardinality(aisle_order) BETWEEN 1 AND 500),
  CONSTRAINT locations_delivery_area
    CHECK (
CASE delivery_area ->> 'kind'
    WHEN 'polygon' THEN jsonb_array_length(delivery_area -> 'points') >= 3
    WHEN 'postalCodes' THEN jsonb_array_length(delivery_area -> 'codes') >= 1
    ELSE delivery_area IS NULL
END),
  CONSTRAINT locations_not_the_marketplace CHECK (id <> '00000000-0000-0000-0000-000000000000'::uuid)
);
CREATE UNIQUE INDEX locations_code ON locations (lower(code));
SELECT restrict_to_locations('locations', 'id');
SELECT versioned('locations');
REVOKE INSERT, DELETE ON locations FROM aisle_located;

-- The locations that a store user works at.
CREATE TABLE user_locations (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  location_id uuid NOT NULL REFERENCES locations,
  PRIMARY KEY (user_id, location_id)
);
CREATE INDEX user_locations_by_location ON user_locations (location_id);
SELECT restrict_to_locations('user_locations');

-- Users of certain locations see themselves and the users of their locations.
SELECT restrict_to('users',
  'id = (SELECT actor_id()) OR EXISTS (SELECT FROM user_locations ul WHERE ul.user_id = users.id
     AND ul.location_id = ANY ((SELECT actor_locations())::uuid[]))');

-- The assortment of a location, with custom prices, thresholds, order limits and shelf codes.
CREATE TABLE location_sub_products (
  location_id uuid NOT NULL REFERENCES locations,
  sub_product_id uuid NOT NULL REFERENCES sub_products ON DELETE CASCADE,
  assigned boolean NOT NULL DEFAULT true,
  -- Null if the price of the sub-product applies.
  price bigint CHECK (price > 0),
  threshold numeric(14,3) CHECK (threshold >= 0::numeric),
  max_per_order numeric(12,3) CHECK (max_per_order > 0::numeric),
  -- A shelf code such as "A3-2". Codes are compared by bytes, so that a shelf is one range of the index.
  shelf_code text COLLATE "C" CHECK (length(shelf_code) >= 1 AND length(shelf_code) <= 20),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, sub_product_id)
);
CREATE INDEX location_sub_products_by_sub_product ON location_sub_products (sub_product_id);
CREATE INDEX location_sub_products_by_shelf ON location_sub_products (location_id, shelf_code) WHERE shelf_code IS NOT NULL;
-- For metrics over many locations: few prices are custom, and without this index the queries would read every row of
-- the assortment.
CREATE INDEX location_sub_products_own_price ON location_sub_products (location_id, sub_product_id) INCLUDE (price)
WHERE price IS NOT NULL;
SELECT restrict_to_locations('location_sub_products');
SELECT versioned('location_sub_products');

-- Bank details of locations. `sealed` contains the encrypted details; screens show only the other columns.
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
SELECT restrict_to_locations('payout_accounts');
SELECT versioned('payout_accounts');

-- Tax and commission rates of a location by category and date range, if they differ from those of the marketplace. The
-- table is append-only: a correction is another row. Among the rows that cover a day and are not withdrawn, the one
-- with the latest start applies, and among equal starts the newest one. category_id has no foreign key, since rates
-- remain after a category is deleted.
CREATE TABLE location_rates (
  location_id uuid NOT NULL REFERENCES locations,
  -- Numbered within the location. The next position is the version of the location's rates.
  position integer NOT NULL CHECK ("position" > 0),
  category_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tax', 'commission')),
  -- Null if the category inherits again from that day.
  rate numeric(6,3) CHECK (rate >= 0::numeric AND rate <= 100::numeric),
  -- Days in the location's time zone, both inclusive. Without a last day, the rate applies until further notice.
  from_day date NOT NULL,
  until_day date,
  -- If set, this row only withdraws the row at that position before it takes effect.
  withdraws integer,
  actor_id uuid,
  actor_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT location_rates_check CHECK (until_day >= from_day),
  CONSTRAINT location_rates_check1 CHECK (withdraws < "position"),
  PRIMARY KEY (location_id, "position"),
  FOREIGN KEY (location_id, withdraws) REFERENCES location_rates (location_id, "position")
);
CREATE INDEX location_rates_by_category ON location_rates (location_id, category_id, kind, from_day DESC, position DESC);
CREATE UNIQUE INDEX location_rates_withdrawn ON location_rates (location_id, withdraws) WHERE withdraws IS NOT NULL;
-- Users of a location see its commission rates and can write only tax rates.
SELECT restrict_to('location_rates', 'location_id = ANY ((SELECT actor_locations())::uuid[])',
  'location_id = ANY ((SELECT actor_locations())::uuid[]) AND kind = ''tax''');
SELECT append_only('location_rates');

-- Rates of locations that are not withdrawn, without the rows that withdraw others.
CREATE VIEW standing_location_rates WITH (security_invoker = true) AS
SELECT location_id, position, category_id, kind, rate, from_day, until_day, actor_name, created_at
FROM location_rates r
WHERE withdraws IS NULL AND NOT EXISTS (
  SELECT FROM location_rates back WHERE back.location_id = r.location_id AND back.withdraws = r.position);

-- Previous commission rates of locations. A row applied up to `until`.
CREATE TABLE past_location_commissions (
  -- No foreign key, since the row remains after its location is deleted.
  location_id uuid NOT NULL,
  until timestamptz NOT NULL,
  rate numeric(6,3) NOT NULL,
  PRIMARY KEY (location_id, until)
);
SELECT restrict_to_locations('past_location_commissions');
SELECT append_only('past_location_commissions');

ALTER TABLE notices ADD FOREIGN KEY (location_id) REFERENCES locations(id);

ALTER TABLE files ADD FOREIGN KEY (location_id) REFERENCES locations(id);

-- Accounts of locations at a provider of card payments, to which it can transfer payouts. A location without a row has none.
CREATE TABLE connected_accounts (
  location_id uuid PRIMARY KEY REFERENCES locations ON DELETE CASCADE,
  provider text NOT NULL,
  account_ref text NOT NULL,
  state text NOT NULL DEFAULT 'incomplete' CHECK (state IN ('incomplete', 'active', 'restricted')),
  -- What the provider still needs, in its own words.
  missing text[] NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX connected_accounts_by_ref ON connected_accounts (provider, account_ref);
SELECT restrict_to_locations('connected_accounts');
