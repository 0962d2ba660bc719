import { randomBytes } from 'node:crypto';
import { formatMoney } from '@aisle/contract/core/money';
import type { Database, Tx } from '../../../core/db/db.ts';
import { systemWork } from '../../../core/db/deadlock.ts';
import { hashToken } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import type { Services } from '../../../core/services.ts';
import { takesLinks } from '../../../ledgers/gateways/gateways.ts';
import { enqueueSubscriptionOperation } from '../../../ledgers/gateways/operations.queries.ts';
import type { NewPage, PageReport } from '../../../ledgers/gateways/reports.ts';
import { notifyOperator } from '../../../ledgers/provider-transactions/operator-notices.queries.ts';
import { retryDays } from '../gateway-results.ts';
import { queueRenewalMail } from '../renewal-mails.ts';
import { mailFactsOf } from '../renewals.queries.ts';
import { lockSubscriptionOf } from '../subscriptions.queries.ts';
import {
  claimLink,
  findPaidRenewal,
  findRenewalLink,
  nextToLink,
  replaceRenewalLink,
  setOpenedRenewalPage,
  setRequestedRenewalPage,
} from './renewal-links.queries.ts';

/** How long a link lives. */
const linkDays = 7;

type Needs = Pick<Services, 'settings'>;

/**
 * Sends customers links to pay renewals that their bank wants confirmed, or for which they have no saved card. A saved card is
 * tried again regardless.
 */
export async function sendRenewalLinks(db: Database, services: Needs): Promise<void> {
  while (await systemWork(db, (tx) => sendNext(tx, services)));
}

async function sendNext(tx: Tx, { settings }: Needs): Promise<boolean> {
  const paymentId = await nextToLink(tx);
  if (!paymentId) return false;
  const { id, cardToken } = await lockSubscriptionOf(tx, paymentId);
  const wanted = await claimLink(tx, paymentId, retryDays.at(-1)!);
  if (wanted?.status !== 'due' || wanted.nextTryAt === null) return true;
  const news = { kind: 'notCharged' as const, problem: wanted.problem ?? '', nextTryAt: wanted.nextTryAt };
  const { email } = await mailFactsOf(tx, id);
  if (!email || !takesLinks(settings.cardGateway)) {
    await queueRenewalMail(tx, id, news);
    return true;
  }
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + linkDays * 24 * 3600 * 1000).toISOString();
  await replaceRenewalLink(tx, paymentId, { hash: hashToken(token), recipient: email, expiresAt });
  const link = { url: `${settings.publicUrl}/pay/${token}`, expiresAt };
  const mail =
    cardToken === null ? { kind: 'unpaid' as const, link, endsAt: wanted.endsAt } : { ...news, link };
  await queueRenewalMail(tx, id, mail);
  return true;
}

export interface LinkFacts {
  /** The plan or the order to pay for, as shown on the page. */
  what: string;
  /** The amount that it asks for: zero once it was paid, or while a payment is being checked. */
  due: number;
  isRenewal: boolean;
}
export async function readRenewalLink(tx: Tx, token: string): Promise<LinkFacts | undefined> {
  const link = await findRenewalLink(tx, hashToken(token));
  return link && { isRenewal: true, what: link.plan, due: link.isDue && !link.isUnderWay ? link.amount : 0 };
}

/** The gateway may still answer a request of this age. A later one asks for a new page. */
const answerMs = 30_000;

/** The page to which the button of a link leads. */
export type LinkedPage =
  | { kind: 'paid' }
  | { kind: 'open'; url: string }
  | {
      kind: 'new';
      page: NewPage;
      formerRef: string | null;
      /** Records the open page. False if the link was replaced meanwhile. */
      record: (tx: Tx, opened: { ref: string; url: string; endsAt: string }) => Promise<boolean>;
    };

interface Following {
  token: string;
  publicUrl: string;
  savesCard: boolean;
}
/** The destination of the button of a link. Undefined for links that don't work. */
export async function followRenewalLink(
  tx: Tx,
  { token, publicUrl, savesCard }: Following,
): Promise<LinkedPage | undefined> {
  const hash = hashToken(token);
  const found = await findRenewalLink(tx, hash);
  if (!found) return undefined;
  const { paymentId } = found;
  await lockSubscriptionOf(tx, paymentId);
  // Read again, because it could have changed before the lock.
  const link = await findRenewalLink(tx, hash);
  if (!link) return undefined;
  if (!link.isDue || link.isUnderWay) return { kind: 'paid' };
  const now = Date.now();
  const isOpen = link.pageEndsAt !== null && Date.parse(link.pageEndsAt) > now;
  const isBeingOpened = link.pageUrl === null && Date.parse(link.requestedAt ?? '') > now - answerMs;
  const goesOn = link.pageId !== null && link.savesCard === savesCard && (isOpen || isBeingOpened);
  if (goesOn && link.pageUrl !== null) return { kind: 'open', url: link.pageUrl };
  const pageId = goesOn ? link.pageId! : newId();
  const requestedAt = goesOn ? link.requestedAt! : new Date(now).toISOString();
  if (!goesOn) await setRequestedRenewalPage(tx, paymentId, { pageId, savesCard, requestedAt });
  const address = `${publicUrl}/pay/${token}`;
  const page: NewPage = {
    reference: pageId,
    paymentId,
    orderId: null,
    checkoutId: null,
    customerId: link.customerId,
    amount: link.amount,
    description: link.plan,
    isCharge: true,
    savesCard,
    requestedAt,
    endsAt: link.expiresAt,
    paidUrl: `${address}?paid`,
    backUrl: address,
  };
  return {
    kind: 'new',
    page,
    formerRef: !goesOn && isOpen ? link.pageRef : null,
    record: (later, opened) => setOpenedRenewalPage(later, pageId, opened),
  };
}

/** Takes over what a customer paid on a page: the renewal then continues as if its card had been charged. */
export async function takeRenewalPage(
  tx: Tx,
  { ref, paymentId, amount }: Pick<PageReport, 'ref' | 'amount'> & { paymentId: string },
): Promise<void> {
  if (!(await findPaidRenewal(tx, { paymentId, ref }))) return;
  await lockSubscriptionOf(tx, paymentId);
  const paid = (await findPaidRenewal(tx, { paymentId, ref }))!;
  if (paid.isTaken) return;
  // The event is applied again after the answer.
  if (paid.isUnderWay) throw new Error('The saved card is being charged for this renewal');
  if (paid.status === 'due' && paid.amount === amount) {
    return enqueueSubscriptionOperation(tx, paymentId, { kind: 'authorise', amount, token: ref });
  }
  const text = `${formatMoney(amount)} of a subscription was paid by a link after it had been paid or had ended`;
  await notifyOperator(tx, `${text}. Refund it at the card provider`);
}
