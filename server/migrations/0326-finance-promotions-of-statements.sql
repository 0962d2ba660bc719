-- Statements show the location's part of promotions apart from other discounts. Existing statements keep it in discounts.
ALTER TABLE statements ADD COLUMN promotions bigint NOT NULL DEFAULT 0, DROP CONSTRAINT statements_total,
  ADD CONSTRAINT statements_total
    CHECK (total = (goods + tax + commission + discounts + promotions + coins + refunds + corrections + adjustments + carried_in)) NOT VALID;
ALTER TABLE statements VALIDATE CONSTRAINT statements_total;
ALTER TABLE payable_entries DROP CONSTRAINT payable_entries_section_check,
  ADD CONSTRAINT payable_entries_section_check CHECK (section IN ('goods', 'tax', 'commission', 'discounts', 'promotions',
    'coins', 'refunds', 'corrections', 'adjustments', 'payout')) NOT VALID;
ALTER TABLE payable_entries VALIDATE CONSTRAINT payable_entries_section_check;
-- Its columns change.
DROP FUNCTION sums_of_statement(uuid, uuid);
-- The trigger rejects a new section.
ALTER TABLE payable_entries DISABLE TRIGGER check_payable_moves;
UPDATE payable_entries p SET section = 'promotions' FROM ledger_entries e
WHERE p.statement_id IS NULL AND p.section = 'discounts' AND e.location_id = p.location_id AND e.journal_id = p.journal_id
  AND e.position = p.position AND e.part IN ('promotion', 'deliveryPromotion');
ALTER TABLE payable_entries ENABLE TRIGGER check_payable_moves;
