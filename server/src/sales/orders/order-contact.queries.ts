import { sql } from 'kysely';

// An account is found by its phone, and several people may share one. An order `o` therefore keeps the name and email it came
// with. If it has none, those of the account `c` apply.

/** The email of an order; null if the order came without one and under another name than the account's. */
export const orderEmail = `CASE WHEN o.contact IS NULL THEN c.email ELSE o.contact ->> 'email' END`;

/** Name, email and phone for messages to the person who ordered. */
export const orderRecipient = sql.raw(`
  ${orderEmail} AS email,
  CASE WHEN o.contact IS NULL THEN c.phone ELSE o.customer_phone END AS phone,
  coalesce(o.contact ->> 'firstName', c.first_name) AS "firstName",
  coalesce(o.contact ->> 'lastName', c.last_name) AS "lastName"`);

/** Whether the person who ordered has the name of the account. */
export const isAccountHolder = sql.raw<boolean>(`(o.contact ->> 'firstName') IS NULL`);
