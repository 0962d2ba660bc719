-- Counts the stock of a sub-product over all locations: the quantity on hand in thousandths, its cost in thousandths of
-- cents, the sellable quantity, and when the first of it expires. PostgreSQL skips the columns that a caller doesn't read.
CREATE OR REPLACE FUNCTION count_stock(sub_product uuid)
RETURNS TABLE (stock bigint, worth bigint, available numeric, expires_at timestamptz) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT coalesce(sum((level.on_hand * 1000)::bigint), 0)::bigint,
    coalesce(sum((SELECT sum(worth_of(l.on_hand, l.cost_price)) FROM lots l
      WHERE l.location_id = level.location_id AND l.sub_product_id = level.sub_product_id AND l.in_stock)), 0)::bigint,
    coalesce(sum(CASE WHEN level.next_expiry IS NULL OR level.next_expiry > (now() AT TIME ZONE 'UTC')::date
      THEN greatest(0, level.on_hand - level.reserved - level.expired) ELSE available_now(level) END), 0),
    min((level.next_expiry + 1)::timestamp AT TIME ZONE place.time_zone)
  FROM stock_levels level JOIN locations place ON place.id = level.location_id
  WHERE level.sub_product_id = count_stock.sub_product
$$;
