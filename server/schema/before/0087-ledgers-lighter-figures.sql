-- The sums of reports cost a write less. PostgreSQL reads the condition of a trigger again for every statement, and
-- parses the SQL functions in it: that of orders took longer than the row that it was to spare. So conditions are short
-- and name no function, or are in the function of the trigger, which a connection parses once.

-- The figures of an order in three parts, as a step changes only one of them; together they are the one definition of
-- each, by the day the order was placed. Whether it counts is worked out once for each part (OFFSET 0).
CREATE FUNCTION sale_of_order(o orders) RETURNS TABLE (orders bigint, gross bigint, discounts bigint, tax bigint,
  delivery_fees bigint, cancelled bigint) LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT sold, sold * o.total, sold * o.discount_total, sold * o.tax_total, sold * o.delivery_fee,
    CASE WHEN is_called_off(o.status) AND NOT o.is_replacement THEN 1 ELSE 0 END::bigint
  FROM (SELECT CASE WHEN is_sold(o.status) AND NOT o.is_replacement THEN 1 ELSE 0 END::bigint AS sold OFFSET 0) AS one
$$;
CREATE FUNCTION picking_of_order(o orders) RETURNS TABLE (preparation bigint, prepared bigint)
LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT CASE WHEN counts THEN extract(epoch FROM o.prepared_at - o.processing_at)::bigint ELSE 0 END,
    CASE WHEN counts THEN 1 ELSE 0 END::bigint
  FROM (SELECT o.prepared_at IS NOT NULL AND o.processing_at IS NOT NULL AND is_sold(o.status)
    AND NOT o.is_replacement AS counts OFFSET 0) AS one
$$;
CREATE FUNCTION delivery_of_order(o orders) RETURNS TABLE (delivery bigint, delivered bigint, with_slot bigint,
  on_time bigint) LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT CASE WHEN brought THEN coalesce(extract(epoch FROM o.delivered_at - o.out_at)::bigint, 0) ELSE 0 END,
    CASE WHEN brought AND o.delivered_at IS NOT NULL AND o.out_at IS NOT NULL THEN 1 ELSE 0 END::bigint,
    CASE WHEN brought AND o.slot_to IS NOT NULL THEN 1 ELSE 0 END::bigint,
    CASE WHEN brought AND o.delivered_at <= o.slot_to THEN 1 ELSE 0 END::bigint
  FROM (SELECT o.status = 'delivered' AND o.fulfilment = 'delivery' AND NOT o.is_replacement AS brought OFFSET 0) AS one
$$;
CREATE OR REPLACE FUNCTION figures_of_order(o orders) RETURNS TABLE (orders bigint, gross bigint, discounts bigint,
  tax bigint, delivery_fees bigint, cancelled bigint, preparation bigint, prepared bigint, delivery bigint,
  delivered bigint, with_slot bigint, on_time bigint) LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT sale.*, picking.*, brought.*
  FROM sale_of_order(o) sale, picking_of_order(o) picking, delivery_of_order(o) brought
$$;

-- Adds all that an order counts for, or takes it away (-1).
CREATE FUNCTION count_order(o orders, sign integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_changes (location_id, at, orders, gross, discounts, tax, delivery_fees, cancelled, preparation,
    prepared, delivery, delivered, with_slot, on_time)
  SELECT o.location_id, o.created_at, sign * n.orders, sign * n.gross, sign * n.discounts, sign * n.tax,
    sign * n.delivery_fees, sign * n.cancelled, sign * n.preparation, sign * n.prepared, sign * n.delivery,
    sign * n.delivered, sign * n.with_slot, sign * n.on_time
  FROM figures_of_order(o) n;
  IF is_sold(o.status) THEN
    INSERT INTO product_figure_changes (location_id, at, sub_product_id, units, revenue, cost)
    SELECT o.location_id, o.created_at, one.sub_product_id, sign * one.units, sign * one.revenue, sign * one.cost
    FROM product_figures_of_order(o.location_id, o.id) one;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION count_order(orders, integer) FROM aisle_all, aisle_located;

CREATE OR REPLACE FUNCTION note_order_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_changes (location_id, at, orders, gross, discounts, tax, delivery_fees, cancelled)
  SELECT NEW.location_id, NEW.created_at, n.* FROM sale_of_order(NEW) n;
  -- History is entered: its picks may be there already. The lines of any order add theirs when they are inserted.
  IF NEW.prepared_at IS NOT NULL OR NEW.status = 'delivered' THEN
    INSERT INTO figure_changes (location_id, at, preparation, prepared, delivery, delivered, with_slot, on_time)
    SELECT NEW.location_id, NEW.created_at, picking.*, brought.*
    FROM picking_of_order(NEW) picking, delivery_of_order(NEW) brought;
    INSERT INTO product_figure_changes (location_id, at, sub_product_id, cost)
    SELECT NEW.location_id, NEW.created_at, one.sub_product_id, one.cost
    FROM product_figures_of_order(NEW.location_id, NEW.id) one WHERE one.cost <> 0 AND is_sold(NEW.status);
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER note_figures_changed ON orders;
CREATE FUNCTION note_changed_order_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.is_replacement THEN RETURN NULL; END IF;
  IF OLD.created_at <> NEW.created_at THEN
    PERFORM count_order(OLD, -1), count_order(NEW, 1);
    RETURN NULL;
  END IF;
  IF OLD.total <> NEW.total OR OLD.discount_total <> NEW.discount_total OR OLD.tax_total <> NEW.tax_total
    OR OLD.delivery_fee <> NEW.delivery_fee
    OR OLD.status <> NEW.status AND NOT (is_sold(OLD.status) AND is_sold(NEW.status)) THEN
    INSERT INTO figure_changes (location_id, at, orders, gross, discounts, tax, delivery_fees, cancelled)
    SELECT NEW.location_id, NEW.created_at, n.orders - o.orders, n.gross - o.gross, n.discounts - o.discounts,
      n.tax - o.tax, n.delivery_fees - o.delivery_fees, n.cancelled - o.cancelled
    FROM sale_of_order(NEW) n, sale_of_order(OLD) o;
  END IF;
  IF OLD.prepared_at IS DISTINCT FROM NEW.prepared_at OR NEW.prepared_at IS NOT NULL
    AND (OLD.processing_at IS DISTINCT FROM NEW.processing_at OR is_sold(OLD.status) <> is_sold(NEW.status)) THEN
    INSERT INTO figure_changes (location_id, at, preparation, prepared)
    SELECT NEW.location_id, NEW.created_at, n.preparation - o.preparation, n.prepared - o.prepared
    FROM picking_of_order(NEW) n, picking_of_order(OLD) o;
  END IF;
  IF 'delivered' IN (OLD.status, NEW.status) AND (OLD.status, OLD.delivered_at, OLD.out_at, OLD.slot_to)
      IS DISTINCT FROM (NEW.status, NEW.delivered_at, NEW.out_at, NEW.slot_to) THEN
    INSERT INTO figure_changes (location_id, at, delivery, delivered, with_slot, on_time)
    SELECT NEW.location_id, NEW.created_at, n.delivery - o.delivery, n.delivered - o.delivered,
      n.with_slot - o.with_slot, n.on_time - o.on_time
    FROM delivery_of_order(NEW) n, delivery_of_order(OLD) o;
  END IF;
  -- The figures of its lines go when it stops being a sale, and come back when it is one again.
  IF is_sold(OLD.status) <> is_sold(NEW.status) THEN
    INSERT INTO product_figure_changes (location_id, at, sub_product_id, units, revenue, cost)
    SELECT NEW.location_id, NEW.created_at, one.sub_product_id, sign * one.units, sign * one.revenue, sign * one.cost
    FROM (SELECT CASE WHEN is_sold(NEW.status) THEN 1 ELSE -1 END) AS now_sold (sign)
    CROSS JOIN product_figures_of_order(NEW.location_id, NEW.id) one;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_changed AFTER UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION note_changed_order_figures();

-- Units as line_units has them: nothing is picked of a line that is removed.
CREATE OR REPLACE TRIGGER note_figures_changed AFTER UPDATE ON order_lines FOR EACH ROW
WHEN (coalesce(OLD.picked_quantity, OLD.quantity) <> coalesce(NEW.picked_quantity, NEW.quantity)
  OR OLD.total - OLD.tax <> NEW.total - NEW.tax) EXECUTE FUNCTION note_changed_line_figures();

-- What movements add to the figures is noted by the statement that looks for their lots.
DROP TRIGGER note_figures_added ON stock_movements;
DROP FUNCTION note_moved_figures;
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
    ), figured AS (
      INSERT INTO product_figure_changes (location_id, at, sub_product_id, cost, waste, stock, worth)
      SELECT m.location_id, coalesce(o.created_at, m.created_at), m.sub_product_id,
        CASE WHEN o.id IS NOT NULL THEN cost_of(m.on_hand, l.cost_price) ELSE 0 END,
        CASE WHEN m.kind IN ('waste', 'damage') THEN (-m.on_hand * 1000)::bigint ELSE 0 END,
        (m.on_hand * 1000)::bigint, worth_of(m.on_hand, l.cost_price)
      FROM moved m JOIN lots l ON l.location_id = m.location_id AND l.id = m.lot_id
      LEFT JOIN orders o ON o.location_id = m.location_id AND o.id = m.order_id AND m.kind IN ('pick', 'return')
        AND m.cause_kind = 'order' AND is_sold(o.status) AND NOT o.is_replacement
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
