-- Adds the changes of an edited order to the deltas of totals. Adds or subtracts its lines if it becomes a sale or
-- stops being one.
CREATE OR REPLACE FUNCTION note_changed_order_figures() RETURNS trigger
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
