-- Rebuilds the stock of all sub-products. No other session may write at the same time.
CREATE OR REPLACE FUNCTION fill_stock_totals() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  TRUNCATE stock_totals, stock_total_marks;
  INSERT INTO stock_totals
  SELECT s.id, counted.* FROM (SELECT DISTINCT sub_product_id AS id FROM stock_levels) s
  CROSS JOIN LATERAL count_stock(s.id) counted ORDER BY s.id;
END $$;
REVOKE ALL ON FUNCTION fill_stock_totals FROM aisle_all, aisle_located;
