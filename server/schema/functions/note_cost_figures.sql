-- Marks a lot with an edited cost.
CREATE OR REPLACE FUNCTION note_cost_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_cost_marks VALUES (NEW.location_id, NEW.id, OLD.cost_price, NEW.cost_price);
  RETURN NULL;
END $$;

CREATE TRIGGER note_figures_changed AFTER UPDATE OF cost_price ON lots FOR EACH ROW
WHEN (OLD.cost_price IS DISTINCT FROM NEW.cost_price) EXECUTE FUNCTION note_cost_figures();
