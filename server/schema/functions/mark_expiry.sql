-- Marks the expiration days of lots in stock after their sub-product's price or cost changed. Starts from stock levels,
-- since most lots of a sub-product are empty.
CREATE OR REPLACE FUNCTION mark_expiry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO expiry_changes
  SELECT DISTINCT l.location_id, l.expires_on FROM stock_levels level
  JOIN lots l ON l.location_id = level.location_id AND l.sub_product_id = level.sub_product_id
  WHERE level.sub_product_id = NEW.id AND l.in_stock AND l.expires_on IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER mark_expiry AFTER UPDATE ON sub_products FOR EACH ROW
WHEN ((OLD.price, OLD.sale_price, OLD.cost_price) IS DISTINCT FROM (NEW.price, NEW.sale_price, NEW.cost_price))
EXECUTE FUNCTION mark_expiry();
