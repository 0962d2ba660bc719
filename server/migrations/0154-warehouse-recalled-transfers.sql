-- Receiving a transfer calls extend_recalls, so no trigger has to.
DROP FUNCTION follow_recall() CASCADE;
