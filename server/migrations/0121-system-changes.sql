-- The table of live events becomes the change log.
ALTER TABLE live_events RENAME TO changes;
ALTER TABLE changes RENAME COLUMN topic TO resource;
ALTER TABLE changes
  ADD COLUMN version bigint,
  ADD COLUMN fields text[],
  ADD COLUMN former jsonb,
  ADD COLUMN actor_id uuid,
  ADD COLUMN actor_name text,
  ADD COLUMN snapshot jsonb;
ALTER INDEX live_events_pkey RENAME TO changes_pkey;
ALTER INDEX live_events_by_position RENAME TO changes_by_position;
ALTER INDEX live_events_by_age RENAME TO changes_by_age;
ALTER SEQUENCE live_events_id_seq RENAME TO changes_id_seq;
CREATE INDEX changes_by_record ON changes (record_id, id) WHERE former IS NOT NULL;
ALTER TABLE changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON changes TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY own_locations ON changes FOR INSERT TO aisle_located
  WITH CHECK (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]));
CREATE POLICY both_ends_of_transfers ON changes FOR INSERT TO aisle_located WITH CHECK (EXISTS (
  SELECT FROM transfers t WHERE t.id = record_id AND changes.location_id IN (t.from_location_id, t.to_location_id)));
