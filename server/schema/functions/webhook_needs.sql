-- Returns the permissions that webhook events require. A test compares them with eventNeeds in the contract.
CREATE OR REPLACE FUNCTION webhook_needs(webhook_events text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(CASE split_part(event, '.', 1)
    WHEN 'product' THEN 'product_view'
    WHEN 'stock' THEN 'inventory_list'
    WHEN 'price' THEN 'sub_product_list'
    WHEN 'assignment' THEN 'Assign_Product_View'
    WHEN 'promotion' THEN 'promotion_view'
    WHEN 'customer' THEN 'customer_view'
    WHEN 'credit' THEN 'customer_view'
    WHEN 'giftCard' THEN 'gift_card_view'
    WHEN 'ticket' THEN 'support_view'
    WHEN 'subscription' THEN 'subscriptionPlan_list'
    WHEN 'statement' THEN 'location_report'
    WHEN 'payout' THEN 'location_report'
    WHEN 'dispute' THEN 'dispute_list'
    ELSE 'order_view' END)
  FROM unnest(webhook_events) AS event
$$;
