-- A payment can replace one whose authorization is about to end, once.
ALTER TABLE payments ADD COLUMN replaces uuid;
CREATE UNIQUE INDEX payments_by_replaced ON payments (location_id, order_id, replaces) WHERE replaces IS NOT NULL;
CREATE INDEX payments_ending ON payments (hold_until) WHERE status = 'authorised' AND saves_card;
