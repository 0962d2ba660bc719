-- How the numbers of each column are written, and one that can be two numbers. Files read before this have none.
ALTER TABLE imports ADD COLUMN numbers jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN imports.numbers IS '{ column: { style, unclear } }';

-- The style that a screen had guessed was kept as if a person had chosen it; each file shows its style now.
UPDATE import_memories SET options = options - 'decimals' WHERE options ? 'decimals';
