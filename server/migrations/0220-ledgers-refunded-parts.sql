-- Daily totals split refunds into items, tax and delivery fees, so that net sales of reports subtract refunds of items only.
ALTER TABLE figure_days ADD COLUMN refunded_tax bigint NOT NULL DEFAULT 0,
  ADD COLUMN refunded_delivery_fees bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_months ADD COLUMN refunded_tax bigint NOT NULL DEFAULT 0,
  ADD COLUMN refunded_delivery_fees bigint NOT NULL DEFAULT 0;
ALTER TABLE all_figure_days ADD COLUMN refunded_tax bigint NOT NULL DEFAULT 0,
  ADD COLUMN refunded_delivery_fees bigint NOT NULL DEFAULT 0;
ALTER TABLE product_figure_days ADD COLUMN refunded bigint NOT NULL DEFAULT 0;
ALTER TABLE product_figure_months ADD COLUMN refunded bigint NOT NULL DEFAULT 0;
ALTER TABLE all_product_figure_days ADD COLUMN refunded bigint NOT NULL DEFAULT 0;
ALTER TABLE all_product_figure_months ADD COLUMN refunded bigint NOT NULL DEFAULT 0;

-- It returns one more column.
DROP FUNCTION product_figures_of_refund;

-- Recounts the days with refunds.
WITH dirty AS (
  SELECT r.location_id, min(r.refunded_at) AS at FROM refunds r JOIN locations l ON l.id = r.location_id
  WHERE r.of_sale AND r.status = 'refunded' GROUP BY 1, (r.refunded_at AT TIME ZONE l.time_zone)::date
), marked AS (
  INSERT INTO figure_marks SELECT * FROM dirty
)
INSERT INTO product_figure_marks SELECT * FROM dirty;
