-- Posts a journal to the marketplace's books, also for users of single locations, who can't access these books. The server
-- decides which journals to post. Open books are notified.
CREATE OR REPLACE FUNCTION post_to_marketplace(journal uuid, of_kind text, cause uuid, of_order uuid, accounts text[], parts text[],
  amounts bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT announce('books', 'posted', NULL, marketplace_books(), 'statement_all_view');
  WITH posted AS (
    INSERT INTO journals (location_id, id, kind, cause_id, order_id, user_id)
    VALUES (marketplace_books(), journal, of_kind, cause, of_order, actor_id())
  )
  INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount)
  SELECT marketplace_books(), journal, entry.position, entry.account, entry.part, entry.amount
  FROM unnest(accounts, parts, amounts) WITH ORDINALITY AS entry (account, part, amount, position)
$$;
