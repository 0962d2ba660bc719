-- The sequence in which a location's staff walk its departments to pick an order.
ALTER TABLE locations ADD COLUMN aisle_order uuid[];
ALTER TABLE locations ADD CONSTRAINT locations_aisle_order CHECK (cardinality(aisle_order) BETWEEN 1 AND 500);
