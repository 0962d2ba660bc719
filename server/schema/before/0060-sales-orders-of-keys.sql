-- API keys read and cancel only what they placed. This is a separate role: a condition for aisle_all would slow down everybody.
DO $$ BEGIN CREATE ROLE aisle_key NOLOGIN IN ROLE aisle_all; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;

-- The acting API key: set once per transaction, none when not set.
CREATE FUNCTION actor_key() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('app.api_key', true), '')::uuid $$;

CREATE POLICY placed_by_key ON main_orders AS RESTRICTIVE TO aisle_key
  USING (api_key_id = (SELECT actor_key()));
CREATE POLICY placed_by_key ON orders AS RESTRICTIVE TO aisle_key
  USING (EXISTS (SELECT FROM main_orders m WHERE m.id = main_order_id));
CREATE POLICY placed_by_key ON customers AS RESTRICTIVE TO aisle_key
  USING (EXISTS (SELECT FROM main_orders m WHERE m.customer_id = customers.id));

-- What belongs to an order: the policy of orders applies within this one.
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['order_lines', 'order_events', 'payments', 'refunds', 'returns', 'return_lines',
    'gateway_operations', 'deliveries', 'order_messages'] LOOP
    EXECUTE format('CREATE POLICY placed_by_key ON %1$I AS RESTRICTIVE TO aisle_key
      USING (EXISTS (SELECT FROM orders o WHERE o.location_id = %1$I.location_id AND o.id = %1$I.order_id))', part);
  END LOOP;
END $$;
