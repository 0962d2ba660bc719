-- The position of order messages becomes that of a reader of the change log.
CREATE TABLE change_readers (
  name text PRIMARY KEY,
  transaction_id xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
  change_id bigint NOT NULL DEFAULT 0,
  cluster_id bigint
);
REVOKE ALL ON change_readers FROM aisle_located;
INSERT INTO change_readers (name, transaction_id, change_id, cluster_id)
SELECT 'orderMessages', transaction_id, event_id, cluster_id FROM order_message_position;
DROP TABLE order_message_position;
