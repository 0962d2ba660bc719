-- Links with which customers pay renewals that their bank wants confirmed.
ALTER TABLE subscription_payments ADD COLUMN wants_link boolean NOT NULL DEFAULT false;
CREATE INDEX subscription_payments_to_link ON subscription_payments (created_at) WHERE wants_link;
ALTER TABLE gateway_operations ADD COLUMN token text;
CREATE TABLE renewal_links (
  payment_id uuid PRIMARY KEY REFERENCES subscription_payments,
  token_hash bytea NOT NULL,
  recipient text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  opened_at timestamptz,
  -- The latest page of the gateway.
  page_id uuid,
  requested_at timestamptz,
  saves_card boolean NOT NULL DEFAULT false,
  -- The page was opened from a link that another one replaced, so it is closed.
  page_is_former boolean NOT NULL DEFAULT false,
  -- Known once the gateway answered.
  page_ref text,
  page_url text,
  page_ends_at timestamptz
);
CREATE UNIQUE INDEX renewal_links_by_token ON renewal_links (token_hash);
CREATE INDEX renewal_links_open ON renewal_links (page_ends_at) WHERE page_ref IS NOT NULL;
SELECT restrict_to('renewal_links', 'false', 'false');
