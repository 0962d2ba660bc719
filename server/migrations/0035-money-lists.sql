-- Payments and refunds are lists of their own: the newest first, of one location or of all, and by their reference.
CREATE INDEX payments_newest ON payments (created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX payments_newest_here ON payments (location_id, created_at DESC, id DESC);
CREATE INDEX payments_by_reference ON payments (reference) WHERE reference IS NOT NULL;
CREATE INDEX refunds_newest ON refunds (created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX refunds_newest_here ON refunds (location_id, created_at DESC, id DESC);
CREATE INDEX refunds_by_reference ON refunds (reference) WHERE reference IS NOT NULL;
