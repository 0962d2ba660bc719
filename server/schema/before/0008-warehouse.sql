-- Transfers between locations, stock counts, and mark-downs before goods expire.

CREATE SEQUENCE transfer_number START 2001;
CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('transfer_number'),
  from_location_id uuid NOT NULL REFERENCES locations,
  to_location_id uuid NOT NULL REFERENCES locations,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'inTransit', 'received', 'cancelled')),
  note text,
  line_count integer NOT NULL,
  -- Some of it was received short, over or damaged.
  has_differences boolean NOT NULL DEFAULT false,
  sent_at timestamptz,
  closed_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (from_location_id <> to_location_id)
);
CREATE INDEX transfers_by_number ON transfers (number);
CREATE INDEX transfers_by_age ON transfers (created_at DESC, id DESC);
CREATE INDEX transfers_from ON transfers (from_location_id, created_at DESC, id DESC);
CREATE INDEX transfers_to ON transfers (to_location_id, created_at DESC, id DESC);
SELECT versioned('transfers');
-- Both locations see it, except for the sender's drafts. The server decides who may take which step; each location's
-- ledger is visible to that location only.
SELECT keep_to('transfers', 'from_location_id = ANY ((SELECT actor_locations())::uuid[])
  OR (to_location_id = ANY ((SELECT actor_locations())::uuid[]) AND status <> ''draft'')',
  'from_location_id = ANY ((SELECT actor_locations())::uuid[])
  OR (to_location_id = ANY ((SELECT actor_locations())::uuid[]) AND status <> ''draft'')');

CREATE TABLE transfer_lines (
  transfer_id uuid NOT NULL REFERENCES transfers ON DELETE CASCADE,
  id uuid NOT NULL,
  position smallint NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  -- The lot that was chosen; null: the one that expires first.
  lot_id uuid,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0),
  -- The quantity received, damaged or not, and how much of it was damaged; null until it was received.
  received numeric(14,3) CHECK (received >= 0),
  damaged numeric(14,3) CHECK (damaged BETWEEN 0 AND received),
  PRIMARY KEY (transfer_id, id),
  CHECK ((received IS NULL) = (damaged IS NULL))
);
CREATE INDEX transfer_lines_by_sub_product ON transfer_lines (sub_product_id);
SELECT keep_to('transfer_lines', 'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)',
  'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)');

-- The lots that a line was taken from, copied: the receiving location has no access to the sender's lots.
CREATE TABLE transfer_lots (
  transfer_id uuid NOT NULL,
  line_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  position smallint NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0),
  -- The sender's L-1001.
  number bigint NOT NULL,
  vendor_id uuid REFERENCES vendors,
  lot_number text,
  cost_price bigint,
  manufactured_on date,
  expires_on date,
  -- The lot at the receiving location.
  arrived_lot_id uuid,
  PRIMARY KEY (transfer_id, line_id, lot_id),
  FOREIGN KEY (transfer_id, line_id) REFERENCES transfer_lines (transfer_id, id)
);
SELECT keep_to('transfer_lots', 'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)',
  'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)');

CREATE TABLE transfer_events (
  transfer_id uuid NOT NULL REFERENCES transfers ON DELETE CASCADE,
  id uuid NOT NULL,
  from_status text,
  to_status text NOT NULL,
  -- Stored with the name: the other location has no access to this location's users.
  user_id uuid,
  user_name text NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (transfer_id, id)
);
SELECT keep_to('transfer_events', 'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)',
  'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)');
SELECT append_only('transfer_events');

-- Stock counts: what was counted against what the ledger expected at that moment.
CREATE SEQUENCE stock_count_number START 301;
CREATE TABLE stock_counts (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('stock_count_number'),
  name text,
  -- Empty: the whole location.
  category_ids uuid[] NOT NULL DEFAULT '{}',
  -- Prefixes of the shelf codes that are counted; empty: all.
  shelves text[] NOT NULL DEFAULT '{}',
  -- The expected quantity is hidden while counting.
  blind boolean NOT NULL DEFAULT false,
  -- A blind count is reviewed before it is posted: counting is closed, and users who counted nothing see the
  -- differences.
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
SELECT versioned('stock_counts');
SELECT keep_to_locations('stock_counts');

-- The sub-products to count.
CREATE TABLE stock_count_items (
  location_id uuid NOT NULL,
  count_id uuid NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  -- Incremented with each recount: entries of earlier rounds stay visible but no longer apply.
  round smallint NOT NULL DEFAULT 1,
  -- The entry that was chosen where users counted differently.
  chosen_entry_id uuid,
  -- Cents per unit at the start of the count, to value differences.
  unit_cost bigint NOT NULL DEFAULT 0,
  -- The quantity posted to the ledger; the rest was reserved for orders and could not be removed.
  posted numeric(14,3),
  PRIMARY KEY (location_id, count_id, sub_product_id),
  FOREIGN KEY (location_id, count_id) REFERENCES stock_counts (location_id, id)
);
CREATE INDEX stock_count_items_by_sub_product ON stock_count_items (sub_product_id);
SELECT keep_to_locations('stock_count_items');

-- What was counted. The latest entry of each user in a round applies; nothing is overwritten.
CREATE TABLE stock_count_entries (
  location_id uuid NOT NULL,
  count_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  id uuid NOT NULL,
  round smallint NOT NULL,
  user_id uuid,
  user_name text NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity >= 0),
  -- The ledger's quantity at that moment: later sales do not change the difference.
  expected numeric(14,3) NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, count_id, sub_product_id, id),
  FOREIGN KEY (location_id, count_id, sub_product_id)
    REFERENCES stock_count_items (location_id, count_id, sub_product_id)
);
-- Whether the user has counted here, checked on each view of a blind count.
CREATE INDEX stock_count_entries_by_user ON stock_count_entries (location_id, count_id, user_id);
SELECT keep_to_locations('stock_count_entries');
SELECT append_only('stock_count_entries');

-- Each item with the entries that apply and its resulting state. Runs with the rights of the caller.
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
-- Set where all users agree, or one entry was chosen.
LEFT JOIN stock_count_entries chosen ON chosen.location_id = item.location_id AND chosen.count_id = item.count_id
  AND chosen.sub_product_id = item.sub_product_id
  AND chosen.id = coalesce(item.chosen_entry_id, CASE WHEN latest.opinions = 1 THEN latest.last_id END);

-- A lower price of a location until the goods expire or are sold out; then the former price applies again.
CREATE TABLE markdowns (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products ON DELETE CASCADE,
  -- The lower price, and the location's own price before (null: it had none).
  price bigint NOT NULL CHECK (price > 0),
  price_before bigint,
  -- The expiry of the goods.
  until date NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'ended', 'undone')),
  -- Why it ended: sold out, expired, undone by a user, or another price was set.
  ended_because text CHECK (ended_because IN ('soldOut', 'expired', 'undone', 'priceChanged')),
  created_by uuid,
  created_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (location_id, id),
  CHECK ((status = 'active') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX markdowns_active ON markdowns (location_id, sub_product_id) WHERE status = 'active';
CREATE INDEX markdowns_by_age ON markdowns (created_at DESC, id DESC);
SELECT keep_to_locations('markdowns');
