-- The bell counts what a person has not read: with their ID in the index, the notices themselves are not read for it.
DROP INDEX notices_open;
CREATE INDEX notices_open ON notices (kind, at DESC) INCLUDE (location_id, user_id, id) WHERE over_at IS NULL;
