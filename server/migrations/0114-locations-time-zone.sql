-- The services that save a location or the settings call what follows from a new time zone.
DROP FUNCTION note_time_zone, forget_account_sums_of_zone, forget_account_sums_of_marketplace CASCADE;
