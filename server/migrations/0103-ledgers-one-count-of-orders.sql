-- Only deltas needed the totals of a single order, and those are gone.
DROP FUNCTION figures_of_order, sale_of_order, picking_of_order, delivery_of_order;
