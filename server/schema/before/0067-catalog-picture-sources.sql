-- Where a picture was downloaded from by an import: the same address is not downloaded again.
ALTER TABLE product_images ADD COLUMN source_url text;

-- The pictures that rows of an import ask for, downloaded after the last row; and those that were added.
CREATE TABLE import_pictures (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row_number integer NOT NULL,
  product_id uuid NOT NULL,
  urls text[] NOT NULL,
  done boolean NOT NULL DEFAULT false,
  file_ids uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (import_id, row_number)
);
CREATE INDEX import_pictures_waiting ON import_pictures (import_id, row_number) WHERE NOT done;
REVOKE ALL ON import_pictures FROM aisle_located;
