-- For the bell: the open notices of a kind since an instant, the newest first.
CREATE INDEX notices_open ON notices (kind, at DESC) INCLUDE (location_id) WHERE over_at IS NULL;
