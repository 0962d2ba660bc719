-- Records the new expiration times of products when a location's time zone changes. The quantities don't change.
CREATE OR REPLACE FUNCTION keep_product_stock_of_zone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_stock_changes (product_id, available, expires_at)
  SELECT s.product_id, 0, (min(level.next_expiry) + 1)::timestamp AT TIME ZONE NEW.time_zone
  FROM stock_levels level JOIN sub_products s ON s.id = level.sub_product_id
  WHERE level.location_id = NEW.id AND level.next_expiry IS NOT NULL GROUP BY 1;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_product_stock AFTER UPDATE OF time_zone ON locations FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION keep_product_stock_of_zone();
