-- Holidays are kept once, in the settings, and every location inherits them. Dates on which all locations had the same
-- special hours were holidays already: they move there, and no location opens or closes at another time.
WITH shared AS (
  SELECT one.value AS holiday FROM locations l CROSS JOIN jsonb_array_elements(l.hours_exceptions) AS one
  GROUP BY one.value
  HAVING count(*) = (SELECT count(*) FROM locations) AND count(*) > 1
), kept AS (
  UPDATE settings SET "values" = "values" || jsonb_build_object('holidays',
    (SELECT jsonb_agg(holiday ORDER BY holiday ->> 'date') FROM shared))
  WHERE EXISTS (SELECT FROM shared)
)
UPDATE locations l SET hours_exceptions = coalesce((
  SELECT jsonb_agg(own.value ORDER BY own.value ->> 'date') FROM jsonb_array_elements(l.hours_exceptions) AS own
  WHERE own.value NOT IN (SELECT holiday FROM shared)), '[]')
WHERE EXISTS (SELECT FROM shared);
