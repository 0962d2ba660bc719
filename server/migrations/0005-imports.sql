-- Files of rows that somebody brings: what its columns mean, what was found wrong, how far it was taken.

CREATE TABLE imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('products')),
  -- While a job is at work or was broken off, the job says more.
  status text NOT NULL DEFAULT 'uploaded' CHECK (status IN ('uploaded', 'checking', 'checked', 'importing', 'imported')),
  -- Null once the file has been cleared away.
  file_id uuid REFERENCES files ON DELETE SET NULL,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  -- Line ends: about as many rows as there are, for progress.
  line_count integer NOT NULL,
  delimiter text NOT NULL,
  columns text[] NOT NULL,
  sample jsonb NOT NULL,
  mapping jsonb NOT NULL DEFAULT '{}',
  options jsonb NOT NULL DEFAULT '{}',
  -- { rows, new, changed, same, errors }
  counts jsonb,
  -- The last row taken: where an interrupted import goes on.
  taken_to integer NOT NULL DEFAULT 0,
  error_file_key text,
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX imports_by_age ON imports (created_at DESC, id DESC);

-- Rows that cannot be taken, with their reasons.
CREATE TABLE import_errors (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row_number integer NOT NULL,
  -- [{ column, message }]
  problems jsonb NOT NULL,
  cells text[] NOT NULL,
  PRIMARY KEY (import_id, row_number)
);
REVOKE ALL ON imports, import_errors FROM aisle_located;
