-- Returns the statement section of a payable entry by its journal kind and part.
CREATE OR REPLACE FUNCTION payable_section(kind text, part text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE kind
    WHEN 'sale' THEN CASE part WHEN 'goods' THEN 'goods' WHEN 'tax' THEN 'tax' WHEN 'commission' THEN 'commission'
      WHEN 'discount' THEN 'discounts' WHEN 'promotion' THEN 'promotions' WHEN 'deliveryPromotion' THEN 'promotions' ELSE 'coins' END
    WHEN 'refund' THEN 'refunds'
    WHEN 'refundReversal' THEN 'refunds'
    WHEN 'payout' THEN 'payout'
    ELSE 'adjustments' END
$$;
