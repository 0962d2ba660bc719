-- What is where: assignment, lots, levels, and the ledger of movements that alone changes them.

CREATE TABLE location_sub_products (
  location_id uuid NOT NULL REFERENCES locations,
  sub_product_id uuid NOT NULL REFERENCES sub_products ON DELETE CASCADE,
  assigned boolean NOT NULL DEFAULT true,
  -- Null: the price of the sub-product.
  price bigint CHECK (price > 0),
  threshold numeric(14,3) CHECK (threshold >= 0),
  max_per_order numeric(12,3) CHECK (max_per_order > 0),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, sub_product_id)
);
CREATE INDEX location_sub_products_by_sub_product ON location_sub_products (sub_product_id);
SELECT versioned('location_sub_products');
SELECT keep_to_locations('location_sub_products');

CREATE TABLE vendors (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  contact text,
  email text,
  phone text,
  address jsonb,
  tax_number text,
  payment_terms text,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX vendors_name ON vendors (lower(name));
SELECT versioned('vendors');

CREATE SEQUENCE lot_number START 1001;
-- One received batch of a sub-product at a location; `inventory` on the wire.
CREATE TABLE lots (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('lot_number'),
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  vendor_id uuid REFERENCES vendors,
  lot_number text,
  received_quantity numeric(14,3) NOT NULL CHECK (received_quantity > 0),
  -- Written by movements alone.
  on_hand numeric(14,3) NOT NULL DEFAULT 0 CHECK (on_hand >= 0),
  cost_price bigint CHECK (cost_price >= 0),
  manufactured_on date,
  expires_on date,
  received_by uuid,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- A receipt that was taken back: the ledger keeps it and its correction, lists do not show it.
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id)
);
CREATE INDEX lots_by_id ON lots (id);
CREATE INDEX lots_by_number ON lots (number);
CREATE INDEX lots_by_lot_number ON lots (lower(lot_number)) WHERE lot_number IS NOT NULL;
-- First expired, first out.
CREATE INDEX lots_to_pick ON lots (location_id, sub_product_id, expires_on, id) WHERE on_hand > 0;
CREATE INDEX lots_by_receipt ON lots (location_id, received_at DESC, id DESC);
CREATE INDEX lots_by_age ON lots (received_at DESC, id DESC);
CREATE INDEX lots_by_vendor ON lots (vendor_id, location_id);
CREATE INDEX lots_by_expiry ON lots (expires_on, location_id) WHERE on_hand > 0;
-- Every lot by expiry; what keeps comes last.
CREATE INDEX lots_in_order_of_expiry ON lots ((coalesce(expires_on, 'infinity'::date)), id);
CREATE INDEX lots_by_sub_product ON lots (sub_product_id, received_at DESC);
-- What movements do to a lot is not an edit of it.
CREATE TRIGGER count_version BEFORE UPDATE OF vendor_id, lot_number, cost_price, manufactured_on, expires_on ON lots
FOR EACH ROW EXECUTE FUNCTION count_version();
SELECT keep_to_locations('lots');
-- What lies in a lot nobody writes but movements, and a lot is never gone.
REVOKE INSERT, UPDATE, DELETE ON lots FROM aisle_all, aisle_located;
GRANT INSERT (location_id, id, sub_product_id, vendor_id, lot_number, received_quantity, cost_price, manufactured_on,
  expires_on, received_by, received_at) ON lots TO aisle_all, aisle_located;
GRANT UPDATE (vendor_id, lot_number, cost_price, manufactured_on, expires_on, deleted_at) ON lots TO aisle_all, aisle_located;

SELECT keep_to('vendors',
  'EXISTS (SELECT FROM lots WHERE lots.vendor_id = vendors.id
     AND lots.location_id = ANY ((SELECT actor_locations())::uuid[]))');
SELECT read_only_for_locations('vendors');

-- Kept beside the ledger, in the same transaction, by its trigger alone.
CREATE TABLE stock_levels (
  location_id uuid NOT NULL REFERENCES locations,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  on_hand numeric(14,3) NOT NULL DEFAULT 0 CHECK (on_hand >= 0),
  reserved numeric(14,3) NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- What lies in lots that were expired when last looked at, and the earliest expiry among the others:
  -- once that day is over, `expired` is to be looked up again.
  expired numeric(14,3) NOT NULL DEFAULT 0 CHECK (expired >= 0),
  next_expiry date,
  -- Since when nothing of it can be sold. A column of its own, so that only crossing the line touches an index.
  out_since timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, sub_product_id),
  CONSTRAINT stock_levels_reserved_is_there CHECK (reserved <= on_hand),
  CONSTRAINT stock_levels_expired_is_there CHECK (expired <= on_hand)
) WITH (fillfactor = 80);
CREATE INDEX stock_levels_by_sub_product ON stock_levels (sub_product_id, location_id);
CREATE INDEX stock_levels_out ON stock_levels (out_since DESC, location_id, sub_product_id) WHERE out_since IS NOT NULL;
CREATE INDEX stock_levels_out_at ON stock_levels (location_id, out_since DESC, sub_product_id) WHERE out_since IS NOT NULL;
CREATE INDEX stock_levels_to_expire ON stock_levels (next_expiry) WHERE next_expiry IS NOT NULL;
SELECT keep_to_locations('stock_levels');
REVOKE INSERT, UPDATE, DELETE ON stock_levels FROM aisle_all, aisle_located;

CREATE TABLE stock_movements (
  location_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('receipt', 'reserve', 'release', 'pick', 'return', 'waste', 'damage', 'count',
    'correction', 'transferOut', 'transferIn')),
  -- Signed: what it does to what lies there, and to what is promised of it.
  on_hand numeric(14,3) NOT NULL DEFAULT 0,
  reserved numeric(14,3) NOT NULL DEFAULT 0,
  lot_id uuid,
  -- What made it: a receipt, an adjustment, an event of an order.
  cause_kind text NOT NULL CHECK (cause_kind IN ('receipt', 'adjustment', 'order', 'return', 'transfer', 'count')),
  cause_id uuid NOT NULL,
  order_id uuid,
  user_id uuid,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, sub_product_id, id),
  FOREIGN KEY (location_id, lot_id) REFERENCES lots (location_id, id),
  -- What lies there lies in a lot; promises are made before one is chosen.
  CHECK ((on_hand <> 0) = (lot_id IS NOT NULL)),
  CHECK (CASE kind
    WHEN 'reserve' THEN reserved > 0 AND on_hand = 0
    WHEN 'release' THEN reserved < 0 AND on_hand = 0
    WHEN 'pick' THEN on_hand < 0 AND reserved <= 0
    WHEN 'receipt' THEN on_hand > 0 AND reserved = 0
    WHEN 'return' THEN on_hand > 0 AND reserved = 0
    WHEN 'transferIn' THEN on_hand > 0 AND reserved = 0
    WHEN 'waste' THEN on_hand < 0 AND reserved = 0
    WHEN 'damage' THEN on_hand < 0 AND reserved = 0
    WHEN 'transferOut' THEN on_hand < 0 AND reserved = 0
    ELSE on_hand <> 0 AND reserved = 0 END)
);
-- Posting the same cause twice is harmless: the second is refused.
CREATE UNIQUE INDEX stock_movements_cause ON stock_movements (location_id, cause_id, sub_product_id, kind, lot_id) NULLS NOT DISTINCT;
CREATE INDEX stock_movements_by_lot ON stock_movements (location_id, lot_id) WHERE lot_id IS NOT NULL;
CREATE INDEX stock_movements_by_age ON stock_movements (created_at DESC, id DESC);
CREATE INDEX stock_movements_by_location ON stock_movements (location_id, created_at DESC, id DESC);
-- Which lots an order's goods came from.
CREATE INDEX stock_movements_by_order ON stock_movements (location_id, order_id) WHERE kind IN ('pick', 'return', 'waste');
SELECT keep_to_locations('stock_movements');
SELECT append_only('stock_movements');

-- Open promises to orders; closed ones are gone, the ledger remembers them. Σ quantity = reserved.
CREATE TABLE reservations (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, line_id)
);
CREATE INDEX reservations_by_sub_product ON reservations (location_id, sub_product_id);
SELECT keep_to_locations('reservations');

CREATE FUNCTION today_at(location uuid) RETURNS date LANGUAGE sql STABLE AS
$$ SELECT (now() AT TIME ZONE time_zone)::date FROM locations WHERE id = location $$;

-- Holds these levels until the transaction ends, in key order. Whoever looks into lots to decide what to take
-- asks for this first: the level is the lock of all its lots. Gives what is there, expiry looked up afresh.
CREATE FUNCTION hold_levels(location uuid, sub_products uuid[])
RETURNS TABLE (sub_product_id uuid, on_hand numeric, reserved numeric, expired numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Of another location, as if nothing were there.
  IF NOT acts_at(location) THEN RETURN; END IF;
  PERFORM FROM stock_levels level
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products)
  ORDER BY level.sub_product_id FOR NO KEY UPDATE;

  PERFORM refresh_expiry(location, sub_products);
  RETURN QUERY SELECT level.sub_product_id, level.on_hand, level.reserved, level.expired FROM stock_levels level
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products);
END $$;

-- Looks again which lots of these sub-products are expired. A lot can be sold on its last day.
CREATE FUNCTION refresh_expiry(location uuid, sub_products uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE stock_levels level
  SET expired = lot.expired, next_expiry = lot.next_expiry,
    out_since = CASE WHEN level.on_hand - level.reserved - lot.expired <= 0 THEN coalesce(level.out_since, now()) END
  FROM (
    SELECT wanted.id,
      coalesce(sum(l.on_hand) FILTER (WHERE l.expires_on < today.day), 0) AS expired,
      min(l.expires_on) FILTER (WHERE l.expires_on >= today.day) AS next_expiry
    FROM unnest(sub_products) AS wanted(id)
    CROSS JOIN (SELECT today_at(location) AS day) today
    LEFT JOIN lots l ON l.location_id = location AND l.sub_product_id = wanted.id AND l.on_hand > 0
    GROUP BY wanted.id
  ) lot
  WHERE level.location_id = location AND level.sub_product_id = lot.id AND acts_at(location)
    AND (level.expired, level.next_expiry) IS DISTINCT FROM (lot.expired, lot.next_expiry)
$$;

-- Looks again at every level of which a lot has expired since it was last moved; gives how many there were.
-- Nothing is sold wrongly without it: it is for those who look at what is out of stock.
CREATE FUNCTION refresh_due_expiry() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  due record;
  seen bigint := 0;
BEGIN
  FOR due IN
    SELECT location_id, array_agg(level.sub_product_id ORDER BY level.sub_product_id) AS sub_products
    FROM stock_levels level JOIN locations place ON place.id = level.location_id
    WHERE level.next_expiry <= (now() AT TIME ZONE 'UTC')::date
      AND level.next_expiry < (now() AT TIME ZONE place.time_zone)::date
    GROUP BY location_id ORDER BY location_id
  LOOP
    PERFORM hold_levels(due.location_id, due.sub_products);
    seen := seen + cardinality(due.sub_products);
  END LOOP;
  RETURN seen;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_due_expiry FROM aisle_located;

CREATE FUNCTION expired_in_lots(location uuid, sub_product uuid) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(l.on_hand), 0) FROM lots l
  WHERE l.location_id = location AND l.sub_product_id = sub_product
    AND l.on_hand > 0 AND l.expires_on < today_at(location)
$$;
-- What lies in expired lots now. Exact whatever the hour: an outdated `expired` is looked up in the lots. That
-- part stands apart, so that the rest becomes part of the query and costs a level nothing.
CREATE FUNCTION expired_now(level stock_levels) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN level.next_expiry IS NULL OR level.next_expiry > (now() AT TIME ZONE 'UTC')::date THEN level.expired
    ELSE expired_in_lots(level.location_id, level.sub_product_id) END
$$;
-- What can be sold now.
CREATE FUNCTION available_now(level stock_levels) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT greatest(0, level.on_hand - level.reserved - expired_now(level))
$$;

-- Brings lots and levels to what the new movements say. Levels are locked first and in key order, so that
-- nobody deadlocks, and stand for their lots; a promise for more than can be sold is refused with what falls short.
CREATE FUNCTION apply_movements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  brought_along bigint;
  short jsonb;
BEGIN
  INSERT INTO stock_levels (location_id, sub_product_id)
  SELECT DISTINCT m.location_id, m.sub_product_id FROM moved m
  WHERE m.on_hand > 0 AND NOT EXISTS (
    SELECT FROM stock_levels level
    WHERE level.location_id = m.location_id AND level.sub_product_id = m.sub_product_id)
  ORDER BY 1, 2
  ON CONFLICT DO NOTHING;

  PERFORM FROM stock_levels level
  WHERE (level.location_id, level.sub_product_id) IN (SELECT m.location_id, m.sub_product_id FROM moved m)
  ORDER BY level.location_id, level.sub_product_id
  FOR NO KEY UPDATE;

  UPDATE lots l SET on_hand = l.on_hand + m.on_hand
  FROM (SELECT location_id, lot_id, sum(on_hand) AS on_hand FROM moved WHERE lot_id IS NOT NULL GROUP BY 1, 2) m
  WHERE l.location_id = m.location_id AND l.id = m.lot_id AND m.on_hand <> 0;

  UPDATE stock_levels level
  SET on_hand = level.on_hand + m.on_hand, reserved = level.reserved + m.reserved, expired = m.expired,
    next_expiry = m.next_expiry, updated_at = now(),
    out_since = CASE WHEN level.on_hand + m.on_hand - level.reserved - m.reserved - m.expired <= 0
      THEN coalesce(level.out_since, now()) END
  FROM (
    SELECT sums.*, fresh.expired, fresh.next_expiry
    FROM (
      SELECT moved.location_id, moved.sub_product_id, sum(moved.on_hand) AS on_hand, sum(moved.reserved) AS reserved,
        (now() AT TIME ZONE place.time_zone)::date AS today
      FROM moved JOIN locations place ON place.id = moved.location_id
      GROUP BY 1, 2, place.time_zone
    ) sums
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.on_hand) FILTER (WHERE l.expires_on < sums.today), 0) AS expired,
        min(l.expires_on) FILTER (WHERE l.expires_on >= sums.today) AS next_expiry
      FROM lots l
      WHERE l.location_id = sums.location_id AND l.sub_product_id = sums.sub_product_id AND l.on_hand > 0
    ) fresh
  ) m
  -- Only new promises are held to what can be sold: a lot that expired later must not block a release.
  WHERE level.location_id = m.location_id AND level.sub_product_id = m.sub_product_id
    AND (m.reserved <= 0 OR level.on_hand + m.on_hand - m.expired >= level.reserved + m.reserved);

  GET DIAGNOSTICS brought_along = ROW_COUNT;
  IF brought_along < (SELECT count(*) FROM (SELECT DISTINCT location_id, sub_product_id FROM moved) places) THEN
    SELECT jsonb_agg(jsonb_build_object('locationId', m.location_id, 'subProductId', m.sub_product_id,
        'name', sold.name, 'sku', sold.sku, 'asked', m.asked, 'available', greatest(0, m.free))
      ORDER BY sold.name, sold.sku) INTO short
    FROM (
      SELECT sums.*, coalesce(level.reserved, 0) AS reserved, (
          SELECT coalesce(sum(l.on_hand), 0) FROM lots l
          WHERE l.location_id = sums.location_id AND l.sub_product_id = sums.sub_product_id AND l.on_hand > 0
            AND (l.expires_on IS NULL OR l.expires_on >= today_at(sums.location_id))
        ) - coalesce(level.reserved, 0) AS free
      FROM (
        SELECT location_id, sub_product_id, sum(reserved) FILTER (WHERE reserved > 0) AS asked, sum(reserved) AS net
        FROM moved GROUP BY 1, 2
      ) sums LEFT JOIN stock_levels level USING (location_id, sub_product_id)
    ) m
    JOIN sub_products sold ON sold.id = m.sub_product_id
    WHERE m.net > 0 AND m.net > m.free;
    RAISE EXCEPTION 'not enough in stock' USING ERRCODE = 'AS001', DETAIL = coalesce(short, '[]')::text;
  END IF;

  INSERT INTO live_events (topic, action, location_id, permission)
  SELECT DISTINCT 'stock', 'moved', m.location_id, 'inventory_list' FROM moved m;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_movements AFTER INSERT ON stock_movements
REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION apply_movements();

-- Tells the notification centre when something has run out, or is there again.
CREATE FUNCTION tell_out_of_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO live_events (topic, action, record_id, location_id)
  VALUES ('notifications', CASE WHEN NEW.out_since IS NULL THEN 'backInStock' ELSE 'outOfStock' END,
    NEW.sub_product_id, NEW.location_id);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_out_of_stock AFTER UPDATE OF out_since ON stock_levels
FOR EACH ROW WHEN ((OLD.out_since IS NULL) <> (NEW.out_since IS NULL)) EXECUTE FUNCTION tell_out_of_stock();
