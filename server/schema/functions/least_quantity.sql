-- Returns the smallest quantity of a sub-product that can be ordered. A test compares it with leastQuantity in the
-- contract.
CREATE OR REPLACE FUNCTION least_quantity(goods sub_products) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN goods.unit = 'each' AND NOT goods.sold_by_weight THEN ceil(coalesce(goods.min_per_order, 1))
    ELSE coalesce(goods.min_per_order, 0.001) END
$$;
