-- Returns the search words of a ticket's subject, sender, customer, and ticket and order numbers.
CREATE OR REPLACE FUNCTION ticket_head_words(ticket uuid) RETURNS tsvector
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT lexemes_of(concat_ws(' ', t.subject, t.sender_name, t.sender_email, 'h' || t.number, t.number,
    'o' || o.number, o.number, c.first_name, c.last_name, c.email, c.phone_digits))
  FROM tickets t LEFT JOIN customers c ON c.id = t.customer_id
  LEFT JOIN orders o ON o.location_id = t.order_location_id AND o.id = t.order_id
  WHERE t.id = ticket
$$;
