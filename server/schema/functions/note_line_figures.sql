-- Adds new lines of sold orders to the deltas of product totals.
CREATE OR REPLACE FUNCTION note_line_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, units, revenue)
  SELECT n.location_id, o.created_at, n.sub_product_id, line_units(n.removed, n.picked_quantity, n.quantity), n.total - n.tax
  FROM added n JOIN orders o ON o.location_id = n.location_id AND o.id = n.order_id
  WHERE is_sold(o.status) AND NOT o.is_replacement;
  RETURN NULL;
END $$;

CREATE TRIGGER note_figures_added AFTER INSERT ON order_lines REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION note_line_figures();
