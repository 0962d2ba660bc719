-- What all servers together let through of something limited. Lost when the database crashes, which starts a new count.
CREATE UNLOGGED TABLE limit_counts (
  key text PRIMARY KEY,
  taken bigint NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX limit_counts_ends ON limit_counts (ends_at);
REVOKE ALL ON limit_counts FROM aisle_located;

-- How far the log of the database had been written when somebody's last change was committed: a copy that is behind it
-- doesn't show that change yet. Lost when the database crashes, like the counts.
CREATE UNLOGGED TABLE write_positions (
  reader uuid PRIMARY KEY,
  position pg_lsn NOT NULL,
  at timestamptz NOT NULL
);
REVOKE ALL ON write_positions FROM aisle_located;
