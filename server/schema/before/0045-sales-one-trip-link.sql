-- A trip has one link that opens it: a new one ends those before it.
UPDATE trip_links k SET revoked_at = now()
WHERE revoked_at IS NULL AND EXISTS (
  SELECT FROM trip_links newer
  WHERE (newer.location_id, newer.trip_id) = (k.location_id, k.trip_id) AND newer.revoked_at IS NULL
    AND (newer.created_at, newer.token_hash) > (k.created_at, k.token_hash)
);
CREATE UNIQUE INDEX trip_links_alive ON trip_links (location_id, trip_id) WHERE revoked_at IS NULL;
