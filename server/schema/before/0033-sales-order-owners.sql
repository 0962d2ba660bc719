-- Who looks after an order, and the tags that staff put on it.
ALTER TABLE orders
  -- Without a foreign key: the name of a deleted user stays.
  ADD COLUMN owner_id uuid,
  ADD COLUMN owner_name text,
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT orders_owner CHECK ((owner_id IS NULL) = (owner_name IS NULL)),
  ADD CONSTRAINT orders_tags CHECK (cardinality(tags) <= 20);

CREATE INDEX orders_by_owner ON orders (owner_id, created_at DESC, id DESC) INCLUDE (location_id)
  WHERE owner_id IS NOT NULL;
-- Few orders have tags, so these stay small and cost the steps of other orders nothing.
CREATE INDEX orders_tagged ON orders (created_at DESC, id DESC) INCLUDE (location_id) WHERE cardinality(tags) > 0;
CREATE INDEX orders_by_tag ON orders USING gin (tags) WHERE cardinality(tags) > 0;

ALTER TABLE order_events
  DROP CONSTRAINT order_events_kind_check,
  ADD CONSTRAINT order_events_kind_check CHECK (kind IN ('order', 'dispatch', 'return', 'refund', 'lines', 'note',
    'picking', 'details', 'owner', 'tags'));

-- Assigning or tagging an order must not conflict with a colleague who is picking or editing it.
DROP TRIGGER count_version ON orders;
CREATE TRIGGER count_version BEFORE UPDATE ON orders FOR EACH ROW
WHEN (OLD.late_at IS NOT DISTINCT FROM NEW.late_at AND OLD.owner_id IS NOT DISTINCT FROM NEW.owner_id
  AND OLD.tags = NEW.tags)
EXECUTE FUNCTION count_version();
