-- Tickets by when they are due; those that are done come last.
CREATE INDEX tickets_by_due ON tickets (coalesce(due_at, 'infinity'::timestamptz), id);
