-- How many units an order has, beside on how many lines: as countGoods in the contract counts them, without lines
-- that were cancelled, replaced or out of stock. A weighed line is one unit.
ALTER TABLE orders ADD COLUMN unit_count integer NOT NULL DEFAULT 0;

ALTER TABLE orders DISABLE TRIGGER USER;
UPDATE orders o SET line_count = counted.lines, unit_count = counted.units
FROM (
  SELECT location_id, order_id, count(*) FILTER (WHERE taken > 0) AS lines,
    coalesce(sum(CASE WHEN sold_by_weight THEN 1 ELSE ceil(taken) END) FILTER (WHERE taken > 0), 0) AS units
  FROM (SELECT location_id, order_id, sold_by_weight,
      CASE WHEN removed THEN 0 ELSE coalesce(picked_quantity, quantity) END AS taken
    FROM order_lines) AS each
  GROUP BY 1, 2
) AS counted
WHERE o.location_id = counted.location_id AND o.id = counted.order_id;
ALTER TABLE orders ENABLE TRIGGER USER;
