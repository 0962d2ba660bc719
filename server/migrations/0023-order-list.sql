-- What the order list filters by beyond place, state and age, each found without reading all orders.

-- Orders that are being worked on are few, however many there were: the late ones are among them.
CREATE INDEX orders_open ON orders (created_at DESC, id DESC) INCLUDE (location_id, slot_to)
  WHERE status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
CREATE INDEX orders_by_slot ON orders (slot_from) INCLUDE (location_id) WHERE slot_from IS NOT NULL;
CREATE INDEX orders_with_note ON orders (created_at DESC, id DESC) INCLUDE (location_id) WHERE note IS NOT NULL;

-- Few lines are substitutes or came up short. Weighed goods are never to the gram what was asked for.
CREATE INDEX order_lines_substitutes ON order_lines (location_id, order_id) WHERE substitute_for IS NOT NULL;
CREATE INDEX order_lines_short ON order_lines (location_id, order_id)
  WHERE picked_quantity < quantity AND (picked_quantity = 0 OR NOT sold_by_weight);
CREATE INDEX refunds_failed ON refunds (location_id, order_id) WHERE status = 'refundFailed';
