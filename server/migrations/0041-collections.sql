-- The goods of a return travel like those of an order: a driver is asked, and fetches them on a trip. Such a delivery
-- is of the order that they were once brought with, and nothing was promised about when.
ALTER TABLE deliveries
  ADD COLUMN return_id uuid,
  ALTER COLUMN promised_at DROP NOT NULL,
  ADD FOREIGN KEY (location_id, return_id) REFERENCES returns (location_id, id),
  ADD CONSTRAINT deliveries_are_promised CHECK (promised_at IS NOT NULL OR return_id IS NOT NULL);
-- An order is with one driver at a time, and so is each of its returns.
DROP INDEX deliveries_open;
CREATE UNIQUE INDEX deliveries_open ON deliveries (location_id, order_id)
  WHERE ended_at IS NULL AND return_id IS NULL;
CREATE UNIQUE INDEX deliveries_collecting ON deliveries (location_id, return_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_by_return ON deliveries (location_id, return_id, id) WHERE return_id IS NOT NULL;
