-- The reader of notices opens and closes the notices of tickets, so no trigger has to.
DROP FUNCTION note_ticket CASCADE;
