-- Extends a recall to the lot that a transfer creates at its destination, if the source lot was recalled in transit.
CREATE OR REPLACE FUNCTION follow_recall() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  recalled uuid;
  place uuid;
BEGIN
  SELECT l.recall_id INTO recalled FROM lots l WHERE l.id = NEW.lot_id;
  IF recalled IS NULL THEN RETURN NULL; END IF;
  UPDATE lots SET recall_id = recalled WHERE id = NEW.arrived_lot_id RETURNING location_id INTO place;
  INSERT INTO recall_lots (location_id, recall_id, lot_id, found)
  VALUES (place, recalled, NEW.arrived_lot_id, NEW.quantity) ON CONFLICT DO NOTHING;
  INSERT INTO recall_rows (location_id, recall_id, id, kind, record_id, units, outcome, reason)
  VALUES (place, recalled, gen_random_uuid(), 'lot', NEW.arrived_lot_id, NEW.quantity, 'open', 'Came in by a transfer')
  ON CONFLICT DO NOTHING;
  UPDATE recalls SET lot_count = lot_count + 1 WHERE id = recalled;
  RETURN NULL;
END $$;

CREATE TRIGGER follow_recall AFTER UPDATE OF arrived_lot_id ON transfer_lots
FOR EACH ROW WHEN (NEW.arrived_lot_id IS NOT NULL AND OLD.arrived_lot_id IS NULL) EXECUTE FUNCTION follow_recall();
