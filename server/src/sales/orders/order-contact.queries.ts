import { sql } from 'kysely';

// An account is found by its phone, and several people may share one. An order `o` therefore keeps the name and email it
// came with. Orders without them are those of the account `c`.

/** The email of an order; null if the order came without one under another name than the account's. */
export const orderEmail = `CASE WHEN o.contact IS NULL THEN c.email ELSE o.contact ->> 'email' END`;

/** How messages reach and address the person who ordered. */
export const orderRecipient = sql.raw(`
  ${orderEmail} AS email,
  CASE WHEN o.contact IS NULL THEN c.phone ELSE o.customer_phone END AS phone,
  coalesce(o.contact ->> 'firstName', c.first_name) AS "firstName",
  coalesce(o.contact ->> 'lastName', c.last_name) AS "lastName"`);

/** Whether the person who ordered has the name of the account. */
export const isAccountHolder = sql.raw<boolean>(`(o.contact ->> 'firstName') IS NULL`);
