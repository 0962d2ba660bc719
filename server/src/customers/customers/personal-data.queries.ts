import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import {
  type ColumnDecisions,
  exportedColumns,
  ofStaff,
  technical,
  theirId,
} from '../../core/exported-columns.ts';
import { oneOf, type Person, type PersonalData } from '../../core/personal-data.ts';
import { erasedCustomer, exportedCustomer, exportedCustomerLocation } from './customer-columns.queries.ts';

const address: ColumnDecisions<'customer_addresses'> = {
  id: true,
  customer_id: theirId,
  label: true,
  line1: true,
  line2: true,
  city: true,
  state: true,
  postal_code: true,
  latitude: true,
  longitude: true,
  is_default: true,
  version: technical,
  created_at: true,
  updated_at: true,
};
const locationAddress: ColumnDecisions<'location_addresses'> = {
  ...address,
  location_id: 'not: it is listed below the location',
};
const coinEntry: ColumnDecisions<'coin_entries'> = {
  customer_id: theirId,
  id: true,
  kind: true,
  coins: true,
  cause_id: technical,
  order_id: 'not: the number of the order says it',
  location_id: 'not: the location of the order',
  user_id: ofStaff,
  created_at: 'as at',
  worth: 'not: a figure of the books',
  balance_after: true,
  expires_at: true,
  user_name: ofStaff,
  position: technical,
};
const creditEntry: ColumnDecisions<'credit_entries'> = {
  customer_id: theirId,
  id: true,
  kind: true,
  reason: true,
  amount: true,
  cause_id: technical,
  order_id: 'not: the number of the order says it',
  ticket_id: 'not: the number of the ticket says it',
  location_id: 'not: the location of the order',
  user_id: ofStaff,
  user_name: ofStaff,
  balance_after: true,
  position: technical,
  created_at: 'as at',
};
const creditNote: ColumnDecisions<'credit_notes'> = {
  customer_id: theirId,
  entry_id: 'not: it is listed with the entry',
  note: true,
};
const coinAdjustment: ColumnDecisions<'coin_adjustments'> = {
  customer_id: theirId,
  entry_id: 'not: it is listed with the entry',
  reason: true,
  note: true,
  merge_id: technical,
};

export const customerPersonalData: PersonalData = {
  tables: {
    customers: 'erased',
    customer_addresses: 'erased',
    customer_locations: 'erased',
    location_addresses: 'erased',
    customer_names: 'erased',
    customer_names_at: 'erased',
    coin_entries: 'stays: figures of the books, without words',
    coin_lots: 'stays: figures of the books, without words',
    coin_moves: 'stays: figures of the books, without words',
    coin_adjustments: 'erased',
    credit_balances: 'stays: figures of the books, without words',
    credit_entries: 'stays: figures of the books, without words',
    credit_notes: 'erased',
    imports: 'erased',
    import_rows: 'erased',
    external_ids: 'stays: ids by which other systems are kept from adding the person again',
  },
  columns: {
    customers: exportedCustomer,
    customer_addresses: address,
    customer_locations: exportedCustomerLocation,
    location_addresses: locationAddress,
    coin_entries: coinEntry,
    coin_adjustments: coinAdjustment,
    credit_entries: creditEntry,
    credit_notes: creditNote,
  },
  exportData: {
    Profile: (person) => sql`
      SELECT ${exportedColumns('c', exportedCustomer)}
      FROM customers c WHERE c.id = ${oneOf(person)} ORDER BY c.merged_into NULLS FIRST, c.id`,
    Addresses: (person) => sql`
      SELECT ${exportedColumns('a', address)}
      FROM customer_addresses a WHERE a.customer_id = ${oneOf(person)} ORDER BY a.created_at, a.id`,
    'Known at locations': (person) => sql`
      SELECT l.name AS location, ${exportedColumns('cl', exportedCustomerLocation)},
        (SELECT coalesce(json_agg(known ORDER BY known."createdAt", known.id), '[]')
        FROM (SELECT ${exportedColumns('a', locationAddress)} FROM location_addresses a
          WHERE a.customer_id = cl.customer_id AND a.location_id = cl.location_id) AS known) AS addresses
      FROM customer_locations cl JOIN locations l ON l.id = cl.location_id
      WHERE cl.customer_id = ${oneOf(person)} ORDER BY cl.since, cl.location_id`,
    Coins: (person) => sql`
      SELECT ${exportedColumns('e', coinEntry)}, format_number('order', o.number) AS "order",
        ${exportedColumns('a', coinAdjustment)}
      FROM coin_entries e LEFT JOIN orders o ON o.location_id = e.location_id AND o.id = e.order_id
      LEFT JOIN coin_adjustments a ON a.customer_id = e.customer_id AND a.entry_id = e.id
      WHERE e.customer_id = ${oneOf(person)} ORDER BY e.created_at, e.id`,
    'Store credit': (person) => sql`
      SELECT ${exportedColumns('e', creditEntry)}, format_number('order', o.number) AS "order",
        format_number('ticket', t.number) AS ticket, ${exportedColumns('n', creditNote)}
      FROM credit_entries e LEFT JOIN orders o ON o.id = e.order_id LEFT JOIN tickets t ON t.id = e.ticket_id
      LEFT JOIN credit_notes n ON n.customer_id = e.customer_id AND n.entry_id = e.id
      WHERE e.customer_id = ${oneOf(person)} ORDER BY e.created_at, e.id`,
  },
  audited: { customers: (person) => sql`SELECT unnest(${person.ids}::uuid[])` },
  erase: eraseCustomer,
  timeline: {
    coins: [
      (person, cut) => sql`
        SELECT e.created_at, e.id, e.kind, o.id, format_number('order', o.number), e.coins, e.user_name, a.reason,
          o.location_id
        FROM coin_entries e LEFT JOIN orders o ON o.location_id = e.location_id AND o.id = e.order_id
        LEFT JOIN coin_adjustments a ON a.customer_id = e.customer_id AND a.entry_id = e.id
        WHERE e.customer_id = ${oneOf(person)} AND ${cut.after('e.created_at', 'e.id')}
        ${cut.latest('e.created_at', 'e.id')}`,
    ],
    change: [
      (person, cut) => sql`
        SELECT a.at, a.id, a.action, NULL::uuid, NULL, NULL::bigint, a.actor_name, NULL, a.location_id
        FROM audit_entries a WHERE a.resource = 'customers' AND a.record_id = ${oneOf(person)}
          AND ${cut.after('a.at', 'a.id')}
        ${cut.latest('a.at', 'a.id')}`,
    ],
  },
};

/** Blanks the customer. The row stays, without personal data, because orders and books refer to it. */
async function eraseCustomer(tx: Tx, person: Person): Promise<readonly string[]> {
  await sql`DELETE FROM customer_addresses WHERE customer_id = ${oneOf(person)}`.execute(tx);
  await sql`
    UPDATE coin_adjustments SET reason = 'Erased', note = NULL WHERE customer_id = ${oneOf(person)}`.execute(
    tx,
  );
  await sql`UPDATE credit_notes SET note = 'Erased' WHERE customer_id = ${oneOf(person)}`.execute(tx);
  await sql`DELETE FROM location_addresses WHERE customer_id = ${oneOf(person)}`.execute(tx);
  await sql`DELETE FROM customer_locations WHERE customer_id = ${oneOf(person)}`.execute(tx);
  await sql`
    UPDATE customers SET ${erasedCustomer}
    WHERE id = ${oneOf(person)}`.execute(tx);
  return eraseFromImports(tx, person);
}

/**
 * Uploaded customer lists may name the person anywhere, so their files are deleted, with the stored data of rows that weren't
 * imported. Imported rows of other customers contain only those customers.
 */
async function eraseFromImports(tx: Tx, person: Person): Promise<readonly string[]> {
  await sql`UPDATE imports SET sample = '[]', top = '[]', problem_groups = '[]' WHERE kind = 'customers'`.execute(
    tx,
  );
  await sql`UPDATE import_rows SET name = NULL, changes = '[]', problems = '[]', cells = NULL
    WHERE import_id IN (SELECT id FROM imports WHERE kind = 'customers')
      AND (NOT taken OR record_id = ${oneOf(person)})`.execute(tx);
  const { rows } = await sql<{ id: string }>`SELECT f.id FROM imports i
    JOIN files f ON f.id IN (i.file_id, i.book_id) OR (f.kind = 'csv' AND f.storage_key = i.error_file_key)
    WHERE i.kind = 'customers'`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Current and previous names, phones and emails of a person, to find them in other users' texts. */
export async function findTraces(tx: Tx, person: Person): Promise<Traces> {
  const { rows } = await sql<Traces>`
    WITH entries AS (
      SELECT said FROM audit_entries a, LATERAL (VALUES (a.before), (a.after)) AS sides (said)
      WHERE a.resource = 'customers' AND a.record_id = ${oneOf(person)} AND jsonb_typeof(said) = 'object'
    ), known (first, last, email, phone) AS (
      SELECT first_name, last_name, email, phone FROM customers WHERE id = ${oneOf(person)}
      UNION SELECT first_name, last_name, email, phone FROM customer_locations WHERE customer_id = ${oneOf(person)}
      UNION SELECT said ->> 'firstName', said ->> 'lastName', said ->> 'email', said ->> 'phone' FROM entries
    ), on_orders (name, phone, email) AS (
      SELECT DISTINCT customer_name, customer_phone, contact ->> 'email' FROM orders WHERE customer_id = ${oneOf(person)}
    )
    SELECT
      ARRAY(SELECT rtrim(first || ' ' || last) FROM known WHERE first <> '' AND last IS NOT NULL
        UNION SELECT name FROM on_orders WHERE name <> '') AS names,
      ARRAY(SELECT lower(email) FROM known WHERE email <> ''
        UNION SELECT lower(email) FROM on_orders WHERE email <> '') AS emails,
      ARRAY(SELECT phone FROM known WHERE phone <> '' UNION SELECT phone FROM on_orders WHERE phone <> '') AS phones`.execute(
    tx,
  );
  return rows[0]!;
}
export interface Traces {
  names: string[];
  emails: string[];
  phones: string[];
}

/** Removes the names from the index of names and the words of orders. Runs before the records with these names are blanked. */
export async function blankNames(tx: Tx, person: Person, names: readonly string[]): Promise<void> {
  await sql`SELECT blank_names(${person.ids}::uuid[], ${names}::text[])`.execute(tx);
}
