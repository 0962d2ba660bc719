-- Returns an order's part of the preparation totals: the seconds from start to end of picking, and a count of 0 or 1.
CREATE OR REPLACE FUNCTION picking_of_order(o orders) RETURNS TABLE (preparation bigint, prepared bigint)
LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT CASE WHEN counts THEN extract(epoch FROM o.prepared_at - o.processing_at)::bigint ELSE 0 END,
    CASE WHEN counts THEN 1 ELSE 0 END::bigint
  FROM (SELECT o.prepared_at IS NOT NULL AND o.processing_at IS NOT NULL AND is_sold(o.status)
    AND NOT o.is_replacement AS counts OFFSET 0) AS one
$$;
