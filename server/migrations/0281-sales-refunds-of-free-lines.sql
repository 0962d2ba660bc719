-- A refund of a line whose total is 0 reverses its goods and their discount.
ALTER TABLE refunds DROP CONSTRAINT refunds_amount_check,
  ADD CONSTRAINT refunds_amount CHECK (amount > 0
    OR amount = 0 AND jsonb_path_exists(lines, '$[*] ? (@.amount == 0 && @.quantity > 0)'));
