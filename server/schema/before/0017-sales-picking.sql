-- Who picks an order, from the moment picking starts, and how many bags it was packed into.
ALTER TABLE orders
  -- Null for orders that a program took to picking.
  ADD COLUMN picker_id uuid,
  ADD COLUMN picker_name text,
  ADD COLUMN bags smallint CHECK (bags BETWEEN 1 AND 99);

-- A colleague taking over is part of the history, without being a step of the order.
ALTER TABLE order_events
  DROP CONSTRAINT order_events_kind_check,
  ADD CONSTRAINT order_events_kind_check
    CHECK (kind IN ('order', 'dispatch', 'return', 'refund', 'lines', 'note', 'picking'));
