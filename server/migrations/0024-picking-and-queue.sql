-- What a location has to do, by when it was promised; and what is known of a line besides its quantities.

-- Hours do not depend on a time zone, which a bare "+ interval" would have to assume: an index may use this.
CREATE FUNCTION promised_at(slot_to timestamptz, created_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT coalesce(slot_to, created_at + interval '1 hour') $$;

-- Only orders that somebody still has to do something for: few, however many there were.
CREATE INDEX orders_to_do_at_location ON orders (location_id, status, promised_at(slot_to, created_at), id)
WHERE status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
CREATE INDEX orders_to_do ON orders (status, promised_at(slot_to, created_at), id) INCLUDE (location_id)
WHERE status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');

ALTER TABLE order_lines
  -- Taken off the order: it stays to be seen, and nobody looks for it on the shelf.
  ADD COLUMN removed boolean NOT NULL DEFAULT false,
  -- What the shopper said to something else instead.
  ADD COLUMN shopper_answer text CHECK (shopper_answer IN ('approved', 'refused', 'notReached')),
  ADD CONSTRAINT order_lines_removed CHECK (NOT removed OR picked_quantity = 0);
