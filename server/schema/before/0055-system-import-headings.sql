-- The row that names the columns, and the first rows as they are, to choose another. Files read before this have 0
-- and no rows: their headings are in the first row with text.
ALTER TABLE imports ADD COLUMN heading_row integer NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN top jsonb NOT NULL DEFAULT '[]';
COMMENT ON COLUMN imports.top IS '[{ row, cells }]';

-- What was guessed from the columns was kept as if a person had chosen it; it is guessed again with the next file.
UPDATE import_memories SET options = options - 'addNew' - 'matchBy';
UPDATE imports SET options = options - 'addNew' - 'matchBy' WHERE status = 'uploaded';

-- Equal problems of rows: [{ field, column, message, rows, examples }], and what rows would add beside themselves.
ALTER TABLE imports ADD COLUMN problem_groups jsonb NOT NULL DEFAULT '[]';
ALTER TABLE imports ADD COLUMN extras jsonb NOT NULL DEFAULT '[]';
COMMENT ON COLUMN imports.extras IS '[{ key, label, count, names: [{ name, rows, note }] }]';
