import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** Lets a job send the customer a link to pay a renewal. */
export async function requestLink(tx: Tx, paymentId: string): Promise<void> {
  await sql`UPDATE subscription_payments SET wants_link = true WHERE id = ${paymentId}`.execute(tx);
  await sql`SELECT enqueue_job('send_renewal_links', '{}')`.execute(tx);
}

export async function nextToLink(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM subscription_payments WHERE wants_link ORDER BY created_at LIMIT 1`.execute(tx);
  return rows[0]?.id;
}

interface Wanted {
  status: string;
  problem: string | null;
  nextTryAt: string | null;
  /** When the subscription ends if nothing is paid. */
  endsAt: string;
}
/** Claims the link of a renewal whose subscription is locked; undefined if another server was first. */
export async function claimLink(tx: Tx, paymentId: string, retriedDays: number): Promise<Wanted | undefined> {
  const { rows } = await sql<Wanted>`
    UPDATE subscription_payments SET wants_link = false WHERE id = ${paymentId} AND wants_link
    RETURNING status, problem, next_try_at AS "nextTryAt", created_at + make_interval(days => ${retriedDays}) AS "endsAt"`.execute(
    tx,
  );
  return rows[0];
}

interface NewLink {
  hash: Buffer;
  recipient: string;
  expiresAt: string;
}
/** Replaces the link of a renewal. A page that is still open is closed before another one opens. */
export async function replaceRenewalLink(
  tx: Tx,
  paymentId: string,
  { hash, recipient, expiresAt }: NewLink,
): Promise<void> {
  await sql`
    INSERT INTO renewal_links (payment_id, token_hash, recipient, expires_at)
    VALUES (${paymentId}, ${hash}, ${recipient}, ${expiresAt})
    ON CONFLICT (payment_id) DO UPDATE SET token_hash = excluded.token_hash, recipient = excluded.recipient,
      sent_at = now(), expires_at = excluded.expires_at, opened_at = NULL, page_id = NULL, page_is_former = true`.execute(
    tx,
  );
}

export interface RenewalLink {
  paymentId: string;
  customerId: string;
  plan: string;
  amount: number;
  /** The renewal can be paid: its charge is due, and no other card is being charged. */
  isDue: boolean;
  isUnderWay: boolean;
  expiresAt: string;
  /** The latest page. */
  pageId: string | null;
  savesCard: boolean;
  requestedAt: string | null;
  pageRef: string | null;
  pageUrl: string | null;
  pageEndsAt: string | null;
}
/** The link of a token, unless it ended. */
export async function findRenewalLink(tx: Tx, hash: Buffer): Promise<RenewalLink | undefined> {
  const { rows } = await sql<RenewalLink>`
    SELECT k.payment_id AS "paymentId", s.customer_id AS "customerId", e.name AS plan, p.amount,
      p.status = 'due' AS "isDue", EXISTS (SELECT FROM gateway_operations g
        WHERE g.subscription_payment_id = p.id AND g.status = 'waiting') AS "isUnderWay",
      k.expires_at AS "expiresAt", k.page_id AS "pageId", k.saves_card AS "savesCard",
      k.requested_at AS "requestedAt", k.page_ref AS "pageRef", k.page_url AS "pageUrl",
      k.page_ends_at AS "pageEndsAt"
    FROM renewal_links k JOIN subscription_payments p ON p.id = k.payment_id
    JOIN subscriptions s ON s.id = p.subscription_id
    JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
    WHERE k.token_hash = ${hash} AND k.expires_at > now() AND p.status IN ('due', 'captured')`.execute(tx);
  return rows[0];
}

interface RequestedPage {
  pageId: string;
  savesCard: boolean;
  requestedAt: string;
}
/** Records that a new page is asked for. */
export async function setRequestedRenewalPage(tx: Tx, paymentId: string, page: RequestedPage): Promise<void> {
  await sql`
    UPDATE renewal_links SET opened_at = coalesce(opened_at, now()), page_id = ${page.pageId},
      saves_card = ${page.savesCard}, requested_at = ${page.requestedAt}, page_is_former = false, page_ref = NULL,
      page_url = NULL, page_ends_at = NULL
    WHERE payment_id = ${paymentId}`.execute(tx);
}

/** Records an open page. Returns false if the link was replaced meanwhile. */
export async function setOpenedRenewalPage(
  tx: Tx,
  pageId: string,
  { ref, url, endsAt }: { ref: string; url: string; endsAt: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE renewal_links SET page_ref = ${ref}, page_url = ${url}, page_ends_at = ${endsAt},
      expires_at = greatest(expires_at, ${endsAt}::timestamptz)
    WHERE page_id = ${pageId}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

interface PaidRenewal {
  status: string;
  amount: number;
  isUnderWay: boolean;
  /** A request for the page was queued before. */
  isTaken: boolean;
}
/** The charge that was paid on a page; undefined if it is of another installation. */
export async function findPaidRenewal(
  tx: Tx,
  { paymentId, ref }: { paymentId: string; ref: string },
): Promise<PaidRenewal | undefined> {
  const { rows } = await sql<PaidRenewal>`
    SELECT p.status, p.amount, EXISTS (SELECT FROM gateway_operations g
        WHERE g.subscription_payment_id = p.id AND g.status = 'waiting') AS "isUnderWay",
      EXISTS (SELECT FROM gateway_operations g WHERE g.subscription_payment_id = p.id AND g.token = ${ref}) AS "isTaken"
    FROM subscription_payments p WHERE p.id = ${paymentId} AND p.kind = 'charge'`.execute(tx);
  return rows[0];
}
