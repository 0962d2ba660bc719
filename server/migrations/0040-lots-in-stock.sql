-- What lies in a lot changes with every movement, and two of the eleven indexes of lots asked whether anything does:
-- so each movement wrote all of them. In a column of its own the answer changes only when a lot is emptied or filled,
-- and any other movement of it touches no index at all.
DROP INDEX lots_to_pick, lots_by_expiry;
ALTER TABLE lots SET (fillfactor = 85);
ALTER TABLE lots ADD COLUMN in_stock boolean NOT NULL GENERATED ALWAYS AS (on_hand > 0) STORED;
-- First expired, first out.
CREATE INDEX lots_to_pick ON lots (location_id, sub_product_id, expires_on, id) WHERE in_stock;
CREATE INDEX lots_by_expiry ON lots (expires_on, location_id) WHERE in_stock;

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
    LEFT JOIN lots l ON l.location_id = location AND l.sub_product_id = wanted.id AND l.in_stock
    GROUP BY wanted.id
  ) lot
  WHERE level.location_id = location AND level.sub_product_id = lot.id AND acts_at(location)
    AND (level.expired, level.next_expiry) IS DISTINCT FROM (lot.expired, lot.next_expiry)
$$;

CREATE OR REPLACE FUNCTION expired_in_lots(location uuid, sub_product uuid) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(l.on_hand), 0) FROM lots l
  WHERE l.location_id = location AND l.sub_product_id = sub_product
    AND l.in_stock AND (l.expires_on < today_at(location) OR l.recall_id IS NOT NULL)
$$;

-- Brings lots and levels to what the new movements say, as before; it asks first how much there is to do, so that a
-- promise looks into no lots and only the first of something at a location makes a level.
CREATE OR REPLACE FUNCTION apply_movements() RETURNS trigger
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

  -- The first of something at a location. Whoever was quicker with it is waited for, and then held as well.
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
  -- Only new promises are held to what can be sold: a lot that expired later must not block a release.
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

  INSERT INTO live_events (topic, action, location_id, permission)
  SELECT DISTINCT 'stock', 'moved', m.location_id, 'inventory_list' FROM moved m;
  RETURN NULL;
END $$;
