-- Returns an order's contribution to each total. This is the only definition of these metrics.
CREATE OR REPLACE FUNCTION figures_of_order(o orders) RETURNS TABLE (orders bigint, gross bigint, discounts bigint,
  tax bigint, delivery_fees bigint, cancelled bigint, preparation bigint, prepared bigint, delivery bigint,
  delivered bigint, with_slot bigint, on_time bigint) LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT sale.*, picking.*, brought.*
  FROM sale_of_order(o) sale, picking_of_order(o) picking, delivery_of_order(o) brought
$$;
