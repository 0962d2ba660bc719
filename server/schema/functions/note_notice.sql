-- Opens a notice when a stock level becomes low or out of stock, and closes it when the level recovers.
CREATE OR REPLACE FUNCTION note_notice() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.out_since IS NULL) AND NEW.out_since IS NOT NULL THEN
    INSERT INTO notices (kind, location_id, sub_product_id) VALUES ('outOfStock', NEW.location_id, NEW.sub_product_id)
    ON CONFLICT DO NOTHING;
  ELSIF OLD.out_since IS NOT NULL AND NEW.out_since IS NULL THEN
    UPDATE notices SET over_at = now() WHERE kind = 'outOfStock' AND over_at IS NULL
      AND location_id = NEW.location_id AND sub_product_id = NEW.sub_product_id AND lot_id IS NULL;
  END IF;
  IF (OLD.low_since IS NULL) AND NEW.low_since IS NOT NULL THEN
    INSERT INTO notices (kind, location_id, sub_product_id) VALUES ('low', NEW.location_id, NEW.sub_product_id)
    ON CONFLICT DO NOTHING;
    PERFORM announce('notifications', 'low', NEW.sub_product_id, NEW.location_id);
  ELSIF OLD.low_since IS NOT NULL AND NEW.low_since IS NULL THEN
    UPDATE notices SET over_at = now() WHERE kind = 'low' AND over_at IS NULL
      AND location_id = NEW.location_id AND sub_product_id = NEW.sub_product_id AND lot_id IS NULL;
    PERFORM announce('notifications', 'notLow', NEW.sub_product_id, NEW.location_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER note_notice AFTER UPDATE ON stock_levels
FOR EACH ROW WHEN ((OLD.out_since IS NULL) <> (NEW.out_since IS NULL) OR (OLD.low_since IS NULL) <> (NEW.low_since IS NULL))
EXECUTE FUNCTION note_notice();
