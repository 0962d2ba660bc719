-- Recalculates the number of sub-products and the price range of products. Locks the rows before it counts, so that it
-- sees concurrent commits.
CREATE OR REPLACE FUNCTION sum_product_prices(changed uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  added bigint;
BEGIN
  -- The transaction that adds the row of a product counts all it has: others that add sub-products to it wait here, and count below.
  INSERT INTO product_prices (product_id, sub_products, lowest, highest)
  SELECT p.id, counted.* FROM unnest(changed) AS wanted (id) JOIN products p ON p.id = wanted.id
  CROSS JOIN LATERAL (
    SELECT count(*), min(coalesce(s.sale_price, s.price)), max(coalesce(s.sale_price, s.price))
    FROM sub_products s WHERE s.product_id = p.id
  ) counted
  WHERE NOT EXISTS (SELECT FROM product_prices known WHERE known.product_id = p.id)
  ORDER BY p.id ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added = cardinality(changed) THEN RETURN; END IF;

  -- Locks the rows before it counts: the statement that counts then sees what others committed meanwhile.
  PERFORM FROM product_prices WHERE product_id = ANY (changed) ORDER BY product_id FOR NO KEY UPDATE;
  UPDATE product_prices kept SET sub_products = counted.sub_products, lowest = counted.lowest, highest = counted.highest
  FROM (
    SELECT wanted.id, count(s.id) AS sub_products, min(coalesce(s.sale_price, s.price)) AS lowest,
      max(coalesce(s.sale_price, s.price)) AS highest
    FROM unnest(changed) AS wanted (id) LEFT JOIN sub_products s ON s.product_id = wanted.id
    GROUP BY wanted.id
  ) counted
  WHERE kept.product_id = counted.id AND (kept.sub_products, kept.lowest, kept.highest)
    IS DISTINCT FROM (counted.sub_products, counted.lowest, counted.highest);
END $$;
REVOKE ALL ON FUNCTION sum_product_prices FROM aisle_located;
