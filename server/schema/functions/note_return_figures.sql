-- Adds a new return to the deltas of totals. If its creation time changes, moves the return and its lines.
CREATE OR REPLACE FUNCTION note_return_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_changes (location_id, at, returns) VALUES (NEW.location_id, NEW.created_at, 1);
  IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
  INSERT INTO figure_changes (location_id, at, returns) VALUES (OLD.location_id, OLD.created_at, -1);
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, returns)
  SELECT n.location_id, moved.at, n.sub_product_id, moved.sign
  FROM (VALUES (OLD.created_at, -1), (NEW.created_at, 1)) AS moved (at, sign) CROSS JOIN return_lines back
  JOIN order_lines n ON n.location_id = back.location_id AND n.order_id = back.order_id AND n.id = back.line_id
  WHERE back.location_id = NEW.location_id AND back.return_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER note_figures_added AFTER INSERT ON returns FOR EACH ROW EXECUTE FUNCTION note_return_figures();
CREATE TRIGGER note_figures_changed AFTER UPDATE OF created_at ON returns FOR EACH ROW
WHEN (OLD.created_at <> NEW.created_at) EXECUTE FUNCTION note_return_figures();
