-- Returns the value in cents of the first `part` coins of a lot, with half a cent rounded up.
CREATE OR REPLACE FUNCTION coin_share(worth bigint, part bigint, coins bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT div(2::numeric * worth * part + coins, 2 * coins)::bigint $$;
