-- Marks the days whose orders were picked from a lot with a corrected cost.
CREATE OR REPLACE FUNCTION note_cost_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_marks
  SELECT DISTINCT o.location_id, o.created_at
  FROM stock_movements m JOIN orders o ON o.location_id = m.location_id AND o.id = m.order_id
  WHERE m.location_id = NEW.location_id AND m.lot_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER note_figures_changed AFTER UPDATE OF cost_price ON lots FOR EACH ROW
WHEN (OLD.cost_price IS DISTINCT FROM NEW.cost_price) EXECUTE FUNCTION note_cost_figures();
