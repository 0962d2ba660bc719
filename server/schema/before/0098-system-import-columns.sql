-- What all rows show of each column: how numbers are written, one that can be two numbers, and whether programs have
-- marked every cell as text. Files read before this have none.
ALTER TABLE imports ADD COLUMN column_facts jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN imports.column_facts IS '{ column: { style, unclear, isGuarded } }';

-- The style that a screen had guessed was kept as if a person had chosen it; each file shows its style now.
UPDATE import_memories SET options = options - 'decimals' WHERE options ? 'decimals';
