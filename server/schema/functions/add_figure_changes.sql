-- Adds up to `most` deltas of stock to the totals over all locations and returns whether more remain.
CREATE OR REPLACE FUNCTION add_figure_changes(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  WITH taken AS (
    DELETE FROM product_figure_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM product_figure_changes LIMIT most))
    RETURNING *
  )
  INSERT INTO all_product_stock AS kept
  SELECT sub_product_id, sum(stock), sum(worth) FROM taken WHERE stock <> 0 OR worth <> 0 GROUP BY 1
  ON CONFLICT (sub_product_id) DO UPDATE SET stock = kept.stock + excluded.stock, worth = kept.worth + excluded.worth;
  RETURN EXISTS (SELECT FROM product_figure_changes);
END $$;
REVOKE ALL ON FUNCTION add_figure_changes FROM aisle_located;
