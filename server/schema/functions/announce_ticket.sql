-- Announces a new or changed ticket at its previous and current locations. A ticket without a location is announced for
-- a location id without users, so that only users of the whole marketplace receive the event.
CREATE OR REPLACE FUNCTION announce_ticket() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  places uuid[] := ARRAY[NEW.location_id, NEW.order_location_id];
  place uuid;
BEGIN
  IF TG_OP = 'UPDATE' THEN places := places || ARRAY[OLD.location_id, OLD.order_location_id]; END IF;
  places := array_remove(places, NULL);
  IF cardinality(places) = 0 THEN places := ARRAY['00000000-0000-0000-0000-000000000000'::uuid]; END IF;
  FOR place IN SELECT DISTINCT unnest(places) LOOP
    PERFORM announce('support', CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'changed' END, NEW.id, place, 'support_list');
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER announce_ticket AFTER INSERT OR UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION announce_ticket();
