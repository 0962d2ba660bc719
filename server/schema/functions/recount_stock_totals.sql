-- Recounts the stock of the sub-products in up to `most` marks and returns whether more marks remain. Calls must run one
-- at a time, each with a later snapshot: an older snapshot would overwrite newer counts.
CREATE OR REPLACE FUNCTION recount_stock_totals(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  marked uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200157);
  -- A separate statement counts, because it must see every change whose mark this statement deletes.
  WITH taken AS (
    DELETE FROM stock_total_marks WHERE ctid = ANY (ARRAY(SELECT ctid FROM stock_total_marks LIMIT most)) RETURNING *
  )
  SELECT array_agg(DISTINCT sub_product_id) INTO marked FROM taken;
  INSERT INTO stock_totals
  SELECT s.id, counted.* FROM sub_products s CROSS JOIN LATERAL count_stock(s.id) counted
  WHERE s.id = ANY (marked) ORDER BY s.id
  ON CONFLICT (sub_product_id) DO UPDATE SET stock = excluded.stock, worth = excluded.worth,
    available = excluded.available, expires_at = excluded.expires_at;
  RETURN EXISTS (SELECT FROM stock_total_marks);
END $$;
REVOKE ALL ON FUNCTION recount_stock_totals FROM aisle_located;
