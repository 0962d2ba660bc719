-- Adds a completed refund of a sale to the deltas of totals, and subtracts its previous values after a change.
CREATE OR REPLACE FUNCTION note_refund_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.of_sale AND OLD.status = 'refunded' THEN
    INSERT INTO figure_changes (location_id, at, refunds) VALUES (OLD.location_id, OLD.refunded_at, -OLD.amount);
    INSERT INTO product_figure_changes (location_id, at, sub_product_id, refunded_units)
    SELECT OLD.location_id, OLD.refunded_at, one.sub_product_id, -one.refunded_units FROM product_figures_of_refund(OLD) one;
  END IF;
  IF NEW.of_sale AND NEW.status = 'refunded' THEN
    INSERT INTO figure_changes (location_id, at, refunds) VALUES (NEW.location_id, NEW.refunded_at, NEW.amount);
    INSERT INTO product_figure_changes (location_id, at, sub_product_id, refunded_units)
    SELECT NEW.location_id, NEW.refunded_at, one.sub_product_id, one.refunded_units FROM product_figures_of_refund(NEW) one;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER note_figures_added AFTER INSERT ON refunds FOR EACH ROW
WHEN (NEW.of_sale AND NEW.status = 'refunded') EXECUTE FUNCTION note_refund_figures();
CREATE TRIGGER note_figures_changed AFTER UPDATE ON refunds FOR EACH ROW
WHEN ((OLD.status, OLD.refunded_at, OLD.amount, OLD.of_sale)
    IS DISTINCT FROM (NEW.status, NEW.refunded_at, NEW.amount, NEW.of_sale)
  AND 'refunded' IN (OLD.status, NEW.status)) EXECUTE FUNCTION note_refund_figures();
