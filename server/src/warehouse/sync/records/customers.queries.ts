import { normalPhone } from '@aisle/contract/core/fields';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

export interface StoredCustomer {
  id: string;
  phone: string;
  phoneDigits: string;
  firstName: string;
  lastName: string;
  email: string | null;
  marketingConsent: boolean;
  /** When consent was given or withdrawn. Null if the customer was never asked. */
  consentAt: string | null;
  isErased: boolean;
  updatedAt: string;
}
const columns = sql`c.id, c.phone, c.phone_digits AS "phoneDigits", c.first_name AS "firstName",
  c.last_name AS "lastName", c.email, c.marketing_consent AS "marketingConsent", iso(c.marketing_consent_at) AS "consentAt",
  c.erased_at IS NOT NULL AS "isErased", iso(c.updated_at) AS "updatedAt"`;

/** The customers that external IDs of the connection and phones stand for. A merged customer stands for the remaining one. */
export async function findCustomers(
  tx: Tx,
  connectionId: string | null,
  { externalIds, phones }: { externalIds: readonly string[]; phones: readonly string[] },
): Promise<{ byExternalId: Map<string, string>; byPhone: Map<string, string> }> {
  const { rows } = await sql<{ by: 'externalId' | 'phone'; key: string; id: string }>`
    SELECT 'externalId' AS by, external_id AS key, remaining_customer(customer_id) AS id FROM external_ids
    WHERE connection_id = ${connectionId}::uuid AND resource = 'customers' AND external_id = ANY (${externalIds}::text[])
    UNION ALL
    SELECT 'phone', phone_digits, remaining_customer(id) FROM customers
    WHERE phone_digits = ANY (${phones.map(normalPhone)}::text[])`.execute(tx);
  const keyed = (by: string) =>
    new Map(rows.filter((row) => row.by === by).map(({ key, id }) => [key, id] as const));
  return { byExternalId: keyed('externalId'), byPhone: keyed('phone') };
}

/** Reads customers after locking them in ID order. Users of certain locations lock and read their own records. */
export async function lockCustomers(
  tx: Tx,
  ids: readonly string[],
  isLocated: boolean,
): Promise<Map<string, StoredCustomer>> {
  if (ids.length === 0) return new Map();
  await (isLocated
    ? sql`SELECT lock_customer_here(id) FROM unnest(${ids}::uuid[]) AS given (id) ORDER BY id`
    : sql`SELECT FROM customers WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`
  ).execute(tx);
  const { rows } =
    await sql<StoredCustomer>`SELECT ${columns} FROM customers c WHERE c.id = ANY (${ids}::uuid[])`.execute(
      tx,
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The customers that have one of these phones or emails. */
export async function contactHolders(
  tx: Tx,
  { phones, emails }: { phones: readonly string[]; emails: readonly string[] },
): Promise<{ id: string; phone: string; email: string | null }[]> {
  if (phones.length + emails.length === 0) return [];
  const { rows } = await sql<{ id: string; phone: string; email: string | null }>`
    SELECT id, phone_digits AS phone, lower(email) AS email FROM customers
    WHERE phone_digits = ANY (${phones.map(normalPhone)}::text[])
    UNION SELECT id, phone_digits, lower(email) FROM customers
    WHERE lower(email) = ANY (${emails}::text[])`.execute(tx);
  return rows;
}

export interface NewCustomer {
  id: string;
  firstName: string;
  lastName: string;
  phone: string;
  phoneDigits: string;
  email: string | null;
}
/** Adds customers to the records of the actor's locations, and returns their IDs in order. */
export async function addCustomersHere(tx: Tx, customers: readonly NewCustomer[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT added.id FROM jsonb_to_recordset(${JSON.stringify(customers.map((one, nth) => ({ nth, ...one })))}::jsonb)
      AS given (nth integer, id uuid, "firstName" text, "lastName" text, phone text, "phoneDigits" text, email text)
    CROSS JOIN LATERAL add_customer_here(given.id, given."firstName", given."lastName", given.phone,
      given."phoneDigits", given.email, NULL, NULL) AS added (id)
    ORDER BY given.nth`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Changes the records of the actor's locations. */
export async function changeCustomersHere(
  tx: Tx,
  patches: readonly { id: string; columns: object }[],
): Promise<void> {
  if (patches.length === 0) return;
  await sql`SELECT change_customer_here(id, columns)
    FROM jsonb_to_recordset(${JSON.stringify(patches)}::jsonb) AS given (id uuid, columns jsonb) ORDER BY id`.execute(
    tx,
  );
}
