-- Columns that were proposed for a field and that a person left out: later files with these columns leave them out, too.
-- Any other column that the mapping lacks had no values, and is proposed again.
ALTER TABLE import_memories ADD COLUMN declined text[] NOT NULL DEFAULT '{}';
