-- Marks the expiration days of lots in stock after their custom price at the location changed, and updates low_since after
-- the threshold changed. It stays a trigger, since assignments, copies, price grids, imports, bulk edits and mark-downs
-- write offers.
CREATE OR REPLACE FUNCTION mark_offer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  offer location_sub_products := coalesce(NEW, OLD);
BEGIN
  IF OLD.price IS DISTINCT FROM NEW.price THEN
    INSERT INTO expiry_changes
    SELECT DISTINCT l.location_id, l.expires_on FROM lots l
    WHERE l.location_id = offer.location_id AND l.sub_product_id = offer.sub_product_id AND l.in_stock
      AND l.expires_on IS NOT NULL;
  END IF;
  IF OLD.threshold IS DISTINCT FROM NEW.threshold THEN
    PERFORM refresh_low(offer.location_id, offer.sub_product_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER mark_offer AFTER INSERT OR DELETE OR UPDATE OF price, threshold ON location_sub_products
FOR EACH ROW EXECUTE FUNCTION mark_offer();
