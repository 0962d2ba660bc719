-- Returns all accounts, so that a query for a location's entries since an instant can use the index by account. A test
-- compares the list with the contract.
CREATE OR REPLACE FUNCTION ledger_accounts() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['customerPayments', 'locationPayable', 'commissionIncome', 'deliveryIncome', 'taxPayable', 'refunds',
    'coinsLiability', 'discounts', 'payouts', 'adjustments', 'subscriptionIncome', 'coinsExpired',
    'storeCreditLiability', 'giftCardLiability', 'vendorClaims', 'providerBalance', 'bank',
    'paymentFees', 'disputes']
$$;
