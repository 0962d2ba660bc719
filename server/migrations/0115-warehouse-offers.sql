-- One trigger of offers marks what depends on their price and threshold. The statements that write levels set low_since.
DROP FUNCTION note_expiry_of_offer, threshold_edited, threshold_changed, note_low CASCADE;
DROP FUNCTION refresh_low(uuid);
