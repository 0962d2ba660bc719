-- What a file does to the catalogue, row by row: seen before it is done, and taken back afterwards.

ALTER TABLE imports DROP CONSTRAINT imports_status_check;
ALTER TABLE imports ADD CONSTRAINT imports_status_check CHECK
  (status IN ('uploaded', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone'));
-- How its bytes were read: utf-8, utf-16le, utf-16be, windows-1252. What is kept of it is UTF-8.
ALTER TABLE imports ADD COLUMN encoding text NOT NULL DEFAULT 'utf-8';

DROP TABLE import_errors;
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row_number integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('new', 'changed', 'same', 'error')),
  sku text,
  name text,
  -- [{ field, before, after }]
  changes jsonb NOT NULL DEFAULT '[]',
  -- [{ column, value, message }]
  problems jsonb NOT NULL DEFAULT '[]',
  -- Of rows with problems: to be given back as they came.
  cells text[],
  -- From here on: what was written, and how it was left. Not references, as both may be deleted since.
  taken boolean NOT NULL DEFAULT false,
  sub_product_id uuid,
  sub_product_version integer,
  product_id uuid,
  undo text CHECK (undo IN ('undone', 'kept')),
  undo_reason text,
  PRIMARY KEY (import_id, row_number)
);
CREATE INDEX import_rows_by_kind ON import_rows (import_id, kind, row_number);
CREATE INDEX import_rows_by_undo ON import_rows (import_id, undo, row_number) WHERE taken;

-- Products that an import added, or changed: several rows may share one.
CREATE TABLE import_products (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  product_id uuid NOT NULL,
  is_new boolean NOT NULL,
  -- What to put back, by column.
  before jsonb NOT NULL DEFAULT '{}',
  -- As the import left it.
  version integer NOT NULL,
  undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, product_id)
);
-- Brands and categories that it added on the way.
CREATE TABLE import_places (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  resource text NOT NULL CHECK (resource IN ('brands', 'categories')),
  record_id uuid NOT NULL,
  PRIMARY KEY (import_id, resource, record_id)
);

-- What columns of these names meant to somebody the last time.
CREATE TABLE import_memories (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  -- The names of the columns in small letters, sorted: what two files of one kind have in common.
  heading text NOT NULL,
  columns text[] NOT NULL,
  mapping jsonb NOT NULL,
  options jsonb NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX import_memories_heading ON import_memories (user_id, md5(heading));
ALTER TABLE imports ADD COLUMN memory_id uuid REFERENCES import_memories ON DELETE SET NULL;
CREATE INDEX imports_by_memory ON imports (memory_id) WHERE memory_id IS NOT NULL;

REVOKE ALL ON import_rows, import_products, import_places, import_memories FROM aisle_located;
