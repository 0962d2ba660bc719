-- Marks the expiration days of lots in stock after their custom price at the location changed.
CREATE OR REPLACE FUNCTION note_expiry_of_offer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  offer location_sub_products := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO expiry_changes
  SELECT DISTINCT l.location_id, l.expires_on FROM lots l
  WHERE l.location_id = offer.location_id AND l.sub_product_id = offer.sub_product_id AND l.in_stock
    AND l.expires_on IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER note_expiry_added AFTER INSERT ON location_sub_products FOR EACH ROW
WHEN (NEW.price IS NOT NULL) EXECUTE FUNCTION note_expiry_of_offer();
CREATE TRIGGER note_expiry_changed AFTER UPDATE ON location_sub_products FOR EACH ROW
WHEN (OLD.price IS DISTINCT FROM NEW.price) EXECUTE FUNCTION note_expiry_of_offer();
CREATE TRIGGER note_expiry_deleted AFTER DELETE ON location_sub_products FOR EACH ROW
WHEN (OLD.price IS NOT NULL) EXECUTE FUNCTION note_expiry_of_offer();
