-- Adds the deltas of a corrected lot cost: the cost of sold units that were picked from the lot, and the value of its
-- stock.
CREATE OR REPLACE FUNCTION note_cost_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, cost, worth)
  SELECT m.location_id, o.created_at, m.sub_product_id,
    cost_of(m.on_hand, NEW.cost_price) - cost_of(m.on_hand, OLD.cost_price), 0
  FROM stock_movements m JOIN orders o ON o.location_id = m.location_id AND o.id = m.order_id
  WHERE m.location_id = NEW.location_id AND m.lot_id = NEW.id AND m.kind IN ('pick', 'return') AND m.cause_kind = 'order'
    AND is_sold(o.status) AND NOT o.is_replacement
  UNION ALL
  SELECT NEW.location_id, now(), NEW.sub_product_id, 0,
    worth_of(NEW.on_hand, NEW.cost_price) - worth_of(NEW.on_hand, OLD.cost_price);
  RETURN NULL;
END $$;

CREATE TRIGGER note_figures_changed AFTER UPDATE OF cost_price ON lots FOR EACH ROW
WHEN (OLD.cost_price IS DISTINCT FROM NEW.cost_price) EXECUTE FUNCTION note_cost_figures();
