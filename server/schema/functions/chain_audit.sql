-- Adds up to `most` unchained entries to the audit chain and returns their number. Looks back by `since` before the
-- last chained entry, since transactions can commit in a different order than they begin.
CREATE OR REPLACE FUNCTION chain_audit(most integer, since interval DEFAULT '1 hour') RETURNS integer
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
REVOKE ALL ON FUNCTION chain_audit FROM aisle_located;
