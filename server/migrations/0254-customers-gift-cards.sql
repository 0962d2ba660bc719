CREATE SEQUENCE gift_card_number START 1001;
CREATE SEQUENCE gift_card_entry_position;

-- Gift cards. Only the trigger of gift_card_entries changes their balances.
CREATE TABLE gift_cards (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('gift_card_number'),
  kind text NOT NULL CHECK (kind IN ('sold', 'promotional')),
  -- In cents, when it was issued.
  amount bigint NOT NULL CHECK (amount > 0),
  balance bigint NOT NULL DEFAULT 0,
  -- An HMAC of the code, which itself isn't stored.
  code_hash bytea NOT NULL,
  last4 text NOT NULL,
  recipient_name text,
  -- The last day in the marketplace's time zone. Null if the card never expires.
  expires_on date,
  -- Set by staff. gift_card_status derives the status from it, the balance and the last day.
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'frozen', 'voided')),
  payment_method text CHECK (payment_method IN ('cash', 'terminal', 'other')),
  payment_reference text,
  user_id uuid,
  user_name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT gift_cards_balance CHECK (balance >= 0 AND balance <= amount),
  CONSTRAINT gift_cards_payment CHECK ((kind = 'sold') = (payment_method IS NOT NULL))
);
CREATE UNIQUE INDEX gift_cards_number ON gift_cards (number);
CREATE UNIQUE INDEX gift_cards_code ON gift_cards (code_hash);
CREATE INDEX gift_cards_newest ON gift_cards (created_at DESC, id DESC);
-- The outstanding balances, and the cards that a job expires.
CREATE INDEX gift_cards_outstanding ON gift_cards (kind, created_at) INCLUDE (balance) WHERE balance > 0;
CREATE INDEX gift_cards_due ON gift_cards (expires_on) WHERE balance > 0 AND expires_on IS NOT NULL;
SELECT versioned('gift_cards');
SELECT restrict_to('gift_cards', 'false', 'false');
REVOKE UPDATE, DELETE ON gift_cards FROM aisle_all;
REVOKE ALL ON gift_cards FROM aisle_located;
GRANT UPDATE (code_hash, last4, state, version, updated_at) ON gift_cards TO aisle_all;

-- The ledger of gift cards.
CREATE TABLE gift_card_entries (
  gift_card_id uuid NOT NULL REFERENCES gift_cards,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('issued', 'redeemed', 'voided', 'expired')),
  amount bigint NOT NULL CHECK (amount <> 0),
  balance_after bigint NOT NULL DEFAULT 0,
  -- The customer who redeemed the card.
  customer_id uuid REFERENCES customers,
  reason text,
  user_id uuid,
  user_name text,
  position bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (gift_card_id, id)
);
SELECT restrict_to('gift_card_entries', 'false', 'false');
SELECT append_only('gift_card_entries');
REVOKE ALL ON gift_card_entries FROM aisle_located;

ALTER TABLE journals DROP CONSTRAINT journals_kind_check,
  ADD CONSTRAINT journals_kind_check CHECK (kind IN ('sale', 'refund', 'payment', 'payout', 'correction', 'subscription',
    'coinAdjustment', 'coinExpiry', 'creditAdjustment', 'giftCard'));
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_account_check CHECK (account IN ('customerPayments', 'locationPayable', 'commissionIncome',
    'deliveryIncome', 'taxPayable', 'refunds', 'coinsLiability', 'discounts', 'payouts', 'adjustments',
    'subscriptionIncome', 'coinsExpired', 'storeCreditLiability', 'giftCardLiability', 'vendorClaims'));
