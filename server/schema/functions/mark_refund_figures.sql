-- Marks the day on which a refund was paid, and the earlier one if that changed. Marks today if a paid refund changes, because
-- it failed later or was paid again.
CREATE OR REPLACE FUNCTION mark_refund_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.refunded_at IS NOT NULL THEN
    INSERT INTO figure_marks VALUES (NEW.location_id, NEW.refunded_at);
    INSERT INTO product_figure_marks VALUES (NEW.location_id, NEW.refunded_at);
  END IF;
  IF OLD.refunded_at <> NEW.refunded_at OR OLD.refunded_at IS NOT NULL AND NEW.refunded_at IS NULL THEN
    INSERT INTO figure_marks VALUES (OLD.location_id, OLD.refunded_at);
    INSERT INTO product_figure_marks VALUES (OLD.location_id, OLD.refunded_at);
  END IF;
  IF OLD.refunded_at IS NOT NULL THEN
    INSERT INTO figure_marks VALUES (NEW.location_id, now());
    INSERT INTO product_figure_marks VALUES (NEW.location_id, now());
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER mark_figures AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION mark_refund_figures();
