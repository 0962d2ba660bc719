-- Orders keep the promotions that they were placed with, and lines the source of their price.
ALTER TABLE order_lines
  ADD COLUMN price_source text CHECK (price_source IN ('list', 'location', 'sale', 'markDown')),
  ADD COLUMN discounts jsonb CHECK (jsonb_array_length(discounts) > 0);
ALTER TABLE orders
  ADD COLUMN promotions jsonb,
  ADD COLUMN delivery_discount bigint NOT NULL DEFAULT 0 CHECK (delivery_discount >= 0),
  ADD COLUMN bonus_coins bigint NOT NULL DEFAULT 0 CHECK (bonus_coins >= 0);

CREATE TABLE order_candidates (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- The facts of the checkout that don't change: its source and the plan of the customer.
  facts jsonb NOT NULL,
  -- The promotions of class goods, order, delivery and coins among which an edit chooses: [{promotionId, edition, code, share}].
  candidates jsonb NOT NULL,
  PRIMARY KEY (location_id, order_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
SELECT restrict_to_locations('order_candidates');
CREATE POLICY placed_by_key ON order_candidates AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = order_candidates.location_id AND o.id = order_candidates.order_id));
