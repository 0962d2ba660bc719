-- What all servers together let through of something limited. Lost when the database crashes, which starts a new count.
CREATE UNLOGGED TABLE limit_counts (
  key text PRIMARY KEY,
  taken bigint NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX limit_counts_ends ON limit_counts (ends_at);
REVOKE ALL ON limit_counts FROM aisle_located;
