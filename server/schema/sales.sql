-- Drivers who deliver orders.
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
  -- Inactive drivers are not offered deliveries.
  status boolean NOT NULL DEFAULT true,
  -- Deliveries set busy and available. Users set offline.
  availability text NOT NULL DEFAULT 'available' CHECK (availability IN ('offline', 'available', 'busy')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX drivers_by_photo ON drivers (photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX drivers_in_order ON drivers (name COLLATE aisle_names, id);
CREATE TRIGGER increment_version BEFORE UPDATE OF updated_at ON drivers FOR EACH ROW EXECUTE FUNCTION increment_version();

-- The locations that a driver delivers for.
CREATE TABLE driver_locations (
  driver_id uuid NOT NULL REFERENCES drivers ON DELETE CASCADE,
  location_id uuid NOT NULL REFERENCES locations,
  PRIMARY KEY (driver_id, location_id)
);
CREATE INDEX driver_locations_by_location ON driver_locations (location_id, driver_id);
SELECT restrict_to_locations('driver_locations');

SELECT restrict_to('drivers', 'EXISTS (SELECT FROM driver_locations dl WHERE dl.driver_id = drivers.id
  AND dl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

-- Files of a driver, such as a license.
CREATE TABLE driver_documents (
  driver_id uuid NOT NULL REFERENCES drivers ON DELETE CASCADE,
  id uuid NOT NULL REFERENCES files,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (driver_id, id)
);
CREATE INDEX driver_documents_by_file ON driver_documents (id);
SELECT restrict_to('driver_documents', 'EXISTS (SELECT FROM drivers d WHERE d.id = driver_id)',
  'EXISTS (SELECT FROM drivers d WHERE d.id = driver_id)');

-- Drivers have no session, so their browsers are theirs until they turn notifications off.
ALTER TABLE push_devices ADD FOREIGN KEY (driver_id) REFERENCES drivers ON DELETE CASCADE;
SELECT restrict_to('push_devices', 'user_id = (SELECT actor_id()) OR EXISTS (SELECT FROM drivers d WHERE d.id = driver_id)',
  'user_id = (SELECT actor_id())');

CREATE SEQUENCE main_order_number START 50001;

CREATE SEQUENCE order_number START 100001;

-- Returns the id of the API key that acts in the transaction. Null if none does.
CREATE FUNCTION actor_key() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('app.api_key', true), '')::uuid $$;

-- Checkouts. A checkout has one order per location.
CREATE TABLE main_orders (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('main_order_number'),
  customer_id uuid NOT NULL REFERENCES customers,
  fulfilment text NOT NULL CHECK (fulfilment IN ('delivery', 'pickup')),
  payment_type text NOT NULL,
  source text NOT NULL CHECK (source IN ('staff', 'storefront')),
  external_id text,
  api_key_id uuid REFERENCES api_keys,
  note text,
  placed_by uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX main_orders_number ON main_orders (number);
CREATE UNIQUE INDEX main_orders_external ON main_orders (api_key_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX main_orders_by_customer ON main_orders (customer_id, created_at DESC);
CREATE INDEX main_orders_by_age ON main_orders (created_at DESC, id DESC);
CREATE POLICY placed_by_key ON main_orders AS RESTRICTIVE TO aisle_key
  USING (api_key_id = (SELECT actor_key()));

CREATE POLICY placed_by_key ON customers AS RESTRICTIVE TO aisle_key
  USING (EXISTS (SELECT FROM main_orders m WHERE m.customer_id = customers.id));

-- Checks that an order's statuses fit together. It is a function, since PostgreSQL parses an inline check expression
-- again for every statement, and every step updates the order.
CREATE FUNCTION order_state_fits(status text, dispatch_status text, fulfilment text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN status IN ('pending', 'orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup',
      'outOfDelivery', 'delivered', 'cancelled', 'rejected', 'failed', 'expired')
    AND CASE WHEN dispatch_status IS NULL THEN fulfilment IN ('delivery', 'pickup')
      ELSE fulfilment = 'delivery' AND dispatch_status IN ('awaiting', 'inQueue', 'driverConfirmationPending',
        'driverConfirmed', 'driverConfirmationCompleted', 'offQueue') END;
END $$;

-- Checks that an order's amounts are not negative and add up.
CREATE FUNCTION order_sums_fit(items bigint, discount bigint, tax bigint, delivery_fee bigint, total bigint,
  coins_used bigint, paid bigint, refunded bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(items, discount, tax, delivery_fee, total, coins_used, paid, refunded) >= 0
    AND total = items - discount + tax + delivery_fee AND refunded <= paid;
END $$;

-- Returns the promised time of an order: the end of its slot, or one hour after it was placed. The hour is added in
-- UTC, so that the function doesn't depend on the time zone setting and the planner can inline it.
CREATE FUNCTION promised_at(slot_to timestamptz, created_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(slot_to, (created_at AT TIME ZONE 'UTC' + interval '1 hour') AT TIME ZONE 'UTC')
$$;

-- Checks that an order's benefits fit together. A promotion multiplies coins without a plan as well. It is a function, since
-- PostgreSQL parses an inline check expression again for every statement.
CREATE FUNCTION order_benefits_fit(plan_id uuid, plan_edition integer, plan_name text, discount_percent numeric,
  coin_multiplier numeric, delivery_saved bigint, delivery_fee bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF plan_id IS NULL THEN
    RETURN plan_edition IS NULL AND plan_name IS NULL AND discount_percent = 0 AND coin_multiplier BETWEEN 1 AND 10
      AND delivery_saved IS NULL;
  END IF;
  RETURN plan_edition IS NOT NULL AND plan_name IS NOT NULL AND discount_percent BETWEEN 0 AND 50
    AND coin_multiplier BETWEEN 1 AND 10 AND (delivery_saved IS NULL OR delivery_saved >= 0 AND delivery_fee = 0);
END $$;

-- Orders. An order is the part of a checkout that one location fulfills.
CREATE TABLE orders (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('order_number'),
  main_order_id uuid NOT NULL REFERENCES main_orders,
  customer_id uuid NOT NULL REFERENCES customers,
  customer_name text NOT NULL,
  customer_phone text NOT NULL,
  status text NOT NULL,
  dispatch_status text,
  -- The status that lists show and filter by. headlineOf in the contract derives it from the statuses of order,
  -- dispatch, return and refund.
  headline_status text NOT NULL,
  fulfilment text NOT NULL,
  payment_type text NOT NULL,
  items_total bigint NOT NULL,
  discount_total bigint NOT NULL DEFAULT 0,
  tax_total bigint NOT NULL DEFAULT 0,
  delivery_fee bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL,
  coins_used bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  line_count integer NOT NULL,
  -- The location's commission rate when the order was placed.
  commission_rate numeric(6,3) NOT NULL DEFAULT 0,
  slot_from timestamptz,
  slot_to timestamptz,
  address jsonb,
  distance_km double precision,
  note text,
  driver_id uuid REFERENCES drivers,
  hand_over_code text,
  cancel_reason text,
  payment_due_at timestamptz,
  processing_at timestamptz,
  prepared_at timestamptz,
  out_at timestamptz,
  delivered_at timestamptz,
  -- When the order was announced as late. Each order is announced once.
  late_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The units in the order as countItems in the contract counts them. Excludes lines that were cancelled, replaced or out of
  -- stock. A weighed line counts as one unit.
  unit_count integer NOT NULL DEFAULT 0,
  -- Null if an API client started picking.
  picker_id uuid,
  picker_name text,
  bags smallint CHECK (bags >= 1 AND bags <= 99),
  -- The order replaces returned items. It is free and doesn't count as a sale.
  is_replacement boolean NOT NULL DEFAULT false,
  -- No foreign key, so that the name of a deleted user remains.
  owner_id uuid,
  owner_name text,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  plan_id uuid,
  plan_edition integer,
  plan_name text,
  -- The plan's discount on the items of each line, including lines that are added later.
  discount_percent numeric(6,3) NOT NULL DEFAULT 0,
  -- Multiplies the coins that the order earns. The marketplace pays for the extra coins.
  coin_multiplier numeric(4,1) NOT NULL DEFAULT 1,
  -- The delivery fee that the plan waived, even if the order changes later. Null if none was waived.
  delivery_saved bigint,
  -- The "email", "firstName" and "lastName" sent with the order, if they differ from those of the account. The account
  -- is found by phone. Null if the account has the same values.
  contact jsonb,
  -- Counts the picks that were saved without incrementing the version.
  picks integer NOT NULL DEFAULT 0,
  -- The promotions of the delivery fee and of the coins: {delivery, coins}. Those of items are in the discounts of the lines.
  promotions jsonb,
  -- The promotion's part of the delivery fee, which is not in delivery_fee.
  delivery_discount bigint NOT NULL DEFAULT 0 CHECK (delivery_discount >= 0),
  -- The coins that a promotion adds to those that the order earns.
  bonus_coins bigint NOT NULL DEFAULT 0 CHECK (bonus_coins >= 0),
  -- Refunds return each tender's share. Orders from before the column refund money before coins.
  refunds_in_proportion boolean NOT NULL DEFAULT false,
  CONSTRAINT orders_state CHECK (order_state_fits(status, dispatch_status, fulfilment)),
  CONSTRAINT orders_sums CHECK (order_sums_fit(items_total, discount_total, tax_total, delivery_fee, total, coins_used,
    paid, refunded)),
  PRIMARY KEY (location_id, id),
  CONSTRAINT orders_owner CHECK ((owner_id IS NULL) = (owner_name IS NULL)),
  CONSTRAINT orders_tags CHECK (cardinality(tags) <= 20),
  CONSTRAINT orders_benefits CHECK (order_benefits_fit(plan_id, plan_edition, plan_name, discount_percent,
    coin_multiplier, delivery_saved, delivery_fee))
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_by_number ON orders (number);
CREATE INDEX orders_by_main_order ON orders (main_order_id);
CREATE INDEX orders_by_customer ON orders (customer_id, created_at DESC, id DESC) INCLUDE (location_id);
-- Includes the columns of the sales totals for index-only scans.
CREATE INDEX orders_by_age ON orders (created_at DESC, id DESC) INCLUDE (location_id, status, total, customer_id);
CREATE INDEX orders_by_location ON orders (location_id, created_at DESC, id DESC) INCLUDE (status, total, customer_id);
CREATE INDEX orders_by_headline ON orders (headline_status, created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX orders_by_location_headline ON orders (location_id, headline_status, created_at DESC, id DESC);
CREATE INDEX orders_by_status ON orders (status, created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX orders_by_location_number ON orders (location_id, number);
CREATE INDEX orders_by_location_total ON orders (location_id, total DESC, id DESC);
CREATE INDEX orders_by_total ON orders (total DESC, id DESC) INCLUDE (location_id);
CREATE INDEX orders_by_location_name ON orders (location_id, customer_name COLLATE aisle_names, id);
CREATE INDEX orders_by_name ON orders (customer_name COLLATE aisle_names, id) INCLUDE (location_id);
CREATE INDEX orders_by_location_promise ON orders (location_id, promised_at(slot_to, created_at), id);
CREATE INDEX orders_by_promise ON orders (promised_at(slot_to, created_at), id) INCLUDE (location_id);
CREATE INDEX orders_by_driver ON orders (driver_id, created_at DESC, id DESC) WHERE driver_id IS NOT NULL;
CREATE INDEX orders_unpaid ON orders (payment_due_at) WHERE status = 'pending';
-- Counts the orders in a delivery slot.
CREATE INDEX orders_by_location_slot ON orders (location_id, slot_from) WHERE slot_from IS NOT NULL;
-- Covers only orders in progress, including late ones, so the index remains small.
CREATE INDEX orders_open ON orders (created_at DESC, id DESC) INCLUDE (location_id, slot_to)
  WHERE status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
CREATE INDEX orders_by_slot ON orders (slot_from) INCLUDE (location_id) WHERE slot_from IS NOT NULL;
CREATE INDEX orders_with_note ON orders (created_at DESC, id DESC) INCLUDE (location_id) WHERE note IS NOT NULL;
-- Serves the work queue and the list of late orders. Covers only orders in progress, so the indexes remain small.
CREATE INDEX orders_to_do_at_location ON orders (location_id, status, promised_at(slot_to, created_at), id)
WHERE status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
CREATE INDEX orders_to_do ON orders (status, promised_at(slot_to, created_at), id) INCLUDE (location_id)
WHERE status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
CREATE INDEX orders_by_owner ON orders (owner_id, created_at DESC, id DESC) INCLUDE (location_id)
  WHERE owner_id IS NOT NULL;
-- Few orders have tags, so these indexes remain small and don't slow down the steps of other orders.
CREATE INDEX orders_tagged ON orders (created_at DESC, id DESC) INCLUDE (location_id) WHERE cardinality(tags) > 0;
CREATE INDEX orders_by_tag ON orders USING gin (tags) WHERE cardinality(tags) > 0;
-- Adds up the savings of a customer's plan.
CREATE INDEX orders_with_plan ON orders (customer_id) INCLUDE (location_id, status, discount_total, delivery_saved)
  WHERE plan_id IS NOT NULL;
-- Finds orders by the name sent with them, which rarely differs from that of the account.
CREATE INDEX orders_by_other_name ON orders (location_id, created_at DESC, id, customer_name) WHERE contact ? 'firstName';
SELECT restrict_to_locations('orders');
CREATE POLICY placed_by_key ON orders AS RESTRICTIVE TO aisle_key
  USING (EXISTS (SELECT FROM main_orders m WHERE m.id = main_order_id));
-- A key of certain locations also sees only orders of these.
CREATE POLICY locations_of_key ON orders AS RESTRICTIVE TO aisle_key
  USING (nullif(current_setting('app.locations', true), '') IS NULL
    OR location_id = ANY ((SELECT actor_locations())::uuid[]));
-- A change of the owner or the tags doesn't make open edits stale, and neither does a pick or announcing the order as late.
CREATE TRIGGER increment_version BEFORE UPDATE ON orders FOR EACH ROW
WHEN (NOT (OLD.late_at IS NULL AND NEW.late_at IS NOT NULL) AND OLD.owner_id IS NOT DISTINCT FROM NEW.owner_id
  AND OLD.tags = NEW.tags AND OLD.picks = NEW.picks) EXECUTE FUNCTION increment_version();

SELECT restrict_to('main_orders', 'EXISTS (SELECT FROM orders o WHERE o.main_order_id = main_orders.id
  AND o.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

-- Lines of orders, with the names and prices at the time of the order.
CREATE TABLE order_lines (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  position integer NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  name text NOT NULL,
  sku text NOT NULL,
  unit text NOT NULL,
  sold_by_weight boolean NOT NULL DEFAULT false,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0::numeric),
  -- Null until the line is picked. A weight if the item is sold by weight.
  picked_quantity numeric(14,3) CHECK (picked_quantity >= 0::numeric),
  unit_price bigint NOT NULL CHECK (unit_price >= 0),
  discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  tax_rate numeric(6,3) NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0 CHECK (tax >= 0),
  -- The item price less discount plus tax.
  total bigint NOT NULL CHECK (total >= 0),
  commission_rate numeric(6,3) NOT NULL DEFAULT 0,
  -- The line that this one replaces.
  substitute_for uuid,
  -- The customer's answer to the substitute.
  shopper_answer text CHECK (shopper_answer IN ('approved', 'refused', 'notReached')),
  -- Removed lines remain visible but are not picked.
  removed boolean NOT NULL DEFAULT false,
  added_by_staff boolean NOT NULL DEFAULT false,
  note text,
  -- A column for the partial index on short lines. An index condition on picked_quantity would prevent heap-only
  -- updates whenever a line is picked. Weighed items never match the ordered quantity exactly, so they are short only
  -- if nothing was picked.
  is_short boolean NOT NULL GENERATED ALWAYS AS (coalesce(
    picked_quantity < quantity AND (picked_quantity = 0 OR NOT sold_by_weight), false)) STORED,
  -- The product's name at the time of the order; `name` is the variant's. Null for lines from before the column until the
  -- job fill_product_names has filled them.
  product_name text,
  -- The user who recorded the picked quantity. No foreign key, so that the name of a deleted user remains.
  picked_by uuid,
  picked_by_name text,
  -- Where the unit price came from. Null for orders from before the column.
  price_source text CHECK (price_source IN ('list', 'location', 'sale', 'markDown')),
  -- The discounts of promotions as they were priced, as LineDiscount in the contract describes them. Null without any. The
  -- column discount has the amount for the current quantity, with the plan's part.
  discounts jsonb CHECK (jsonb_array_length(discounts) > 0),
  -- The name of the tax. Null without one, and for orders from before the column.
  tax_source text,
  CONSTRAINT order_lines_removed CHECK (NOT removed OR picked_quantity = 0::numeric),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, fillfactor = 75);
-- Finds the latest sales of a sub-product, since order ids are ordered by time. Includes the location, so that lines of
-- other locations are skipped within the index.
CREATE INDEX order_lines_by_sub_product ON order_lines (sub_product_id, order_id DESC, location_id);
-- Few lines are substitutes, short or without the name of their product, so these indexes remain small.
CREATE INDEX order_lines_substitutes ON order_lines (location_id, order_id) WHERE substitute_for IS NOT NULL;
CREATE INDEX order_lines_without_product ON order_lines (order_id) WHERE product_name IS NULL;
CREATE INDEX order_lines_short ON order_lines (location_id, order_id) WHERE is_short;
SELECT restrict_to_locations('order_lines');
CREATE POLICY placed_by_key ON order_lines AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = order_lines.location_id AND o.id = order_lines.order_id));

-- Pickings whose picks are not in the timeline yet. They get one entry when picking ends or pauses.
CREATE TABLE open_pickings (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- The lines, the total and the number of bags before the first of these picks.
  before jsonb NOT NULL,
  -- The user who made the last pick, and its time.
  user_id uuid,
  actor_name text NOT NULL,
  picked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
CREATE INDEX open_pickings_idle ON open_pickings (picked_at);
SELECT restrict_to_locations('open_pickings');
CREATE POLICY placed_by_key ON open_pickings AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = open_pickings.location_id AND o.id = open_pickings.order_id));

-- The timeline of an order.
CREATE TABLE order_events (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('order', 'dispatch', 'return', 'refund', 'lines', 'note', 'picking', 'details',
    'owner', 'tags')),
  from_status text,
  to_status text,
  user_id uuid,
  actor_name text NOT NULL,
  note text,
  details jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
SELECT restrict_to_locations('order_events');
CREATE POLICY placed_by_key ON order_events AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = order_events.location_id AND o.id = order_events.order_id));
SELECT append_only('order_events');

CREATE SEQUENCE invoice_number START 10001;

-- The invoices of orders, which get a number when they are first printed. It never changes.
CREATE TABLE order_invoices (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('invoice_number'),
  issued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
CREATE UNIQUE INDEX order_invoices_by_number ON order_invoices (number);
SELECT restrict_to_locations('order_invoices');
CREATE POLICY placed_by_key ON order_invoices AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = order_invoices.location_id AND o.id = order_invoices.order_id));
SELECT append_only('order_invoices');

CREATE SEQUENCE return_number START 70001;

-- Requests of customers to return or replace lines of a delivered order.
CREATE TABLE returns (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('return_number'),
  order_id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers,
  kind text NOT NULL CHECK (kind IN ('return', 'replace')),
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'approved', 'driverApproved',
    'driverOnTheWay', 'driverPickedUp', 'locationReceived', 'received', 'locationReceivedAndPickup', 'returned',
    'replaced', 'returnRejected', 'replacementRejected', 'returnFailed', 'replacementFailed')),
  note text,
  -- Why the return was accepted after the return window.
  override_note text,
  -- The order that delivers the replacement, created when the replacement is approved.
  replacement_order_id uuid,
  -- The driver who picks up the items from the customer.
  driver_id uuid REFERENCES drivers ON DELETE SET NULL,
  line_count integer NOT NULL,
  received_at timestamptz,
  closed_at timestamptz,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  no_return boolean NOT NULL DEFAULT false,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  FOREIGN KEY (location_id, replacement_order_id) REFERENCES orders (location_id, id),
  CONSTRAINT returns_without_goods CHECK (NOT no_return OR (status IN ('requested', 'returned', 'replaced'))
    AND received_at IS NULL AND driver_id IS NULL)
);
CREATE INDEX returns_by_id ON returns (id);
CREATE INDEX returns_by_number ON returns (number);
CREATE INDEX returns_by_order ON returns (location_id, order_id);
CREATE INDEX returns_by_replacement ON returns (location_id, replacement_order_id) WHERE replacement_order_id IS NOT NULL;
CREATE INDEX returns_by_customer ON returns (customer_id);
CREATE INDEX returns_by_age ON returns (created_at DESC, id DESC);
CREATE INDEX returns_by_location ON returns (location_id, created_at DESC, id DESC);
CREATE INDEX returns_by_status ON returns (status, created_at DESC, id DESC);
CREATE INDEX returns_by_driver ON returns (driver_id) WHERE driver_id IS NOT NULL;
SELECT restrict_to_locations('returns');
CREATE POLICY placed_by_key ON returns AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = returns.location_id AND o.id = returns.order_id));
SELECT versioned('returns');

-- Lines of returns.
CREATE TABLE return_lines (
  location_id uuid NOT NULL,
  return_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  line_id uuid NOT NULL,
  position smallint NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0::numeric),
  reason text,
  note text,
  photos uuid[] NOT NULL DEFAULT '{}'::uuid[],
  -- The received quantity and its condition. Null until the items are inspected.
  received numeric(14,3),
  condition text CHECK (condition IN ('restock', 'writeOff')),
  CONSTRAINT return_lines_check CHECK (received >= 0::numeric AND received <= quantity),
  CONSTRAINT return_lines_check1 CHECK ((received IS NULL) = (condition IS NULL)),
  PRIMARY KEY (location_id, return_id, id),
  UNIQUE (location_id, return_id, line_id),
  FOREIGN KEY (location_id, return_id) REFERENCES returns (location_id, id),
  FOREIGN KEY (location_id, order_id, line_id) REFERENCES order_lines (location_id, order_id, id)
);
CREATE INDEX return_lines_by_order ON return_lines (location_id, order_id, line_id);
SELECT restrict_to_locations('return_lines');
CREATE POLICY placed_by_key ON return_lines AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = return_lines.location_id AND o.id = return_lines.order_id));

-- Payments of orders.
CREATE TABLE payments (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL CHECK (status IN ('due', 'authorised', 'captured', 'failed', 'voided')),
  amount bigint NOT NULL CHECK (amount >= 0),
  -- The authorized amount, which limits the captured amount.
  authorised bigint CHECK (authorised >= 0),
  -- Null while the payment is due.
  provider text,
  -- The gateway's token of the card, never a card number. Deleted with the card, unless the shopper saved it.
  token text,
  reference text,
  -- Why the payment failed.
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  gift_card_id uuid REFERENCES gift_cards,
  CONSTRAINT payments_gift_card CHECK ((gift_card_id IS NOT NULL) = (provider IS NOT DISTINCT FROM 'giftCard')),
  -- The gateway's IDs of the payment, and of the charge to which refunds, disputes and fees belong.
  payment_ref text,
  charge_ref text,
  -- Brand, last digits and expiry, as the gateway reports them.
  card jsonb,
  -- When the authorization ends.
  hold_until timestamptz,
  fee bigint,
  -- The shopper agreed that the card is charged again without them.
  saves_card boolean NOT NULL DEFAULT false,
  -- The payment whose authorization is about to end, which this one renews.
  replaces uuid,
  -- When the card of an order for later, which was only verified so far, is authorized.
  authorise_at timestamptz,
  -- The card failed while the shopper was away: staff get a notice, and the customer a payment link.
  needs_follow_up boolean NOT NULL DEFAULT false,
  -- The provider can raise the authorization.
  can_increment boolean NOT NULL DEFAULT false,
  -- The authorization ends within a day and can't be renewed without the shopper, whose next payment may replace it.
  ends_soon boolean NOT NULL DEFAULT false,
  CONSTRAINT payments_within_authorised CHECK (authorised IS NULL OR status <> 'captured' OR amount <= authorised),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
-- Serve the lists of payments and refunds: newest first for one or all locations, and by reference.
CREATE INDEX payments_newest ON payments (created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX payments_newest_here ON payments (location_id, created_at DESC, id DESC);
CREATE INDEX payments_by_reference ON payments (reference) WHERE reference IS NOT NULL;
-- What open orders hold of a gift card.
CREATE INDEX payments_by_gift_card ON payments (gift_card_id) WHERE gift_card_id IS NOT NULL;
CREATE UNIQUE INDEX payments_by_payment_ref ON payments (provider, payment_ref) WHERE payment_ref IS NOT NULL;
CREATE UNIQUE INDEX payments_by_charge_ref ON payments (provider, charge_ref) WHERE charge_ref IS NOT NULL;
CREATE UNIQUE INDEX payments_by_replaced ON payments (location_id, order_id, replaces) WHERE replaces IS NOT NULL;
CREATE INDEX payments_ending ON payments (hold_until) WHERE status = 'authorised' AND NOT ends_soon;
CREATE INDEX payments_by_token ON payments (token) WHERE token IS NOT NULL;
CREATE INDEX payments_to_detach ON payments (provider) WHERE token IS NOT NULL AND NOT saves_card;
CREATE INDEX payments_to_authorise ON payments (authorise_at) WHERE status = 'due' AND authorise_at IS NOT NULL;
CREATE INDEX payments_to_follow_up ON payments (updated_at) WHERE needs_follow_up;
SELECT restrict_to_locations('payments');
CREATE POLICY placed_by_key ON payments AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = payments.location_id AND o.id = payments.order_id));

-- Refunds of orders.
CREATE TABLE refunds (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  status text NOT NULL DEFAULT 'refundInitiated' CHECK (status IN ('refundInitiated', 'refundProcessing', 'refunded',
    'refundFailed')),
  amount bigint NOT NULL,
  lines jsonb NOT NULL DEFAULT '[]'::jsonb,
  delivery_fee bigint NOT NULL DEFAULT 0,
  reason text NOT NULL,
  -- The refund reverses a posted sale. The amount of each line is fixed when the refund is created.
  of_sale boolean NOT NULL DEFAULT false,
  coins bigint NOT NULL DEFAULT 0 CHECK (coins >= 0),
  -- The part of the refund that was paid with coins, in cents and in coins. It is refunded in coins.
  in_coins bigint NOT NULL DEFAULT 0,
  coins_returned bigint NOT NULL DEFAULT 0 CHECK (coins_returned >= 0),
  return_id uuid,
  -- Null if the refund is made manually.
  provider text,
  reference text,
  problem text,
  -- How often the gateway refused the refund, and the time of the next automatic retry.
  refusals smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  -- The first time that it was paid. If a paid refund of a sale fails later, the time stays, because its journal does.
  refunded_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The refund was created between picking and delivery. It becomes of_sale when the sale is posted.
  before_sale boolean NOT NULL DEFAULT false,
  -- Earned coins that could not be taken back, since the customer had spent them.
  coins_not_taken bigint NOT NULL DEFAULT 0,
  -- The part of the refund that the customer gets as new store credit instead of money.
  to_credit bigint NOT NULL DEFAULT 0,
  -- The part that was paid with store credit, which gets it back.
  in_credit bigint NOT NULL DEFAULT 0,
  -- A refund of a line whose total is 0 reverses its goods and their discount.
  CONSTRAINT refunds_amount CHECK (amount > 0
    OR amount = 0 AND jsonb_path_exists(lines, '$[*] ? (@.amount == 0 && @.quantity > 0)')),
  -- The part that was paid with gift cards, and the share of each card: its giftCardId, last4 and amount.
  in_gift_cards bigint NOT NULL DEFAULT 0,
  gift_cards jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT refunds_delivery_fee_is_part CHECK (delivery_fee >= 0 AND delivery_fee <= amount),
  CONSTRAINT refunds_in_coins_is_part CHECK (in_coins >= 0 AND in_coins <= amount),
  CONSTRAINT refunds_to_credit_is_part CHECK (to_credit >= 0 AND in_credit >= 0
    AND in_coins + in_credit + to_credit <= amount),
  CONSTRAINT refunds_in_gift_cards_is_part CHECK (in_gift_cards >= 0
    AND in_coins + in_credit + in_gift_cards + to_credit <= amount),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  FOREIGN KEY (location_id, return_id) REFERENCES returns (location_id, id),
  CONSTRAINT refunds_coins_not_taken CHECK (coins_not_taken >= 0 AND coins_not_taken <= coins)
);
CREATE INDEX refunds_by_id ON refunds (id);
CREATE INDEX refunds_to_try ON refunds (next_try_at) WHERE status IN ('refundInitiated', 'refundFailed') AND next_try_at IS NOT NULL;
CREATE INDEX refunds_open ON refunds (location_id, created_at) WHERE status <> 'refunded';
CREATE UNIQUE INDEX refunds_of_return ON refunds (location_id, return_id) WHERE return_id IS NOT NULL;
CREATE INDEX refunds_failed ON refunds (location_id, order_id) WHERE status = 'refundFailed';
CREATE INDEX refunds_newest ON refunds (created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX refunds_newest_here ON refunds (location_id, created_at DESC, id DESC);
CREATE INDEX refunds_by_reference ON refunds (reference) WHERE reference IS NOT NULL;
-- Daily totals read refunds by location and time, as they read orders, journals and returns.
CREATE INDEX refunds_of_sales ON refunds (location_id, refunded_at) WHERE of_sale AND refunded_at IS NOT NULL;
SELECT restrict_to_locations('refunds');
CREATE POLICY placed_by_key ON refunds AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = refunds.location_id AND o.id = refunds.order_id));
SELECT versioned('refunds');

-- Parts of paid refunds of sales that a provider gave back later, and the payments of these parts after a retry.
CREATE TABLE refund_reversals (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  refund_id uuid NOT NULL,
  -- A reversal has the ID of the gateway operation that failed, so that it can be posted only once.
  id uuid NOT NULL,
  -- The reversal whose part is paid again. Null for a reversal.
  repays uuid,
  amount bigint NOT NULL CHECK (amount > 0),
  -- The parts of the refund's lines and delivery fee in the amount.
  lines jsonb NOT NULL,
  delivery_fee bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, order_id, refund_id) REFERENCES refunds (location_id, order_id, id),
  FOREIGN KEY (location_id, repays) REFERENCES refund_reversals (location_id, id)
);
CREATE UNIQUE INDEX refund_reversals_repaid_once ON refund_reversals (location_id, repays) WHERE repays IS NOT NULL;
CREATE INDEX refund_reversals_of_refund ON refund_reversals (location_id, order_id, refund_id);
CREATE INDEX refund_reversals_by_time ON refund_reversals (location_id, created_at);
SELECT restrict_to_locations('refund_reversals');
CREATE POLICY placed_by_key ON refund_reversals AS RESTRICTIVE TO aisle_key USING (false);
SELECT append_only('refund_reversals');

-- The refunded parts of sales by time, with the sign -1 for what providers gave back.
CREATE VIEW refund_movements WITH (security_invoker = true) AS
SELECT location_id, order_id, refunded_at AS moved_at, 1 AS sign, amount, lines, delivery_fee
FROM refunds WHERE of_sale AND refunded_at IS NOT NULL
UNION ALL
SELECT location_id, order_id, created_at, CASE WHEN repays IS NULL THEN -1 ELSE 1 END, amount, lines, delivery_fee
FROM refund_reversals;

-- The outbox of gateway calls, written in the transaction of the decision and sent after it. The id is the idempotency
-- key at the gateway, so a call that is sent twice is executed once.
CREATE TABLE gateway_operations (
  location_id uuid,
  order_id uuid,
  id uuid PRIMARY KEY,
  payment_id uuid,
  refund_id uuid,
  provider text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('verify', 'authorise', 'increment', 'capture', 'void', 'refund')),
  amount bigint NOT NULL CHECK (amount >= 0),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'done', 'refused', 'givenUp')),
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- An operation belongs to a payment of an order or of a subscription.
  subscription_payment_id uuid REFERENCES subscription_payments,
  -- The gateway's ID of the refund.
  refund_ref text,
  -- The idempotency key of the next request and when it was first used; null for the id.
  key text,
  key_since timestamptz,
  -- The last answer was a failure of the gateway, so the next attempt first looks up whether the request was executed.
  must_look boolean NOT NULL DEFAULT false,
  -- Since when the gateway knows the request without having decided it. It is looked up instead of sent again.
  pending_since timestamptz,
  -- Lets the shopper's browser confirm the payment.
  client_secret text,
  -- Until when a server is working on the request. Requests of one order run one after the other.
  leased_until timestamptz,
  -- The public key of the account that the browser confirms the payment with.
  publishable_key text,
  -- The page on which a customer paid a renewal, instead of the saved card.
  token text,
  FOREIGN KEY (location_id, order_id, payment_id) REFERENCES payments (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id, refund_id) REFERENCES refunds (location_id, order_id, id),
  CONSTRAINT gateway_operations_owner CHECK (
CASE
    WHEN subscription_payment_id IS NULL THEN num_nulls(location_id,
    order_id, payment_id) = 0 AND (kind = 'refund') = (refund_id IS NOT NULL)
    ELSE num_nonnulls(location_id,
    order_id, payment_id, refund_id) = 0
END)
);
CREATE INDEX gateway_operations_due ON gateway_operations (next_at) WHERE status = 'waiting';
-- Allows one waiting operation per payment. Refunds may run in parallel.
CREATE UNIQUE INDEX gateway_operations_one_at_a_time ON gateway_operations (location_id, order_id, payment_id)
  WHERE status = 'waiting' AND kind <> 'refund';
CREATE UNIQUE INDEX gateway_operations_of_refund ON gateway_operations (location_id, order_id, refund_id, payment_id)
  WHERE status IN ('waiting', 'done', 'givenUp') AND kind = 'refund';
CREATE UNIQUE INDEX gateway_operations_by_refund_ref ON gateway_operations (provider, refund_ref) WHERE refund_ref IS NOT NULL;
CREATE INDEX gateway_operations_by_order ON gateway_operations (location_id, order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX gateway_operations_of_subscription ON gateway_operations (subscription_payment_id)
  WHERE status = 'waiting' AND subscription_payment_id IS NOT NULL;
SELECT restrict_to('gateway_operations', '(location_id = ANY (((SELECT actor_locations()))::uuid[])) OR (EXISTS ( SELECT
   FROM subscription_payments p
  WHERE p.id = gateway_operations.subscription_payment_id))',
  '(location_id = ANY (((SELECT actor_locations()))::uuid[])) OR (EXISTS ( SELECT
   FROM subscription_payments p
  WHERE p.id = gateway_operations.subscription_payment_id))');
CREATE POLICY placed_by_key ON gateway_operations AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = gateway_operations.location_id AND o.id = gateway_operations.order_id));

CREATE SEQUENCE trip_number START 7001;

CREATE SEQUENCE dispute_number START 1001;

-- Disputes of card payments: customers take a charge back through their bank.
CREATE TABLE disputes (
  location_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('dispute_number'),
  order_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  provider text NOT NULL,
  -- The provider's ID of the dispute and its own status, from which the status follows.
  provider_id text NOT NULL,
  provider_status text NOT NULL,
  status text NOT NULL CHECK (status IN (
    'inquiry',
    'needsResponse',
    'underReview',
    'won',
    'lost',
    'closed')),
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL DEFAULT 0,
  reason text NOT NULL,
  due_by timestamptz,
  is_charge_refundable boolean NOT NULL DEFAULT false,
  -- The draft. It leaves Aisle when it is submitted.
  evidence jsonb NOT NULL DEFAULT '{}'::jsonb,
  submitted_at timestamptz,
  -- The stage that was answered last: each takes one answer.
  answered_stage text CHECK (answered_stage IN ('inquiry', 'dispute', 'appeal')),
  is_accepted boolean NOT NULL DEFAULT false,
  -- The answer that is on its way to the provider, how often it was tried, and when it is tried again.
  sending text CHECK (sending IN ('evidence', 'accept')),
  attempts smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  -- Why the provider refused the answer.
  problem text,
  funded_by text NOT NULL CHECK (funded_by IN ('marketplace', 'location')),
  -- The part of the amount that the location pays, as posted.
  location_pays bigint NOT NULL DEFAULT 0,
  -- When staff were reminded of the deadline.
  reminded_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT disputes_sending CHECK ((sending IS NULL) = (next_try_at IS NULL)),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, order_id, payment_id) REFERENCES payments (location_id, order_id, id)
);
CREATE UNIQUE INDEX disputes_by_id ON disputes (id);
CREATE UNIQUE INDEX disputes_once ON disputes (provider, provider_id);
CREATE UNIQUE INDEX disputes_by_number ON disputes (number);
CREATE INDEX disputes_of_order ON disputes (location_id, order_id, id);
CREATE INDEX disputes_newest ON disputes (created_at DESC, id DESC);
CREATE INDEX disputes_by_due ON disputes (due_by) WHERE status IN ('inquiry', 'needsResponse');
CREATE INDEX disputes_to_send ON disputes (next_try_at) WHERE next_try_at IS NOT NULL;
SELECT restrict_to_locations('disputes');
CREATE POLICY placed_by_key ON disputes AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = disputes.location_id AND o.id = disputes.order_id));
SELECT versioned('disputes');

-- Links with which shoppers pay an order by card. Sending a link replaces the former one.
CREATE TABLE pay_links (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  recipient text NOT NULL,
  -- The messages with this link and the former ones.
  mail_ids uuid[] NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  opened_at timestamptz,
  -- The latest page of the gateway: what it asks for, and the ID that its payment will have.
  payment_id uuid,
  amount bigint,
  is_charge boolean,
  requested_at timestamptz,
  -- Known once the gateway answered.
  page_ref text,
  page_url text,
  page_ends_at timestamptz,
  -- The shopper agreed on the page that the card is saved.
  saves_card boolean NOT NULL DEFAULT false,
  -- The page was opened from a link that another one replaced, so it is closed.
  page_is_former boolean NOT NULL DEFAULT false,
  PRIMARY KEY (location_id, order_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
CREATE UNIQUE INDEX pay_links_by_token ON pay_links (token_hash);
CREATE INDEX pay_links_open ON pay_links (page_ends_at) WHERE page_ref IS NOT NULL;
SELECT restrict_to_locations('pay_links');
CREATE POLICY placed_by_key ON pay_links AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = pay_links.location_id AND o.id = pay_links.order_id));

-- Files of the evidence of disputes, one of each kind.
CREATE TABLE dispute_files (
  location_id uuid NOT NULL,
  dispute_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'receipt',
    'shippingDocumentation',
    'customerCommunication',
    'customerSignature',
    'otherFile')),
  file_id uuid NOT NULL REFERENCES files,
  PRIMARY KEY (location_id, dispute_id, kind),
  FOREIGN KEY (location_id, dispute_id) REFERENCES disputes (location_id, id)
);
CREATE INDEX dispute_files_by_file ON dispute_files (file_id);
SELECT restrict_to_locations('dispute_files');
CREATE POLICY placed_by_key ON dispute_files AS RESTRICTIVE TO aisle_key USING (false);

-- Trips of drivers. A trip has one or more deliveries.
CREATE TABLE trips (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('trip_number'),
  driver_id uuid NOT NULL REFERENCES drivers,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- apply_delivery sets it when the last open delivery ends.
  ended_at timestamptz,
  PRIMARY KEY (location_id, id)
);
CREATE INDEX trips_by_id ON trips (id);
CREATE INDEX trips_open ON trips (driver_id) WHERE ended_at IS NULL;
CREATE INDEX trips_by_number ON trips (number);
SELECT restrict_to_locations('trips');
REVOKE DELETE ON trips FROM aisle_all, aisle_located;

-- Deliveries of an order by a driver, from the offer to the end. Pickups of returned items are rows too. They refer to
-- the original order and have no promised time.
CREATE TABLE deliveries (
  location_id uuid NOT NULL,
  id uuid NOT NULL,
  trip_id uuid NOT NULL,
  order_id uuid NOT NULL,
  return_id uuid,
  driver_id uuid NOT NULL REFERENCES drivers,
  -- A copy of the name, since a location still sees past deliveries after the driver leaves it.
  driver_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('offered', 'accepted', 'pickedUp', 'onTheWay', 'delivered', 'failed',
    'declined', 'timedOut', 'gaveUp', 'withdrawn')),
  -- The time promised to the customer: the end of the slot, or an hour after ordering.
  promised_at timestamptz,
  offer_expires_at timestamptz NOT NULL,
  -- The code that the customer gives to the driver at the door.
  drop_code text NOT NULL,
  offered_at timestamptz NOT NULL DEFAULT now(),
  accepted_at timestamptz,
  picked_up_at timestamptz,
  left_at timestamptz,
  ended_at timestamptz,
  -- Why the delivery was declined, given up, withdrawn or failed.
  reason text,
  proof text CHECK (proof IN ('code', 'photo', 'staff')),
  proof_file_id uuid REFERENCES files,
  -- Wrong codes entered at the customer's door. After a few, only the location can complete the delivery.
  wrong_codes smallint NOT NULL DEFAULT 0,
  -- The driver's pay in cents, by the rates at the time of the delivery.
  pay bigint NOT NULL DEFAULT 0 CHECK (pay >= 0),
  comes_back boolean NOT NULL DEFAULT false,
  received_back_at timestamptz,
  received_back_by uuid,
  -- Wrong codes entered at the store's pickup, limited separately from wrong_codes.
  wrong_pickup_codes smallint NOT NULL DEFAULT 0,
  CONSTRAINT deliveries_check CHECK ((ended_at IS NULL) = (status IN ('offered', 'accepted', 'pickedUp', 'onTheWay'))),
  CONSTRAINT deliveries_are_promised CHECK (promised_at IS NOT NULL OR return_id IS NOT NULL),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, trip_id) REFERENCES trips (location_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  FOREIGN KEY (location_id, return_id) REFERENCES returns (location_id, id),
  CONSTRAINT deliveries_come_back CHECK (NOT comes_back OR ended_at IS NOT NULL AND return_id IS NULL
    AND status <> 'delivered'),
  CONSTRAINT deliveries_received_back CHECK (received_back_at IS NULL OR comes_back)
);
CREATE INDEX deliveries_by_order ON deliveries (location_id, order_id, id);
CREATE INDEX deliveries_by_trip ON deliveries (location_id, trip_id);
CREATE INDEX deliveries_by_driver ON deliveries (driver_id, id DESC);
CREATE INDEX deliveries_of_driver_open ON deliveries (driver_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_done ON deliveries (driver_id, ended_at) WHERE status = 'delivered';
CREATE INDEX deliveries_unanswered ON deliveries (offer_expires_at) WHERE status = 'offered';
-- An order has one driver at a time, and so does the pickup of each return.
CREATE UNIQUE INDEX deliveries_open ON deliveries (location_id, order_id)
  WHERE ended_at IS NULL AND return_id IS NULL;
CREATE UNIQUE INDEX deliveries_collecting ON deliveries (location_id, return_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_by_return ON deliveries (location_id, return_id, id) WHERE return_id IS NOT NULL;
CREATE INDEX deliveries_coming_back ON deliveries (location_id, order_id)
  WHERE comes_back AND received_back_at IS NULL;
CREATE INDEX deliveries_coming_back_by_driver ON deliveries (driver_id)
  WHERE comes_back AND received_back_at IS NULL;
SELECT restrict_to_locations('deliveries');
CREATE POLICY placed_by_key ON deliveries AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = deliveries.location_id AND o.id = deliveries.order_id));
REVOKE DELETE ON deliveries FROM aisle_all, aisle_located;

-- Links that open a trip without a sign-in. Only hashes of their tokens are stored.
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
CREATE UNIQUE INDEX trip_links_alive ON trip_links (location_id, trip_id) WHERE revoked_at IS NULL;
SELECT restrict_to_locations('trip_links');

CREATE SEQUENCE recall_number START 1001;

-- Recalls of lots or sub-products.
CREATE TABLE recalls (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('recall_number'),
  title text NOT NULL,
  reason text NOT NULL,
  -- The filter that selects the lots: number, vendor, sub-product and dates.
  selection jsonb NOT NULL,
  -- In `working`, the job is running or was interrupted. In `lifted`, the lots can be sold again.
  status text NOT NULL DEFAULT 'blocked' CHECK (status IN ('blocked', 'working', 'done', 'lifted')),
  lot_count integer NOT NULL,
  -- The chosen actions: { "writeOff", "refund", "message": { "subject", "text" } }. Null until they are chosen.
  plan jsonb,
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  created_by uuid,
  created_by_name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recalls_by_age ON recalls (created_at DESC, id DESC);
SELECT versioned('recalls');

-- The lots of a recall.
CREATE TABLE recall_lots (
  location_id uuid NOT NULL,
  recall_id uuid NOT NULL REFERENCES recalls,
  lot_id uuid NOT NULL,
  -- The quantity on hand when the lot was blocked.
  found numeric(14,3) NOT NULL,
  PRIMARY KEY (location_id, recall_id, lot_id),
  FOREIGN KEY (location_id, lot_id) REFERENCES lots (location_id, id)
);
CREATE INDEX recall_lots_by_recall ON recall_lots (recall_id);
SELECT restrict_to_locations('recall_lots');

SELECT restrict_to('recalls', 'created_by = (SELECT actor_id()) OR EXISTS (SELECT FROM recall_lots r
  WHERE r.recall_id = recalls.id AND r.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

-- The tasks of a recall with their outcome: lots to write off, orders to refund and customers to notify.
CREATE TABLE recall_rows (
  location_id uuid NOT NULL,
  recall_id uuid NOT NULL REFERENCES recalls,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('lot', 'order', 'customer')),
  record_id uuid NOT NULL,
  -- Open tasks need a user or can be retried. Skipped tasks are not in the plan or had nothing to do.
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'open', 'skipped')),
  reason text,
  units numeric(14,3),
  amount bigint,
  acted_at timestamptz,
  PRIMARY KEY (location_id, recall_id, id)
);
CREATE UNIQUE INDEX recall_rows_once ON recall_rows (recall_id, kind, location_id, record_id);
CREATE INDEX recall_rows_by_outcome ON recall_rows (recall_id, outcome, id);
SELECT restrict_to_locations('recall_rows');

-- Search words of orders: the words in the name on the order and in the customer's names. A page of orders with a
-- common family name is one range of the index. Steps of an order don't write here, but a customer's rename adds words.
CREATE TABLE order_words (
  location_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  order_id uuid NOT NULL,
  -- The word is only in the marketplace's record of the customer, so stores don't find the order by it.
  is_hidden boolean NOT NULL DEFAULT false,
  PRIMARY KEY (location_id, word, created_at, order_id) INCLUDE (is_hidden)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX order_words_by_age ON order_words (word, created_at DESC, order_id DESC) INCLUDE (location_id);
ALTER TABLE order_words ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON order_words TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY own_locations ON order_words TO aisle_located
USING (location_id = ANY ((SELECT actor_locations())::uuid[]) AND NOT is_hidden);
REVOKE INSERT, UPDATE, DELETE ON order_words FROM aisle_all, aisle_located;

-- The cash that a driver holds for a location. The trigger on driver_cash_entries maintains it.
CREATE TABLE driver_cash (
  location_id uuid NOT NULL REFERENCES locations,
  driver_id uuid NOT NULL REFERENCES drivers,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  PRIMARY KEY (driver_id, location_id)
);
SELECT restrict_to_locations('driver_cash');
REVOKE INSERT, UPDATE, DELETE ON driver_cash FROM aisle_all, aisle_located;

-- Cash that drivers handed in at a location, with the expected and counted amounts.
CREATE TABLE hand_ins (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  driver_id uuid NOT NULL REFERENCES drivers,
  -- A copy of the name, since a location keeps its records after the driver leaves it.
  driver_name text NOT NULL,
  expected bigint NOT NULL CHECK (expected > 0),
  counted bigint NOT NULL CHECK (counted >= 0),
  note text,
  received_by uuid,
  received_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT hand_ins_difference_has_note CHECK (counted = expected OR note IS NOT NULL),
  PRIMARY KEY (location_id, id)
);
CREATE INDEX hand_ins_by_time ON hand_ins (location_id, created_at, id);
CREATE INDEX hand_ins_by_time_everywhere ON hand_ins (created_at, id);
CREATE INDEX hand_ins_by_driver ON hand_ins (driver_id, created_at);
SELECT restrict_to_locations('hand_ins');
SELECT append_only('hand_ins');

-- Generates a UUIDv7 as the server does. Ids are ordered by time, so a list by id is a list by age.
CREATE FUNCTION new_uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- The cash ledger of drivers. Collected cash is positive. A hand-in removes the whole balance, even if the count
-- differs.
CREATE TABLE driver_cash_entries (
  location_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT new_uuid_v7(),
  driver_id uuid NOT NULL REFERENCES drivers,
  delivery_id uuid,
  hand_in_id uuid,
  amount bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT driver_cash_entries_check CHECK (
CASE
    WHEN delivery_id IS NOT NULL THEN hand_in_id IS NULL
    AND amount > 0
    ELSE hand_in_id IS NOT NULL AND amount < 0
END),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, delivery_id) REFERENCES deliveries (location_id, id),
  FOREIGN KEY (location_id, hand_in_id) REFERENCES hand_ins (location_id, id)
);
-- Make posting idempotent: a second entry for the same cause is rejected.
CREATE UNIQUE INDEX driver_cash_entries_delivery ON driver_cash_entries (location_id, delivery_id)
  WHERE delivery_id IS NOT NULL;
CREATE UNIQUE INDEX driver_cash_entries_hand_in ON driver_cash_entries (location_id, hand_in_id)
  WHERE hand_in_id IS NOT NULL;
SELECT restrict_to_locations('driver_cash_entries');
SELECT append_only('driver_cash_entries');

-- Messages to customers about order events. Written after the event is committed.
CREATE TABLE order_messages (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('placed', 'changed', 'ready', 'onTheWay', 'notDelivered', 'delivered',
    'cancelled', 'refunded', 'returnStep')),
  event_id uuid NOT NULL,
  mail_id uuid NOT NULL,
  recipient text NOT NULL,
  -- The user who sent the message again. Null for automatic messages.
  sent_by uuid,
  sent_by_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  channel text NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'sms', 'push')),
  PRIMARY KEY (location_id, order_id, id),
  CONSTRAINT order_emails_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails (id),
  CONSTRAINT order_emails_location_id_order_id_fkey FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id,
    id)
);
-- Limits automatic messages to one per event and channel, even if the server is interrupted.
CREATE UNIQUE INDEX order_messages_of_event ON order_messages (location_id, order_id, event_id, channel)
  WHERE sent_by_name IS NULL;
SELECT restrict_to('order_messages', 'location_id = ANY (((SELECT actor_locations()))::uuid[])',
  'location_id = ANY (((SELECT actor_locations()))::uuid[])');
CREATE POLICY placed_by_key ON order_messages AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = order_messages.location_id AND o.id = order_messages.order_id));
REVOKE UPDATE, DELETE ON order_messages FROM aisle_located;

INSERT INTO change_readers (name) VALUES ('orderMessages');

CREATE SEQUENCE promotion_number START 1001;

-- Promotions. The terms of the current edition hold the reward, the goods, the conditions and who pays.
CREATE TABLE promotions (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('promotion_number'),
  -- For staff. Shoppers see the label.
  name text NOT NULL,
  label text NOT NULL,
  -- Set by staff. promotion_status derives the status from it and from the schedule.
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'active', 'paused', 'ended')),
  -- The current edition.
  edition integer NOT NULL DEFAULT 1,
  -- Null means all locations. Ids of deleted locations match nothing.
  location_ids uuid[] CHECK (cardinality(location_ids) > 0),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  -- The windows of each week, in the zone of the location: [{day, from, to}]. Without any it runs all day.
  weekly jsonb NOT NULL DEFAULT '[]',
  schedule_by text NOT NULL DEFAULT 'placed' CHECK (schedule_by IN ('placed', 'slot')),
  -- The most checkouts, overall and of one customer. Null means unlimited.
  max_uses integer CHECK (max_uses > 0),
  max_uses_per_customer integer CHECK (max_uses_per_customer > 0),
  code_kind text NOT NULL DEFAULT 'none' CHECK (code_kind IN ('none', 'shared', 'batch')),
  -- The shared code as written, and as codeKey in the contract compares it.
  code text,
  code_key text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT promotions_period CHECK (ends_at > starts_at),
  CONSTRAINT promotions_code CHECK ((code_kind = 'shared') = (code IS NOT NULL) AND (code IS NULL) = (code_key IS NULL))
);
CREATE UNIQUE INDEX promotions_number ON promotions (number);
-- A code belongs to one promotion at a time. free_promotion_code frees the code of a promotion whose end has passed.
CREATE UNIQUE INDEX promotions_code_key ON promotions (code_key) WHERE state <> 'ended';
CREATE INDEX promotions_by_name ON promotions (name COLLATE aisle_names, id);
CREATE INDEX promotions_by_start ON promotions (starts_at, id);
-- A promotion without an end is the last one.
CREATE INDEX promotions_by_end ON promotions (coalesce(ends_at, 'infinity'::timestamptz), id);
-- The promotions that placing an order considers.
CREATE INDEX promotions_published ON promotions (ends_at) WHERE state = 'active';
SELECT versioned('promotions');
ALTER TABLE promotions ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON promotions TO aisle_all USING (true) WITH CHECK (true);
-- Users of certain locations see what applies there, and change only promotions of their own locations.
CREATE POLICY own_locations ON promotions FOR SELECT TO aisle_located
  USING (location_ids IS NULL OR location_ids && (SELECT actor_locations()));
CREATE POLICY add_own ON promotions FOR INSERT TO aisle_located
  WITH CHECK (location_ids IS NOT NULL AND location_ids <@ (SELECT actor_locations()));
CREATE POLICY edit_own ON promotions FOR UPDATE TO aisle_located
  USING (location_ids IS NOT NULL AND location_ids <@ (SELECT actor_locations()))
  WITH CHECK (location_ids IS NOT NULL AND location_ids <@ (SELECT actor_locations()));
CREATE POLICY delete_own ON promotions FOR DELETE TO aisle_located
  USING (location_ids IS NOT NULL AND location_ids <@ (SELECT actor_locations()));

-- The editions of a promotion. An edition that an order used never changes.
CREATE TABLE promotion_editions (
  promotion_id uuid NOT NULL REFERENCES promotions ON DELETE CASCADE,
  number integer NOT NULL,
  -- {reward, goods, conditions, audience, combines, funding}, complete, as PromotionTerms in the contract describes them.
  terms jsonb NOT NULL,
  kind text NOT NULL GENERATED ALWAYS AS (terms #>> '{reward,kind}') STORED,
  funded_by_marketplace numeric(6,3) NOT NULL GENERATED ALWAYS AS ((terms #>> '{funding,marketplace}')::numeric) STORED,
  funded_by_location numeric(6,3) NOT NULL GENERATED ALWAYS AS ((terms #>> '{funding,location}')::numeric) STORED,
  funded_by_vendor numeric(6,3) NOT NULL GENERATED ALWAYS AS ((terms #>> '{funding,vendor}')::numeric) STORED,
  vendor_id uuid GENERATED ALWAYS AS ((terms #>> '{funding,vendorId}')::uuid) STORED REFERENCES vendors,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT promotion_editions_funding CHECK (funded_by_marketplace + funded_by_location + funded_by_vendor = 100
    AND least(funded_by_marketplace, funded_by_location, funded_by_vendor) >= 0
    AND (funded_by_vendor > 0) = (vendor_id IS NOT NULL)),
  PRIMARY KEY (promotion_id, number)
);
CREATE INDEX promotion_editions_by_vendor ON promotion_editions (vendor_id) WHERE vendor_id IS NOT NULL;
-- Finds the promotions for a customer group, which can't be deleted meanwhile.
CREATE INDEX promotion_editions_groups ON promotion_editions USING gin ((terms #> '{audience,customerGroupIds}'));
ALTER TABLE promotions ADD CONSTRAINT promotions_edition FOREIGN KEY (id, edition)
  REFERENCES promotion_editions (promotion_id, number) DEFERRABLE INITIALLY DEFERRED;
-- Locations offer only what they pay for themselves.
SELECT restrict_to('promotion_editions', 'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id)',
  'funded_by_location = 100 AND EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id
    AND p.location_ids <@ (SELECT actor_locations()))');

-- The budget of each promotion and what was taken of its limits. Users of certain locations don't see them: functions of the
-- owner check and take limits for orders that they place.
CREATE TABLE promotion_limits (
  promotion_id uuid PRIMARY KEY REFERENCES promotions ON DELETE CASCADE,
  -- The most discount of all orders, in cents. Null means unlimited.
  budget bigint CHECK (budget > 0),
  -- The checkouts with a living order that uses the promotion. Counted for promotions with max_uses or a budget only, under a
  -- lock on this row.
  uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  -- The discount of these checkouts in cents. Later edits may exceed the budget.
  discount_used bigint NOT NULL DEFAULT 0 CHECK (discount_used >= 0)
);
ALTER TABLE promotion_limits ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON promotion_limits TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY add_own ON promotion_limits FOR INSERT TO aisle_located
  WITH CHECK (budget IS NULL AND uses = 0 AND discount_used = 0);

-- Batches of single-use codes, which a job creates.
CREATE TABLE promotion_code_batches (
  id uuid PRIMARY KEY,
  promotion_id uuid NOT NULL REFERENCES promotions ON DELETE CASCADE,
  -- The number of codes that were requested.
  count integer NOT NULL CHECK (count BETWEEN 1 AND 100000),
  prefix text,
  note text,
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  created_by_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- From then on the unused codes of the batch are unknown.
  revoked_at timestamptz
);
CREATE INDEX promotion_code_batches_of ON promotion_code_batches (promotion_id, created_at DESC);
CREATE INDEX promotion_code_batches_by_job ON promotion_code_batches (job_id) WHERE job_id IS NOT NULL;
SELECT restrict_to('promotion_code_batches', 'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id)',
  'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id AND p.location_ids <@ (SELECT actor_locations()))');

-- Single-use codes.
CREATE TABLE promotion_codes (
  -- The code as codeKey in the contract compares it.
  key text PRIMARY KEY,
  code text NOT NULL,
  promotion_id uuid NOT NULL REFERENCES promotions ON DELETE CASCADE,
  batch_id uuid NOT NULL REFERENCES promotion_code_batches ON DELETE CASCADE,
  -- The checkout that uses the code. Null again when no living order of it uses the promotion any more. The code is used if
  -- this is set, else revoked if its batch is.
  main_order_id uuid REFERENCES main_orders,
  used_at timestamptz,
  CONSTRAINT promotion_codes_used CHECK ((main_order_id IS NULL) = (used_at IS NULL))
);
CREATE INDEX promotion_codes_of_batch ON promotion_codes (batch_id, code);
CREATE INDEX promotion_codes_of_promotion ON promotion_codes (promotion_id, code);
CREATE INDEX promotion_codes_used ON promotion_codes (main_order_id) WHERE main_order_id IS NOT NULL;
SELECT restrict_to('promotion_codes', 'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id)',
  'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id)');

-- The promotions that orders use, one row per order and promotion, written when the order is placed. Figures are sums of these
-- rows, a use is a checkout.
CREATE TABLE promotion_uses (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  promotion_id uuid NOT NULL,
  edition integer NOT NULL,
  main_order_id uuid NOT NULL REFERENCES main_orders,
  -- The customer of the checkout, for the limit per customer.
  customer_id uuid NOT NULL REFERENCES customers,
  -- The code as it was sent. Null for an automatic promotion.
  code text,
  -- The discount of the order in cents, on goods or delivery, when it was placed.
  discount bigint NOT NULL CHECK (discount >= 0),
  -- False once the order no longer uses the promotion: cancelled before delivery, rejected, expired, failed or edited. Such a
  -- row is in no figure but `discount` and doesn't count for limits.
  living boolean NOT NULL DEFAULT true,
  -- When the order was placed.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The discount after edits, picking and cancellations, as the totals of the order have it. Zero unless living.
  sold bigint NOT NULL DEFAULT 0 CHECK (sold >= 0),
  -- The parts of it that the location and the vendor pay, rounded as they are posted. The marketplace pays the rest.
  by_location bigint NOT NULL DEFAULT 0 CHECK (by_location >= 0),
  by_vendor bigint NOT NULL DEFAULT 0 CHECK (by_vendor >= 0),
  -- The part of sold that refunds reversed.
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  discount_now bigint NOT NULL GENERATED ALWAYS AS (greatest(sold - refunded, 0)) STORED,
  CONSTRAINT promotion_uses_funded CHECK (NOT living OR by_location + by_vendor <= sold),
  PRIMARY KEY (location_id, order_id, promotion_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  FOREIGN KEY (promotion_id, edition) REFERENCES promotion_editions (promotion_id, number)
);
CREATE INDEX promotion_uses_of ON promotion_uses (promotion_id, created_at);
CREATE INDEX promotion_uses_by_customer ON promotion_uses (customer_id, promotion_id);
CREATE INDEX promotion_uses_by_checkout ON promotion_uses (main_order_id, promotion_id);
-- The discounts of a period by promotion.
CREATE INDEX promotion_uses_by_time ON promotion_uses (created_at);
SELECT restrict_to_locations('promotion_uses');
CREATE POLICY placed_by_key ON promotion_uses AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = promotion_uses.location_id AND o.id = promotion_uses.order_id));

-- The promotions that an order met when it was placed, with their editions of that moment. An edit before picking chooses
-- among them.
CREATE TABLE order_candidates (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- The facts of the checkout that don't change: its source and the plan of the customer.
  facts jsonb NOT NULL,
  -- The promotions of class goods, order, delivery and coins among which an edit chooses: [{promotionId, edition, code, share}].
  candidates jsonb NOT NULL,
  PRIMARY KEY (location_id, order_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
SELECT restrict_to_locations('order_candidates');
CREATE POLICY placed_by_key ON order_candidates AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = order_candidates.location_id AND o.id = order_candidates.order_id));
