-- Records the change of a product's stock after a level changed, or after its next expiration moved to an earlier day.
CREATE OR REPLACE FUNCTION keep_moved_product_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  available numeric := greatest(0, NEW.on_hand - NEW.reserved - NEW.expired);
  formerly numeric := greatest(0, OLD.on_hand - OLD.reserved - OLD.expired);
BEGIN
  INSERT INTO product_stock_changes (product_id, available, expires_at)
  SELECT s.product_id, available - formerly,
    CASE WHEN NEW.next_expiry < coalesce(OLD.next_expiry, 'infinity') THEN
      (NEW.next_expiry + 1)::timestamp AT TIME ZONE (SELECT time_zone FROM locations WHERE id = NEW.location_id) END
  FROM sub_products s WHERE s.id = NEW.sub_product_id;
  IF (available > 0) <> (formerly > 0) THEN
    INSERT INTO catalog_changes (kind, place) VALUES ('stock', NEW.location_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_moved_product_stock AFTER UPDATE ON stock_levels FOR EACH ROW
  WHEN (greatest(0, NEW.on_hand - NEW.reserved - NEW.expired) <> greatest(0, OLD.on_hand - OLD.reserved - OLD.expired)
    OR NEW.next_expiry < coalesce(OLD.next_expiry, 'infinity'))
  EXECUTE FUNCTION keep_moved_product_stock();
