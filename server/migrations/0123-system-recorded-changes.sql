-- The statements that write these tables record their changes themselves.
DROP FUNCTION announce_changes CASCADE;
DROP FUNCTION announce_hand_in CASCADE;
DROP FUNCTION announce_journals CASCADE;
