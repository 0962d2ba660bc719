-- Marks a lot with an edited cost.
CREATE OR REPLACE FUNCTION mark_cost() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_cost_marks VALUES (NEW.location_id, NEW.id, OLD.cost_price, NEW.cost_price);
  RETURN NULL;
END $$;

CREATE TRIGGER mark_cost AFTER UPDATE OF cost_price ON lots FOR EACH ROW
WHEN (OLD.cost_price IS DISTINCT FROM NEW.cost_price) EXECUTE FUNCTION mark_cost();
