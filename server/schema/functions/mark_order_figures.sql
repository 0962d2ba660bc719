-- Marks the day of a new or changed order, and its sub-products if it becomes a sale, stops being one or moves to another
-- day. Lines mark their day themselves.
CREATE OR REPLACE FUNCTION mark_order_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_marks VALUES (NEW.location_id, NEW.created_at);
  IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
  IF OLD.created_at <> NEW.created_at THEN
    INSERT INTO figure_marks VALUES (OLD.location_id, OLD.created_at);
    INSERT INTO product_figure_marks VALUES (OLD.location_id, OLD.created_at), (NEW.location_id, NEW.created_at);
  ELSIF is_sold(OLD.status) <> is_sold(NEW.status) THEN
    INSERT INTO product_figure_marks VALUES (NEW.location_id, NEW.created_at);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER mark_figures AFTER INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION mark_order_figures();
