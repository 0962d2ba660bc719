-- Changes of many records at once, that somebody asked for as one: what became of each row, and the way back.

CREATE TABLE bulk_changes (
  id uuid PRIMARY KEY,
  -- What is changed and how, in the words of the feature that does it: 'subProducts'.
  kind text NOT NULL,
  title text NOT NULL,
  permission text NOT NULL,
  request jsonb NOT NULL,
  state text NOT NULL DEFAULT 'changing' CHECK (state IN ('changing', 'changed', 'undoing', 'undone')),
  -- Null until the rows it is about are written down; from then on it is about these and no others.
  row_count integer,
  -- How many rows came to which end: { "changed": 1200, "refused": 3 }.
  counts jsonb NOT NULL DEFAULT '{}',
  -- The job at work, or the last one.
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bulk_changes_by_age ON bulk_changes (kind, created_at DESC, id DESC);
SELECT keep_to('bulk_changes', 'created_by = (SELECT actor_id())', 'created_by = (SELECT actor_id())');

CREATE TABLE bulk_rows (
  change_id uuid NOT NULL REFERENCES bulk_changes ON DELETE CASCADE,
  position integer NOT NULL,
  record_id uuid NOT NULL,
  -- Null where the record belongs to no location.
  location_id uuid,
  -- Waits, was changed, was so already, could not be; was taken back, or kept because it was edited since.
  outcome text NOT NULL DEFAULT 'waiting'
    CHECK (outcome IN ('waiting', 'changed', 'same', 'refused', 'undone', 'kept')),
  reason text,
  -- Only the fields that were changed.
  before jsonb,
  after jsonb,
  -- The record's version after the change: at any other it has been edited since.
  version integer,
  PRIMARY KEY (change_id, position)
);
CREATE INDEX bulk_rows_to_do ON bulk_rows (change_id, position) WHERE outcome IN ('waiting', 'changed');
CREATE INDEX bulk_rows_by_outcome ON bulk_rows (change_id, outcome, position);
SELECT keep_to('bulk_rows',
  'change_id IN (SELECT id FROM bulk_changes)
   AND (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]))',
  'location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[])');
