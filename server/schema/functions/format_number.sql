-- Formats a number as screens show it, such as O-100042. A test compares the result with formatNumber in the contract.
CREATE OR REPLACE FUNCTION format_number(kind text, number bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE kind
    WHEN 'order' THEN 'O' WHEN 'checkout' THEN 'M' WHEN 'lot' THEN 'L' WHEN 'count' THEN 'C' WHEN 'return' THEN 'R'
    WHEN 'trip' THEN 'T' WHEN 'statement' THEN 'S' WHEN 'recall' THEN 'Q' WHEN 'transfer' THEN 'X'
    WHEN 'ticket' THEN 'H' WHEN 'subscriptionInvoice' THEN 'I' WHEN 'invoice' THEN 'N'
    WHEN 'payoutRun' THEN 'P' WHEN 'journal' THEN 'J' WHEN 'promotion' THEN 'V' WHEN 'giftCard' THEN 'G'
    WHEN 'dispute' THEN 'D' WHEN 'vendorClaim' THEN 'K' END || '-' || number
$$;
