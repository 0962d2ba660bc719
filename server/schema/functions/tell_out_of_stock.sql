-- Announces to screens that a sub-product is out of stock or back in stock.
CREATE OR REPLACE FUNCTION tell_out_of_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM announce('notifications', CASE WHEN NEW.out_since IS NULL THEN 'backInStock' ELSE 'outOfStock' END,
    NEW.sub_product_id, NEW.location_id);
  RETURN NULL;
END $$;

CREATE TRIGGER tell_out_of_stock AFTER UPDATE OF out_since ON stock_levels
FOR EACH ROW WHEN ((OLD.out_since IS NULL) <> (NEW.out_since IS NULL)) EXECUTE FUNCTION tell_out_of_stock();
