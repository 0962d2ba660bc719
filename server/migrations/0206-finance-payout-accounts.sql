-- A payout keeps the end of the account number that it was sent to. Earlier payouts don't know it.
ALTER TABLE payouts ADD COLUMN account_last4 text;
