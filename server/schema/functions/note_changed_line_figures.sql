-- Adds the change of an edited order line to the deltas of product totals.
CREATE OR REPLACE FUNCTION note_changed_line_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, units, revenue)
  SELECT NEW.location_id, o.created_at, NEW.sub_product_id, line_units(NEW.removed, NEW.picked_quantity, NEW.quantity)
    - line_units(OLD.removed, OLD.picked_quantity, OLD.quantity), NEW.total - NEW.tax - OLD.total + OLD.tax
  FROM orders o WHERE o.location_id = NEW.location_id AND o.id = NEW.order_id AND is_sold(o.status) AND NOT o.is_replacement;
  RETURN NULL;
END $$;

-- The condition needs no check of `removed`: a removed line has a picked quantity of 0, as in line_units.
CREATE TRIGGER note_figures_changed AFTER UPDATE ON order_lines FOR EACH ROW
WHEN (coalesce(OLD.picked_quantity, OLD.quantity) <> coalesce(NEW.picked_quantity, NEW.quantity)
  OR OLD.total - OLD.tax <> NEW.total - NEW.tax) EXECUTE FUNCTION note_changed_line_figures();
