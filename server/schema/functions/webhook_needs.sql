-- Returns the permissions that webhook events require. A test compares them with eventNeeds in the contract.
CREATE OR REPLACE FUNCTION webhook_needs(webhook_events text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(CASE WHEN event LIKE 'product.%' THEN 'product_view' ELSE 'order_view' END)
  FROM unnest(webhook_events) AS event
$$;
