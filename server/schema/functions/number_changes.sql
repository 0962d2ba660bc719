-- Numbers the changes that are visible and have no number yet, lowest id first. Returns the highest number, and whether this
-- database is a restored copy, whose history must start over. One server numbers at a time; others only read the state.
--
-- Ids of changes commit out of order, and transactions that roll back leave gaps. The stored snapshot tells exactly which
-- transactions were visible to the last step: new changes belong to transactions that it lists as running, or that began
-- later. So a transaction that stays open delays no other change, and none is missed or numbered twice.
CREATE OR REPLACE FUNCTION number_changes() RETURNS TABLE (history uuid, head bigint, is_restored boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_seqscan = off AS $$
DECLARE
  state change_feed_state;
  day bigint;
  fresh_head bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('number changes')) THEN
    RETURN QUERY SELECT s.history, s.head, s.origin <> change_feed_origin() FROM change_feed_state s;
    RETURN;
  END IF;
  SELECT * INTO state FROM change_feed_state;
  IF state.origin <> change_feed_origin() THEN
    RETURN QUERY SELECT state.history, state.head, true;
    RETURN;
  END IF;

  -- The clock may go back; numbers don't.
  day := greatest(extract(epoch FROM now())::bigint / 86400, state.head >> 32);
  IF to_regclass('change_feed_days.day_' || day) IS NULL THEN PERFORM start_change_feed_day(day); END IF;

  WITH fresh AS MATERIALIZED (
    SELECT c.* FROM pg_snapshot_xip(state.seen) AS running JOIN changes c ON c.transaction_id = running
    UNION ALL
    SELECT * FROM changes c WHERE c.transaction_id >= pg_snapshot_xmax(state.seen)
  ), items AS (
    SELECT c.id, c.transaction_id, c.at, named.topic, named.of_type AS type, c.record_id,
      (c.snapshot ->> 'parentId')::uuid AS parent_id, c.location_id,
      coalesce(c.version, (c.data ->> 'version')::bigint, (c.snapshot ->> 'version')::bigint) AS version
    FROM fresh c CROSS JOIN LATERAL (
      SELECT CASE c.resource WHEN 'orders' THEN 'order' WHEN 'refunds' THEN 'refund' WHEN 'returns' THEN 'return'
          WHEN 'payments' THEN 'payment' WHEN 'products' THEN 'product' WHEN 'categories' THEN 'category'
          WHEN 'subProducts' THEN CASE WHEN c.location_id IS NULL THEN 'subProduct' END
          WHEN 'customers' THEN 'customer' WHEN 'support' THEN CASE WHEN c.version IS NOT NULL THEN 'ticket' END
          WHEN 'subscriptions' THEN 'subscription' WHEN 'statements' THEN 'statement' WHEN 'promotions' THEN 'promotion'
          WHEN 'giftCards' THEN 'giftCard' END AS topic,
        CASE WHEN c.action IN ('create', 'created', 'restore', 'subscribe', 'subscribed') THEN 'created'
          WHEN c.action IN ('delete', 'erase') THEN 'deleted'
          WHEN c.action = 'merge' AND c.resource <> 'customers' THEN 'merged' ELSE 'changed' END AS of_type
    ) AS named
    WHERE c.record_id IS NOT NULL AND named.topic IS NOT NULL
    UNION ALL
    -- Lines that were saved with their order, and sub-products with their product: [topic, type, id, version].
    SELECT c.id, c.transaction_id, c.at, part ->> 0, part ->> 1, (part ->> 2)::uuid, c.record_id, c.location_id,
      coalesce((part ->> 3)::bigint, c.version, (c.data ->> 'version')::bigint)
    FROM fresh c CROSS JOIN jsonb_array_elements(c.snapshot -> 'parts') AS part WHERE c.resource IN ('orders', 'products')
    UNION ALL
    SELECT id, transaction_id, at, 'dispatch', 'changed', record_id, NULL, location_id, version
    FROM fresh WHERE resource = 'orders' AND snapshot -> 'events' @> '[{"kind": "dispatch"}]'
    UNION ALL
    SELECT id, transaction_id, at, 'payout', CASE action WHEN 'payout' THEN 'created' ELSE 'changed' END, record_id, NULL,
      location_id, version
    FROM fresh WHERE resource = 'statements' AND action IN ('payout', 'voidPayout')
    UNION ALL
    -- A notice about low stock doesn't change the quantity.
    SELECT c.id, c.transaction_id, c.at, 'stock', 'changed', item::uuid, NULL, c.location_id, NULL
    FROM fresh c CROSS JOIN jsonb_array_elements_text(c.snapshot -> 'subProductIds') AS item
    WHERE c.resource = 'stock' AND c.action <> 'low'
    UNION ALL
    SELECT id, transaction_id, at, CASE WHEN 'assigned' = field THEN 'assignment' ELSE 'price' END, 'changed', record_id, NULL,
      location_id, NULL
    FROM fresh CROSS JOIN unnest(fields) AS field
    WHERE resource = 'subProducts' AND record_id IS NOT NULL AND field IN ('price', 'salePrice', 'assigned')
    UNION ALL
    -- Items whose prices or assignments changed with their product or with the assortment of a location.
    SELECT c.id, c.transaction_id, c.at, kind.topic, 'changed', item::uuid, NULL,
      CASE c.resource WHEN 'locations' THEN c.record_id ELSE c.location_id END, NULL
    FROM fresh c CROSS JOIN (VALUES ('price', 'repricedIds'), ('assignment', 'assignedIds')) AS kind (topic, key)
      CROSS JOIN jsonb_array_elements_text(c.snapshot -> kind.key) AS item
    WHERE c.resource IN ('products', 'subProducts', 'locations')
    UNION ALL
    SELECT id, transaction_id, at, 'customer', 'changed', (snapshot ->> 'customerId')::uuid, NULL, NULL, NULL
    FROM fresh WHERE resource = 'customerAddresses' AND snapshot ? 'customerId'
    UNION ALL
    -- The other customer of a merge.
    SELECT id, transaction_id, at, 'customer', CASE action WHEN 'merge' THEN 'merged' ELSE 'changed' END,
      (snapshot ->> 'otherId')::uuid, NULL, NULL, NULL
    FROM fresh WHERE resource = 'customers' AND snapshot ? 'otherId'
  ), merged AS (
    -- A record that a transaction changed several times has changed once.
    SELECT max(id) AS id, topic, CASE WHEN bool_or(type = 'deleted') THEN 'deleted' WHEN bool_or(type = 'merged') THEN 'merged'
        WHEN bool_or(type = 'created') THEN 'created' ELSE 'changed' END AS type,
      record_id, (array_agg(parent_id))[1] AS parent_id,
      (array_agg(location_id ORDER BY id DESC) FILTER (WHERE location_id IS NOT NULL))[1] AS location_id,
      max(version) AS version, min(at) AS at
    FROM items GROUP BY transaction_id, topic, record_id,
      CASE WHEN topic IN ('stock', 'price', 'assignment') THEN location_id END
  ), numbered AS (
    INSERT INTO change_feed (number, topic, type, record_id, parent_id, location_id, version, at)
    SELECT greatest(state.head, day << 32) + row_number() OVER (ORDER BY id, topic, record_id), topic, type, record_id,
      parent_id, location_id, version, at
    FROM merged RETURNING number
  )
  UPDATE change_feed_state s SET seen = pg_current_snapshot(),
    head = coalesce((SELECT max(number) FROM numbered), s.head)
  WHERE EXISTS (SELECT FROM fresh) RETURNING s.head INTO fresh_head;
  RETURN QUERY SELECT state.history, coalesce(fresh_head, state.head), false;
END $$;
