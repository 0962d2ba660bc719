import type pg from 'pg';

/**
 * Tickets, coins and plans for existing orders and customers: a ticket for about every tenth order, coins for every second
 * delivered order, and a plan for every fourth customer. Triggers are disabled meanwhile.
 */
export async function fillService(client: pg.ClientBase): Promise<void> {
  const all = [
    tickets,
    messages,
    events,
    words,
    plans,
    editions,
    subscriptions,
    coinEntries,
    coinLots,
    balances,
  ];
  for (const statement of all) await client.query(statement);
}

/** The same UUIDv7 every time for a record of a point in time. */
const idAt = (at: string, seed: string) =>
  `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${seed}), 1, 3) || '8'
    || substr(md5(${seed}), 4, 15))::uuid`;
/** One of several texts. */
const oneOf = (number: string, ...texts: string[]) =>
  `(ARRAY[${texts.map((text) => `'${text}'`).join(', ')}])[1 + ${number} % ${texts.length}]`;

const subject = oneOf(
  'o.number / 10',
  'Something is missing from my order',
  'The milk had gone sour',
  'Late delivery again',
  'Wrong amount charged',
  'How do I change my address?',
  'The eggs were broken',
  'My coins are not there',
);
const question = oneOf(
  'ticket.number',
  'Hello, two things on the receipt were not in the bags. Could you look into it please?',
  'I opened it today and it smells. I would like my money back for this one.',
  'The driver came an hour after the slot and nobody told me. What happened?',
  'I was charged more than the total that was shown when I ordered.',
);
const tickets = `
  INSERT INTO tickets (id, number, subject, customer_id, order_id, order_location_id, requester, category, priority, status,
    assignee_id, assignee_name, source, excerpt, last_from, last_message_at, message_count, first_response_at, resolved_at,
    closed_at, clock_from, first_response_due_at, resolution_due_at, due_at, overdue_noted, waiting_since,
    created_at, updated_at)
  SELECT ${idAt('o.at', "'ticket' || o.number")}, o.number / 10, ${subject}, o.customer_id, o.id, o.location_id, 'customer',
    ${oneOf('o.number / 10', 'order', 'product', 'delivery', 'payment', 'account')},
    ${oneOf('o.number / 10', 'normal', 'normal', 'high', 'low', 'normal', 'urgent')}, o.status,
    u.id, u.name, 'email', 'Thank you for writing to us.', CASE o.status WHEN 'open' THEN 'customer' ELSE 'staff' END,
    o.at + interval '2 hours', 3, o.at + interval '1 hour',
    CASE WHEN o.status IN ('resolved', 'closed') THEN o.at + interval '2 hours' END,
    CASE o.status WHEN 'closed' THEN o.at + interval '3 days' END, o.at, o.at + interval '4 hours', o.at + interval '2 days',
    CASE o.status WHEN 'open' THEN o.at + interval '2 days' END, true,
    CASE o.status WHEN 'pending' THEN o.at + interval '2 hours' END, o.at, o.at + interval '2 hours'
  FROM (
    SELECT number, id, location_id, customer_id, created_at + interval '3 hours' AS at,
      CASE WHEN created_at < now() - interval '14 days' THEN 'closed'
        ELSE ${oneOf('number / 10', 'open', 'pending', 'resolved')} END AS status
    FROM orders WHERE number % 10 = 0 AND created_at < now() - interval '6 hours') o
  LEFT JOIN (SELECT id, first_name || ' ' || last_name AS name FROM users WHERE user_type = 'admin' ORDER BY id LIMIT 1) u
    ON o.number / 10 % 4 <> 0`;
const messages = `
  INSERT INTO ticket_messages (ticket_id, id, side, author_id, author_name, author_email, text, created_at)
  SELECT ticket.id, ${idAt('written.at', "ticket.number || ' ' || position")}, side,
    CASE side WHEN 'customer' THEN c.id ELSE ticket.assignee_id END,
    CASE side WHEN 'customer' THEN c.first_name || ' ' || c.last_name ELSE coalesce(ticket.assignee_name, 'Support') END,
    CASE side WHEN 'customer' THEN c.email END, text, written.at
  FROM tickets ticket JOIN customers c ON c.id = ticket.customer_id
  CROSS JOIN LATERAL (VALUES
    (1, 'customer', ticket.created_at, ${question}),
    (2, 'staff', ticket.created_at + interval '1 hour', 'Thank you for writing to us. We are sorry, and are looking into it.'),
    (3, CASE ticket.status WHEN 'open' THEN 'customer' ELSE 'staff' END, ticket.created_at + interval '2 hours',
      'Could you tell us whether this is settled now?')) AS written (position, side, at, text)`;
const events = `
  INSERT INTO ticket_events (ticket_id, id, kind, from_text, to_text, by_id, by_name, created_at)
  SELECT t.id, ${idAt('at', "t.number || ' ' || kind")}, kind, before, after, t.assignee_id,
    coalesce(t.assignee_name, 'Aisle'), at
  FROM tickets t CROSS JOIN LATERAL (VALUES ('created', NULL, NULL, t.created_at),
    ('status', 'open', t.status, t.created_at + interval '2 hours')) AS event (kind, before, after, at)
  WHERE kind = 'created' OR t.status <> 'open'`;
const words = `
  INSERT INTO ticket_words (ticket_id, words)
  SELECT t.id, lexemes_of(concat_ws(' ', t.subject, 'h' || t.number, t.number, 'o' || o.number, o.number, c.first_name,
    c.last_name, c.email, c.phone_digits, (SELECT string_agg(m.text, ' ') FROM ticket_messages m WHERE m.ticket_id = t.id)))
  FROM tickets t JOIN customers c ON c.id = t.customer_id
  JOIN orders o ON o.location_id = t.order_location_id AND o.id = t.order_id`;

const planIds = [1, 2, 3].map((plan) => `md5('plan ${plan}')::uuid`);
const names = ['Basic', 'Plus', 'Family'];
const plans = `
  INSERT INTO subscription_plans (id, name) VALUES ${planIds.map((id, plan) => `(${id}, '${names[plan]}')`).join(', ')}`;
const editions = `
  INSERT INTO plan_editions (plan_id, number, name, price, period, discount_percent, coin_multiplier)
  VALUES ${planIds.map((id, plan) => `(${id}, 1, '${names[plan]}', ${(plan + 1) * 500}, 'monthly', ${plan}, ${plan + 1})`).join(', ')}`;
/** Three monthly periods for each, the last one current. They are unpaid, so the ledger has no entries for them. */
const subscriptions = `
  INSERT INTO subscriptions (id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months, payment_type,
    price, kind, previous_id, created_at)
  SELECT ${idAt('starts', "c.id || ' plan ' || nth")}, c.id, c.plan, 1, starts, starts + interval '30 days', first, 1, 'cash', 500,
    CASE nth WHEN 1 THEN 'first' ELSE 'renewal' END,
    CASE WHEN nth > 1 THEN ${idAt("starts - interval '30 days'", "c.id || ' plan ' || nth - 1")} END, starts
  FROM (SELECT id, (ARRAY[${planIds.join(', ')}])[1 + n % 3] AS plan,
      date_trunc('hour', now()) - make_interval(days => 61 + (n % 28)::integer) AS first
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM customers) numbered WHERE n % 4 = 0) c
  CROSS JOIN generate_series(1, 3) AS nth
  CROSS JOIN LATERAL (SELECT first + make_interval(days => 30 * (nth - 1)) AS starts) AS month`;

/** Coins for delivered orders. Their value is zero, so the ledger has no liability for them. */
const coinEntries = `
  INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id, created_at, worth, balance_after,
    position)
  SELECT customer_id, ${idAt('delivered_at', "'coins' || number")}, 'earned', 10, id, id, location_id, delivered_at, 0,
    10 * row_number() OVER (PARTITION BY customer_id ORDER BY delivered_at, id), nextval('coin_entry_position')
  FROM orders WHERE status = 'delivered' AND number % 2 = 0`;
const coinLots = `
  INSERT INTO coin_lots (customer_id, id, entry_id, kind, location_id, order_id, coins, worth, coins_left, worth_left, created_at)
  SELECT customer_id, id, id, 'earned', location_id, order_id, coins, 0, coins, 0, created_at FROM coin_entries`;
const balances = `
  UPDATE customers c SET coin_balance = e.coins
  FROM (SELECT customer_id, sum(coins) AS coins FROM coin_entries GROUP BY 1) e WHERE e.customer_id = c.id`;
