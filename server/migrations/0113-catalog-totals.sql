-- Lists read from the change log whether their count still applies. A separate log of catalog changes did this before.
DROP FUNCTION note_catalog_change CASCADE;
DROP FUNCTION catalog_changed;
DROP TABLE catalog_changes;
-- A later patch renames live_events to changes. Some databases have already applied it.
DO $$
BEGIN
  IF to_regclass('changes') IS NULL THEN
    CREATE INDEX changes_by_resource ON live_events (topic, transaction_id);
  ELSE
    CREATE INDEX changes_by_resource ON changes (resource, transaction_id);
  END IF;
END $$;
