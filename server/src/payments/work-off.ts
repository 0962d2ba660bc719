import { type Database, system, type Tx, transaction } from '../core/db.ts';
import type { Gateway, GatewayAnswer } from '../gateways/gateway.ts';
import {
  askGateway,
  closeOperation,
  lockWaiting,
  type Operation,
  putOff,
  takeDueOperation,
} from '../gateways/operations.queries.ts';
import { lockOrder } from '../orders/order-steps.queries.ts';
import { takeSystemStep } from '../orders/order-steps.ts';
import { answerRefund, beginDueRefund } from '../refunds/refunds.service.ts';
import { answerAuthorisation, answerCapture, answerVoid, type Verdict } from './payments.service.ts';

/** Without an answer for this long, a gateway counts as silent. */
const patienceMs = 20_000;
/** After so many silences nobody waits for it any longer; what must be done is asked for, for ever. */
const mostSilences = { authorise: 4, refund: 8 } as const;
const waitSeconds = (attempts: number) => Math.min(5 * 2 ** (attempts - 1), 6 * 3600);

/**
 * Does what payments and refunds are waiting for at their gateway, until nothing is due. Any number of servers
 * may do so at once: each thing is in one hand at a time, is known to the gateway by its reference, and its
 * answer counts once, so that neither a crash nor an answer that comes twice moves money twice.
 */
export async function workOffGateway(db: Database, gateway: Gateway | null): Promise<void> {
  if (!gateway) return;
  while (await transaction(db, system, beginDueRefund));
  for (;;) {
    const operation = await transaction(db, system, takeDueOperation);
    if (!operation) return;
    await ask(db, gateway, operation);
  }
}

async function ask(db: Database, gateway: Gateway, operation: Operation): Promise<void> {
  const { id: reference, kind, paymentId, amount, token } = operation;
  const tell = (answer: GatewayAnswer) => transaction(db, system, (tx) => takeAnswer(tx, operation, answer));
  try {
    await orSilence(gateway.perform({ reference, kind, paymentId, amount, token }, tell));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await transaction(db, system, (tx) => noteSilence(tx, operation, reason));
  }
}

async function orSilence(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The gateway does not answer')), patienceMs);
  });
  try {
    await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Brings an answer home: the first one counts, whoever brings it. */
async function takeAnswer(tx: Tx, asked: Operation, answer: GatewayAnswer): Promise<void> {
  const order = await lockOrder(tx, asked.orderId);
  const operation = await lockWaiting(tx, asked);
  if (!operation) return;
  const why = answer.accepted ? null : answer.problem;
  await closeOperation(tx, operation, answer.accepted ? 'done' : 'refused', why);
  await bringHome(tx, order, operation, answer);
}

async function bringHome(
  tx: Tx,
  order: Awaited<ReturnType<typeof lockOrder>>,
  { kind, paymentId, amount, refundId }: Operation,
  verdict: Verdict,
): Promise<void> {
  if (kind === 'refund') return answerRefund(tx, order, refundId!, verdict);
  if (kind === 'capture') return answerCapture(tx, order, { paymentId, amount }, verdict);
  if (kind === 'void') return answerVoid(tx, order, paymentId, verdict);
  if ((await answerAuthorisation(tx, order, paymentId, verdict)) !== 'failed') return;
  await takeSystemStep(tx, order.id, 'failed', 'The card was not accepted');
}

/** Nobody knows whether it was done: it is asked for again, or, where nobody waits any longer, given up. */
async function noteSilence(tx: Tx, asked: Operation, reason: string): Promise<void> {
  const order = await lockOrder(tx, asked.orderId);
  const operation = await lockWaiting(tx, asked);
  if (!operation) return;
  const { kind, attempts } = operation;
  const most = kind === 'authorise' || kind === 'refund' ? mostSilences[kind] : Number.POSITIVE_INFINITY;
  if (attempts < most) return putOff(tx, operation, waitSeconds(attempts), reason);
  await closeOperation(tx, operation, 'givenUp', reason);
  await bringHome(tx, order, operation, { accepted: false, problem: reason, final: false });
  // It may have been authorised all the same: then it is let go.
  if (kind === 'authorise') await askGateway(tx, operation, { kind: 'void', amount: 0 });
}
