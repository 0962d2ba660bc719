-- Marks all days of a location after its time zone changed, since the boundaries of its days move.
CREATE OR REPLACE FUNCTION note_time_zone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM mark_all_figures(NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER note_time_zone AFTER UPDATE OF time_zone ON locations FOR EACH ROW
WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION note_time_zone();
