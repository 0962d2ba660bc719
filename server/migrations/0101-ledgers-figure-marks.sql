-- Totals of reports are recounted by marked days; before, the database maintained deltas.
-- Days of locations whose totals of orders are outdated. Each change adds a row; `at` determines the day at the location.
CREATE TABLE figure_marks (
  location_id uuid NOT NULL,
  at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
SELECT keep_to_locations('figure_marks');
REVOKE INSERT, UPDATE, DELETE ON figure_marks FROM aisle_all, aisle_located;

-- Days of locations whose totals of products are outdated.
CREATE TABLE product_figure_marks (
  location_id uuid NOT NULL,
  at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
SELECT keep_to_locations('product_figure_marks');
REVOKE INSERT, UPDATE, DELETE ON product_figure_marks FROM aisle_all, aisle_located;

-- What was not added up yet is recounted, as are the days of locations with a new time zone.
INSERT INTO figure_marks SELECT DISTINCT location_id, at FROM figure_changes;
INSERT INTO product_figure_marks SELECT DISTINCT location_id, at FROM product_figure_changes
WHERE (units, revenue, cost, refunded_units, returns, waste) <> (0, 0, 0, 0, 0, 0);
WITH dirty AS (
  SELECT l.id, span.day::timestamp AT TIME ZONE l.time_zone AS at
  FROM figure_rezoned r JOIN locations l ON l.id = r.location_id CROSS JOIN LATERAL unnest(figure_days_of(l.id)) AS span (day)
), marked AS (
  INSERT INTO figure_marks SELECT * FROM dirty
)
INSERT INTO product_figure_marks SELECT * FROM dirty;

DROP FUNCTION count_order, add_figures, add_product_figures, figure_spans, recount_rezoned, raw_figures, raw_product_figures,
  product_figures_of_order, recount_figures;
DROP FUNCTION sum_up_days, announce_figures, note_order_figures, note_changed_order_figures, note_posted_figures,
  note_refund_figures, note_return_figures, note_return_line_figures, note_line_figures, note_changed_line_figures CASCADE;

DROP TABLE figure_changes, figure_rezoned;
DELETE FROM product_figure_changes WHERE stock = 0 AND worth = 0;
ALTER TABLE product_figure_changes DROP COLUMN units, DROP COLUMN revenue, DROP COLUMN cost, DROP COLUMN refunded_units,
  DROP COLUMN returns, DROP COLUMN waste, DROP COLUMN at;
