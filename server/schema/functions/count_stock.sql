-- Counts the stock of a sub-product over all locations: the quantity on hand in thousandths, its cost in thousandths of
-- cents, the sellable quantity, and when the first of it expires.
CREATE OR REPLACE FUNCTION count_stock(sub_product uuid)
RETURNS TABLE (stock bigint, worth bigint, available numeric, expires_at timestamptz) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT held.stock, held.worth, sellable.available, sellable.expires_at
  FROM (
    SELECT coalesce(sum((l.on_hand * 1000)::bigint), 0)::bigint AS stock,
      coalesce(sum(value_of(l.on_hand, l.cost_price)), 0)::bigint AS worth
    FROM lots l WHERE l.sub_product_id = count_stock.sub_product AND l.in_stock
  ) held
  CROSS JOIN (
    SELECT coalesce(sum(available_now(level)), 0) AS available,
      min((level.next_expiry + 1)::timestamp AT TIME ZONE place.time_zone) AS expires_at
    FROM stock_levels level JOIN locations place ON place.id = level.location_id
    WHERE level.sub_product_id = count_stock.sub_product
  ) sellable
$$;
