-- PostgreSQL computes is_short from the quantities of the line, so no trigger has to keep it.
DROP FUNCTION note_short() CASCADE;
ALTER TABLE order_lines DROP COLUMN is_short;
ALTER TABLE order_lines ADD COLUMN is_short boolean NOT NULL GENERATED ALWAYS AS (coalesce(
  picked_quantity < quantity AND (picked_quantity = 0 OR NOT sold_by_weight), false)) STORED;
CREATE INDEX order_lines_short ON order_lines (location_id, order_id) WHERE is_short;
