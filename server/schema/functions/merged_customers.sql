-- Returns the customers that were merged into a customer, newest merge first, and until when a merge can be undone.
CREATE OR REPLACE FUNCTION merged_customers(customer uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('_id', c.id, 'name', rtrim(c.first_name || ' ' || c.last_name),
      'phone', c.phone, 'email', c.email, 'at', iso(m.created_at),
      'undoUntil', CASE WHEN m.undo_until > now() THEN iso(m.undo_until) END) ORDER BY m.id DESC), '[]')
  FROM customers c JOIN customer_merges m ON m.merged_id = c.id AND m.undone_at IS NULL
  WHERE c.merged_into = customer
$$;
REVOKE ALL ON FUNCTION merged_customers FROM aisle_located;
