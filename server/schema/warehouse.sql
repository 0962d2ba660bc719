CREATE SEQUENCE transfer_number START 2001;

-- Transfers of stock between locations.
CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('transfer_number'),
  from_location_id uuid NOT NULL REFERENCES locations,
  to_location_id uuid NOT NULL REFERENCES locations,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'inTransit', 'received', 'cancelled')),
  note text,
  line_count integer NOT NULL,
  -- Set if a quantity was received short, over or damaged.
  has_differences boolean NOT NULL DEFAULT false,
  sent_at timestamptz,
  closed_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT transfers_check CHECK (from_location_id <> to_location_id)
);
CREATE INDEX transfers_by_number ON transfers (number);
CREATE INDEX transfers_by_age ON transfers (created_at DESC, id DESC);
CREATE INDEX transfers_from ON transfers (from_location_id, created_at DESC, id DESC);
CREATE INDEX transfers_to ON transfers (to_location_id, created_at DESC, id DESC);
-- Both locations see a transfer, but the receiver doesn't see drafts. The server decides which user may take which
-- step. Each location's ledger is visible to that location only.
SELECT restrict_to('transfers', 'from_location_id = ANY ((SELECT actor_locations())::uuid[])
  OR (to_location_id = ANY ((SELECT actor_locations())::uuid[]) AND status <> ''draft'')',
  'from_location_id = ANY ((SELECT actor_locations())::uuid[])
  OR (to_location_id = ANY ((SELECT actor_locations())::uuid[]) AND status <> ''draft'')');
SELECT versioned('transfers');
-- Staff of one location announce a transfer to both.
CREATE POLICY both_ends_of_transfers ON changes FOR INSERT TO aisle_located WITH CHECK (EXISTS (
  SELECT FROM transfers t WHERE t.id = record_id AND changes.location_id IN (t.from_location_id, t.to_location_id)));

-- The sub-products of a transfer with the quantities sent, received and damaged.
CREATE TABLE transfer_lines (
  transfer_id uuid NOT NULL REFERENCES transfers ON DELETE CASCADE,
  id uuid NOT NULL,
  position smallint NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  -- Null takes the lots that expire first.
  lot_id uuid,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0::numeric),
  -- The received quantity includes the damaged one. Both are null until the transfer is received.
  received numeric(14,3) CHECK (received >= 0::numeric),
  damaged numeric(14,3),
  CONSTRAINT transfer_lines_check CHECK (damaged >= 0::numeric AND damaged <= received),
  CONSTRAINT transfer_lines_check1 CHECK ((received IS NULL) = (damaged IS NULL)),
  PRIMARY KEY (transfer_id, id)
);
CREATE INDEX transfer_lines_by_sub_product ON transfer_lines (sub_product_id);
SELECT restrict_to('transfer_lines', 'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)',
  'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)');

-- Copies of the lots that a line was taken from, since the receiving location has no access to the sender's lots.
CREATE TABLE transfer_lots (
  transfer_id uuid NOT NULL,
  line_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  position smallint NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0::numeric),
  -- The lot's number at the sender, shown as L-1001.
  number bigint NOT NULL,
  vendor_id uuid REFERENCES vendors,
  lot_number text,
  cost_price bigint,
  manufactured_on date,
  expires_on date,
  -- The lot that was created at the receiving location.
  arrived_lot_id uuid,
  PRIMARY KEY (transfer_id, line_id, lot_id),
  FOREIGN KEY (transfer_id, line_id) REFERENCES transfer_lines (transfer_id, id)
);
SELECT restrict_to('transfer_lots', 'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)',
  'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)');

-- The timeline of a transfer.
CREATE TABLE transfer_events (
  transfer_id uuid NOT NULL REFERENCES transfers ON DELETE CASCADE,
  id uuid NOT NULL,
  from_status text,
  to_status text NOT NULL,
  -- Stored with the user's name, since the other location has no access to this location's users.
  user_id uuid,
  user_name text NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (transfer_id, id)
);
SELECT restrict_to('transfer_events', 'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)',
  'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)');
SELECT append_only('transfer_events');

CREATE SEQUENCE stock_count_number START 301;

-- Stock counts of a location, which compare counted quantities with the ledger.
CREATE TABLE stock_counts (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('stock_count_number'),
  name text,
  -- Empty counts all categories.
  category_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  -- Prefixes of the shelf codes to count. Empty counts all shelves.
  shelves text[] NOT NULL DEFAULT '{}'::text[],
  -- Hides expected quantities from users who count.
  blind boolean NOT NULL DEFAULT false,
  -- A blind count is reviewed before it is posted. During review, users who counted nothing see the differences, and
  -- only items marked for a recount can be counted.
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'review', 'posted', 'cancelled')),
  created_by uuid,
  created_by_name text NOT NULL,
  reviewed_at timestamptz,
  closed_by_name text,
  closed_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id)
);
CREATE INDEX stock_counts_by_id ON stock_counts (id);
CREATE INDEX stock_counts_by_number ON stock_counts (number);
CREATE INDEX stock_counts_by_age ON stock_counts (created_at DESC, id DESC);
CREATE INDEX stock_counts_by_location ON stock_counts (location_id, created_at DESC, id DESC);
SELECT restrict_to_locations('stock_counts');
SELECT versioned('stock_counts');

-- The sub-products of a stock count.
CREATE TABLE stock_count_items (
  location_id uuid NOT NULL,
  count_id uuid NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  -- Increases with each recount. Entries of earlier rounds are kept but no longer apply.
  round smallint NOT NULL DEFAULT 1,
  -- The entry that a user chose to settle different counts.
  chosen_entry_id uuid,
  -- Cents per unit when the item was added to the count. Values its difference.
  unit_cost bigint NOT NULL DEFAULT 0,
  -- The difference posted to the ledger. It is less than the counted difference if reserved stock could not be removed.
  posted numeric(14,3),
  PRIMARY KEY (location_id, count_id, sub_product_id),
  FOREIGN KEY (location_id, count_id) REFERENCES stock_counts (location_id, id)
);
CREATE INDEX stock_count_items_by_sub_product ON stock_count_items (sub_product_id);
SELECT restrict_to_locations('stock_count_items');

-- Counted quantities. The latest entry of each user in a round applies, and entries are never overwritten.
CREATE TABLE stock_count_entries (
  location_id uuid NOT NULL,
  count_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  id uuid NOT NULL,
  round smallint NOT NULL,
  user_id uuid,
  user_name text NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity >= 0::numeric),
  -- The ledger's quantity at the time of the entry, so that later sales do not change the difference.
  expected numeric(14,3) NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, count_id, sub_product_id, id),
  FOREIGN KEY (location_id, count_id, sub_product_id) REFERENCES stock_count_items (location_id, count_id,
    sub_product_id)
);
-- Each view of a blind count checks whether the user has counted in it.
CREATE INDEX stock_count_entries_by_user ON stock_count_entries (location_id, count_id, user_id);
SELECT restrict_to_locations('stock_count_entries');
SELECT append_only('stock_count_entries');

-- The items of a count with their current entries, the difference and the resulting state.
CREATE VIEW stock_count_state WITH (security_invoker = true) AS
SELECT item.location_id, item.count_id, item.sub_product_id, item.round, item.unit_cost, item.posted,
  latest.entries, latest.people, chosen.id AS entry_id, chosen.quantity, chosen.expected,
  chosen.quantity - chosen.expected AS difference,
  CASE WHEN chosen.id IS NOT NULL THEN 'counted'
    WHEN latest.people > 1 THEN 'conflict'
    WHEN item.round > 1 THEN 'recount'
    ELSE 'open' END AS state
FROM stock_count_items item
LEFT JOIN LATERAL (
  SELECT count(*) AS people, count(DISTINCT mine.quantity - mine.expected) AS opinions,
    (array_agg(mine.id ORDER BY mine.id DESC))[1] AS last_id,
    jsonb_agg(jsonb_build_object('_id', mine.id, 'userName', mine.user_name, 'userId', mine.user_id,
      'quantity', mine.quantity, 'expected', mine.expected, 'note', mine.note, 'at', mine.at) ORDER BY mine.id) AS entries
  FROM (
    SELECT DISTINCT ON (entry.user_id) entry.* FROM stock_count_entries entry
    WHERE entry.location_id = item.location_id AND entry.count_id = item.count_id
      AND entry.sub_product_id = item.sub_product_id AND entry.round = item.round
    ORDER BY entry.user_id, entry.id DESC
  ) mine
) latest ON true
-- Finds an entry if a user chose one or all users found the same difference.
LEFT JOIN stock_count_entries chosen ON chosen.location_id = item.location_id AND chosen.count_id = item.count_id
  AND chosen.sub_product_id = item.sub_product_id
  AND chosen.id = coalesce(item.chosen_entry_id, CASE WHEN latest.opinions = 1 THEN latest.last_id END);

-- Temporary prices for sub-products with expiring lots. The previous price is restored when the lots expire or sell
-- out.
CREATE TABLE markdowns (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products ON DELETE CASCADE,
  -- The reduced price, and the location's previous custom price. Null if it had none.
  price bigint NOT NULL CHECK (price > 0),
  price_before bigint,
  -- The last day of the reduced price: the expiration date of the lots.
  until date NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'ended', 'undone')),
  -- Sold out, expired, undone by a user, or replaced by another price.
  ended_because text CHECK (ended_because IN ('soldOut', 'expired', 'undone', 'priceChanged')),
  created_by uuid,
  created_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CONSTRAINT markdowns_check CHECK ((status = 'active') = (ended_at IS NULL)),
  PRIMARY KEY (location_id, id)
);
CREATE UNIQUE INDEX markdowns_active ON markdowns (location_id, sub_product_id) WHERE status = 'active';
CREATE INDEX markdowns_by_age ON markdowns (created_at DESC, id DESC);
SELECT restrict_to_locations('markdowns');

-- Lots in stock that have an expiration date, with their price and their value at cost and at the selling price.
CREATE VIEW expiring_lots WITH (security_invoker = true) AS
SELECT l.location_id, l.id, l.expires_on, l.sub_product_id, l.vendor_id, l.on_hand,
  coalesce(offer.price, sold.sale_price, sold.price) AS price,
  round(l.on_hand * coalesce(l.cost_price, sold.cost_price, 0))::bigint AS cost,
  round(l.on_hand * coalesce(offer.price, sold.sale_price, sold.price))::bigint AS retail
FROM lots l
JOIN sub_products sold ON sold.id = l.sub_product_id
-- The partial index on custom prices serves this join, since few sub-products have one.
LEFT JOIN location_sub_products offer ON offer.location_id = l.location_id AND offer.sub_product_id = l.sub_product_id
  AND offer.price IS NOT NULL
WHERE l.in_stock AND l.expires_on IS NOT NULL AND l.deleted_at IS NULL;

-- Totals of expiring_lots by location and expiration day.
CREATE TABLE expiry_days (
  location_id uuid NOT NULL REFERENCES locations,
  day date NOT NULL,
  lots bigint NOT NULL,
  units numeric NOT NULL,
  cost bigint NOT NULL,
  retail bigint NOT NULL,
  PRIMARY KEY (location_id, day)
) WITH (fillfactor = 80);
CREATE INDEX expiry_days_by_day ON expiry_days (day);
SELECT restrict_to_locations('expiry_days');
REVOKE INSERT, UPDATE, DELETE ON expiry_days FROM aisle_all, aisle_located;

-- Expiration days whose totals in expiry_days are outdated. Each change of a lot or a price adds a row.
CREATE TABLE expiry_changes (
  location_id uuid NOT NULL,
  day date NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
SELECT restrict_to_locations('expiry_changes');
REVOKE INSERT, UPDATE, DELETE ON expiry_changes FROM aisle_all, aisle_located;

-- Returns the connection of the API key that acts. Null for people. Store keys can't read api_keys.
CREATE FUNCTION actor_connection() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$ SELECT connection_id FROM api_keys WHERE id = actor_id() $$;

-- The IDs under which other systems know records. They belong to the connection, so a new key finds the same records.
CREATE TABLE external_ids (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  resource text NOT NULL CHECK (resource IN ('products', 'customers')),
  external_id text NOT NULL,
  sub_product_id uuid REFERENCES sub_products ON DELETE CASCADE,
  customer_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT external_ids_record CHECK ((sub_product_id IS NOT NULL) = (resource = 'products')
    AND (customer_id IS NOT NULL) = (resource = 'customers')),
  PRIMARY KEY (connection_id, resource, external_id)
);
CREATE INDEX external_ids_by_text ON external_ids (lower(external_id));
CREATE INDEX external_ids_by_sub_product ON external_ids (sub_product_id) WHERE sub_product_id IS NOT NULL;
CREATE INDEX external_ids_by_customer ON external_ids (customer_id) WHERE customer_id IS NOT NULL;
-- Users of certain locations find items by these IDs, but not customers.
SELECT restrict_to('external_ids', 'sub_product_id IS NOT NULL OR connection_id = (SELECT actor_connection())',
  'connection_id = (SELECT actor_connection())');
REVOKE UPDATE, DELETE ON external_ids FROM aisle_located;

-- Which value of a field wins. Fields without a row take the caller's value.
CREATE TABLE connection_precedence (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  name text NOT NULL,
  field text NOT NULL,
  decided_by text NOT NULL CHECK (decided_by IN ('caller', 'aisle', 'newest')),
  PRIMARY KEY (connection_id, name, field)
);
SELECT restrict_to('connection_precedence', 'connection_id = (SELECT actor_connection())', 'false');
SELECT read_only_for_locations('connection_precedence');

-- When another system last changed a field whose newest value wins. It replaces the time of the write in the change log.
CREATE TABLE synced_fields (
  record_id uuid NOT NULL,
  location_id uuid,
  field text NOT NULL,
  changed_at timestamptz NOT NULL,
  -- The time of the write. Later entries of the change log count more.
  written_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT synced_fields_once UNIQUE NULLS NOT DISTINCT (record_id, location_id, field)
);
CREATE INDEX synced_fields_by_age ON synced_fields (written_at);
SELECT restrict_to_locations('synced_fields');

-- Rows that were refused, until a row about the same record is accepted: the newest 1,000 of each connection, for 30 days.
CREATE TABLE sync_refusals (
  id uuid PRIMARY KEY,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  name text NOT NULL CHECK (name IN ('products', 'prices', 'stock', 'customers', 'sales')),
  -- Identifies the record of the row.
  row_key text NOT NULL,
  row jsonb NOT NULL,
  code text NOT NULL,
  message text NOT NULL,
  fields jsonb NOT NULL DEFAULT '[]'::jsonb,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sync_refusals_once UNIQUE (connection_id, name, row_key)
);
CREATE INDEX sync_refusals_by_age ON sync_refusals (connection_id, at DESC, id DESC);
SELECT restrict_to('sync_refusals', 'connection_id = (SELECT actor_connection())', 'connection_id = (SELECT actor_connection())');

-- Values that lost against the value in Aisle, until a value of the field is written: the newest 1,000 of each connection,
-- for 30 days.
CREATE TABLE sync_losses (
  id uuid PRIMARY KEY,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  name text NOT NULL CHECK (name IN ('products', 'prices', 'stock', 'customers')),
  -- The sub-product or customer, and the location of a price or a count.
  record_id uuid NOT NULL,
  location_id uuid,
  field text NOT NULL,
  sent jsonb,
  kept jsonb,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sync_losses_once UNIQUE NULLS NOT DISTINCT (connection_id, name, record_id, location_id, field)
);
CREATE INDEX sync_losses_by_age ON sync_losses (connection_id, at DESC, id DESC);
CREATE INDEX sync_losses_by_record ON sync_losses (record_id);
SELECT restrict_to('sync_losses', 'connection_id = (SELECT actor_connection())', 'connection_id = (SELECT actor_connection())');

-- Movements of stock that other systems sent. The key makes posting twice harmless, also for a movement that found nothing
-- in stock. The source is a connection, or the user without one.
CREATE TABLE sync_movements (
  source_id uuid NOT NULL,
  movement_id text NOT NULL,
  location_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  change numeric(14,3) NOT NULL,
  -- The part that wasn't in stock, or was reserved.
  short numeric(14,3) NOT NULL DEFAULT 0,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (source_id, movement_id)
);
SELECT restrict_to_locations('sync_movements');
REVOKE DELETE ON sync_movements FROM aisle_all, aisle_located;

-- When items were last counted by other systems, also if nothing differed: older counts and sales no longer apply.
CREATE TABLE synced_counts (
  location_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (location_id, sub_product_id)
);
SELECT restrict_to_locations('synced_counts');

-- Sales at the counter. They count in totals of products, and are in no order, journal or statement.
CREATE TABLE counter_sales (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  -- The till's own ID, which counts once for a connection, or for a user without one.
  source_id uuid NOT NULL,
  external_id text NOT NULL,
  sold_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT counter_sales_once UNIQUE (source_id, external_id),
  PRIMARY KEY (location_id, id)
);
CREATE INDEX counter_sales_by_time ON counter_sales (location_id, sold_at);
SELECT restrict_to_locations('counter_sales');
SELECT append_only('counter_sales');

-- The items of sales at the counter, one row for each item.
CREATE TABLE counter_sale_lines (
  location_id uuid NOT NULL,
  sale_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0::numeric),
  -- The part that wasn't in stock, or was reserved.
  short numeric(14,3) NOT NULL DEFAULT 0,
  -- Without tax.
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (location_id, sale_id, sub_product_id),
  FOREIGN KEY (location_id, sale_id) REFERENCES counter_sales
);
SELECT restrict_to_locations('counter_sale_lines');
SELECT append_only('counter_sale_lines');
