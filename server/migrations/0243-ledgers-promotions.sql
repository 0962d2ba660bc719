-- Sales post the parts of promotions by who pays them. Vendors owe theirs.
ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_account_check CHECK (account IN ('customerPayments', 'locationPayable', 'commissionIncome', 'deliveryIncome',
    'taxPayable', 'refunds', 'coinsLiability', 'discounts', 'payouts', 'adjustments', 'subscriptionIncome',
    'coinsExpired', 'vendorClaims')) NOT VALID,
  DROP CONSTRAINT ledger_entries_part_check,
  ADD CONSTRAINT ledger_entries_part_check CHECK (part IN ('payment', 'goods', 'tax', 'commission', 'deliveryFee', 'discount', 'coins',
    'earned', 'refund', 'payout', 'adjustment', 'subscription', 'expired', 'promotion', 'deliveryPromotion')) NOT VALID,
  ADD COLUMN vendor_id uuid REFERENCES vendors;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_part_check;
