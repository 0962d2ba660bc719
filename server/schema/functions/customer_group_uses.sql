-- Returns the unsent messages to a group and the promotions for it that haven't ended, as [{ "kind", "_id", "name" }]. A group in
-- use must not be deleted.
CREATE OR REPLACE FUNCTION customer_group_uses(customer_group uuid) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, '_id', id, 'name', name) ORDER BY created_at, id), '[]')
  FROM (
    SELECT 'draft' AS kind, d.id, d.name, d.created_at FROM message_drafts d
    WHERE d.audience ->> 'groupId' = customer_group::text
    UNION ALL
    SELECT 'message', m.id, m.name, m.created_at FROM bulk_messages m
    WHERE m.audience ->> 'groupId' = customer_group::text AND m.recipient_count IS NULL AND m.stopped_at IS NULL
    UNION ALL
    SELECT 'promotion', p.id, p.name, p.created_at FROM promotion_editions e
    JOIN promotions p ON p.id = e.promotion_id AND p.edition = e.number
    WHERE e.terms #> '{audience,customerGroupIds}' @> to_jsonb(customer_group)
      AND p.state <> 'ended' AND (p.ends_at > now() OR p.ends_at IS NULL)
    LIMIT 50
  ) AS used
$$;
