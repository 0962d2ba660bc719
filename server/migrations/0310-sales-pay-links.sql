-- Links with which shoppers pay an order by card. Sending a link replaces the former one.
CREATE TABLE pay_links (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  recipient text NOT NULL,
  -- The messages with this link and the former ones.
  mail_ids uuid[] NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  opened_at timestamptz,
  -- The latest page of the gateway: what it asks for, and the ID that its payment will have.
  payment_id uuid,
  amount bigint,
  is_charge boolean,
  requested_at timestamptz,
  -- Known once the gateway answered.
  page_ref text,
  page_url text,
  page_ends_at timestamptz,
  PRIMARY KEY (location_id, order_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
CREATE UNIQUE INDEX pay_links_by_token ON pay_links (token_hash);
SELECT restrict_to_locations('pay_links');
CREATE POLICY placed_by_key ON pay_links AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = pay_links.location_id AND o.id = pay_links.order_id));
