ALTER TABLE gift_cards ADD COLUMN recipient_email text,
  ADD COLUMN message text,
  ADD COLUMN send_on date,
  ADD COLUMN sealed_code bytea,
  ADD COLUMN link_hash bytea,
  ADD COLUMN sent_at timestamptz,
  ADD COLUMN print_key text,
  ADD COLUMN delivered_at timestamptz,
  ADD CONSTRAINT gift_cards_delivery CHECK (delivered_at IS NULL OR num_nonnulls(sealed_code, link_hash, print_key) = 0);
CREATE UNIQUE INDEX gift_cards_link ON gift_cards (link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX gift_cards_unsent ON gift_cards (send_on) WHERE sealed_code IS NOT NULL AND recipient_email IS NOT NULL AND sent_at IS NULL;
GRANT UPDATE (recipient_name, recipient_email, message, send_on, sealed_code, link_hash, sent_at, print_key, delivered_at)
  ON gift_cards TO aisle_all;
-- The response that created a card showed its code. The versions of cards stay as they are.
SET LOCAL app.sealing = 'on';
UPDATE gift_cards SET delivered_at = created_at;
SET LOCAL app.sealing = 'off';
