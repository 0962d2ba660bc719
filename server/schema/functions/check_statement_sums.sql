-- Checks that the amounts of a new statement equal the sums of its entries.
CREATE OR REPLACE FUNCTION check_statement_sums() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  sums record;
BEGIN
  SELECT * INTO sums FROM sums_of_statement(NEW.location_id, NEW.id);
  IF sums IS DISTINCT FROM (NEW.entries, NEW.orders, NEW.goods, NEW.tax, NEW.commission, NEW.discounts, NEW.promotions,
    NEW.coins, NEW.refunds, NEW.corrections, NEW.adjustments) THEN
    RAISE EXCEPTION 'the sums of a statement are not those of its entries'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statements_sums';
  END IF;
  RETURN NULL;
END $$;

-- Runs at the end of the SQL statement, which writes the statement of account and moves its entries at once.
CREATE TRIGGER check_statement_sums AFTER INSERT ON statements
FOR EACH ROW EXECUTE FUNCTION check_statement_sums();
