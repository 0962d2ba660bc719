-- A blind count is looked over before it is posted: counting is closed, and who counted nothing sees what differs.
ALTER TABLE stock_counts DROP CONSTRAINT stock_counts_status_check;
ALTER TABLE stock_counts ADD CONSTRAINT stock_counts_status_check
  CHECK (status IN ('open', 'review', 'posted', 'cancelled'));
ALTER TABLE stock_counts ADD COLUMN reviewed_at timestamptz;

-- Whether somebody counted here themselves, asked each time that they look.
CREATE INDEX stock_count_entries_by_user ON stock_count_entries (location_id, count_id, user_id);
