-- An edited cost of a lot is marked with the lot instead of all days that sold from it.
-- Edited costs of lots that the totals don't include yet. Several edits of a lot add up.
CREATE TABLE product_cost_marks (
  location_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  old_cost bigint,
  new_cost bigint
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
SELECT keep_to_locations('product_cost_marks');
REVOKE INSERT, UPDATE, DELETE ON product_cost_marks FROM aisle_all, aisle_located;
