-- Marks the day of a new return, and both days if a return moves to another one. A return is inserted with all of its lines,
-- so they need no mark.
CREATE OR REPLACE FUNCTION mark_return_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_marks VALUES (NEW.location_id, NEW.created_at);
  INSERT INTO product_figure_marks VALUES (NEW.location_id, NEW.created_at);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO figure_marks VALUES (OLD.location_id, OLD.created_at);
    INSERT INTO product_figure_marks VALUES (OLD.location_id, OLD.created_at);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER mark_figures AFTER INSERT OR UPDATE OF created_at ON returns
FOR EACH ROW EXECUTE FUNCTION mark_return_figures();
