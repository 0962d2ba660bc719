-- Marks the stock of all sub-products for a recount.
CREATE OR REPLACE FUNCTION mark_all_stock_totals() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO stock_total_marks
  SELECT sub_product_id FROM stock_levels UNION SELECT sub_product_id FROM stock_totals;
END $$;
REVOKE ALL ON FUNCTION mark_all_stock_totals FROM aisle_located;
