-- Rebuilds the stock of all products. Blocks writes to levels and sub-products until the end of the transaction.
CREATE OR REPLACE FUNCTION fill_product_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE stock_levels, sub_products IN SHARE MODE;
  TRUNCATE product_stock, product_stock_changes;
  INSERT INTO product_stock (product_id, available, expires_at)
  SELECT s.product_id, sum(greatest(0, level.on_hand - level.reserved - level.expired)),
    min((level.next_expiry + 1)::timestamp AT TIME ZONE place.time_zone)
  FROM stock_levels level JOIN sub_products s ON s.id = level.sub_product_id
  JOIN locations place ON place.id = level.location_id GROUP BY 1 ORDER BY 1;
END $$;
REVOKE ALL ON FUNCTION fill_product_figures FROM aisle_all, aisle_located;
