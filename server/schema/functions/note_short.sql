-- Flips is_short. The trigger's condition calls it only if is_short doesn't match the quantities.
CREATE OR REPLACE FUNCTION note_short() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_short := NOT NEW.is_short;
  RETURN NEW;
END $$;

CREATE TRIGGER note_short BEFORE INSERT OR UPDATE ON order_lines FOR EACH ROW
WHEN (NEW.is_short <> coalesce(NEW.picked_quantity < NEW.quantity AND (NEW.picked_quantity = 0 OR NOT NEW.sold_by_weight), false))
EXECUTE FUNCTION note_short();
