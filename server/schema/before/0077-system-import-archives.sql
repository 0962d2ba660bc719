-- A ZIP of pictures beside the table of an import, and the files in it that may be pictures.
ALTER TABLE imports
  ADD COLUMN archive_id uuid REFERENCES files ON DELETE SET NULL,
  ADD COLUMN archive_name text;
CREATE TABLE import_archive_files (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  -- The path in lower case, and the name without its folders: cells name files by either.
  key text NOT NULL,
  base text NOT NULL,
  path text NOT NULL,
  -- SHA-256; null of what can't be used, which has a problem.
  digest bytea,
  problem text,
  PRIMARY KEY (import_id, key),
  CHECK ((digest IS NULL) = (problem IS NOT NULL))
);
CREATE INDEX import_archive_files_by_base ON import_archive_files (import_id, base);
REVOKE ALL ON import_archive_files FROM aisle_located;

-- SHA-256 of a picture as it was uploaded, and of its large size, which exports give out: a picture that comes again is
-- known by them. Pictures from before have none; the first export with pictures adds that of the large size.
ALTER TABLE files
  ADD COLUMN digest bytea,
  ADD COLUMN large_digest bytea;
