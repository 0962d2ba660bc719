-- Records deltas that add an order to the totals, or that subtract it if sign is -1.
CREATE OR REPLACE FUNCTION count_order(o orders, sign integer) RETURNS void
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
REVOKE ALL ON FUNCTION count_order FROM aisle_all, aisle_located;
