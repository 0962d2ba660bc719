-- The statements that write tickets announce them.
DROP FUNCTION announce_ticket CASCADE;
