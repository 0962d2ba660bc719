-- Returns the part of the payload that all order events share. It identifies the customer only by id.
CREATE OR REPLACE FUNCTION order_for_webhooks(at_location uuid, order_id uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('orderId', o.id, 'number', format_number('order', o.number), 'mainOrderId', m.id,
    'mainOrderNumber', format_number('checkout', m.number), 'externalId', m.external_id, 'locationId', o.location_id,
    'customerId', o.customer_id, 'fulfilment', o.fulfilment, 'status', o.status,
    'dispatchStatus', o.dispatch_status, 'headlineStatus', o.headline_status, 'total', o.total, 'version', o.version)
  FROM orders o JOIN main_orders m ON m.id = o.main_order_id
  WHERE o.location_id = at_location AND o.id = order_for_webhooks.order_id
$$;
REVOKE ALL ON FUNCTION order_for_webhooks FROM aisle_located;
