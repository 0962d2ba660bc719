-- These functions have other names now. note_all_duplicates had no caller.
DROP FUNCTION note_cost_figures, note_expiry_of_goods CASCADE;
DROP FUNCTION note_all_names, note_all_order_words, note_all_duplicates;
