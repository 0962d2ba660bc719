-- Announces a new cash hand-in at its location.
CREATE OR REPLACE FUNCTION announce_hand_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('handIns', 'created', NEW.id, NEW.location_id, 'driver_view');
  RETURN NULL;
END $$;

CREATE TRIGGER announce_hand_in AFTER INSERT ON hand_ins FOR EACH ROW EXECUTE FUNCTION announce_hand_in();
