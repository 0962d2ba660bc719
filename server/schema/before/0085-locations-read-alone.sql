-- What people of single locations read without reading that of all others.

-- Which location's record a row is, so that the newest customers of one location are read from an index.
CREATE OR REPLACE VIEW located.customers WITH (security_invoker) AS
SELECT cl.customer_id AS id, cl.first_name, cl.last_name, cl.email, cl.phone, cl.phone_digits, cl.status,
  NULL::text AS notes, NULL::bigint AS coin_balance, cl.version, NULL::uuid AS created_by, cl.since AS created_at,
  cl.updated_at, cl.marketing_consent, cl.marketing_consent_at, cl.marketing_consent_how, NULL::uuid AS merged_into,
  cl.also_known, NULL::timestamptz AS erased_at, cl.location_id
FROM customer_locations cl
WHERE NOT EXISTS (SELECT FROM customer_locations o
  WHERE o.customer_id = cl.customer_id AND o.location_id < cl.location_id);

-- Levels that expiry may have emptied.
DROP INDEX stock_levels_to_expire;
CREATE INDEX stock_levels_to_expire ON stock_levels (next_expiry, location_id) WHERE next_expiry IS NOT NULL;
