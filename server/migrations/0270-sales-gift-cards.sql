ALTER TABLE payments ADD COLUMN gift_card_id uuid REFERENCES gift_cards,
  DROP CONSTRAINT payments_provider_check,
  ADD CONSTRAINT payments_provider_check CHECK (provider IN (
    'cash',
    'terminal',
    'simulated',
    'coins',
    'storeCredit',
    'giftCard'
  )),
  ADD CONSTRAINT payments_gift_card CHECK ((gift_card_id IS NOT NULL) = (provider IS NOT DISTINCT FROM 'giftCard'));
CREATE INDEX payments_by_gift_card ON payments (gift_card_id) WHERE gift_card_id IS NOT NULL;

ALTER TABLE refunds ADD COLUMN in_gift_cards bigint NOT NULL DEFAULT 0,
  ADD COLUMN gift_cards jsonb NOT NULL DEFAULT '[]'::jsonb,
  ADD CONSTRAINT refunds_in_gift_cards_is_part CHECK (in_gift_cards >= 0
    AND in_coins + in_credit + in_gift_cards + to_credit <= amount);

ALTER TABLE gift_card_entries ADD COLUMN cause_id uuid,
  ADD COLUMN order_id uuid,
  ADD COLUMN location_id uuid NOT NULL DEFAULT marketplace_books(),
  DROP CONSTRAINT gift_card_entries_kind_check,
  ADD CONSTRAINT gift_card_entries_kind_check CHECK (kind IN (
    'issued',
    'redeemed',
    'voided',
    'expired',
    'spent',
    'returned'
  ));
CREATE UNIQUE INDEX gift_card_entries_cause ON gift_card_entries (gift_card_id, kind, cause_id) WHERE cause_id IS NOT NULL;
CREATE INDEX gift_card_entries_by_customer ON gift_card_entries (customer_id) WHERE customer_id IS NOT NULL;
DROP POLICY own_locations ON gift_card_entries;
CREATE POLICY own_locations ON gift_card_entries TO aisle_located
  USING (location_id = ANY (((SELECT actor_locations()))::uuid[]))
  WITH CHECK (location_id = ANY (((SELECT actor_locations()))::uuid[]));
GRANT INSERT ON gift_card_entries TO aisle_located;

-- find_gift_cards replaces it.
DROP FUNCTION IF EXISTS find_gift_card(bytea);
