-- Who sends goods sees both places by themselves; nobody else learns what other locations there are.
DROP FUNCTION places_named;
