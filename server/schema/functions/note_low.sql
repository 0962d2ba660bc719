-- Sets low_since of a level if the available quantity is positive and at most the threshold, and clears it otherwise.
CREATE OR REPLACE FUNCTION note_low() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  free numeric := NEW.on_hand - NEW.reserved - NEW.expired;
BEGIN
  IF free > 0 AND free <= coalesce((SELECT offer.threshold FROM location_sub_products offer
      WHERE offer.location_id = NEW.location_id AND offer.sub_product_id = NEW.sub_product_id), low_at()) THEN
    NEW.low_since := coalesce(OLD.low_since, now());
  ELSE
    NEW.low_since := NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER note_low BEFORE UPDATE OF on_hand, reserved, expired ON stock_levels FOR EACH ROW
WHEN (NEW.on_hand - NEW.reserved - NEW.expired <> OLD.on_hand - OLD.reserved - OLD.expired) EXECUTE FUNCTION note_low();
CREATE TRIGGER note_low_again BEFORE UPDATE OF low_since ON stock_levels FOR EACH ROW EXECUTE FUNCTION note_low();
