-- The order list sorts by customer and by due time.
CREATE INDEX orders_by_location_name ON orders (location_id, customer_name COLLATE aisle_names, id);
CREATE INDEX orders_by_name ON orders (customer_name COLLATE aisle_names, id) INCLUDE (location_id);
CREATE INDEX orders_by_location_promise ON orders (location_id, promised_at(slot_to, created_at), id);
CREATE INDEX orders_by_promise ON orders (promised_at(slot_to, created_at), id) INCLUDE (location_id);
