-- Rejects updates of payable entries. Allowed are only moves into a new statement or out of a discarded one, which can
-- switch the section between refunds and corrections.
CREATE OR REPLACE FUNCTION check_payable_moves() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM before b JOIN after a USING (location_id, journal_id, position)
    WHERE a.statement_id IS NOT DISTINCT FROM b.statement_id AND a.section <> b.section
      OR a.statement_id <> b.statement_id
      OR (a.amount, a.posted_at) IS DISTINCT FROM (b.amount, b.posted_at)
      OR a.section <> b.section AND (b.section, a.section) NOT IN (('refunds', 'corrections'), ('corrections', 'refunds'))
    UNION ALL
    SELECT FROM (SELECT count(*) AS all_of FROM before) b
    WHERE b.all_of <> (SELECT count(*) FROM before JOIN after USING (location_id, journal_id, position))
    UNION ALL
    SELECT FROM (SELECT DISTINCT location_id, statement_id FROM before WHERE statement_id IS NOT NULL) b
    JOIN statements s ON s.location_id = b.location_id AND s.id = b.statement_id
    JOIN LATERAL sums_of_statement(s.location_id, s.id) sums ON true
    WHERE sums.entries <> s.entries
    UNION ALL
    SELECT FROM (SELECT DISTINCT location_id, statement_id FROM after WHERE statement_id IS NOT NULL) a
    LEFT JOIN statements s ON s.location_id = a.location_id AND s.id = a.statement_id
    LEFT JOIN LATERAL sums_of_statement(s.location_id, s.id) sums ON true
    WHERE sums.entries IS DISTINCT FROM s.entries OR s.id IS NULL
  ) THEN
    RAISE EXCEPTION 'entries are moved only together with their statement'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payable_entries_moves';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER check_payable_moves AFTER UPDATE ON payable_entries
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION check_payable_moves();
