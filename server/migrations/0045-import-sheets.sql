-- Workbooks are imported too: one sheet of them, as CSV. Where several have rows, another can be chosen.

ALTER TABLE imports
  ADD COLUMN sheet text,
  ADD COLUMN sheets text[] NOT NULL DEFAULT '{}',
  -- What a person should know of how the sheet was read.
  ADD COLUMN notes text[] NOT NULL DEFAULT '{}',
  -- The workbook as it came, kept where there is a choice.
  ADD COLUMN book_id uuid REFERENCES files ON DELETE SET NULL;
