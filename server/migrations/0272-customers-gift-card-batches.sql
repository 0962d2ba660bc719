ALTER TABLE gift_cards ADD COLUMN batch_id uuid;
CREATE INDEX gift_cards_batch ON gift_cards (batch_id) WHERE batch_id IS NOT NULL;
