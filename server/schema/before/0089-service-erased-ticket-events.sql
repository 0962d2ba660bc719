-- Events of tickets kept the name of customers who were erased, where their emails opened or reopened a ticket.
UPDATE ticket_events e SET by_name = 'Erased customer'
WHERE e.by_id IS NULL AND e.by_name NOT IN ('System', 'Erased customer')
  AND NOT EXISTS (SELECT FROM api_keys k WHERE k.name = e.by_name)
  AND EXISTS (SELECT FROM ticket_messages m WHERE m.ticket_id = e.ticket_id AND m.side = 'customer'
    AND m.author_name = 'Erased customer' AND m.text = 'Erased');
