-- Without settings of its own it becomes a part of the query that calls it: setting them cost each line of an order
-- more than what it does.
ALTER FUNCTION shelf_order(text) RESET ALL;
