-- Returns whether a promotion can have this shared code: no other living promotion, at any location, has it or a usable
-- single-use code like it. First ends the promotion that has it if the end of its schedule has passed.
CREATE OR REPLACE FUNCTION free_promotion_code(wanted text, promotion uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE promotions p SET state = 'ended', updated_at = now()
  WHERE p.code_key = wanted AND p.id <> promotion AND p.state IN ('active', 'paused') AND p.ends_at <= now();
  RETURN NOT EXISTS (SELECT FROM promotions p WHERE p.code_key = wanted AND p.id <> promotion AND p.state <> 'ended')
    AND NOT EXISTS (SELECT FROM promotion_codes c JOIN promotions p ON p.id = c.promotion_id
      JOIN promotion_code_batches b ON b.id = c.batch_id
      WHERE c.key = wanted AND c.main_order_id IS NULL AND b.revoked_at IS NULL
        AND promotion_status(p.state, p.starts_at, p.ends_at) <> 'ended');
END $$;
