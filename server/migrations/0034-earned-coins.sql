-- Earning coins is posted as well: a part of its own, so that it is told apart from what coins pay.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_part_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_part_check
  CHECK (part IN ('payment', 'goods', 'tax', 'commission', 'deliveryFee', 'discount', 'coins', 'earned', 'refund', 'payout'));
