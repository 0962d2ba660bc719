-- Recalls: goods that must not be sold any more, whoever has them, and what is done about them.

-- Set while the goods of this lot are recalled: they can be seen, never sold, as if they had expired.
ALTER TABLE lots ADD COLUMN recall_id uuid;
CREATE INDEX lots_recalled ON lots (recall_id) WHERE recall_id IS NOT NULL;
GRANT UPDATE (recall_id) ON lots TO aisle_all, aisle_located;
COMMENT ON COLUMN stock_levels.expired IS 'What lies in lots that cannot be sold: expired, or recalled.';

ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_cause_kind_check;
ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_cause_kind_check
  CHECK (cause_kind IN ('receipt', 'adjustment', 'order', 'return', 'transfer', 'count', 'recall')) NOT VALID;
ALTER TABLE stock_movements VALIDATE CONSTRAINT stock_movements_cause_kind_check;

-- The three places that say what can be sold, now with recalls.
CREATE OR REPLACE FUNCTION refresh_expiry(location uuid, sub_products uuid[]) RETURNS void
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
    LEFT JOIN lots l ON l.location_id = location AND l.sub_product_id = wanted.id AND l.on_hand > 0
    GROUP BY wanted.id
  ) lot
  WHERE level.location_id = location AND level.sub_product_id = lot.id AND acts_at(location)
    AND (level.expired, level.next_expiry) IS DISTINCT FROM (lot.expired, lot.next_expiry)
$$;

CREATE OR REPLACE FUNCTION expired_in_lots(location uuid, sub_product uuid) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(l.on_hand), 0) FROM lots l
  WHERE l.location_id = location AND l.sub_product_id = sub_product
    AND l.on_hand > 0 AND (l.expires_on < today_at(location) OR l.recall_id IS NOT NULL)
$$;

CREATE OR REPLACE FUNCTION apply_movements() RETURNS trigger
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
      SELECT coalesce(sum(l.on_hand) FILTER (WHERE l.expires_on < sums.today OR l.recall_id IS NOT NULL), 0) AS expired,
        min(l.expires_on) FILTER (WHERE l.expires_on >= sums.today AND l.recall_id IS NULL) AS next_expiry
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

  INSERT INTO live_events (topic, action, location_id, permission)
  SELECT DISTINCT 'stock', 'moved', m.location_id, 'inventory_list' FROM moved m;
  RETURN NULL;
END $$;

CREATE SEQUENCE recall_number START 1001;
CREATE TABLE recalls (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('recall_number'),
  title text NOT NULL,
  reason text NOT NULL,
  -- Which lots were asked for: by number, vendor, sub-product, days.
  selection jsonb NOT NULL,
  -- Blocked; the job is at work, or was broken off; done; or taken back because nothing was wrong.
  status text NOT NULL DEFAULT 'blocked' CHECK (status IN ('blocked', 'working', 'done', 'lifted')),
  lot_count integer NOT NULL,
  -- What is done about it: { "writeOff", "refund", "message": { "subject", "text" } }.
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

CREATE TABLE recall_lots (
  location_id uuid NOT NULL,
  recall_id uuid NOT NULL REFERENCES recalls,
  lot_id uuid NOT NULL,
  -- What lay there when it was blocked.
  found numeric(14,3) NOT NULL,
  PRIMARY KEY (location_id, recall_id, lot_id),
  FOREIGN KEY (location_id, lot_id) REFERENCES lots (location_id, id)
);
CREATE INDEX recall_lots_by_recall ON recall_lots (recall_id);
SELECT keep_to_locations('recall_lots');
SELECT keep_to('recalls', 'created_by = (SELECT actor_id()) OR EXISTS (SELECT FROM recall_lots r
  WHERE r.recall_id = recalls.id AND r.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

-- What there is to do, one thing a row, and what became of it: a lot to write off, an order to refund, a customer
-- to tell.
CREATE TABLE recall_rows (
  location_id uuid NOT NULL,
  recall_id uuid NOT NULL REFERENCES recalls,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('lot', 'order', 'customer')),
  record_id uuid NOT NULL,
  -- Open: a person has to do it, or it can be tried again; skipped: not asked for, or nothing was left to do.
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'open', 'skipped')),
  reason text,
  units numeric(14,3),
  amount bigint,
  acted_at timestamptz,
  PRIMARY KEY (location_id, recall_id, id)
);
CREATE UNIQUE INDEX recall_rows_once ON recall_rows (recall_id, kind, location_id, record_id);
CREATE INDEX recall_rows_by_outcome ON recall_rows (recall_id, outcome, id);
SELECT keep_to_locations('recall_rows');

-- Goods of a recalled lot that were on their way to another location are recalled where they come in.
CREATE FUNCTION follow_recall() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  recalled uuid;
  place uuid;
BEGIN
  SELECT l.recall_id INTO recalled FROM lots l WHERE l.id = NEW.lot_id;
  IF recalled IS NULL THEN RETURN NULL; END IF;
  UPDATE lots SET recall_id = recalled WHERE id = NEW.arrived_lot_id RETURNING location_id INTO place;
  INSERT INTO recall_lots (location_id, recall_id, lot_id, found)
  VALUES (place, recalled, NEW.arrived_lot_id, NEW.quantity) ON CONFLICT DO NOTHING;
  INSERT INTO recall_rows (location_id, recall_id, id, kind, record_id, units, outcome, reason)
  VALUES (place, recalled, gen_random_uuid(), 'lot', NEW.arrived_lot_id, NEW.quantity, 'open', 'Came in by a transfer')
  ON CONFLICT DO NOTHING;
  UPDATE recalls SET lot_count = lot_count + 1 WHERE id = recalled;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_recall AFTER UPDATE OF arrived_lot_id ON transfer_lots
FOR EACH ROW WHEN (NEW.arrived_lot_id IS NOT NULL AND OLD.arrived_lot_id IS NULL) EXECUTE FUNCTION follow_recall();

-- How many lots of how many places a recall is about, also where whoever asks does not see them.
CREATE FUNCTION recall_reach(recall uuid, OUT lots bigint, OUT others bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*), count(*) FILTER (WHERE NOT acts_at(r.location_id)) FROM recall_lots r WHERE r.recall_id = recall
$$;
