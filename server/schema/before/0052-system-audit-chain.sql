-- The audit log as a chain: each link has the hash of the one before it, of who did what to which record when, and of the
-- hash of what the entry said. A job adds committed entries in sequence, so that writing them stays concurrent.

CREATE TABLE audit_chain (
  position bigint PRIMARY KEY,
  entry_id uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  -- Of what the entry said, with its salt: an erasure blanks the words and removes the salt, and the chain stays whole.
  content bytea NOT NULL,
  hash bytea NOT NULL
);
SELECT append_only('audit_chain');
CREATE TABLE audit_salts (
  entry_id uuid PRIMARY KEY,
  salt bytea NOT NULL
);
REVOKE ALL ON audit_chain, audit_salts FROM aisle_located;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_chain, audit_salts FROM aisle_all;

CREATE FUNCTION audit_content(entry audit_entries, salt bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(salt || convert_to(jsonb_build_array(entry.before, entry.after)::text, 'UTF8'))
$$;
CREATE FUNCTION audit_link(former bytea, entry audit_entries, content bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(former || content || convert_to(jsonb_build_array(entry.id, extract(epoch FROM entry.at)::text, entry.user_id,
    entry.actor_name, entry.action, entry.resource, entry.record_id, entry.location_id)::text, 'UTF8'))
$$;

-- Adds entries that are not in the chain, at most so many, and gives their number. It looks at those since a while
-- before the last: transactions end in another sequence than they begin.
CREATE FUNCTION chain_audit(most integer, since interval DEFAULT '1 hour') RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last audit_chain;
  entry audit_entries;
  salt bytea;
  added integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(4151200400);
  SELECT * INTO last FROM audit_chain ORDER BY position DESC LIMIT 1;
  IF last.position IS NULL THEN last := (0, NULL, '-infinity', NULL, ''); END IF;
  FOR entry IN SELECT e.* FROM audit_entries e
    WHERE e.at >= last.at - since AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = e.id)
    ORDER BY e.at, e.id LIMIT most LOOP
    salt := uuid_send(gen_random_uuid());
    last.position := last.position + 1;
    last.entry_id := entry.id;
    last.at := greatest(last.at, entry.at);
    last.content := audit_content(entry, salt);
    last.hash := audit_link(last.hash, entry, last.content);
    INSERT INTO audit_chain VALUES (last.*);
    INSERT INTO audit_salts VALUES (entry.id, salt);
    added := added + 1;
  END LOOP;
  RETURN added;
END $$;
REVOKE EXECUTE ON FUNCTION chain_audit(integer, interval), audit_content(audit_entries, bytea),
  audit_link(bytea, audit_entries, bytea) FROM aisle_located;

-- Every place where the log is not what the chain says. Entries of the last hour may not be in it yet.
CREATE FUNCTION broken_audit() RETURNS TABLE (chain_position bigint, entry_id uuid, reason text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.position, c.entry_id, CASE
      WHEN c.position <> c.former_position + 1 THEN 'links before it were removed'
      WHEN e.id IS NULL THEN 'the entry was removed'
      WHEN audit_link(c.former, e, c.content) <> c.hash THEN 'the entry or its link was changed'
      WHEN s.salt IS NULL THEN 'what it said was written after it was blanked'
      ELSE 'what it said was changed' END
  FROM (SELECT *, lag(hash, 1, '') OVER (ORDER BY position) AS former,
      lag(position, 1, 0::bigint) OVER (ORDER BY position) AS former_position FROM audit_chain) c
  LEFT JOIN audit_entries e ON e.id = c.entry_id
  LEFT JOIN audit_salts s ON s.entry_id = c.entry_id
  WHERE e.id IS NULL OR c.position <> c.former_position + 1 OR audit_link(c.former, e, c.content) <> c.hash
    OR CASE WHEN s.salt IS NULL THEN e.before IS NOT NULL OR e.after IS NOT NULL
      ELSE audit_content(e, s.salt) <> c.content END
  UNION ALL
  SELECT NULL, e.id, 'the entry was added or dated back later' FROM audit_entries e
  WHERE e.at < (SELECT max(at) FROM audit_chain) - interval '1 hour'
    AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = e.id)
$$;
REVOKE EXECUTE ON FUNCTION broken_audit() FROM aisle_located;

CREATE OR REPLACE FUNCTION blank_audit(about text, records uuid[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  blanked bigint;
BEGIN
  PERFORM set_config('app.erasing', 'on', true);
  WITH emptied AS (
    UPDATE audit_entries SET before = NULL, after = NULL
    WHERE resource = about AND record_id = ANY (records) AND (before IS NOT NULL OR after IS NOT NULL) RETURNING id),
  unsalted AS (DELETE FROM audit_salts s USING emptied e WHERE s.entry_id = e.id)
  SELECT count(*) INTO blanked FROM emptied;
  PERFORM set_config('app.erasing', '', true);
  RETURN blanked;
END $$;
