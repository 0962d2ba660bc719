-- Locks gift cards by ID and returns their states, also for users of single locations, whose orders give amounts back to cards.
CREATE OR REPLACE FUNCTION lock_gift_cards(cards uuid[]) RETURNS TABLE (id uuid, kind text, state text, is_expired boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM gift_cards g WHERE g.id = ANY (cards) ORDER BY g.id FOR NO KEY UPDATE;
  RETURN QUERY SELECT g.id, g.kind, g.state, coalesce(gift_card_status(g) = 'expired', false)
    FROM gift_cards g WHERE g.id = ANY (cards);
END $$;
