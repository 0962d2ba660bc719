-- Triggers that indexed search words and customers were merged, so their functions have new names. Addresses of store users
-- are written by a trigger on their view. The statements that save tickets look up merged customers, and the statement that
-- undoes a merge fills the names of restored records.
DROP FUNCTION note_words() CASCADE;
DROP FUNCTION note_new_words() CASCADE;
DROP FUNCTION note_order_words() CASCADE;
DROP FUNCTION note_ticket_words() CASCADE;
DROP FUNCTION note_customer_name() CASCADE;
DROP FUNCTION note_name_at() CASCADE;
DROP FUNCTION note_names_of(uuid) CASCADE;
DROP FUNCTION note_duplicates() CASCADE;
DROP FUNCTION note_duplicates_of(uuid) CASCADE;
DROP FUNCTION fill_known_there() CASCADE;
DROP FUNCTION share_address() CASCADE;
DROP FUNCTION place_address() CASCADE;
DROP FUNCTION keep_ticket_customer() CASCADE;
