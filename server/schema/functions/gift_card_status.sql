-- Returns the status of a gift card. A card without a balance is used, unless it expired or was voided.
CREATE OR REPLACE FUNCTION gift_card_status(card gift_cards) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN card.state = 'voided' THEN 'voided'
    WHEN card.expires_on < (now() AT TIME ZONE marketplace_time_zone())::date THEN 'expired'
    WHEN card.balance = 0 THEN 'used'
    ELSE card.state END
$$;
