-- A reader of the change log opens and closes the notices of stock, so no trigger has to.
DROP FUNCTION note_notice, tell_out_of_stock CASCADE;
INSERT INTO change_readers (name) VALUES ('notices');
