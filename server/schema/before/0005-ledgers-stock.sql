-- The append-only ledger of stock movements, and what triggers maintain from it: the quantity of each lot, and the
-- level of each sub-product at a location (on hand, reserved, can be sold).

CREATE SEQUENCE lot_number START 1001;
-- One received batch of a sub-product at a location; `inventory` in the API.
CREATE TABLE lots (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('lot_number'),
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  vendor_id uuid REFERENCES vendors,
  lot_number text,
  received_quantity numeric(14,3) NOT NULL CHECK (received_quantity > 0),
  -- Written by stock movements only.
  on_hand numeric(14,3) NOT NULL DEFAULT 0 CHECK (on_hand >= 0),
  -- For indexes: on_hand changes with every movement, so an index WHERE on_hand > 0 would make every movement update
  -- all indexes of the table. This column changes only when a lot is emptied or filled.
  in_stock boolean NOT NULL GENERATED ALWAYS AS (on_hand > 0) STORED,
  cost_price bigint CHECK (cost_price >= 0),
  manufactured_on date,
  -- The day by which the vendor promised to deliver, if any.
  expected_on date,
  expires_on date,
  -- Set while this lot is recalled: it is shown but cannot be sold, as if it had expired.
  recall_id uuid,
  received_by uuid,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- A deleted receipt: the ledger keeps it and its correction, lists do not show it.
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id)
) WITH (fillfactor = 85);
CREATE INDEX lots_by_id ON lots (id);
CREATE INDEX lots_by_number ON lots (number);
CREATE INDEX lots_by_lot_number ON lots (lower(lot_number)) WHERE lot_number IS NOT NULL;
CREATE INDEX lots_by_receipt ON lots (location_id, received_at DESC, id DESC);
CREATE INDEX lots_by_age ON lots (received_at DESC, id DESC);
CREATE INDEX lots_by_vendor ON lots (vendor_id, location_id);
-- Every lot by expiry; lots without one come last.
CREATE INDEX lots_in_order_of_expiry ON lots ((coalesce(expires_on, 'infinity'::date)), id);
CREATE INDEX lots_by_sub_product ON lots (sub_product_id, received_at DESC);
CREATE INDEX lots_recalled ON lots (recall_id) WHERE recall_id IS NOT NULL;
-- First expired, first out.
CREATE INDEX lots_to_pick ON lots (location_id, sub_product_id, expires_on, id) WHERE in_stock;
CREATE INDEX lots_by_expiry ON lots (expires_on, location_id) WHERE in_stock;
-- The newest lot of a sub-product at one location, for searches on its shelves: an index without the location would
-- read the lots of all locations until one of the right location came.
CREATE INDEX lots_of_level ON lots (location_id, sub_product_id, received_at DESC, id DESC);
-- A movement is not an edit of the lot.
CREATE TRIGGER count_version BEFORE UPDATE OF vendor_id, lot_number, cost_price, manufactured_on, expires_on, expected_on
ON lots FOR EACH ROW EXECUTE FUNCTION count_version();
SELECT keep_to_locations('lots');
-- Only movements write on_hand, and lots are never deleted.
REVOKE INSERT, UPDATE, DELETE ON lots FROM aisle_all, aisle_located;
GRANT INSERT (location_id, id, sub_product_id, vendor_id, lot_number, received_quantity, cost_price, manufactured_on,
  expected_on, expires_on, received_by, received_at) ON lots TO aisle_all, aisle_located;
GRANT UPDATE (vendor_id, lot_number, cost_price, manufactured_on, expected_on, expires_on, recall_id, deleted_at)
  ON lots TO aisle_all, aisle_located;

-- Here rather than beside vendors, as it needs lots: users of certain locations see the vendors of their lots.
SELECT keep_to('vendors',
  'EXISTS (SELECT FROM lots WHERE lots.vendor_id = vendors.id
     AND lots.location_id = ANY ((SELECT actor_locations())::uuid[]))');

-- Maintained by the trigger of the ledger only, in the same transaction.
CREATE TABLE stock_levels (
  location_id uuid NOT NULL REFERENCES locations,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  on_hand numeric(14,3) NOT NULL DEFAULT 0 CHECK (on_hand >= 0),
  reserved numeric(14,3) NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- The quantity in lots that were expired or recalled at the last update, and the earliest expiry of the others: after
  -- that day `expired` is outdated.
  expired numeric(14,3) NOT NULL DEFAULT 0 CHECK (expired >= 0),
  next_expiry date,
  -- Since when nothing can be sold. A separate column, so that indexes change only when the level crosses zero.
  out_since timestamptz,
  -- Since when the quantity that can be sold is above zero and at most the threshold.
  low_since timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, sub_product_id),
  CONSTRAINT stock_levels_reserved_is_there CHECK (reserved <= on_hand),
  CONSTRAINT stock_levels_expired_is_there CHECK (expired <= on_hand)
) WITH (fillfactor = 80);
COMMENT ON COLUMN stock_levels.expired IS 'What lies in lots that cannot be sold: expired, or recalled.';
CREATE INDEX stock_levels_by_sub_product ON stock_levels (sub_product_id, location_id);
CREATE INDEX stock_levels_out ON stock_levels (out_since DESC, location_id, sub_product_id) WHERE out_since IS NOT NULL;
CREATE INDEX stock_levels_out_at ON stock_levels (location_id, out_since DESC, sub_product_id) WHERE out_since IS NOT NULL;
CREATE INDEX stock_levels_to_expire ON stock_levels (next_expiry) WHERE next_expiry IS NOT NULL;
CREATE INDEX stock_levels_low ON stock_levels (low_since DESC, location_id, sub_product_id) WHERE low_since IS NOT NULL;
CREATE INDEX stock_levels_low_at ON stock_levels (location_id, low_since DESC, sub_product_id) WHERE low_since IS NOT NULL;
SELECT keep_to_locations('stock_levels');
REVOKE INSERT, UPDATE, DELETE ON stock_levels FROM aisle_all, aisle_located;

-- Which signs of on_hand and reserved each kind of movement has. A function, as PostgreSQL parses the expression of a
-- check again for every statement: parsing this one took longer than the rest of a movement.
CREATE FUNCTION moves_as_its_kind(kind text, on_hand numeric, reserved numeric) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE
    WHEN kind = 'reserve' THEN reserved > 0 AND on_hand = 0
    WHEN kind = 'release' THEN reserved < 0 AND on_hand = 0
    WHEN kind = 'pick' THEN on_hand < 0 AND reserved <= 0
    WHEN kind IN ('receipt', 'return', 'transferIn') THEN on_hand > 0 AND reserved = 0
    WHEN kind IN ('waste', 'damage', 'transferOut') THEN on_hand < 0 AND reserved = 0
    WHEN kind IN ('count', 'correction') THEN on_hand <> 0 AND reserved = 0
    ELSE false END;
END $$;

CREATE TABLE stock_movements (
  location_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  id uuid NOT NULL,
  -- receipt, reserve, release, pick, return, waste, damage, count, correction, transferOut or transferIn.
  kind text NOT NULL,
  -- Signed changes of the quantity on hand and of the quantity reserved.
  on_hand numeric(14,3) NOT NULL DEFAULT 0,
  reserved numeric(14,3) NOT NULL DEFAULT 0,
  lot_id uuid,
  -- What caused it: a receipt, an adjustment, an event of an order.
  cause_kind text NOT NULL
    CHECK (cause_kind IN ('receipt', 'adjustment', 'order', 'return', 'transfer', 'count', 'recall')),
  cause_id uuid NOT NULL,
  order_id uuid,
  user_id uuid,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, sub_product_id, id),
  FOREIGN KEY (location_id, lot_id) REFERENCES lots (location_id, id),
  -- Quantity on hand is always in a lot; reservations are made before a lot is chosen.
  CHECK ((on_hand <> 0) = (lot_id IS NOT NULL)),
  CONSTRAINT stock_movements_kind CHECK (moves_as_its_kind(kind, on_hand, reserved))
);
-- Makes posting idempotent: the same cause is refused the second time.
CREATE UNIQUE INDEX stock_movements_cause ON stock_movements (location_id, cause_id, sub_product_id, kind, lot_id) NULLS NOT DISTINCT;
CREATE INDEX stock_movements_by_lot ON stock_movements (location_id, lot_id) WHERE lot_id IS NOT NULL;
CREATE INDEX stock_movements_by_age ON stock_movements (created_at DESC, id DESC);
CREATE INDEX stock_movements_by_location ON stock_movements (location_id, created_at DESC, id DESC);
-- The lots that an order was picked from.
CREATE INDEX stock_movements_by_order ON stock_movements (location_id, order_id) WHERE kind IN ('pick', 'return', 'waste');
-- The history of one level, and its value at any time.
CREATE INDEX stock_movements_of_level ON stock_movements (location_id, sub_product_id, created_at DESC, id DESC)
  INCLUDE (on_hand, reserved);
SELECT keep_to_locations('stock_movements');
SELECT append_only('stock_movements');

-- Open reservations of orders; closed ones are deleted, the ledger keeps them. Σ quantity = reserved.
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

-- Locks these levels until the end of the transaction, in key order. To be called before choosing lots: the lock of a
-- level is the lock of all its lots. Returns the levels with `expired` up to date.
CREATE FUNCTION hold_levels(location uuid, sub_products uuid[])
RETURNS TABLE (sub_product_id uuid, on_hand numeric, reserved numeric, expired numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- For other locations as if there were no levels.
  IF NOT acts_at(location) THEN RETURN; END IF;
  PERFORM FROM stock_levels level
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products)
  ORDER BY level.sub_product_id FOR NO KEY UPDATE;

  PERFORM refresh_expiry(location, sub_products);
  RETURN QUERY SELECT level.sub_product_id, level.on_hand, level.reserved, level.expired FROM stock_levels level
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products);
END $$;

-- Updates `expired` of these sub-products. A lot can be sold on its last day.
CREATE FUNCTION refresh_expiry(location uuid, sub_products uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE stock_levels level
  SET expired = lot.expired, next_expiry = lot.next_expiry,
    out_since = CASE WHEN level.on_hand - level.reserved - lot.expired <= 0 THEN coalesce(level.out_since, now()) END
  FROM (
    SELECT wanted.id,
      coalesce(sum(l.on_hand) FILTER (WHERE l.expires_on < today.day OR l.recall_id IS NOT NULL), 0) AS expired,
      min(l.expires_on) FILTER (WHERE l.expires_on >= today.day AND l.recall_id IS NULL) AS next_expiry
    FROM unnest(sub_products) AS wanted(id)
    CROSS JOIN (SELECT today_at(location) AS day) today
    LEFT JOIN lots l ON l.location_id = location AND l.sub_product_id = wanted.id AND l.in_stock
    GROUP BY wanted.id
  ) lot
  WHERE level.location_id = location AND level.sub_product_id = lot.id AND acts_at(location)
    AND (level.expired, level.next_expiry) IS DISTINCT FROM (lot.expired, lot.next_expiry)
$$;

-- Updates every level with a lot that expired since its last movement; returns their number. Sales are correct without
-- it: it is for the lists of what is out of stock.
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
    AND l.in_stock AND (l.expires_on < today_at(location) OR l.recall_id IS NOT NULL)
$$;
-- The quantity in expired lots now. Always exact: an outdated `expired` is computed from the lots. That part is a
-- separate function, so that this one is inlined into the query.
CREATE FUNCTION expired_now(level stock_levels) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN level.next_expiry IS NULL OR level.next_expiry > (now() AT TIME ZONE 'UTC')::date THEN level.expired
    ELSE expired_in_lots(level.location_id, level.sub_product_id) END
$$;
-- The quantity that can be sold now.
CREATE FUNCTION available_now(level stock_levels) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT greatest(0, level.on_hand - level.reserved - expired_now(level))
$$;

-- Applies new movements to lots and levels. Levels are locked first, in key order to avoid deadlocks; the lock of a
-- level covers its lots. A reservation of more than can be sold fails, with the missing quantities in the detail of the
-- error. It first checks what there is to do, so that a reservation does not update lots and only the first movement of
-- a sub-product at a location inserts a level.
CREATE FUNCTION apply_movements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  places bigint;
  in_lots boolean;
  held bigint;
  brought_along bigint;
  short jsonb;
BEGIN
  SELECT count(DISTINCT (m.location_id, m.sub_product_id)), bool_or(m.lot_id IS NOT NULL) INTO places, in_lots
  FROM moved m;

  PERFORM FROM stock_levels level
  WHERE (level.location_id, level.sub_product_id) IN (SELECT m.location_id, m.sub_product_id FROM moved m)
  ORDER BY level.location_id, level.sub_product_id
  FOR NO KEY UPDATE;
  GET DIAGNOSTICS held = ROW_COUNT;

  -- The first movement of a sub-product at a location. Waits for a concurrent insert, then locks that level as well.
  IF held < places THEN
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
  END IF;

  IF in_lots THEN
    UPDATE lots l SET on_hand = l.on_hand + m.on_hand
    FROM (SELECT location_id, lot_id, sum(on_hand) AS on_hand FROM moved WHERE lot_id IS NOT NULL GROUP BY 1, 2) m
    WHERE l.location_id = m.location_id AND l.id = m.lot_id AND m.on_hand <> 0;
  END IF;

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
      SELECT coalesce(sum(l.on_hand) FILTER (WHERE l.expires_on < sums.today OR l.recall_id IS NOT NULL), 0) AS expired,
        min(l.expires_on) FILTER (WHERE l.expires_on >= sums.today AND l.recall_id IS NULL) AS next_expiry
      FROM lots l
      WHERE l.location_id = sums.location_id AND l.sub_product_id = sums.sub_product_id AND l.in_stock
    ) fresh
  ) m
  -- Only new reservations are checked against what can be sold: a lot that expired later must not block a release.
  WHERE level.location_id = m.location_id AND level.sub_product_id = m.sub_product_id
    AND (m.reserved <= 0 OR level.on_hand + m.on_hand - m.expired >= level.reserved + m.reserved);

  GET DIAGNOSTICS brought_along = ROW_COUNT;
  IF brought_along < places THEN
    SELECT jsonb_agg(jsonb_build_object('locationId', m.location_id, 'subProductId', m.sub_product_id,
        'name', sold.name, 'sku', sold.sku, 'asked', m.asked, 'available', greatest(0, m.free))
      ORDER BY sold.name, sold.sku) INTO short
    FROM (
      SELECT sums.*, coalesce(level.reserved, 0) AS reserved, (
          SELECT coalesce(sum(l.on_hand), 0) FROM lots l
          WHERE l.location_id = sums.location_id AND l.sub_product_id = sums.sub_product_id AND l.in_stock
            AND (l.expires_on IS NULL OR l.expires_on >= today_at(sums.location_id)) AND l.recall_id IS NULL
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

  PERFORM announce('stock', 'moved', NULL, m.location_id, 'inventory_list')
  FROM (SELECT DISTINCT location_id FROM moved) m;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_movements AFTER INSERT ON stock_movements
REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION apply_movements();

-- Live events for the Notification Center when a sub-product runs out or is back in stock.
CREATE FUNCTION tell_out_of_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM announce('notifications', CASE WHEN NEW.out_since IS NULL THEN 'backInStock' ELSE 'outOfStock' END,
    NEW.sub_product_id, NEW.location_id);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_out_of_stock AFTER UPDATE OF out_since ON stock_levels
FOR EACH ROW WHEN ((OLD.out_since IS NULL) <> (NEW.out_since IS NULL)) EXECUTE FUNCTION tell_out_of_stock();

-- The threshold of low stock where a location sets none.
CREATE FUNCTION low_at() RETURNS numeric LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(("values" -> 'stockDefaults' ->> 'threshold')::numeric, 5) FROM settings
$$;

CREATE FUNCTION note_low() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  free numeric := NEW.on_hand - NEW.reserved - NEW.expired;
BEGIN
  IF free > 0 AND free <= coalesce((SELECT offer.threshold FROM location_sub_products offer
      WHERE offer.location_id = NEW.location_id AND offer.sub_product_id = NEW.sub_product_id), low_at()) THEN
    NEW.low_since := coalesce(OLD.low_since, now());
  ELSE
    NEW.low_since := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER note_low BEFORE UPDATE OF on_hand, reserved, expired ON stock_levels
FOR EACH ROW EXECUTE FUNCTION note_low();

-- Updates low_since after a threshold changed: setting `expired` to itself fires note_low.
CREATE FUNCTION threshold_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE stock_levels level SET expired = level.expired FROM changed
  WHERE level.location_id = changed.location_id AND level.sub_product_id = changed.sub_product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER threshold_set AFTER INSERT ON location_sub_products
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION threshold_changed();
CREATE FUNCTION threshold_edited() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE stock_levels level SET expired = level.expired
  FROM changed JOIN former USING (location_id, sub_product_id)
  WHERE level.location_id = changed.location_id AND level.sub_product_id = changed.sub_product_id
    AND changed.threshold IS DISTINCT FROM former.threshold;
  RETURN NULL;
END $$;
CREATE TRIGGER threshold_edited AFTER UPDATE ON location_sub_products
REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION threshold_edited();

-- The default threshold that low_since was last computed with: when it changes, every level is updated.
CREATE TABLE low_default (id boolean PRIMARY KEY DEFAULT true CHECK (id), threshold numeric NOT NULL);
INSERT INTO low_default (threshold) SELECT low_at();
REVOKE ALL ON low_default FROM aisle_located;

-- Recomputes low_since at a location. A function, as nothing else may write levels: setting `expired` to itself fires
-- note_low.
CREATE FUNCTION refresh_low(location uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE stock_levels SET expired = expired WHERE location_id = location AND on_hand > 0 AND acts_at(location)
$$;

-- What is low, everywhere: goods that a location sells, of which some are left, but no more than its own threshold or,
-- where it has none, the default one.
CREATE VIEW low_levels WITH (security_invoker = true) AS
SELECT level.location_id, level.sub_product_id, level.low_since, available_now(level) AS available
FROM stock_levels level
JOIN location_sub_products offer USING (location_id, sub_product_id)
JOIN sellable_goods goods USING (sub_product_id)
WHERE level.low_since IS NOT NULL AND level.out_since IS NULL AND offer.assigned;
