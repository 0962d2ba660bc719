-- Changes that assistants prepared, for people to approve.
CREATE TABLE assistant_drafts (
  id uuid PRIMARY KEY,
  api_key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  -- The name of the key at that time.
  created_by text NOT NULL,
  tool text NOT NULL,
  -- The request that the approval sends: { params, query, body }.
  input jsonb NOT NULL,
  preview text NOT NULL,
  -- Identifies the preview and the version of the record.
  seen text NOT NULL,
  -- Null for the marketplace.
  location_id uuid,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'approved', 'discarded')),
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX assistant_drafts_by_age ON assistant_drafts (created_at DESC, id DESC);
CREATE INDEX assistant_drafts_by_location ON assistant_drafts (location_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX assistant_drafts_same ON assistant_drafts (api_key_id, tool, md5(input::text)) WHERE status = 'open';
SELECT restrict_to_locations('assistant_drafts');
