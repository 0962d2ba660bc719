CREATE SEQUENCE credit_entry_position;

-- The store credit of each customer who ever had some. Only the trigger of credit_entries changes it.
CREATE TABLE credit_balances (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  -- In cents, without the credit that open orders hold.
  balance bigint NOT NULL,
  CONSTRAINT credit_balances_not_negative CHECK (balance >= 0)
);
ALTER TABLE credit_balances ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON credit_balances TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY own_locations ON credit_balances TO aisle_located USING (false);
REVOKE INSERT, UPDATE, DELETE ON credit_balances FROM aisle_all;
REVOKE ALL ON credit_balances FROM aisle_located;

-- The ledger of store credit.
CREATE TABLE credit_entries (
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('issued', 'spent', 'returned', 'adjusted', 'fromGiftCard', 'moved')),
  -- Why credit was issued or adjusted.
  reason text CHECK (reason IN ('refund', 'goodwill', 'promotion', 'correction', 'forfeited')),
  -- In cents. Negative if credit was spent or removed.
  amount bigint NOT NULL CHECK (amount <> 0),
  cause_id uuid NOT NULL,
  order_id uuid,
  ticket_id uuid,
  -- The location of the order, else the marketplace.
  location_id uuid NOT NULL DEFAULT marketplace_books(),
  user_id uuid,
  user_name text,
  balance_after bigint NOT NULL DEFAULT 0,
  -- The sequence of a customer's entries. The trigger locks the balance, so that entries are written one at a time.
  position bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT credit_entries_reason CHECK ((reason IS NOT NULL) = (kind IN ('issued', 'adjusted'))),
  PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX credit_entries_cause ON credit_entries (customer_id, kind, cause_id);
-- Users of single locations write entries of their orders. They can't read any, since balances belong to the marketplace.
SELECT restrict_to('credit_entries', 'location_id = ANY (((SELECT actor_locations()))::uuid[])',
  'location_id = ANY (((SELECT actor_locations()))::uuid[])');
SELECT append_only('credit_entries');
REVOKE SELECT ON credit_entries FROM aisle_located;

-- Notes of credit entries. Stored apart from the ledger, since an erasure removes text but not amounts.
CREATE TABLE credit_notes (
  customer_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (customer_id, entry_id),
  FOREIGN KEY (customer_id, entry_id) REFERENCES credit_entries (customer_id, id)
);
SELECT restrict_to('credit_notes', 'false', 'false');
REVOKE UPDATE, DELETE ON credit_notes FROM aisle_all;
REVOKE ALL ON credit_notes FROM aisle_located;
GRANT UPDATE (note) ON credit_notes TO aisle_all;

ALTER TABLE refunds ADD COLUMN to_credit bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT refunds_to_credit_is_part CHECK (to_credit >= 0 AND in_coins + to_credit <= amount);

ALTER TABLE journals DROP CONSTRAINT journals_kind_check,
  ADD CONSTRAINT journals_kind_check CHECK (kind IN ('sale', 'refund', 'payment', 'payout', 'correction', 'subscription',
    'coinAdjustment', 'coinExpiry', 'creditAdjustment'));
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_account_check CHECK (account IN ('customerPayments', 'locationPayable', 'commissionIncome',
    'deliveryIncome', 'taxPayable', 'refunds', 'coinsLiability', 'discounts', 'payouts', 'adjustments',
    'subscriptionIncome', 'coinsExpired', 'storeCreditLiability', 'vendorClaims'));

-- It returns one more column.
DROP FUNCTION customer_uses(uuid);
