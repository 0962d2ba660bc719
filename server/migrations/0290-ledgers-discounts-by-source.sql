-- Uses of promotions keep the discount of the order apart from the part that was refunded, and daily totals split discounts into
-- those of plans and of promotions.
ALTER TABLE promotion_uses ADD COLUMN sold bigint NOT NULL DEFAULT 0 CHECK (sold >= 0),
  ADD COLUMN refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0);
UPDATE promotion_uses u SET sold = u.discount_now + back.amount, refunded = back.amount
FROM promotion_uses mine
CROSS JOIN LATERAL (
  SELECT coalesce(sum((part ->> 'amount')::bigint), 0) AS amount
  FROM refunds r, jsonb_array_elements(r.lines) line, jsonb_array_elements(line -> 'promotions') part
  WHERE r.location_id = mine.location_id AND r.order_id = mine.order_id AND r.of_sale AND r.status = 'refunded'
    AND part ->> 'promotionId' = mine.promotion_id::text
) back
WHERE (u.location_id, u.order_id, u.promotion_id) = (mine.location_id, mine.order_id, mine.promotion_id) AND mine.living;
ALTER TABLE promotion_uses DROP COLUMN discount_now;
ALTER TABLE promotion_uses ADD COLUMN discount_now bigint NOT NULL GENERATED ALWAYS AS (greatest(sold - refunded, 0)) STORED;
CREATE INDEX promotion_uses_by_time ON promotion_uses (created_at);

ALTER TABLE figure_days ADD COLUMN promotion_discounts bigint NOT NULL DEFAULT 0,
  ADD COLUMN delivery_discounts bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_months ADD COLUMN promotion_discounts bigint NOT NULL DEFAULT 0,
  ADD COLUMN delivery_discounts bigint NOT NULL DEFAULT 0;
ALTER TABLE all_figure_days ADD COLUMN promotion_discounts bigint NOT NULL DEFAULT 0,
  ADD COLUMN delivery_discounts bigint NOT NULL DEFAULT 0;

-- Recounts the days with promotions.
INSERT INTO figure_marks
SELECT u.location_id, min(u.created_at) FROM promotion_uses u JOIN locations l ON l.id = u.location_id
GROUP BY 1, (u.created_at AT TIME ZONE l.time_zone)::date;
