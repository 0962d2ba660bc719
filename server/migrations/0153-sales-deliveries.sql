-- The statement that moves a delivery calls apply_delivery, so no trigger has to.
DROP FUNCTION follow_delivery() CASCADE;
