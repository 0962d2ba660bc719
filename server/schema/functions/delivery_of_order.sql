-- Returns an order's contribution to the delivery totals.
CREATE OR REPLACE FUNCTION delivery_of_order(o orders) RETURNS TABLE (delivery bigint, delivered bigint, with_slot bigint,
  on_time bigint) LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT CASE WHEN brought THEN coalesce(extract(epoch FROM o.delivered_at - o.out_at)::bigint, 0) ELSE 0 END,
    CASE WHEN brought AND o.delivered_at IS NOT NULL AND o.out_at IS NOT NULL THEN 1 ELSE 0 END::bigint,
    CASE WHEN brought AND o.slot_to IS NOT NULL THEN 1 ELSE 0 END::bigint,
    CASE WHEN brought AND o.delivered_at <= o.slot_to THEN 1 ELSE 0 END::bigint
  FROM (SELECT o.status = 'delivered' AND o.fulfilment = 'delivery' AND NOT o.is_replacement AS brought OFFSET 0) AS one
$$;
