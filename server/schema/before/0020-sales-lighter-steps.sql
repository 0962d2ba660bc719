-- Steps that move goods: each movement updates fewer indexes and is checked by fewer statements.

-- A level's movements by age are its key as well: one index instead of two, both of which touched a page of their own
-- for every movement.
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_pkey,
  ADD PRIMARY KEY (location_id, sub_product_id, created_at, id) INCLUDE (on_hand, reserved);
DROP INDEX stock_movements_of_level;

-- apply_movements updates the lot of every movement, and refuses one that does not exist: a foreign key would look up
-- and lock each lot once more. Lots are never deleted.
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_location_id_lot_id_fkey;
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
    UPDATE lots l SET on_hand = l.on_hand + m.on_hand
    FROM (SELECT location_id, lot_id, sum(on_hand) AS on_hand FROM moved WHERE lot_id IS NOT NULL GROUP BY 1, 2) m
    WHERE l.location_id = m.location_id AND l.id = m.lot_id;
    GET DIAGNOSTICS held = ROW_COUNT;
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

-- Locks these levels until the end of the transaction, in key order. To be called before choosing lots: the lock of a
-- level is the lock of all its lots. Returns the levels with `expired` up to date: a lot can be sold on its last day.
-- One plan for any number of them, as planning took longer than the update; the day is worked out once.
CREATE OR REPLACE FUNCTION hold_levels(location uuid, sub_products uuid[])
RETURNS TABLE (sub_product_id uuid, on_hand numeric, reserved numeric, expired numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  today date := today_at(location);
BEGIN
  -- For other locations as if there were no levels.
  IF NOT acts_at(location) THEN RETURN; END IF;
  PERFORM FROM stock_levels level
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products)
  ORDER BY level.sub_product_id FOR NO KEY UPDATE;

  UPDATE stock_levels level
  SET expired = lot.expired, next_expiry = lot.next_expiry,
    out_since = CASE WHEN level.on_hand - level.reserved - lot.expired <= 0 THEN coalesce(level.out_since, now()) END
  FROM (
    SELECT wanted.id,
      coalesce(sum(l.on_hand) FILTER (WHERE l.expires_on < today OR l.recall_id IS NOT NULL), 0) AS expired,
      min(l.expires_on) FILTER (WHERE l.expires_on >= today AND l.recall_id IS NULL) AS next_expiry
    FROM unnest(sub_products) AS wanted(id)
    LEFT JOIN lots l ON l.location_id = location AND l.sub_product_id = wanted.id AND l.in_stock
    GROUP BY wanted.id
  ) lot
  WHERE level.location_id = location AND level.sub_product_id = lot.id
    AND (level.expired, level.next_expiry) IS DISTINCT FROM (lot.expired, lot.next_expiry);

  RETURN QUERY SELECT level.sub_product_id, level.on_hand, level.reserved, level.expired FROM stock_levels level
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products);
END $$;
-- Updates `expired` of these sub-products.
CREATE OR REPLACE FUNCTION refresh_expiry(location uuid, sub_products uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM hold_levels(location, sub_products);
END $$;

-- Picking writes the quantity of every line. With that column in the condition of an index, each line got new entries
-- in all indexes of the table; this one changes only for lines that are short. Weighed goods never match the ordered
-- quantity exactly, so they are short only when nothing was picked.
ALTER TABLE order_lines ADD COLUMN is_short boolean NOT NULL DEFAULT false;
UPDATE order_lines SET is_short = true
WHERE picked_quantity < quantity AND (picked_quantity = 0 OR NOT sold_by_weight);
DROP INDEX order_lines_short;
CREATE INDEX order_lines_short ON order_lines (location_id, order_id) WHERE is_short;
CREATE FUNCTION note_short() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_short := NOT NEW.is_short;
  RETURN NEW;
END $$;
CREATE TRIGGER note_short BEFORE INSERT OR UPDATE ON order_lines FOR EACH ROW
WHEN (NEW.is_short <> coalesce(NEW.picked_quantity < NEW.quantity AND (NEW.picked_quantity = 0 OR NOT NEW.sold_by_weight), false))
EXECUTE FUNCTION note_short();
-- Room for the picked lines of an order beside the ordered ones.
ALTER TABLE order_lines SET (fillfactor = 75);
