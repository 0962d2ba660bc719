-- Other systems sync products, prices, stock and customers, and send sales at the counter.
CREATE OR REPLACE FUNCTION moves_as_its_kind(kind text, on_hand numeric, reserved numeric) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE
    WHEN kind = 'reserve' THEN reserved > 0 AND on_hand = 0
    WHEN kind = 'release' THEN reserved < 0 AND on_hand = 0
    WHEN kind = 'pick' THEN on_hand < 0 AND reserved <= 0
    WHEN kind IN ('receipt', 'return', 'transferIn') THEN on_hand > 0 AND reserved = 0
    WHEN kind IN ('waste', 'damage', 'transferOut', 'sold') THEN on_hand < 0 AND reserved = 0
    WHEN kind IN ('count', 'correction') THEN on_hand <> 0 AND reserved = 0
    ELSE false END;
END $$;

ALTER TABLE stock_movements
  ADD COLUMN happened_at timestamptz,
  ADD COLUMN actor_name text,
  DROP CONSTRAINT stock_movements_cause_kind_check,
  ADD CONSTRAINT stock_movements_cause_kind_check CHECK (cause_kind IN ('receipt', 'adjustment', 'order', 'return',
    'transfer', 'count', 'recall', 'sync', 'counterSale'));

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'outOfStock',
  'low',
  'expiring',
  'drift',
  'late',
  'statements',
  'backup',
  'keys',
  'ticketAssigned',
  'ticketReply',
  'ticketDue',
  'dispute',
  'cardPayments',
  'countNeeded'));

ALTER TABLE customers DROP CONSTRAINT customers_marketing_consent_how_check;
ALTER TABLE customers ADD CONSTRAINT customers_marketing_consent_how_check CHECK (marketing_consent_how IN ('staff',
  'inPerson', 'phone', 'writing', 'online', 'unsubscribeLink', 'sync'));

ALTER TABLE product_figure_days
  ADD COLUMN counter_units bigint NOT NULL DEFAULT 0,
  ADD COLUMN counter_revenue bigint NOT NULL DEFAULT 0;
ALTER TABLE product_figure_months
  ADD COLUMN counter_units bigint NOT NULL DEFAULT 0,
  ADD COLUMN counter_revenue bigint NOT NULL DEFAULT 0;
ALTER TABLE all_product_figure_days
  ADD COLUMN counter_units bigint NOT NULL DEFAULT 0,
  ADD COLUMN counter_revenue bigint NOT NULL DEFAULT 0;
ALTER TABLE all_product_figure_months
  ADD COLUMN counter_units bigint NOT NULL DEFAULT 0,
  ADD COLUMN counter_revenue bigint NOT NULL DEFAULT 0;

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
ALTER TABLE external_ids ADD FOREIGN KEY (customer_id) REFERENCES customers ON DELETE CASCADE;
