-- Webhooks: who is told of what happens, and what became of telling them.

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  url text NOT NULL,
  -- Of the kinds that the contract names; a later one finds its way in without a migration.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  status boolean NOT NULL DEFAULT true,
  -- Signs what is sent, so it cannot be kept as a hash.
  secret text NOT NULL,
  -- Signs as well for a while after a new one was made: nothing is refused while the other side changes over.
  old_secret text,
  old_secret_until timestamptz,
  -- Since when nothing arrives; null while all is well.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- While somebody delivers to it, when another may take over; after silence, when it is tried again.
  next_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER count_version BEFORE UPDATE OF name, url, events, status, secret ON webhook_endpoints
FOR EACH ROW EXECUTE FUNCTION count_version();
REVOKE ALL ON webhook_endpoints FROM aisle_located;

-- One event for one endpoint, written in the transaction of what happened.
CREATE TABLE webhook_deliveries (
  -- Of all deliveries in the order of what happened, as far as transactions have one.
  position bigint GENERATED ALWAYS AS IDENTITY,
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  -- The same for every endpoint that is told, and for every time that it is told.
  event_id uuid NOT NULL,
  event text NOT NULL,
  record_id uuid,
  -- To the byte what is sent.
  payload text NOT NULL CHECK (length(payload) <= 65536),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'dead')),
  next_at timestamptz NOT NULL DEFAULT now(),
  attempt_count smallint NOT NULL DEFAULT 0,
  -- Each time: at, httpStatus, ms, problem, response.
  attempts jsonb NOT NULL DEFAULT '[]',
  replay_of uuid,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, next_at) WHERE status = 'waiting';
REVOKE ALL ON webhook_deliveries FROM aisle_located;

-- As the server makes them: by time, so that a list by id is a list by age.
CREATE FUNCTION new_uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Tells every endpoint that asked for it. Where nobody did, which is most of the time, it costs one look.
CREATE FUNCTION tell_webhooks(kind text, record uuid, happening jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  told uuid := new_uuid_v7();
BEGIN
  INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event, record_id, payload)
  SELECT new_uuid_v7(), e.id, told, kind, record,
    jsonb_build_object('id', told, 'event', kind, 'createdAt', iso(now()), 'data', happening)::text
  FROM webhook_endpoints e WHERE e.status AND kind = ANY (e.events) ORDER BY e.id;
  IF FOUND THEN PERFORM start_task('send_webhooks', '{}'::jsonb); END IF;
END $$;

CREATE FUNCTION webhook_wanted(kinds text[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints e WHERE e.status AND e.events && kinds)
$$;

-- What every program wants to know of an order; of a customer it gets their id.
CREATE FUNCTION order_for_webhooks(at_location uuid, order_id uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('orderId', o.id, 'number', 'O-' || o.number, 'mainOrderId', m.id,
    'mainOrderNumber', 'M-' || m.number, 'externalId', m.external_id, 'locationId', o.location_id,
    'customerId', o.customer_id, 'fulfilment', o.fulfilment, 'status', o.status,
    'dispatchStatus', o.dispatch_status, 'headlineStatus', o.headline_status, 'total', o.total, 'version', o.version)
  FROM orders o JOIN main_orders m ON m.id = o.main_order_id
  WHERE o.location_id = at_location AND o.id = order_for_webhooks.order_id
$$;

-- Every step of an order leaves an event behind: this hears them all, whoever takes the step.
CREATE FUNCTION tell_order_events() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  happened record;
  known jsonb;
  kind text;
BEGIN
  IF NOT webhook_wanted(ARRAY['order.created', 'order.status', 'dispatch.status']) THEN RETURN NULL; END IF;
  FOR happened IN SELECT * FROM added WHERE added.kind IN ('order', 'dispatch') ORDER BY added.id LOOP
    kind := CASE WHEN happened.kind = 'dispatch' THEN 'dispatch.status'
      WHEN happened.from_status IS NULL THEN 'order.created' ELSE 'order.status' END;
    known := order_for_webhooks(happened.location_id, happened.order_id);
    PERFORM tell_webhooks(kind, happened.order_id, known || jsonb_build_object('from', happened.from_status,
      'to', happened.to_status, 'by', happened.actor_name, 'note', left(happened.note, 1000)));
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER INSERT ON order_events REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION tell_order_events();

CREATE FUNCTION tell_returns() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kind text := CASE TG_OP WHEN 'INSERT' THEN 'return.created' ELSE 'return.status' END;
BEGIN
  IF NOT webhook_wanted(ARRAY[kind]) THEN RETURN NULL; END IF;
  PERFORM tell_webhooks(kind, NEW.id, jsonb_build_object('returnId', NEW.id, 'number', 'R-' || NEW.number,
    'orderId', NEW.order_id, 'locationId', NEW.location_id, 'customerId', NEW.customer_id, 'kind', NEW.kind,
    'from', CASE TG_OP WHEN 'UPDATE' THEN OLD.status END, 'to', NEW.status, 'status', NEW.status, 'version', NEW.version));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks_added AFTER INSERT ON returns FOR EACH ROW EXECUTE FUNCTION tell_returns();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON returns FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION tell_returns();

CREATE FUNCTION tell_refunds() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kind text := CASE TG_OP WHEN 'INSERT' THEN 'refund.created' ELSE 'refund.status' END;
BEGIN
  IF NOT webhook_wanted(ARRAY[kind]) THEN RETURN NULL; END IF;
  PERFORM tell_webhooks(kind, NEW.id, jsonb_build_object('refundId', NEW.id, 'orderId', NEW.order_id,
    'locationId', NEW.location_id, 'amount', NEW.amount, 'reason', left(NEW.reason, 1000),
    'from', CASE TG_OP WHEN 'UPDATE' THEN OLD.status END, 'to', NEW.status, 'status', NEW.status, 'version', NEW.version));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks_added AFTER INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION tell_refunds();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON refunds FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION tell_refunds();

-- A change of the catalogue names what changed; what it is now is asked for. One of many rows looks once.
CREATE FUNCTION tell_products() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT webhook_wanted(ARRAY['product.changed']) THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM tell_webhooks('product.changed', c.id, jsonb_build_object('productId', c.id, 'change', 'edited',
        'name', c.name, 'status', c.status, 'version', c.version))
    FROM changed c JOIN old_rows o ON o.id = c.id
    WHERE (c.name, c.description, c.status, c.category_id, c.brand_id, c.specifications, c.tags, c.badge, c.slug)
      IS DISTINCT FROM (o.name, o.description, o.status, o.category_id, o.brand_id, o.specifications, o.tags, o.badge, o.slug);
  ELSE
    PERFORM tell_webhooks('product.changed', c.id, jsonb_build_object('productId', c.id, 'change',
        CASE TG_OP WHEN 'INSERT' THEN 'added' ELSE 'deleted' END, 'name', c.name, 'status', c.status,
        'version', c.version))
    FROM changed c;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_products();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON products REFERENCING NEW TABLE AS changed OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION tell_products();
CREATE TRIGGER tell_webhooks_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_products();

CREATE FUNCTION tell_sub_products() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT webhook_wanted(ARRAY['product.changed']) THEN RETURN NULL; END IF;
  PERFORM tell_webhooks('product.changed', p.id, jsonb_build_object('productId', p.id, 'change', 'edited',
      'name', p.name, 'status', p.status, 'version', p.version, 'subProductIds', jsonb_path_query_array(c.ids, '$[0 to 499]')))
  FROM (SELECT product_id, jsonb_agg(id) AS ids FROM changed GROUP BY product_id) c
  JOIN products p ON p.id = c.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks_added AFTER INSERT ON sub_products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_sub_products();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON sub_products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_sub_products();
CREATE TRIGGER tell_webhooks_deleted AFTER DELETE ON sub_products REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_sub_products();

-- These see past what somebody's locations are: for the triggers above and the server itself.
REVOKE EXECUTE ON FUNCTION tell_webhooks(text, uuid, jsonb), order_for_webhooks(uuid, uuid), webhook_wanted(text[])
FROM aisle_located;
