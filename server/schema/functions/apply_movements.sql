-- Applies stock movements to lots and levels. Locks levels in key order to avoid deadlocks and rejects reservations
-- that exceed the sellable quantity. Marks the days of product totals, the expiration days of the moved lots and the stock
-- of the moved sub-products for a recount, and records the change.
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
    ), marked AS (
      -- Picked and returned items count on the day of their order, and waste counts when it happens.
      INSERT INTO product_figure_marks
      SELECT DISTINCT m.location_id, coalesce((
          SELECT o.created_at FROM orders o
          WHERE o.location_id = m.location_id AND o.id = m.order_id AND m.kind NOT IN ('waste', 'damage')
        ), m.created_at)
      FROM moved m WHERE m.lot_id IS NOT NULL
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
      THEN coalesce(level.out_since, now()) END,
    low_since = CASE WHEN is_low(level.location_id, level.sub_product_id,
        level.on_hand + m.on_hand - level.reserved - m.reserved - m.expired) THEN coalesce(level.low_since, now()) END
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

  INSERT INTO stock_total_marks SELECT DISTINCT sub_product_id FROM moved;
  PERFORM record_stock_change('moved', m.location_id, m.sub_products)
  FROM (SELECT location_id, array_agg(DISTINCT sub_product_id) AS sub_products FROM moved GROUP BY 1) m;
  RETURN NULL;
END $$;

CREATE TRIGGER apply_movements AFTER INSERT ON stock_movements
REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION apply_movements();
