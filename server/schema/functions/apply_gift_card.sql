-- Adds an entry to the balance of its gift card, which it locks. A check of the table rejects a balance below zero.
CREATE OR REPLACE FUNCTION apply_gift_card() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE gift_cards SET balance = balance + NEW.amount WHERE id = NEW.gift_card_id RETURNING balance INTO NEW.balance_after;
  NEW.position := nextval('gift_card_entry_position');
  RETURN NEW;
END $$;

CREATE TRIGGER apply_gift_card BEFORE INSERT ON gift_card_entries FOR EACH ROW EXECUTE FUNCTION apply_gift_card();
