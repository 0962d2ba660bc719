-- Damaged, missing or wrong items are refunded or replaced without waiting for them: the customer keeps them.

ALTER TABLE returns
  ADD COLUMN no_return boolean NOT NULL DEFAULT false,
  -- Such a request is closed as it is made, and nothing is ever received or collected for it.
  ADD CONSTRAINT returns_without_goods CHECK (NOT no_return
    OR (status IN ('requested', 'returned', 'replaced') AND received_at IS NULL AND driver_id IS NULL));
