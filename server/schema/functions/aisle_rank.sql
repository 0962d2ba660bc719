-- The position of a department (a top category) when an order is picked: as the location sorted it, otherwise suggested by its
-- name. Heavy goods are packed first, then produce and pantry, then cold and finally frozen goods, which stay out of the
-- cold for the shortest time. A department that the location hasn't sorted comes last. It has no SET clause, so that the
-- planner can inline it.
CREATE OR REPLACE FUNCTION aisle_rank(department uuid, department_name text, aisle_order uuid[]) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_position(aisle_order, department), 1000 + CASE
    WHEN department_name ~* '\m(frozen|freezer|ice)\M' THEN 3
    WHEN department_name ~* '\m(dairy|milk|eggs?|cheese|yogurt|deli|meats?|poultry|seafood|fish|chilled|refrigerated)\M' THEN 2
    WHEN department_name ~* '\m(beverages?|drinks?|water|beer|wine|household|cleaning|laundry|pets?)\M' THEN 0
    ELSE 1
  END)
$$;
