-- Records new levels as changes of their product's stock.
CREATE OR REPLACE FUNCTION keep_product_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH added AS MATERIALIZED (
    SELECT level.location_id, level.sub_product_id, level.next_expiry,
      greatest(0, level.on_hand - level.reserved - level.expired) AS available
    FROM changed level
  ), kept AS (
    INSERT INTO product_stock_changes (product_id, available, expires_at)
    SELECT s.product_id, sum(added.available), min((added.next_expiry + 1)::timestamp AT TIME ZONE place.time_zone)
    FROM added JOIN sub_products s ON s.id = added.sub_product_id JOIN locations place ON place.id = added.location_id
    WHERE added.available > 0 OR added.next_expiry IS NOT NULL GROUP BY 1
  )
  INSERT INTO catalog_changes (kind, place) SELECT DISTINCT 'stock', location_id FROM added WHERE available > 0;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_product_stock AFTER INSERT ON stock_levels REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION keep_product_stock();
