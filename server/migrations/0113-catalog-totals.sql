-- Whether a counted list changed is read from the change log instead of a log of its own.
DROP FUNCTION note_catalog_change CASCADE;
DROP FUNCTION catalog_changed;
DROP TABLE catalog_changes;
-- A later patch renames live_events, which some databases have already applied.
DO $$
BEGIN
  IF to_regclass('changes') IS NULL THEN
    CREATE INDEX changes_by_resource ON live_events (topic, transaction_id);
  ELSE
    CREATE INDEX changes_by_resource ON changes (resource, transaction_id);
  END IF;
END $$;
