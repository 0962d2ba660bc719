-- Keeps deleted records until their deletion can no longer be undone.
CREATE TABLE deleted_records (
  resource text NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  record jsonb NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  image_id uuid REFERENCES files,
  deleted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (resource, id)
);
SELECT restrict_to('deleted_records', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');
