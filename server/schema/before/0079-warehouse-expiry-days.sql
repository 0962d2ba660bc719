-- What expires on each day at each location is kept for the calendar, which read every lot of the marketplace for it.
--
-- Whatever changes what a lot adds to its day also notes that day, in the same transaction: an insert waits for nobody.
-- A job counts noted days again; until then readers count them from the lots. So both together are exact at any time.

-- A lot's part of its day: what is left of it, what that cost, and what it would be sold for now.
CREATE VIEW expiring_lots WITH (security_invoker = true) AS
SELECT l.location_id, l.id, l.expires_on, l.sub_product_id, l.vendor_id, l.on_hand,
  coalesce(offer.price, sold.sale_price, sold.price) AS price,
  round(l.on_hand * coalesce(l.cost_price, sold.cost_price, 0))::bigint AS cost,
  round(l.on_hand * coalesce(offer.price, sold.sale_price, sold.price))::bigint AS retail
FROM lots l
JOIN sub_products sold ON sold.id = l.sub_product_id
-- Few prices are a location's own: these have an index to themselves.
LEFT JOIN location_sub_products offer ON offer.location_id = l.location_id AND offer.sub_product_id = l.sub_product_id
  AND offer.price IS NOT NULL
WHERE l.in_stock AND l.expires_on IS NOT NULL AND l.deleted_at IS NULL;

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
SELECT keep_to_locations('expiry_days');
-- Days of which a lot changed since they were counted, once for each change.
CREATE TABLE expiry_changes (
  location_id uuid NOT NULL,
  day date NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
SELECT keep_to_locations('expiry_changes');
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON expiry_days, expiry_changes FROM aisle_all, aisle_located;

CREATE FUNCTION count_expiring(location uuid, day date)
RETURNS TABLE (lots bigint, units numeric, cost bigint, retail bigint) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT count(*), coalesce(sum(l.on_hand), 0), coalesce(sum(l.cost), 0)::bigint, coalesce(sum(l.retail), 0)::bigint
  FROM expiring_lots l WHERE l.location_id = count_expiring.location AND l.expires_on = count_expiring.day
$$;

-- Counts up to so many noted changes; returns whether there are more. One call at a time, each with a snapshot of after
-- the call before: an older one would undo what that counted.
CREATE FUNCTION add_expiry_changes(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  places uuid[];
  days date[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200179);
  -- Another statement counts: it sees whatever this one saw noted.
  WITH taken AS (
    DELETE FROM expiry_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM expiry_changes LIMIT most)) RETURNING *
  )
  SELECT array_agg(location_id), array_agg(day) INTO places, days FROM (SELECT DISTINCT location_id, day FROM taken) noted;
  INSERT INTO expiry_days AS kept
  SELECT noted.*, counted.* FROM unnest(places, days) AS noted (location_id, day)
  CROSS JOIN LATERAL count_expiring(noted.location_id, noted.day) counted ORDER BY 1, 2
  ON CONFLICT (location_id, day) DO UPDATE
  SET lots = excluded.lots, units = excluded.units, cost = excluded.cost, retail = excluded.retail;
  DELETE FROM expiry_days kept USING unnest(places, days) AS noted (location_id, day)
  WHERE kept.location_id = noted.location_id AND kept.day = noted.day AND kept.lots = 0;
  RETURN EXISTS (SELECT FROM expiry_changes);
END $$;
REVOKE EXECUTE ON FUNCTION add_expiry_changes FROM aisle_located;

-- Counts every day of a location again.
CREATE FUNCTION recount_expiry_days(location uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4151200179);
  DELETE FROM expiry_days WHERE location_id = location;
  INSERT INTO expiry_days
  SELECT l.location_id, l.expires_on, count(*), sum(l.on_hand), sum(l.cost)::bigint, sum(l.retail)::bigint
  FROM expiring_lots l WHERE l.location_id = location GROUP BY 1, 2 ORDER BY 2;
END $$;
REVOKE EXECUTE ON FUNCTION recount_expiry_days FROM aisle_located;

-- The same at all locations, while nothing else writes.
CREATE FUNCTION fill_expiry_days() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  TRUNCATE expiry_days, expiry_changes;
  INSERT INTO expiry_days
  SELECT l.location_id, l.expires_on, count(*), sum(l.on_hand), sum(l.cost)::bigint, sum(l.retail)::bigint
  FROM expiring_lots l GROUP BY 1, 2 ORDER BY 1, 2;
END $$;
REVOKE EXECUTE ON FUNCTION fill_expiry_days FROM aisle_all, aisle_located;

-- Lots in stock of goods whose price or cost changed. By their levels: over the years most lots of goods are empty ones.
CREATE FUNCTION note_expiry_of_goods() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO expiry_changes
  SELECT DISTINCT l.location_id, l.expires_on FROM stock_levels level
  JOIN lots l ON l.location_id = level.location_id AND l.sub_product_id = level.sub_product_id
  WHERE level.sub_product_id = NEW.id AND l.in_stock AND l.expires_on IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER note_expiry AFTER UPDATE ON sub_products FOR EACH ROW
WHEN ((OLD.price, OLD.sale_price, OLD.cost_price) IS DISTINCT FROM (NEW.price, NEW.sale_price, NEW.cost_price))
EXECUTE FUNCTION note_expiry_of_goods();

CREATE FUNCTION note_expiry_of_offer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  offer location_sub_products := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO expiry_changes
  SELECT DISTINCT l.location_id, l.expires_on FROM lots l
  WHERE l.location_id = offer.location_id AND l.sub_product_id = offer.sub_product_id AND l.in_stock
    AND l.expires_on IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER note_expiry_added AFTER INSERT ON location_sub_products FOR EACH ROW
WHEN (NEW.price IS NOT NULL) EXECUTE FUNCTION note_expiry_of_offer();
CREATE TRIGGER note_expiry_changed AFTER UPDATE ON location_sub_products FOR EACH ROW
WHEN (OLD.price IS DISTINCT FROM NEW.price) EXECUTE FUNCTION note_expiry_of_offer();
CREATE TRIGGER note_expiry_deleted AFTER DELETE ON location_sub_products FOR EACH ROW
WHEN (OLD.price IS NOT NULL) EXECUTE FUNCTION note_expiry_of_offer();

CREATE FUNCTION note_expiry_of_lot() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO expiry_changes SELECT DISTINCT NEW.location_id, day FROM unnest(ARRAY[OLD.expires_on, NEW.expires_on]) AS day
  WHERE day IS NOT NULL;
  RETURN NULL;
END $$;
-- Its quantity is left to apply_movements, the only one to change it.
CREATE TRIGGER note_expiry AFTER UPDATE OF expires_on, cost_price, deleted_at ON lots FOR EACH ROW
WHEN ((OLD.expires_on, OLD.cost_price, OLD.deleted_at) IS DISTINCT FROM (NEW.expires_on, NEW.cost_price, NEW.deleted_at))
EXECUTE FUNCTION note_expiry_of_lot();

-- As before, but notes the days of the lots that it moves.
CREATE OR REPLACE FUNCTION apply_movements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  places bigint;
  in_lots bigint;
  held bigint;
  brought_along bigint;
  short jsonb;
BEGIN
  SELECT count(DISTINCT (m.location_id, m.sub_product_id)), count(DISTINCT (m.location_id, m.lot_id)) FILTER (WHERE m.lot_id IS NOT NULL)
  INTO places, in_lots FROM moved m;

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

  IF in_lots > 0 THEN
    WITH stocked AS (
      UPDATE lots l SET on_hand = l.on_hand + m.on_hand
      FROM (SELECT location_id, lot_id, sum(on_hand) AS on_hand FROM moved WHERE lot_id IS NOT NULL GROUP BY 1, 2) m
      WHERE l.location_id = m.location_id AND l.id = m.lot_id
      RETURNING l.location_id, l.expires_on
    ), outdated AS (
      INSERT INTO expiry_changes SELECT DISTINCT location_id, expires_on FROM stocked WHERE expires_on IS NOT NULL
    )
    SELECT count(*) INTO held FROM stocked;
    IF held < in_lots THEN
      RAISE EXCEPTION 'a movement names a lot that does not exist' USING ERRCODE = 'foreign_key_violation';
    END IF;
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

-- Last, when the triggers above hold back whatever writes.
SELECT fill_expiry_days();
