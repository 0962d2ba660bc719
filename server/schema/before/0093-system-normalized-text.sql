-- How far stored text has been normalized: one row for each table, by the version of the rules.
CREATE TABLE text_normalizations (
  target text PRIMARY KEY,
  rules integer NOT NULL,
  -- The key of the last row that was read; null before the first.
  last_key uuid[],
  changed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  finished_at timestamptz
);
REVOKE ALL ON text_normalizations FROM aisle_located;

-- Rows that stayed as they are, because their normal form belongs to another row. The hashes are those of both values as
-- they were found: once one of them is another, the pair is no longer listed. No text of a person is stored here.
CREATE TABLE possible_duplicates (
  resource text NOT NULL,
  record_id uuid NOT NULL,
  field text NOT NULL,
  other_id uuid NOT NULL,
  record_hash text NOT NULL,
  other_hash text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (resource, record_id, field)
);
REVOKE ALL ON possible_duplicates FROM aisle_located;

-- People with one name have an empty last name, and their whole name has no blank at its end.
CREATE OR REPLACE FUNCTION merged_customers(customer uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('_id', c.id, 'name', rtrim(c.first_name || ' ' || c.last_name),
      'phone', c.phone, 'email', c.email, 'at', iso(m.created_at),
      'undoUntil', CASE WHEN m.undo_until > now() THEN iso(m.undo_until) END) ORDER BY m.id DESC), '[]')
  FROM customers c JOIN customer_merges m ON m.merged_id = c.id AND m.undone_at IS NULL
  WHERE c.merged_into = customer
$$;

CREATE OR REPLACE FUNCTION known_there(customer uuid, place uuid, origin boolean, OUT first_name text, OUT last_name text,
  OUT phone text, OUT phone_digits text, OUT email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN same.name THEN c.first_name ELSE split_part(o.customer_name, ' ', 1) END,
    CASE WHEN same.name THEN c.last_name
      ELSE substr(o.customer_name, char_length(split_part(o.customer_name, ' ', 1)) + 2) END,
    CASE WHEN same.phone THEN c.phone ELSE o.customer_phone END,
    CASE WHEN same.phone THEN c.phone_digits ELSE regexp_replace(o.customer_phone, '\D', '', 'g') END,
    CASE WHEN origin THEN c.email END
  FROM customers c
  LEFT JOIN LATERAL (SELECT customer_name, customer_phone FROM orders
    WHERE orders.customer_id = c.id AND location_id = place AND NOT origin
    ORDER BY created_at DESC, id DESC LIMIT 1) o ON true
  CROSS JOIN LATERAL (SELECT coalesce(o.customer_name = rtrim(c.first_name || ' ' || c.last_name), true) AS name,
    coalesce(o.customer_phone = c.phone, true) AS phone) same
  WHERE c.id = customer
$$;
