-- Picks are saved line by line, and the timeline gets one entry for all of them.
ALTER TABLE orders ADD COLUMN picks integer NOT NULL DEFAULT 0;
DROP TRIGGER increment_version ON orders;
CREATE TRIGGER increment_version BEFORE UPDATE ON orders FOR EACH ROW
WHEN (NOT (OLD.late_at IS NULL AND NEW.late_at IS NOT NULL) AND OLD.owner_id IS NOT DISTINCT FROM NEW.owner_id
  AND OLD.tags = NEW.tags AND OLD.picks = NEW.picks) EXECUTE FUNCTION increment_version();
ALTER TABLE order_lines ADD COLUMN picked_by uuid, ADD COLUMN picked_by_name text;
CREATE TABLE open_pickings (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  before jsonb NOT NULL,
  user_id uuid,
  actor_name text NOT NULL,
  picked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
CREATE INDEX open_pickings_idle ON open_pickings (picked_at);
SELECT restrict_to_locations('open_pickings');
CREATE POLICY placed_by_key ON open_pickings AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = open_pickings.location_id AND o.id = open_pickings.order_id));
