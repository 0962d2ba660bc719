import { formatMoney } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import { isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import { system, type Tx, transaction } from '../../core/db/db.ts';
import { takeSubscriptionRefund } from '../../customers/subscriptions/dashboard-refunds.ts';
import { takeRenewalPage } from '../../customers/subscriptions/renewal-links/renewal-links.ts';
import { lockSubscriptionOf } from '../../customers/subscriptions/subscriptions.queries.ts';
import type { GatewayName, GatewayReader } from '../../ledgers/gateways/gateway.ts';
import type { EventHandlers } from '../../ledgers/gateways/gateway-events.ts';
import { enqueueOperation } from '../../ledgers/gateways/operations.queries.ts';
import type { PageReport, PaymentReport, RefundReport } from '../../ledgers/gateways/reports.ts';
import { notifyOperator } from '../../ledgers/provider-transactions/operator-notices.queries.ts';
import {
  changePayment,
  type LockedPayment,
  paymentsOf,
  updateDuePayment,
} from '../orders/money/order-payments.queries.ts';
import { type LockedOrder, lockOrder } from '../orders/steps/order-steps.queries.ts';
import { takeDashboardRefund } from '../refunds/dashboard-refunds.ts';
import { failReturnedRefund } from '../refunds/returned-refunds.ts';
import { requestFollowUp } from './follow-ups.queries.ts';
import { setClosedPage, setPaidPage } from './pay-links.queries.ts';
import {
  findRefundOperation,
  findReported,
  hurryPayment,
  hurryRefund,
  isOperation,
  orderExists,
  refuseDoneRefund,
  retryRefundNow,
  updateCard,
} from './payment-reports.queries.ts';
import { recordPayment, requestAuthorization } from './payments.service.ts';

type Handler = EventHandlers[string];

const payment: Handler = async ({ db, gateway, event }) => {
  if (event.account || !gateway.reader) return;
  const report = await gateway.reader.payment(event.objectId);
  const source = { provider: gateway.name, dashboard: gateway.reader.dashboard };
  await transaction(db, system, (tx) => applyPayment(tx, source, report));
};

const refund: Handler = async ({ db, gateway, event }) => {
  if (event.account || !gateway.reader) return;
  const report = await gateway.reader.refund(event.objectId);
  const source = { provider: gateway.name, dashboard: gateway.reader.dashboard };
  await transaction(db, system, (tx) => applyRefund(tx, source, report));
};

const page: Handler = async ({ db, gateway, event }) => {
  if (event.account || !gateway.pages) return;
  const report = await gateway.pages.read(event.objectId);
  await transaction(db, system, (tx) => applyPage(tx, gateway.name, report));
};

const card: Handler = async ({ db, gateway, event }) => {
  if (event.account || !gateway.reader) return;
  const facts = await gateway.reader.card(event.objectId);
  if (facts) await transaction(db, system, (tx) => updateCard(tx, gateway.name, event.objectId, facts));
};

/** The request that waits for the verification decides its outcome. */
const verification: Handler = async ({ db, gateway, event }) => {
  if (event.account || !gateway.reader) return;
  const report = await gateway.reader.verification(event.objectId);
  await transaction(db, system, async (tx) => {
    const found = await findReported(tx, gateway.name, report);
    if (found?.orderId) await lockOrder(tx, found.orderId);
    if (found) await hurryPayment(tx, found);
  });
};

/** Handlers for late answers about payments and refunds, and for changes that banks and people make at the gateway itself. */
export const paymentEvents: EventHandlers = {
  'payment_intent.amount_capturable_updated': payment,
  'payment_intent.succeeded': payment,
  'payment_intent.payment_failed': payment,
  'payment_intent.canceled': payment,
  'payment_intent.requires_action': payment,
  'charge.expired': payment,
  'setup_intent.succeeded': verification,
  'setup_intent.setup_failed': verification,
  'checkout.session.completed': page,
  'checkout.session.expired': page,
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'payment_method.automatically_updated': card,
};

interface Source extends Pick<GatewayReader, 'dashboard'> {
  provider: GatewayName;
}

/**
 * Takes over the state of a payment. A waiting request is repeated, so that its own answer decides. Without
 * one, the payment was changed at the gateway. A payment never moves backwards: a charged one stays charged.
 */
async function applyPayment(tx: Tx, source: Source, report: PaymentReport): Promise<void> {
  const found = await findReported(tx, source.provider, report);
  if (!found) return;
  if (found.orderId === null) return void (await hurryPayment(tx, found));
  const order = await lockOrder(tx, found.orderId);
  if (await hurryPayment(tx, found)) return;
  const known = (await paymentsOf(tx, order)).find(({ id }) => id === found.paymentId)!;
  const number = formatNumber('order', order.number);
  if (report.status === null) {
    const text = `The card provider reports an unknown status of the payment of ${number}: ${report.providerStatus}`;
    return notifyOperator(tx, text);
  }
  if (report.status === 'held' && (known.status === 'voided' || known.status === 'failed')) {
    const of = { locationId: order.locationId, orderId: order.id, paymentId: known.id };
    return enqueueOperation(tx, of, { kind: 'void', amount: 0 });
  }
  if (report.status === 'charged' && known.status === 'authorised') {
    return takeCharge(tx, source, order, { known, amount: report.amount });
  }
  if (report.status === 'charged' && known.status !== 'captured') {
    const text = `${formatMoney(report.amount)} of ${number} was charged at the card provider after the payment had ended`;
    return notifyOperator(tx, `${text}. Refund it there`);
  }
  if (report.status === 'ended' && known.status === 'authorised') {
    return endHold(tx, source, order, { known, isExpired: report.isExpired });
  }
}

/** Adds the payment that a shopper made on a page of the gateway. Its authorization is then read as an answer to a request. */
async function applyPage(tx: Tx, provider: GatewayName, report: PageReport): Promise<void> {
  const { ref, status, paymentId, orderId, amount, savesCard } = report;
  if (status !== 'open') await setClosedPage(tx, ref);
  if (status !== 'paid' || paymentId === null) return;
  if (orderId === null) return takeRenewalPage(tx, { ref, paymentId, amount });
  const order = await findOrder(tx, orderId);
  if (!order || (await paymentsOf(tx, order)).some(({ id }) => id === paymentId)) return;
  await requestAuthorization(tx, order, { id: paymentId, provider, amount, token: ref, savesCard });
  await setPaidPage(tx, order, paymentId);
}

/** Locks an order; undefined if it is of another installation. */
const findOrder = async (tx: Tx, orderId: string): Promise<LockedOrder | undefined> =>
  (await orderExists(tx, orderId)) ? lockOrder(tx, orderId) : undefined;

/** Takes over a charge made at the gateway. */
async function takeCharge(
  tx: Tx,
  { dashboard }: Source,
  order: LockedOrder,
  { known, amount }: { known: LockedPayment; amount: number },
): Promise<void> {
  await changePayment(tx, order, known.id, { status: 'captured', amount, problem: null });
  order.paid += amount;
  await updateDuePayment(tx, order);
  const actor = { userId: null, name: dashboard };
  await recordPayment(tx, order, { actor, note: `${formatMoney(amount)} charged to card` });
  if (amount <= order.total) return;
  const number = formatNumber('order', order.number);
  await notifyOperator(
    tx,
    `${number} was charged more at the card provider than it costs. Refund the rest there`,
  );
}

/** The bank or a person ended an authorization, so its amount is due again. */
async function endHold(
  tx: Tx,
  { dashboard }: Source,
  order: LockedOrder,
  { known, isExpired }: { known: LockedPayment; isExpired: boolean },
): Promise<void> {
  const problem = isExpired ? 'The bank ended the authorization' : 'Released at the card provider';
  await changePayment(tx, order, known.id, { status: 'voided', problem });
  if (!isCalledOff(order.status)) {
    await updateDuePayment(tx, order);
    await requestFollowUp(tx, order, known.id);
  }
  const actor = { userId: null, name: isExpired ? 'The bank' : dashboard };
  await recordPayment(tx, order, { actor, note: `${formatMoney(known.amount)} card authorization released` });
}

async function applyRefund(tx: Tx, source: Source, report: RefundReport): Promise<void> {
  const { status } = report;
  const known = await findRefundOperation(tx, source.provider, report);
  if (!known) return applyForeignRefund(tx, source, report);
  if (known.status === 'waiting') {
    return hurryRefund(tx, { operationId: known.operationId, refundRef: report.refundRef });
  }
  if (known.status === 'givenUp' && status === 'refunded' && known.refundId) {
    return retryRefundNow(tx, known.refundId);
  }
  const of = known.orderNumber === null ? 'a subscription' : formatNumber('order', known.orderNumber);
  const what = `The refund of ${formatMoney(report.amount)} of ${of}`;
  if (known.status === 'refused' && status === 'refunded') {
    return notifyOperator(tx, `${what} succeeded at the card provider after it had failed`);
  }
  if (known.status !== 'done' || status === 'refunded' || status === 'waiting') return;
  if (status === null) {
    return notifyOperator(tx, `${what} has an unknown status: ${report.providerStatus}`);
  }
  const why = report.problem ? `: ${report.problem}` : '';
  if (known.orderId === null || known.refundId === null) {
    return notifyOperator(tx, `${what} failed later${why}. Refund the customer in another way`);
  }
  const order = await lockOrder(tx, known.orderId);
  const problem = `The bank returned the refund${why}`;
  if (!(await refuseDoneRefund(tx, known.operationId, problem))) return;
  await failReturnedRefund(tx, order, { refundId: known.refundId, operationId: known.operationId, problem });
}

/** Takes over a refund that staff made at the gateway itself. */
async function applyForeignRefund(
  tx: Tx,
  { provider, dashboard }: Source,
  report: RefundReport,
): Promise<void> {
  const { isRelease, operationId, paymentRef, refundRef, amount, status } = report;
  if (isRelease || paymentRef === null || (status !== 'refunded' && status !== 'waiting')) return;
  // A charge that should have been released is refunded by the request to release it.
  if (operationId !== null && (await isOperation(tx, operationId))) return;
  const of = await findReported(tx, provider, { paymentRef, paymentId: null, orderId: null });
  if (!of) return;
  if (of.orderId !== null && operationId === null) {
    const order = await lockOrder(tx, of.orderId);
    // Another event of the same refund may have been applied before the lock.
    if (await findRefundOperation(tx, provider, report)) return;
    const refund = { paymentId: of.paymentId, refundRef, amount, isPending: status === 'waiting', dashboard };
    if (await takeDashboardRefund(tx, order, refund)) return;
  }
  if (status !== 'refunded') return;
  if (of.orderId === null && operationId === null) {
    const subscription = await lockSubscriptionOf(tx, of.paymentId);
    if (await findRefundOperation(tx, provider, report)) return;
    const refund = { paymentId: of.paymentId, refundRef, amount, dashboard };
    if (await takeSubscriptionRefund(tx, subscription, refund)) return;
  }
  const what = of.orderNumber === null ? 'a subscription' : formatNumber('order', of.orderNumber);
  await notifyOperator(
    tx,
    `${formatMoney(amount)} of ${what} was refunded at the card provider, not in Aisle`,
  );
}
