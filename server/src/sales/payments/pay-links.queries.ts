import { calledOffStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { orderRecipient } from '../orders/order-contact.queries.ts';
import type { LockedOrder } from '../orders/steps/order-steps.queries.ts';
import { isToPay } from './follow-ups.queries.ts';

type Of = Pick<LockedOrder, 'locationId' | 'id'>;

export interface Payer {
  email: string | null;
  phone: string | null;
  firstName: string;
  locationName: string;
  timeZone: string;
}
/** The customer and the location of an order. */
export async function payerOf(tx: Tx, { locationId, id }: Of): Promise<Payer> {
  const { rows } = await sql<Payer>`
    SELECT ${orderRecipient}, l.name AS "locationName", l.time_zone AS "timeZone"
    FROM orders o JOIN locations l ON l.id = o.location_id LEFT JOIN customers c ON c.id = o.customer_id
    WHERE o.location_id = ${locationId} AND o.id = ${id}`.execute(tx);
  return rows[0]!;
}

/** Lets an order wait for its payment for some minutes at least. Returns until when; null if it doesn't wait. */
export async function waitAtLeast(tx: Tx, { locationId, id }: Of, minutes: number): Promise<string | null> {
  const { rows } = await sql<{ dueAt: string }>`
    UPDATE orders SET payment_due_at = greatest(payment_due_at, now() + make_interval(mins => ${minutes}))
    WHERE location_id = ${locationId} AND id = ${id} AND status = 'pending'
    RETURNING payment_due_at AS "dueAt"`.execute(tx);
  return rows[0]?.dueAt ?? null;
}

interface NewLink {
  hash: Buffer;
  channel: 'email' | 'sms';
  recipient: string;
  mailId: string;
  expiresAt: string;
}
/** Replaces the link of an order. A page that is still open is closed before another one opens. */
export async function replaceLink(tx: Tx, { locationId, id }: Of, link: NewLink): Promise<void> {
  await sql`
    INSERT INTO pay_links AS k (location_id, order_id, token_hash, channel, recipient, mail_ids, expires_at)
    VALUES (${locationId}, ${id}, ${link.hash}, ${link.channel}, ${link.recipient}, ARRAY[${link.mailId}::uuid],
      ${link.expiresAt})
    ON CONFLICT (location_id, order_id) DO UPDATE SET token_hash = excluded.token_hash, channel = excluded.channel,
      recipient = excluded.recipient, mail_ids = k.mail_ids || excluded.mail_ids, sent_at = now(),
      expires_at = excluded.expires_at, opened_at = NULL,
      payment_id = NULL, page_is_former = true`.execute(tx);
}

interface FoundLink {
  locationId: string;
  orderId: string;
  expiresAt: string;
  openedAt: string | null;
  /** The latest page. */
  paymentId: string | null;
  amount: number | null;
  isCharge: boolean | null;
  savesCard: boolean;
  requestedAt: string | null;
  pageRef: string | null;
  pageUrl: string | null;
  pageEndsAt: string | null;
  checkoutId: string;
}
/** The link of a token, unless it ended. */
export async function findLink(tx: Tx, hash: Buffer): Promise<FoundLink | undefined> {
  const { rows } = await sql<FoundLink>`
    SELECT k.location_id AS "locationId", k.order_id AS "orderId", k.expires_at AS "expiresAt",
      k.opened_at AS "openedAt", k.payment_id AS "paymentId", k.amount, k.is_charge AS "isCharge",
      k.saves_card AS "savesCard",
      k.requested_at AS "requestedAt", k.page_ref AS "pageRef", k.page_url AS "pageUrl",
      k.page_ends_at AS "pageEndsAt", o.main_order_id AS "checkoutId"
    FROM pay_links k JOIN orders o ON o.location_id = k.location_id AND o.id = k.order_id
    WHERE k.token_hash = ${hash} AND k.expires_at > now()`.execute(tx);
  return rows[0];
}

interface RequestedPage {
  paymentId: string;
  amount: number;
  isCharge: boolean;
  savesCard: boolean;
  requestedAt: string;
}
/** Records that a new page is asked for. */
export async function setRequestedPage(tx: Tx, { locationId, id }: Of, page: RequestedPage): Promise<void> {
  await sql`
    UPDATE pay_links SET opened_at = coalesce(opened_at, now()), payment_id = ${page.paymentId},
      amount = ${page.amount}, is_charge = ${page.isCharge}, saves_card = ${page.savesCard},
      requested_at = ${page.requestedAt}, page_is_former = false, page_ref = NULL, page_url = NULL, page_ends_at = NULL
    WHERE location_id = ${locationId} AND order_id = ${id}`.execute(tx);
}

export async function setOpened(tx: Tx, { locationId, id }: Of): Promise<void> {
  await sql`
    UPDATE pay_links SET opened_at = coalesce(opened_at, now())
    WHERE location_id = ${locationId} AND order_id = ${id}`.execute(tx);
}

interface OpenedPage {
  paymentId: string;
  ref: string;
  url: string;
  endsAt: string;
}
/**
 * Records an open page. The link, and an order that waits for its payment, last as long as the page. Returns false if the link
 * was replaced meanwhile.
 */
export async function setOpenedPage(tx: Tx, { locationId, id }: Of, page: OpenedPage): Promise<boolean> {
  const { numAffectedRows } = await sql`
    WITH waiting AS (
      UPDATE orders SET payment_due_at = ${page.endsAt}
      WHERE location_id = ${locationId} AND id = ${id} AND status = 'pending' AND payment_due_at < ${page.endsAt}
    )
    UPDATE pay_links SET page_ref = ${page.ref}, page_url = ${page.url}, page_ends_at = ${page.endsAt},
      expires_at = greatest(expires_at, ${page.endsAt}::timestamptz)
    WHERE location_id = ${locationId} AND order_id = ${id} AND payment_id = ${page.paymentId}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Records that the gateway takes no more payments on a page. */
export async function setClosedPage(tx: Tx, ref: string): Promise<void> {
  const closed = sql`SET page_ends_at = now() WHERE page_ref = ${ref} AND page_ends_at > now()`;
  await sql`UPDATE pay_links ${closed}`.execute(tx);
  await sql`UPDATE renewal_links ${closed}`.execute(tx);
}

/** Records that an order was paid by its link, also on a page of a former one. */
export async function setPaidPage(tx: Tx, { locationId, id }: Of, paymentId: string): Promise<void> {
  await sql`UPDATE pay_links SET payment_id = ${paymentId} WHERE location_id = ${locationId} AND order_id = ${id}`.execute(
    tx,
  );
}

/** The next open page that must not be paid anymore: its link ended or was replaced, or nothing is due. */
export async function nextPageToClose(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ ref: string }>`
    SELECT k.page_ref AS ref FROM pay_links k JOIN orders o ON o.location_id = k.location_id AND o.id = k.order_id
    WHERE k.page_ref IS NOT NULL AND k.page_ends_at > now()
      AND (k.page_is_former OR k.expires_at <= now() OR ${isOneOf('o.status', calledOffStatuses)}
        OR NOT EXISTS (SELECT FROM payments p
          WHERE p.location_id = k.location_id AND p.order_id = k.order_id AND ${isToPay}))
    UNION ALL
    SELECT k.page_ref FROM renewal_links k JOIN subscription_payments p ON p.id = k.payment_id
    WHERE k.page_ref IS NOT NULL AND k.page_ends_at > now()
      AND (k.page_is_former OR k.expires_at <= now() OR p.status <> 'due')
    LIMIT 1`.execute(tx);
  return rows[0]?.ref;
}
