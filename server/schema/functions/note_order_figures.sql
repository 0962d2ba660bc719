-- Adds a new order to the deltas of totals. If it is entered as prepared or delivered, also adds its preparation and
-- delivery, and the cost of items that were already picked.
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

CREATE TRIGGER note_figures_added AFTER INSERT ON orders FOR EACH ROW
WHEN (NOT NEW.is_replacement AND NEW.status <> 'pending') EXECUTE FUNCTION note_order_figures();
