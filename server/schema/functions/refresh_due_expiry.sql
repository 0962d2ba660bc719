-- Updates every level with a lot that expired since its last update and returns their number. Sales update levels
-- themselves, but lists of sold-out items depend on it.
CREATE OR REPLACE FUNCTION refresh_due_expiry() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  due record;
  seen bigint := 0;
BEGIN
  FOR due IN
    SELECT location_id, array_agg(level.sub_product_id ORDER BY level.sub_product_id) AS sub_products
    FROM stock_levels level JOIN locations place ON place.id = level.location_id
    WHERE level.next_expiry <= (now() AT TIME ZONE 'UTC')::date
      AND level.next_expiry < (now() AT TIME ZONE place.time_zone)::date
    GROUP BY location_id ORDER BY location_id
  LOOP
    PERFORM hold_levels(due.location_id, due.sub_products);
    seen := seen + cardinality(due.sub_products);
  END LOOP;
  RETURN seen;
END $$;
REVOKE ALL ON FUNCTION refresh_due_expiry FROM aisle_located;
