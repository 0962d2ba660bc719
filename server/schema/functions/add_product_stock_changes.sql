-- Adds up to `most` changes to product_stock, updates up to `most` passed expirations, deletes old catalog changes, and
-- returns whether more stock changes remain. Calls must run one at a time: two concurrent calls would deadlock on each
-- other's rows.
CREATE OR REPLACE FUNCTION add_product_stock_changes(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4151200157);
  WITH taken AS (
    DELETE FROM product_stock_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM product_stock_changes LIMIT most))
    RETURNING *
  )
  INSERT INTO product_stock AS kept (product_id, available, expires_at)
  SELECT p.id, sum(taken.available), min(taken.expires_at)
  FROM taken JOIN products p ON p.id = taken.product_id GROUP BY 1 ORDER BY 1
  ON CONFLICT (product_id) DO UPDATE SET available = kept.available + excluded.available,
    expires_at = least(kept.expires_at, excluded.expires_at);
  -- What has expired: its levels are looked at again every hour, and wait for a later day then.
  UPDATE product_stock kept SET expires_at = (
    SELECT min((level.next_expiry + 1)::timestamp AT TIME ZONE place.time_zone) FROM sub_products s
    JOIN stock_levels level ON level.sub_product_id = s.id JOIN locations place ON place.id = level.location_id
    WHERE s.product_id = kept.product_id)
  WHERE kept.product_id IN (SELECT product_id FROM product_stock WHERE expires_at <= now() ORDER BY expires_at LIMIT most);
  DELETE FROM catalog_changes WHERE at < now() - interval '10 minutes';
  RETURN EXISTS (SELECT FROM product_stock_changes);
END $$;
REVOKE ALL ON FUNCTION add_product_stock_changes FROM aisle_located;
