-- Webhooks read the change log, so no trigger enqueues them.
DROP FUNCTION tell_order_events, tell_products, tell_sub_products, tell_refunds, tell_returns CASCADE;
DROP FUNCTION tell_webhooks, webhook_wanted, order_for_webhooks;
ALTER TABLE webhook_endpoints ADD COLUMN active_from pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
  ADD COLUMN active_from_cluster bigint NOT NULL DEFAULT (pg_control_system()).system_identifier;
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (endpoint_id, event_id) WHERE replay_of IS NULL;
INSERT INTO change_readers (name) VALUES ('webhooks');
