-- For administrators, who see what everybody started.
CREATE INDEX jobs_by_time ON jobs (created_at DESC, id DESC);
