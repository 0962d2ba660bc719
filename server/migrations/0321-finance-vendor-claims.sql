-- Claims against vendors for their part of promotions.
ALTER TABLE journals DROP CONSTRAINT journals_kind_check,
  ADD CONSTRAINT journals_kind_check CHECK (kind IN (
    'sale',
    'refund',
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
  )) NOT VALID;
ALTER TABLE journals VALIDATE CONSTRAINT journals_kind_check;
CREATE INDEX ledger_entries_by_vendor ON ledger_entries (vendor_id, posted_at) WHERE vendor_id IS NOT NULL;

CREATE SEQUENCE vendor_claim_number START 1001;

CREATE TABLE vendor_claims (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('vendor_claim_number'),
  vendor_id uuid NOT NULL REFERENCES vendors,
  from_day date NOT NULL,
  to_day date NOT NULL,
  cut timestamptz NOT NULL,
  entries integer NOT NULL CHECK (entries > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  created_by uuid,
  created_by_name text NOT NULL,
  method text CHECK (method IN ('bankTransfer', 'check', 'cash', 'other')),
  reference text,
  paid_on date,
  settled_at timestamptz,
  settled_by uuid,
  settled_by_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT vendor_claims_settled CHECK (num_nulls(method, reference, paid_on, settled_at, settled_by_name) IN (0, 5))
);
CREATE UNIQUE INDEX vendor_claims_number ON vendor_claims (number);
CREATE INDEX vendor_claims_of_vendor ON vendor_claims (vendor_id, cut);
SELECT versioned('vendor_claims');
SELECT restrict_to('vendor_claims', 'false', 'false');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON vendor_claims FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
REVOKE UPDATE, DELETE ON vendor_claims FROM aisle_all;
REVOKE INSERT, UPDATE, DELETE ON vendor_claims FROM aisle_located;
GRANT UPDATE (method, reference, paid_on, settled_at, settled_by, settled_by_name, version, updated_at) ON vendor_claims TO aisle_all;

CREATE TABLE vendor_claim_entries (
  location_id uuid NOT NULL,
  journal_id uuid NOT NULL,
  position smallint NOT NULL,
  claim_id uuid NOT NULL REFERENCES vendor_claims,
  PRIMARY KEY (location_id, journal_id, "position"),
  FOREIGN KEY (location_id, journal_id, "position") REFERENCES ledger_entries (location_id, journal_id, "position")
);
CREATE INDEX vendor_claim_entries_of_claim ON vendor_claim_entries (claim_id);
SELECT restrict_to('vendor_claim_entries', 'false', 'false');
SELECT append_only('vendor_claim_entries');
REVOKE ALL ON vendor_claim_entries FROM aisle_located;

CREATE TABLE vendor_claim_lines (
  claim_id uuid NOT NULL REFERENCES vendor_claims,
  position integer NOT NULL,
  location_id uuid NOT NULL,
  journal_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line_id uuid,
  promotion_id uuid NOT NULL REFERENCES promotions,
  units numeric(14,3) NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (claim_id, "position"),
  FOREIGN KEY (location_id, journal_id) REFERENCES journals (location_id, id),
  FOREIGN KEY (location_id, order_id, line_id) REFERENCES order_lines (location_id, order_id, id)
);
SELECT restrict_to('vendor_claim_lines', 'false', 'false');
SELECT append_only('vendor_claim_lines');
REVOKE ALL ON vendor_claim_lines FROM aisle_located;
