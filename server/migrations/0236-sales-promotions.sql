CREATE SEQUENCE promotion_number START 1001;

-- Promotions. The terms of the current edition hold the reward, the goods, the conditions and who pays.
CREATE TABLE promotions (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('promotion_number'),
  -- For staff. Shoppers see the label.
  name text NOT NULL,
  label text NOT NULL,
  -- Set by staff. promotion_status derives the status from it and from the schedule.
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'active', 'paused', 'ended')),
  -- The current edition.
  edition integer NOT NULL DEFAULT 1,
  -- Null means all locations. Ids of deleted locations match nothing.
  location_ids uuid[] CHECK (cardinality(location_ids) > 0),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  -- The windows of each week, in the zone of the location: [{day, from, to}]. Without any it runs all day.
  weekly jsonb NOT NULL DEFAULT '[]',
  schedule_by text NOT NULL DEFAULT 'placed' CHECK (schedule_by IN ('placed', 'slot')),
  -- The most checkouts, overall and of one customer. Null means unlimited.
  max_uses integer CHECK (max_uses > 0),
  max_uses_per_customer integer CHECK (max_uses_per_customer > 0),
  code_kind text NOT NULL DEFAULT 'none' CHECK (code_kind IN ('none', 'shared', 'batch')),
  -- The shared code as written, and as codeKey in the contract compares it.
  code text,
  code_key text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT promotions_period CHECK (ends_at > starts_at),
  CONSTRAINT promotions_code CHECK ((code_kind = 'shared') = (code IS NOT NULL) AND (code IS NULL) = (code_key IS NULL))
);
CREATE UNIQUE INDEX promotions_number ON promotions (number);
-- A code belongs to one promotion at a time. release_promotion_code frees the code of a promotion whose end has passed.
CREATE UNIQUE INDEX promotions_code_key ON promotions (code_key) WHERE state <> 'ended';
CREATE INDEX promotions_by_name ON promotions (name COLLATE aisle_names, id);
CREATE INDEX promotions_by_start ON promotions (starts_at, id);
CREATE INDEX promotions_by_end ON promotions (ends_at, id);
-- The promotions that placing an order considers.
CREATE INDEX promotions_published ON promotions (ends_at) WHERE state = 'active';
SELECT versioned('promotions');
ALTER TABLE promotions ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON promotions TO aisle_all USING (true) WITH CHECK (true);
-- Users of certain locations see what applies there, and change only promotions of their own locations.
CREATE POLICY own_locations ON promotions FOR SELECT TO aisle_located
  USING (location_ids IS NULL OR location_ids && (SELECT actor_locations()));
CREATE POLICY add_own ON promotions FOR INSERT TO aisle_located
  WITH CHECK (location_ids IS NOT NULL AND location_ids <@ (SELECT actor_locations()));
CREATE POLICY edit_own ON promotions FOR UPDATE TO aisle_located
  USING (location_ids IS NOT NULL AND location_ids <@ (SELECT actor_locations()))
  WITH CHECK (location_ids IS NOT NULL AND location_ids <@ (SELECT actor_locations()));
CREATE POLICY delete_own ON promotions FOR DELETE TO aisle_located
  USING (location_ids IS NOT NULL AND location_ids <@ (SELECT actor_locations()));

-- The editions of a promotion. An edition that an order used never changes.
CREATE TABLE promotion_editions (
  promotion_id uuid NOT NULL REFERENCES promotions ON DELETE CASCADE,
  number integer NOT NULL,
  -- {reward, goods, conditions, audience, combines, funding}, complete, as PromotionTerms in the contract describes them.
  terms jsonb NOT NULL,
  kind text NOT NULL GENERATED ALWAYS AS (terms #>> '{reward,kind}') STORED,
  funded_by_marketplace numeric(6,3) NOT NULL GENERATED ALWAYS AS ((terms #>> '{funding,marketplace}')::numeric) STORED,
  funded_by_location numeric(6,3) NOT NULL GENERATED ALWAYS AS ((terms #>> '{funding,location}')::numeric) STORED,
  funded_by_vendor numeric(6,3) NOT NULL GENERATED ALWAYS AS ((terms #>> '{funding,vendor}')::numeric) STORED,
  vendor_id uuid GENERATED ALWAYS AS ((terms #>> '{funding,vendorId}')::uuid) STORED REFERENCES vendors,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT promotion_editions_funding CHECK (funded_by_marketplace + funded_by_location + funded_by_vendor = 100
    AND least(funded_by_marketplace, funded_by_location, funded_by_vendor) >= 0
    AND (funded_by_vendor > 0) = (vendor_id IS NOT NULL)),
  PRIMARY KEY (promotion_id, number)
);
CREATE INDEX promotion_editions_by_vendor ON promotion_editions (vendor_id) WHERE vendor_id IS NOT NULL;
ALTER TABLE promotions ADD CONSTRAINT promotions_edition FOREIGN KEY (id, edition)
  REFERENCES promotion_editions (promotion_id, number) DEFERRABLE INITIALLY DEFERRED;
-- Locations offer only what they pay for themselves.
SELECT restrict_to('promotion_editions', 'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id)',
  'funded_by_location = 100 AND EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id
    AND p.location_ids <@ (SELECT actor_locations()))');

-- The budget of each promotion and what was taken of its limits. Users of certain locations don't see them: functions of the
-- owner check and take limits for orders that they place.
CREATE TABLE promotion_limits (
  promotion_id uuid PRIMARY KEY REFERENCES promotions ON DELETE CASCADE,
  -- The most discount of all orders, in cents. Null means unlimited.
  budget bigint CHECK (budget > 0),
  -- The checkouts with a living order that uses the promotion. Counted for promotions with max_uses or a budget only, under a
  -- lock on this row.
  uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  -- The discount of these checkouts in cents. Later edits may exceed the budget.
  discount_used bigint NOT NULL DEFAULT 0 CHECK (discount_used >= 0)
);
ALTER TABLE promotion_limits ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON promotion_limits TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY add_own ON promotion_limits FOR INSERT TO aisle_located
  WITH CHECK (budget IS NULL AND uses = 0 AND discount_used = 0);

-- Batches of single-use codes, which a job creates.
CREATE TABLE promotion_code_batches (
  id uuid PRIMARY KEY,
  promotion_id uuid NOT NULL REFERENCES promotions ON DELETE CASCADE,
  -- The number of codes that were requested.
  count integer NOT NULL CHECK (count BETWEEN 1 AND 100000),
  prefix text,
  note text,
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  created_by_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- From then on the unused codes of the batch are unknown.
  revoked_at timestamptz
);
CREATE INDEX promotion_code_batches_of ON promotion_code_batches (promotion_id, created_at DESC);
CREATE INDEX promotion_code_batches_by_job ON promotion_code_batches (job_id) WHERE job_id IS NOT NULL;
SELECT restrict_to('promotion_code_batches', 'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id)',
  'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id AND p.location_ids <@ (SELECT actor_locations()))');

-- Single-use codes.
CREATE TABLE promotion_codes (
  -- The code as codeKey in the contract compares it.
  key text PRIMARY KEY,
  code text NOT NULL,
  promotion_id uuid NOT NULL REFERENCES promotions ON DELETE CASCADE,
  batch_id uuid NOT NULL REFERENCES promotion_code_batches ON DELETE CASCADE,
  -- The checkout that uses the code. Null again when no living order of it uses the promotion any more. The code is used if
  -- this is set, else revoked if its batch is.
  main_order_id uuid REFERENCES main_orders,
  used_at timestamptz,
  CONSTRAINT promotion_codes_used CHECK ((main_order_id IS NULL) = (used_at IS NULL))
);
CREATE INDEX promotion_codes_of_batch ON promotion_codes (batch_id, code);
CREATE INDEX promotion_codes_of_promotion ON promotion_codes (promotion_id, code);
CREATE INDEX promotion_codes_used ON promotion_codes (main_order_id) WHERE main_order_id IS NOT NULL;
SELECT restrict_to('promotion_codes', 'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id)',
  'EXISTS (SELECT FROM promotions p WHERE p.id = promotion_id)');

-- The promotions that orders use, one row per order and promotion, written when the order is placed. Figures are sums of these
-- rows, a use is a checkout.
CREATE TABLE promotion_uses (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  promotion_id uuid NOT NULL,
  edition integer NOT NULL,
  main_order_id uuid NOT NULL REFERENCES main_orders,
  -- The customer of the checkout, for the limit per customer.
  customer_id uuid NOT NULL REFERENCES customers,
  -- The code as it was sent. Null for an automatic promotion.
  code text,
  -- The discount of the order in cents, on goods or delivery, when it was placed.
  discount bigint NOT NULL CHECK (discount >= 0),
  -- The same after edits, cancellations and refunds.
  discount_now bigint NOT NULL CHECK (discount_now >= 0),
  -- False once the order no longer uses the promotion: cancelled before delivery, rejected, expired, failed or edited. Such a
  -- row is in no figure but `discount` and doesn't count for limits.
  living boolean NOT NULL DEFAULT true,
  -- When the order was placed.
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, promotion_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  FOREIGN KEY (promotion_id, edition) REFERENCES promotion_editions (promotion_id, number)
);
CREATE INDEX promotion_uses_of ON promotion_uses (promotion_id, created_at);
CREATE INDEX promotion_uses_by_customer ON promotion_uses (customer_id, promotion_id);
CREATE INDEX promotion_uses_by_checkout ON promotion_uses (main_order_id, promotion_id);
SELECT restrict_to_locations('promotion_uses');
CREATE POLICY placed_by_key ON promotion_uses AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = promotion_uses.location_id AND o.id = promotion_uses.order_id));
