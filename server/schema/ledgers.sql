CREATE SEQUENCE lot_number START 1001;

-- Received batches of a sub-product at a location. The API calls them `inventory`.
CREATE TABLE lots (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('lot_number'),
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  vendor_id uuid REFERENCES vendors,
  lot_number text,
  received_quantity numeric(14,3) NOT NULL CHECK (received_quantity > 0::numeric),
  -- Only the trigger of stock_movements changes it.
  on_hand numeric(14,3) NOT NULL DEFAULT 0 CHECK (on_hand >= 0::numeric),
  -- For partial indexes. on_hand changes with every movement, so an index WHERE on_hand > 0 would make every movement
  -- update all indexes of the table. This column changes only when a lot becomes empty or is refilled.
  in_stock boolean NOT NULL GENERATED ALWAYS AS (on_hand > (0)::numeric) STORED,
  cost_price bigint CHECK (cost_price >= 0),
  manufactured_on date,
  -- The delivery day that the vendor promised, if any.
  expected_on date,
  expires_on date,
  -- Set while the lot is recalled. Like an expired lot, it is visible but can't be sold.
  recall_id uuid,
  received_by uuid,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- When the receipt was deleted. The ledger keeps the receipt and its correction, and lists hide the lot.
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id)
) WITH (fillfactor = 85);
CREATE INDEX lots_by_id ON lots (id);
CREATE INDEX lots_by_number ON lots (number);
CREATE INDEX lots_by_lot_number ON lots (lower(lot_number)) WHERE lot_number IS NOT NULL;
CREATE INDEX lots_by_receipt ON lots (location_id, received_at DESC, id DESC);
CREATE INDEX lots_by_age ON lots (received_at DESC, id DESC);
CREATE INDEX lots_by_vendor ON lots (vendor_id, location_id);
-- Sorts all lots by expiration, with lots without an expiration last.
CREATE INDEX lots_in_order_of_expiry ON lots ((coalesce(expires_on, 'infinity'::date)), id);
CREATE INDEX lots_by_sub_product ON lots (sub_product_id, received_at DESC);
CREATE INDEX lots_recalled ON lots (recall_id) WHERE recall_id IS NOT NULL;
-- For picking: lots that expire first are picked first.
CREATE INDEX lots_to_pick ON lots (location_id, sub_product_id, expires_on, id) WHERE in_stock;
-- For counting the stock of a sub-product at all locations.
CREATE INDEX lots_in_stock ON lots (sub_product_id) WHERE in_stock;
CREATE INDEX lots_by_expiry ON lots (expires_on, location_id) WHERE in_stock;
-- Finds the newest lots of a sub-product at one location. An index without the location would read lots of all
-- locations until it reaches one of the right location.
CREATE INDEX lots_of_level ON lots (location_id, sub_product_id, received_at DESC, id DESC);
SELECT restrict_to_locations('lots');
CREATE TRIGGER increment_version BEFORE UPDATE OF vendor_id, lot_number, cost_price, manufactured_on, expires_on, expected_on ON lots FOR EACH ROW EXECUTE FUNCTION increment_version();
REVOKE INSERT, UPDATE, DELETE ON lots FROM aisle_all, aisle_located;
GRANT INSERT (location_id, id, sub_product_id, vendor_id, lot_number, received_quantity, cost_price, manufactured_on,
  expected_on, expires_on, received_by, received_at) ON lots TO aisle_all;
GRANT INSERT (location_id, id, sub_product_id, vendor_id, lot_number, received_quantity, cost_price, manufactured_on,
  expected_on, expires_on, received_by, received_at) ON lots TO aisle_located;
GRANT UPDATE (vendor_id, lot_number, cost_price, manufactured_on, expected_on, expires_on, recall_id,
  deleted_at) ON lots TO aisle_all;
GRANT UPDATE (vendor_id, lot_number, cost_price, manufactured_on, expected_on, expires_on, recall_id,
  deleted_at) ON lots TO aisle_located;

-- Users of certain locations see the vendors of their lots.
SELECT restrict_to('vendors',
  'EXISTS (SELECT FROM lots WHERE lots.vendor_id = vendors.id
     AND lots.location_id = ANY ((SELECT actor_locations())::uuid[]))');

-- The stock of a sub-product at a location. Only functions of the database change it. The trigger of stock_movements
-- updates the quantities in the transaction of the movement.
CREATE TABLE stock_levels (
  location_id uuid NOT NULL REFERENCES locations,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  on_hand numeric(14,3) NOT NULL DEFAULT 0 CHECK (on_hand >= 0::numeric),
  reserved numeric(14,3) NOT NULL DEFAULT 0 CHECK (reserved >= 0::numeric),
  -- The quantity in lots that were expired or recalled at the last update, and the earliest expiration of the other
  -- lots. After that day, `expired` is outdated.
  expired numeric(14,3) NOT NULL DEFAULT 0 CHECK (expired >= 0::numeric),
  next_expiry date,
  -- When the sellable quantity fell to zero. It is a separate column so that indexes change only when the level crosses
  -- zero.
  out_since timestamptz,
  -- When the sellable quantity fell to the threshold. Null while it is zero or above the threshold.
  low_since timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT stock_levels_reserved_is_there CHECK (reserved <= on_hand),
  CONSTRAINT stock_levels_expired_is_there CHECK (expired <= on_hand),
  PRIMARY KEY (location_id, sub_product_id)
) WITH (fillfactor = 80);
CREATE INDEX stock_levels_by_sub_product ON stock_levels (sub_product_id, location_id);
CREATE INDEX stock_levels_out ON stock_levels (out_since DESC, location_id, sub_product_id) WHERE out_since IS NOT NULL;
CREATE INDEX stock_levels_out_at ON stock_levels (location_id, out_since DESC, sub_product_id) WHERE out_since IS NOT NULL;
CREATE INDEX stock_levels_low ON stock_levels (low_since DESC, location_id, sub_product_id) WHERE low_since IS NOT NULL;
CREATE INDEX stock_levels_low_at ON stock_levels (location_id, low_since DESC, sub_product_id) WHERE low_since IS NOT NULL;
CREATE INDEX stock_levels_to_expire ON stock_levels (next_expiry, location_id) WHERE next_expiry IS NOT NULL;
SELECT restrict_to_locations('stock_levels');
REVOKE INSERT, UPDATE, DELETE ON stock_levels FROM aisle_all, aisle_located;

-- Checks the signs of on_hand and reserved for each kind of movement. PostgreSQL parses check expressions for every
-- statement, and parsing this one inline took longer than the rest of a movement.
CREATE FUNCTION moves_as_its_kind(kind text, on_hand numeric, reserved numeric) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE
    WHEN kind = 'reserve' THEN reserved > 0 AND on_hand = 0
    WHEN kind = 'release' THEN reserved < 0 AND on_hand = 0
    WHEN kind = 'pick' THEN on_hand < 0 AND reserved <= 0
    WHEN kind IN ('receipt', 'return', 'transferIn') THEN on_hand > 0 AND reserved = 0
    WHEN kind IN ('waste', 'damage', 'transferOut', 'sold') THEN on_hand < 0 AND reserved = 0
    WHEN kind IN ('count', 'correction') THEN on_hand <> 0 AND reserved = 0
    ELSE false END;
END $$;

-- The stock ledger. It records every change of stock and is append-only.
CREATE TABLE stock_movements (
  location_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  id uuid NOT NULL,
  -- receipt, reserve, release, pick, return, waste, damage, count, correction, transferOut, transferIn or sold.
  kind text NOT NULL,
  -- Signed changes of the quantities on hand and reserved.
  on_hand numeric(14,3) NOT NULL DEFAULT 0,
  reserved numeric(14,3) NOT NULL DEFAULT 0,
  lot_id uuid,
  -- The cause of the movement, such as a receipt, an adjustment or a step of an order.
  cause_kind text NOT NULL CHECK (cause_kind IN ('receipt', 'adjustment', 'order', 'return', 'transfer', 'count',
    'recall', 'sync', 'counterSale')),
  cause_id uuid NOT NULL,
  order_id uuid,
  user_id uuid,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When a count or a sale at the counter happened, if another system reported it later.
  happened_at timestamptz,
  -- The name of a program that acted, since it is no user.
  actor_name text,
  CONSTRAINT stock_movements_check CHECK ((on_hand <> 0::numeric) = (lot_id IS NOT NULL)),
  CONSTRAINT stock_movements_kind CHECK (moves_as_its_kind(kind, on_hand, reserved)),
  PRIMARY KEY (location_id, sub_product_id, created_at, id) INCLUDE (on_hand, reserved)
);
-- Makes posting idempotent: it rejects a second posting of the same cause.
CREATE UNIQUE INDEX stock_movements_cause ON stock_movements (location_id, cause_id, sub_product_id, kind, lot_id) NULLS NOT DISTINCT;
CREATE INDEX stock_movements_by_lot ON stock_movements (location_id, lot_id) WHERE lot_id IS NOT NULL;
CREATE INDEX stock_movements_by_age ON stock_movements (created_at DESC, id DESC);
CREATE INDEX stock_movements_by_location ON stock_movements (location_id, created_at DESC, id DESC);
-- Finds the lots that an order was picked from.
CREATE INDEX stock_movements_by_order ON stock_movements (location_id, order_id) WHERE kind IN ('pick', 'return', 'waste');
CREATE INDEX stock_movements_wasted ON stock_movements (location_id, created_at) WHERE kind IN ('waste', 'damage');
SELECT restrict_to_locations('stock_movements');
SELECT append_only('stock_movements');

-- Open reservations of orders. Closed reservations are deleted. Their sum equals `reserved` in stock_levels.
CREATE TABLE reservations (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0::numeric),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, line_id)
);
CREATE INDEX reservations_by_sub_product ON reservations (location_id, sub_product_id);
SELECT restrict_to_locations('reservations');

-- The default threshold that low_since was last computed with. The server recomputes all levels after the setting
-- changes.
CREATE TABLE low_default (
  id boolean DEFAULT true CHECK (id) PRIMARY KEY,
  threshold numeric NOT NULL
);
REVOKE ALL ON low_default FROM aisle_located;
-- The default of low_at(), which reads the settings.
INSERT INTO low_default (threshold) VALUES (5);

-- Returns the quantity of a level that can be sold now.
CREATE FUNCTION available_now(level stock_levels) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT greatest(0, level.on_hand - level.reserved - expired_now(level))
$$;

-- Low stock at all locations: assigned, sellable sub-products with a sellable quantity above zero that does not exceed
-- the threshold of the location, or the default threshold.
CREATE VIEW low_levels WITH (security_invoker = true) AS
SELECT level.location_id, level.sub_product_id, level.low_since, available_now(level) AS available
FROM stock_levels level
JOIN location_sub_products offer USING (location_id, sub_product_id)
JOIN sellable_goods goods USING (sub_product_id)
WHERE level.low_since IS NOT NULL AND level.out_since IS NULL AND offer.assigned;

CREATE SEQUENCE journal_number;

-- Journals of the money ledger. A journal is one business event, and its entries sum to zero.
CREATE TABLE journals (
  location_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'sale',
    'refund',
    'refundReversal',
    'payment',
    'payout',
    'correction',
    'subscription',
    'coinAdjustment',
    'coinExpiry',
    'creditAdjustment',
    'giftCard',
    'providerTransaction',
    'vendorPayment'
  )),
  cause_id uuid NOT NULL,
  order_id uuid,
  user_id uuid,
  posted_at timestamptz NOT NULL DEFAULT now(),
  -- Null for journals before they had numbers.
  number bigint DEFAULT nextval('journal_number'),
  PRIMARY KEY (location_id, id)
);
-- Makes posting idempotent: it rejects a second posting of the same cause.
CREATE UNIQUE INDEX journals_cause ON journals (location_id, kind, cause_id);
CREATE INDEX journals_by_order ON journals (location_id, order_id);
CREATE INDEX journals_by_number ON journals (location_id, number) WHERE number IS NOT NULL;
CREATE INDEX journals_by_time ON journals (location_id, posted_at, id);
-- Leaves out sales, so that deliveries don't add to this index.
CREATE INDEX journals_not_sales ON journals (location_id, kind, posted_at, id) WHERE kind <> 'sale';
SELECT restrict_to_locations('journals');
SELECT append_only('journals');

-- Entries of journals, each with an account, a part and a signed amount in cents.
CREATE TABLE ledger_entries (
  location_id uuid NOT NULL,
  journal_id uuid NOT NULL,
  position smallint NOT NULL,
  account text NOT NULL CHECK (account IN (
    'customerPayments',
    'locationPayable',
    'commissionIncome',
    'deliveryIncome',
    'taxPayable',
    'refunds',
    'coinsLiability',
    'discounts',
    'payouts',
    'adjustments',
    'subscriptionIncome',
    'coinsExpired',
    'storeCreditLiability',
    'giftCardLiability',
    'vendorClaims',
    'providerBalance',
    'bank',
    'paymentFees',
    'disputes')),
  -- Distinguishes several entries of one account in a journal. Earned coins are separate from coins that pay for an
  -- order.
  part text NOT NULL CHECK (part IN (
    'payment',
    'goods',
    'tax',
    'commission',
    'deliveryFee',
    'discount',
    'coins',
    'earned',
    'refund',
    'payout',
    'adjustment',
    'subscription',
    'expired',
    'promotion',
    'deliveryPromotion',
    'fee',
    'dispute')),
  -- In cents. Debits are positive and credits negative.
  amount bigint NOT NULL CHECK (amount <> 0),
  posted_at timestamptz NOT NULL DEFAULT now(),
  -- The vendor that owes its part of a promotion.
  vendor_id uuid REFERENCES vendors,
  PRIMARY KEY (location_id, journal_id, "position"),
  FOREIGN KEY (location_id, journal_id) REFERENCES journals (location_id, id),
  CONSTRAINT ledger_entries_of_the_marketplace CHECK (location_id <> '00000000-0000-0000-0000-000000000000'::uuid
    OR (account NOT IN ('locationPayable', 'commissionIncome', 'deliveryIncome', 'taxPayable')))
);
CREATE INDEX ledger_entries_by_account ON ledger_entries (location_id, account, posted_at);
-- Few entries have a vendor. Claims read those that are on no claim yet.
CREATE INDEX ledger_entries_by_vendor ON ledger_entries (vendor_id, posted_at) WHERE vendor_id IS NOT NULL;
SELECT restrict_to_locations('ledger_entries');
SELECT append_only('ledger_entries');

-- Requests to the simulated payment gateway. A real gateway would keep them on its own servers.
CREATE TABLE simulated_gateway (
  reference uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('authorise', 'capture', 'void', 'refund')),
  payment uuid NOT NULL,
  amount bigint NOT NULL,
  accepted boolean NOT NULL,
  problem text,
  final boolean NOT NULL DEFAULT false,
  asked integer NOT NULL DEFAULT 1,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX simulated_gateway_by_payment ON simulated_gateway (payment);
REVOKE ALL ON simulated_gateway FROM aisle_located;

-- Movements of the money that a provider of card payments holds for the marketplace, as the provider reports them. Each is
-- posted once, when it is matched with a record here or resolved by a person.
CREATE TABLE provider_transactions (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  -- The provider's ID of the transaction, and of the charge, refund, dispute, transfer or payout that caused it.
  provider_id text NOT NULL,
  source_id text,
  -- The provider's own category, from which the kind follows.
  category text NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'payment',
    'refund',
    'dispute',
    'fee',
    'transfer',
    'payout',
    'other')),
  -- In cents, before the provider's fee. Positive amounts increase the balance.
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  description text,
  occurred_at timestamptz NOT NULL,
  -- When the provider can pay it out.
  available_at timestamptz NOT NULL,
  -- The order that the provider names, or the matched one. The location is known once it is matched.
  order_id uuid,
  location_id uuid,
  -- The provider's ID of the payout to the bank that contains it.
  payout_id text,
  state text NOT NULL DEFAULT 'unmatched' CHECK (state IN ('unmatched', 'matched', 'resolved')),
  resolved_as text CHECK (resolved_as IN ('payment', 'refund', 'dispute', 'fee', 'other')),
  resolve_reason text,
  resolved_by uuid,
  resolved_by_name text,
  resolved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The provider's ID of the charge that was paid, refunded or disputed.
  charge_ref text,
  CONSTRAINT provider_transactions_resolved CHECK ((state = 'resolved')
    = (num_nulls(resolved_as, resolve_reason, resolved_by_name, resolved_at) = 0))
);
CREATE UNIQUE INDEX provider_transactions_once ON provider_transactions (provider, provider_id);
CREATE INDEX provider_transactions_of_payout ON provider_transactions (payout_id, occurred_at, id) WHERE payout_id IS NOT NULL;
CREATE INDEX provider_transactions_in_balance ON provider_transactions (available_at) WHERE payout_id IS NULL;
CREATE INDEX provider_transactions_unmatched ON provider_transactions (id) WHERE state = 'unmatched';
CREATE INDEX provider_transactions_of_charge ON provider_transactions (provider, charge_ref)
  WHERE kind = 'payment' AND charge_ref IS NOT NULL;
CREATE INDEX provider_transactions_by_order ON provider_transactions (location_id, order_id) WHERE order_id IS NOT NULL;
SELECT restrict_to('provider_transactions', 'false', 'false');
REVOKE ALL ON provider_transactions FROM aisle_located;
REVOKE UPDATE, DELETE ON provider_transactions FROM aisle_all;
GRANT UPDATE (payout_id, state, location_id, order_id, resolved_as, resolve_reason, resolved_by, resolved_by_name,
  resolved_at) ON provider_transactions TO aisle_all;

-- Payouts from a provider to the bank, each reconciled with the transactions in it. The sums are those of its rows.
CREATE TABLE bank_payouts (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  provider_id text NOT NULL,
  amount bigint NOT NULL,
  arrives_on date NOT NULL,
  bank_status text NOT NULL CHECK (bank_status IN ('inTransit', 'paid', 'failed', 'canceled')),
  -- The provider names the contents of automatic payouts only, some time after it paid them.
  is_automatic boolean NOT NULL,
  is_complete boolean NOT NULL DEFAULT false,
  charges bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  disputes bigint NOT NULL DEFAULT 0,
  fees bigint NOT NULL DEFAULT 0,
  transfers bigint NOT NULL DEFAULT 0,
  other bigint NOT NULL DEFAULT 0,
  row_count integer NOT NULL DEFAULT 0,
  unmatched integer NOT NULL DEFAULT 0,
  closed_at timestamptz,
  closed_by uuid,
  closed_by_name text,
  is_settled boolean NOT NULL GENERATED ALWAYS AS (is_complete AND unmatched = 0
    AND (NOT is_automatic OR amount = charges + refunds + disputes + fees + transfers + other)) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT bank_payouts_closed CHECK (closed_at IS NULL OR (is_settled AND closed_by_name IS NOT NULL))
);
CREATE UNIQUE INDEX bank_payouts_once ON bank_payouts (provider, provider_id);
CREATE INDEX bank_payouts_latest ON bank_payouts (arrives_on DESC, id DESC);
CREATE INDEX bank_payouts_open ON bank_payouts (id) WHERE closed_at IS NULL;
REVOKE ALL ON bank_payouts FROM aisle_located;
SELECT versioned('bank_payouts');

-- Until when the transactions of each provider were read.
CREATE TABLE provider_balances (
  provider text PRIMARY KEY,
  read_until timestamptz NOT NULL
);
REVOKE ALL ON provider_balances FROM aisle_located;

-- Events that gateways reported. Their objects are read anew before an event is applied, so only their IDs are stored.
CREATE TABLE gateway_events (
  provider text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  object_id text NOT NULL,
  -- The connected account of a location; null for the marketplace's own.
  account text,
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  applied_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  problem text,
  PRIMARY KEY (provider, id)
);
CREATE INDEX gateway_events_due ON gateway_events (next_at) WHERE applied_at IS NULL;
CREATE INDEX gateway_events_newest ON gateway_events (provider, created_at DESC);
REVOKE ALL ON gateway_events FROM aisle_located;

-- Results of the nightly drift check, which compares derived data such as levels and coin balances with its sources.
CREATE TABLE drift_checks (
  id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- The number of rows that violate each invariant: [{ "claim", "broken", "sample" }].
  findings jsonb NOT NULL DEFAULT '[]'::jsonb,
  broken bigint NOT NULL DEFAULT 0
);
CREATE INDEX drift_checks_by_age ON drift_checks (started_at DESC);
REVOKE ALL ON drift_checks FROM aisle_located;

-- Daily totals of orders, refunds, returns and postings by location, for reports and the dashboard.
CREATE TABLE figure_days (
  location_id uuid NOT NULL REFERENCES locations,
  day date NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  gross bigint NOT NULL DEFAULT 0,
  discounts bigint NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0,
  delivery_fees bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0,
  -- Total seconds of preparation and delivery, each with the number of orders that it covers.
  preparation bigint NOT NULL DEFAULT 0,
  prepared bigint NOT NULL DEFAULT 0,
  delivery bigint NOT NULL DEFAULT 0,
  delivered bigint NOT NULL DEFAULT 0,
  -- The number of deliveries with a time slot, and the number of these that were on time.
  with_slot bigint NOT NULL DEFAULT 0,
  on_time bigint NOT NULL DEFAULT 0,
  commission bigint NOT NULL DEFAULT 0,
  payout bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  returns bigint NOT NULL DEFAULT 0,
  -- The parts of the refunds that repay tax and delivery fees.
  refunded_tax bigint NOT NULL DEFAULT 0,
  refunded_delivery_fees bigint NOT NULL DEFAULT 0,
  -- The part of the discounts that promotions gave, and what promotions took off delivery fees.
  promotion_discounts bigint NOT NULL DEFAULT 0,
  delivery_discounts bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (location_id, day)
);
SELECT restrict_to_locations('figure_days');
REVOKE INSERT, UPDATE, DELETE ON figure_days FROM aisle_all, aisle_located;

-- Daily totals of products by location. Quantities are in thousandths, since integers add up faster.
CREATE TABLE product_figure_days (
  location_id uuid NOT NULL,
  day date NOT NULL,
  sub_product_id uuid NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  revenue bigint NOT NULL DEFAULT 0,
  cost bigint NOT NULL DEFAULT 0,
  refunded_units bigint NOT NULL DEFAULT 0,
  returns bigint NOT NULL DEFAULT 0,
  waste bigint NOT NULL DEFAULT 0,
  -- Refunds of items after discounts, without tax.
  refunded bigint NOT NULL DEFAULT 0,
  -- The part of units and revenue that was sold at the counter.
  counter_units bigint NOT NULL DEFAULT 0,
  counter_revenue bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (location_id, day, sub_product_id)
);
SELECT restrict_to_locations('product_figure_days');
REVOKE INSERT, UPDATE, DELETE ON product_figure_days FROM aisle_all, aisle_located;

-- Monthly totals of products by location; `day` is the first day of the month. Reports read whole months here and the
-- remaining days from product_figure_days.
CREATE TABLE product_figure_months (
  location_id uuid NOT NULL,
  day date NOT NULL,
  sub_product_id uuid NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  revenue bigint NOT NULL DEFAULT 0,
  cost bigint NOT NULL DEFAULT 0,
  refunded_units bigint NOT NULL DEFAULT 0,
  returns bigint NOT NULL DEFAULT 0,
  waste bigint NOT NULL DEFAULT 0,
  -- Refunds of items after discounts, without tax.
  refunded bigint NOT NULL DEFAULT 0,
  -- The part of units and revenue that was sold at the counter.
  counter_units bigint NOT NULL DEFAULT 0,
  counter_revenue bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (location_id, day, sub_product_id)
);
SELECT restrict_to_locations('product_figure_months');
REVOKE INSERT, UPDATE, DELETE ON product_figure_months FROM aisle_all, aisle_located;

-- Daily totals of products over all locations.
CREATE TABLE all_product_figure_days (
  day date NOT NULL,
  sub_product_id uuid NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  revenue bigint NOT NULL DEFAULT 0,
  cost bigint NOT NULL DEFAULT 0,
  refunded_units bigint NOT NULL DEFAULT 0,
  returns bigint NOT NULL DEFAULT 0,
  waste bigint NOT NULL DEFAULT 0,
  -- Refunds of items after discounts, without tax.
  refunded bigint NOT NULL DEFAULT 0,
  -- The part of units and revenue that was sold at the counter.
  counter_units bigint NOT NULL DEFAULT 0,
  counter_revenue bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, sub_product_id)
);
REVOKE INSERT, UPDATE, DELETE ON all_product_figure_days FROM aisle_all;
REVOKE ALL ON all_product_figure_days FROM aisle_located;

-- Monthly totals of products over all locations; `day` is the first day of the month.
CREATE TABLE all_product_figure_months (
  day date NOT NULL,
  sub_product_id uuid NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  revenue bigint NOT NULL DEFAULT 0,
  cost bigint NOT NULL DEFAULT 0,
  refunded_units bigint NOT NULL DEFAULT 0,
  returns bigint NOT NULL DEFAULT 0,
  waste bigint NOT NULL DEFAULT 0,
  -- Refunds of items after discounts, without tax.
  refunded bigint NOT NULL DEFAULT 0,
  -- The part of units and revenue that was sold at the counter.
  counter_units bigint NOT NULL DEFAULT 0,
  counter_revenue bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, sub_product_id)
);
-- Finds the best sellers of a month.
CREATE INDEX all_product_figure_months_by_revenue ON all_product_figure_months (day, revenue DESC);
REVOKE INSERT, UPDATE, DELETE ON all_product_figure_months FROM aisle_all;
REVOKE ALL ON all_product_figure_months FROM aisle_located;

-- The stock of each sub-product over all locations. Every change of it adds a mark to stock_total_marks, and a job recounts
-- marked sub-products. Readers count marked sub-products from their levels, so they always show the exact stock.
CREATE TABLE stock_totals (
  sub_product_id uuid PRIMARY KEY REFERENCES sub_products ON DELETE CASCADE,
  -- The quantity on hand in thousandths, and its cost in thousandths of cents.
  stock bigint NOT NULL,
  worth bigint NOT NULL,
  available numeric NOT NULL,
  -- When the first of the available quantity expires. After that, readers count the levels.
  expires_at timestamptz
) WITH (fillfactor = 80);
REVOKE INSERT, UPDATE, DELETE ON stock_totals FROM aisle_all;
REVOKE ALL ON stock_totals FROM aisle_located;

-- Sub-products whose totals are outdated. It has no key and no index, so that orders of different locations never wait for
-- each other.
CREATE TABLE stock_total_marks (
  sub_product_id uuid NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
REVOKE INSERT, UPDATE, DELETE ON stock_total_marks FROM aisle_all;
REVOKE ALL ON stock_total_marks FROM aisle_located;

-- Days of locations whose totals of orders are outdated. Each change adds a row; `at` determines the day at the location.
CREATE TABLE figure_marks (
  location_id uuid NOT NULL,
  at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
SELECT restrict_to_locations('figure_marks');
REVOKE INSERT, UPDATE, DELETE ON figure_marks FROM aisle_all, aisle_located;

-- Days of locations whose totals of products are outdated.
CREATE TABLE product_figure_marks (
  location_id uuid NOT NULL,
  at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
SELECT restrict_to_locations('product_figure_marks');
REVOKE INSERT, UPDATE, DELETE ON product_figure_marks FROM aisle_all, aisle_located;

-- Edited costs of lots that the totals don't include yet. Several edits of a lot add up.
CREATE TABLE product_cost_marks (
  location_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  old_cost bigint,
  new_cost bigint
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
SELECT restrict_to_locations('product_cost_marks');
REVOKE INSERT, UPDATE, DELETE ON product_cost_marks FROM aisle_all, aisle_located;

-- Cumulative debits and credits of each account up to the end of a day, by location or for the marketplace.
CREATE TABLE account_sums (
  location_id uuid NOT NULL,
  account text NOT NULL,
  -- In the time zone of the location or the marketplace. The sums apply until the next day that has a row.
  day date NOT NULL,
  debits bigint NOT NULL,
  credits bigint NOT NULL,
  PRIMARY KEY (location_id, account, day)
);
SELECT restrict_to_locations('account_sums');
REVOKE INSERT, UPDATE, DELETE ON account_sums FROM aisle_all, aisle_located;

-- The time before which the entries of a location are part of account_sums. Without a row, no entries are.
CREATE TABLE account_sums_until (
  location_id uuid PRIMARY KEY,
  until timestamptz NOT NULL
);
SELECT restrict_to_locations('account_sums_until');
REVOKE INSERT, UPDATE, DELETE ON account_sums_until FROM aisle_all, aisle_located;

-- Monthly totals of orders by location; `day` is the first day of the month.
CREATE TABLE figure_months (
  location_id uuid NOT NULL,
  day date NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  gross bigint NOT NULL DEFAULT 0,
  discounts bigint NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0,
  delivery_fees bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0,
  preparation bigint NOT NULL DEFAULT 0,
  prepared bigint NOT NULL DEFAULT 0,
  delivery bigint NOT NULL DEFAULT 0,
  delivered bigint NOT NULL DEFAULT 0,
  with_slot bigint NOT NULL DEFAULT 0,
  on_time bigint NOT NULL DEFAULT 0,
  commission bigint NOT NULL DEFAULT 0,
  payout bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  returns bigint NOT NULL DEFAULT 0,
  -- The parts of the refunds that repay tax and delivery fees.
  refunded_tax bigint NOT NULL DEFAULT 0,
  refunded_delivery_fees bigint NOT NULL DEFAULT 0,
  -- The part of the discounts that promotions gave, and what promotions took off delivery fees.
  promotion_discounts bigint NOT NULL DEFAULT 0,
  delivery_discounts bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (location_id, day)
);
SELECT restrict_to_locations('figure_months');
REVOKE INSERT, UPDATE, DELETE ON figure_months FROM aisle_all, aisle_located;

-- Daily totals of orders over all locations.
CREATE TABLE all_figure_days (
  day date PRIMARY KEY,
  orders bigint NOT NULL DEFAULT 0,
  gross bigint NOT NULL DEFAULT 0,
  discounts bigint NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0,
  delivery_fees bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0,
  preparation bigint NOT NULL DEFAULT 0,
  prepared bigint NOT NULL DEFAULT 0,
  delivery bigint NOT NULL DEFAULT 0,
  delivered bigint NOT NULL DEFAULT 0,
  with_slot bigint NOT NULL DEFAULT 0,
  on_time bigint NOT NULL DEFAULT 0,
  commission bigint NOT NULL DEFAULT 0,
  payout bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  returns bigint NOT NULL DEFAULT 0,
  -- The parts of the refunds that repay tax and delivery fees.
  refunded_tax bigint NOT NULL DEFAULT 0,
  refunded_delivery_fees bigint NOT NULL DEFAULT 0,
  -- The part of the discounts that promotions gave, and what promotions took off delivery fees.
  promotion_discounts bigint NOT NULL DEFAULT 0,
  delivery_discounts bigint NOT NULL DEFAULT 0
);
REVOKE INSERT, UPDATE, DELETE ON all_figure_days FROM aisle_all;
REVOKE ALL ON all_figure_days FROM aisle_located;
