-- Finds the promotions for a customer group, which can't be deleted meanwhile.
CREATE INDEX promotion_editions_groups ON promotion_editions USING gin ((terms #> '{audience,customerGroupIds}'));
