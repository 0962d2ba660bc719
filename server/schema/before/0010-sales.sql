-- Drivers, checkouts (main orders), orders, their lines and their events.

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
  -- False: no longer offered deliveries.
  status boolean NOT NULL DEFAULT true,
  -- Set to busy and available by deliveries; offline is set by users.
  availability text NOT NULL DEFAULT 'available' CHECK (availability IN ('offline', 'available', 'busy')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX drivers_in_order ON drivers (name, id);
-- Starting or finishing a delivery is not an edit of the record that a form holds.
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

CREATE SEQUENCE main_order_number START 50001;
CREATE SEQUENCE order_number START 100001;

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

-- The checks of an order's state and sums. Functions, as PostgreSQL parses the expression of a check again for every
-- statement, and every step updates the order.
CREATE FUNCTION order_state_fits(status text, dispatch_status text, fulfilment text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN status IN ('pending', 'orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup',
      'outOfDelivery', 'delivered', 'cancelled', 'rejected', 'failed', 'expired')
    AND CASE WHEN dispatch_status IS NULL THEN fulfilment IN ('delivery', 'pickup')
      ELSE fulfilment = 'delivery' AND dispatch_status IN ('awaiting', 'inQueue', 'driverConfirmationPending',
        'driverConfirmed', 'driverConfirmationCompleted', 'offQueue') END;
END $$;
-- The same as calledOffStatuses in the contract; a test compares them.
CREATE FUNCTION is_called_off(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('cancelled', 'rejected', 'failed', 'expired')
$$;
CREATE FUNCTION order_sums_fit(items bigint, discount bigint, tax bigint, delivery_fee bigint, total bigint,
  coins_used bigint, paid bigint, refunded bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(items, discount, tax, delivery_fee, total, coins_used, paid, refunded) >= 0
    AND total = items - discount + tax + delivery_fee AND refunded <= paid;
END $$;

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
  -- The most advanced active status of order, dispatch, return and refund: lists show it and filter by it.
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
  -- The location's commission when the order was placed.
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
  -- When the order was reported late for its slot: once only.
  late_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id),
  CONSTRAINT orders_state CHECK (order_state_fits(status, dispatch_status, fulfilment)),
  CONSTRAINT orders_sums CHECK (order_sums_fit(items_total, discount_total, tax_total, delivery_fee, total,
    coins_used, paid, refunded))
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_by_number ON orders (number);
CREATE INDEX orders_by_main_order ON orders (main_order_id);
CREATE INDEX orders_by_customer ON orders (customer_id, created_at DESC, id DESC) INCLUDE (location_id);
-- With all columns of the sales figures, for index-only scans.
CREATE INDEX orders_by_age ON orders (created_at DESC, id DESC) INCLUDE (location_id, status, total, customer_id);
CREATE INDEX orders_by_location ON orders (location_id, created_at DESC, id DESC) INCLUDE (status, total, customer_id);
CREATE INDEX orders_by_headline ON orders (headline_status, created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX orders_by_location_headline ON orders (location_id, headline_status, created_at DESC, id DESC);
CREATE INDEX orders_by_status ON orders (status, created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX orders_by_location_number ON orders (location_id, number);
CREATE INDEX orders_by_location_total ON orders (location_id, total DESC, id DESC);
CREATE INDEX orders_by_total ON orders (total DESC, id DESC) INCLUDE (location_id);
CREATE INDEX orders_by_driver ON orders (driver_id, created_at DESC, id DESC) WHERE driver_id IS NOT NULL;
CREATE INDEX orders_unpaid ON orders (payment_due_at) WHERE status = 'pending';
-- How full a delivery slot is.
CREATE INDEX orders_by_location_slot ON orders (location_id, slot_from) WHERE slot_from IS NOT NULL;
-- Orders in progress, among them the late ones: few, however many orders there are.
CREATE INDEX orders_open ON orders (created_at DESC, id DESC) INCLUDE (location_id, slot_to)
  WHERE status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
CREATE INDEX orders_by_slot ON orders (slot_from) INCLUDE (location_id) WHERE slot_from IS NOT NULL;
CREATE INDEX orders_with_note ON orders (created_at DESC, id DESC) INCLUDE (location_id) WHERE note IS NOT NULL;

-- By when an order was promised: what the board, the filter, the notice and the email of late orders go by. The hour is
-- promisedMinutes of the contract. Immutable, for the indexes below: timestamptz + interval is only stable, but hours do
-- not depend on a time zone. In plpgsql, because an immutable function over a stable expression cannot be inlined, and
-- an SQL function that is not inlined is slow: the indexes call it twice for every step.
CREATE FUNCTION promised_at(slot_to timestamptz, created_at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN RETURN coalesce(slot_to, created_at + interval '1 hour'); END $$;

-- The work queue and the late orders, only of orders in progress: few, however many orders there are.
CREATE INDEX orders_to_do_at_location ON orders (location_id, status, promised_at(slot_to, created_at), id)
WHERE status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
CREATE INDEX orders_to_do ON orders (status, promised_at(slot_to, created_at), id) INCLUDE (location_id)
WHERE status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
-- Setting late_at is not an edit: it must not conflict with a user who is editing the order.
CREATE TRIGGER count_version BEFORE UPDATE ON orders FOR EACH ROW
WHEN (OLD.late_at IS NOT DISTINCT FROM NEW.late_at) EXECUTE FUNCTION count_version();
SELECT keep_to_locations('orders');

SELECT keep_to('main_orders', 'EXISTS (SELECT FROM orders o WHERE o.main_order_id = main_orders.id
  AND o.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

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
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0),
  -- Null until it is picked; then the quantity picked, by weight where it is sold by weight.
  picked_quantity numeric(14,3) CHECK (picked_quantity >= 0),
  unit_price bigint NOT NULL CHECK (unit_price >= 0),
  discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  tax_rate numeric(6,3) NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0 CHECK (tax >= 0),
  -- Goods less discount plus tax.
  total bigint NOT NULL CHECK (total >= 0),
  commission_rate numeric(6,3) NOT NULL DEFAULT 0,
  -- The line that this one replaces.
  substitute_for uuid,
  -- The shopper's answer to the substitute.
  shopper_answer text CHECK (shopper_answer IN ('approved', 'refused', 'notReached')),
  -- Removed from the order: it stays visible and is not picked.
  removed boolean NOT NULL DEFAULT false,
  added_by_staff boolean NOT NULL DEFAULT false,
  note text,
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  CONSTRAINT order_lines_removed CHECK (NOT removed OR picked_quantity = 0)
) WITH (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02);
-- The latest sales of one sub-product: order ids are ordered by time. Includes the location, so that other locations'
-- lines are skipped in the index.
CREATE INDEX order_lines_by_sub_product ON order_lines (sub_product_id, order_id DESC, location_id);
-- Few lines are substitutes or short. Weighed goods never match the ordered quantity exactly, so they are short only
-- when nothing was picked.
CREATE INDEX order_lines_substitutes ON order_lines (location_id, order_id) WHERE substitute_for IS NOT NULL;
CREATE INDEX order_lines_short ON order_lines (location_id, order_id)
  WHERE picked_quantity < quantity AND (picked_quantity = 0 OR NOT sold_by_weight);
SELECT keep_to_locations('order_lines');

CREATE TABLE order_events (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('order', 'dispatch', 'return', 'refund', 'lines', 'note')),
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
SELECT keep_to_locations('order_events');
SELECT append_only('order_events');

-- The part of the payload that all order events share. Of the customer it has the id only.
CREATE FUNCTION order_for_webhooks(at_location uuid, order_id uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('orderId', o.id, 'number', format_number('order', o.number), 'mainOrderId', m.id,
    'mainOrderNumber', format_number('checkout', m.number), 'externalId', m.external_id, 'locationId', o.location_id,
    'customerId', o.customer_id, 'fulfilment', o.fulfilment, 'status', o.status,
    'dispatchStatus', o.dispatch_status, 'headlineStatus', o.headline_status, 'total', o.total, 'version', o.version)
  FROM orders o JOIN main_orders m ON m.id = o.main_order_id
  WHERE o.location_id = at_location AND o.id = order_for_webhooks.order_id
$$;
-- It bypasses row-level security: for triggers and the server itself only.
REVOKE EXECUTE ON FUNCTION order_for_webhooks(uuid, uuid) FROM aisle_located;

-- Every step of an order inserts an order event, so this trigger covers all of them.
CREATE FUNCTION tell_order_events() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  happened record;
  known jsonb;
  kind text;
BEGIN
  IF NOT webhook_wanted(ARRAY['order.created', 'order.status', 'dispatch.status']) THEN RETURN NULL; END IF;
  FOR happened IN SELECT * FROM added WHERE added.kind IN ('order', 'dispatch') ORDER BY added.id LOOP
    kind := CASE WHEN happened.kind = 'dispatch' THEN 'dispatch.status'
      WHEN happened.from_status IS NULL THEN 'order.created' ELSE 'order.status' END;
    known := order_for_webhooks(happened.location_id, happened.order_id);
    PERFORM tell_webhooks(kind, happened.order_id, known || jsonb_build_object('from', happened.from_status,
      'to', happened.to_status, 'by', happened.actor_name, 'note', left(happened.note, 1000)));
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER INSERT ON order_events REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION tell_order_events();

CREATE FUNCTION late_is_over() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE notices SET over_at = now() WHERE order_id = NEW.id AND over_at IS NULL;
  IF FOUND THEN
    PERFORM announce('notifications', 'notLate', NEW.id, NEW.location_id, 'order_list');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER late_is_over AFTER UPDATE OF status ON orders FOR EACH ROW
WHEN (NEW.late_at IS NOT NULL AND OLD.status <> NEW.status
  AND (NEW.status = 'delivered' OR is_called_off(NEW.status)))
EXECUTE FUNCTION late_is_over();

-- What refers to a customer, also at locations the actor has no access to: it must not be deleted then.
CREATE FUNCTION customer_uses(customer uuid, OUT orders bigint, OUT other_locations bigint, OUT coins bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM orders o WHERE o.customer_id = customer),
    (SELECT count(*) FROM customer_locations cl WHERE cl.customer_id = customer
      AND cl.location_id <> ALL (actor_locations())),
    (SELECT count(*) FROM coin_entries e WHERE e.customer_id = customer)
$$;
