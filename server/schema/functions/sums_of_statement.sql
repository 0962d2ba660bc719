-- Returns the sums of a statement's entries in the columns of the statements table.
CREATE OR REPLACE FUNCTION sums_of_statement(location uuid, statement uuid) RETURNS TABLE (entries integer, orders integer,
  goods bigint, tax bigint, commission bigint, discounts bigint, promotions bigint, coins bigint, refunds bigint,
  corrections bigint, adjustments bigint)
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer,
    count(DISTINCT journal_id) FILTER (WHERE section IN ('goods', 'tax', 'commission', 'discounts', 'promotions',
      'coins'))::integer,
    coalesce(sum(amount) FILTER (WHERE section = 'goods'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'tax'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'commission'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'discounts'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'promotions'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'coins'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'refunds'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'corrections'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'adjustments'), 0)::bigint
  FROM payable_entries WHERE location_id = location AND statement_id = statement AND section <> 'payout'
$$;
