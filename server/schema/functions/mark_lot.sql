-- Marks what a changed lot adds to: its old and new expiration days after its date or cost changed or it was deleted, and
-- the stock of its sub-product, which has a cost.
CREATE OR REPLACE FUNCTION mark_lot() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO expiry_changes SELECT DISTINCT NEW.location_id, day FROM unnest(ARRAY[OLD.expires_on, NEW.expires_on]) AS day
  WHERE day IS NOT NULL;
  INSERT INTO stock_total_marks VALUES (NEW.sub_product_id);
  RETURN NULL;
END $$;

-- Omits quantities: only apply_movements changes them, and it marks the days and the stock.
CREATE TRIGGER mark_lot AFTER UPDATE OF expires_on, cost_price, deleted_at ON lots FOR EACH ROW
WHEN ((OLD.expires_on, OLD.cost_price, OLD.deleted_at) IS DISTINCT FROM (NEW.expires_on, NEW.cost_price, NEW.deleted_at))
EXECUTE FUNCTION mark_lot();
