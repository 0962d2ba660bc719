-- The logo of the marketplace, for its documents.
ALTER TABLE settings ADD COLUMN logo_id uuid REFERENCES files;
