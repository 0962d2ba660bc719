-- A trip is found by its number, as orders, checkouts and returns are.
CREATE INDEX trips_by_number ON trips (number);
