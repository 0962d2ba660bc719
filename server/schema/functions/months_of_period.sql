-- Returns the number of months in a billing period.
CREATE OR REPLACE FUNCTION months_of_period(period text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE period WHEN 'monthly' THEN 1 WHEN 'quarterly' THEN 3 ELSE 12 END $$;
