import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { perDatabase } from '../../core/db/per-database.ts';
import { handleSubscriptionResult } from '../../customers/subscriptions/gateway-results.ts';
import { lockSubscriptionOf } from '../../customers/subscriptions/subscriptions.queries.ts';
import {
  type Gateway,
  type GatewayResponse,
  NoResponse,
  retrySeconds,
  type Verdict,
} from '../../ledgers/gateways/gateway.ts';
import {
  claimDueOperation,
  closeOperation,
  enqueueOperation,
  enqueueSubscriptionOperation,
  keepPending,
  lockWaiting,
  type Operation,
  type SubscriptionOperation,
  saveFacts,
  scheduleRetry,
} from '../../ledgers/gateways/operations.queries.ts';
import { lockOrder } from '../orders/steps/order-steps.queries.ts';
import { takeSystemStep } from '../orders/steps/order-steps.ts';
import { beginDueRefund, handleRefund } from '../refunds/refunds.service.ts';
import {
  handleAuthorization,
  handleCapture,
  handleIncrement,
  handleVerification,
  handleVoid,
} from './payments.service.ts';

/** The number of requests that a server sends at once. */
const maxAtOnce = 8;
/** How long to wait for a response. */
const timeoutMs = 20_000;
/** A gateway that can't tell the outcome yet is asked again after this time. */
const lookUpSeconds = 600;
/** After this many timeouts a request fails. Captures, voids, and requests that the gateway knows are retried forever. */
const maxTimeouts = { verify: 4, authorise: 4, increment: 4, refund: 8 } as const;

/** Tells the loop that sends the requests of a server that there may be more. */
class Wakes {
  isLooping = false;
  isWoken = true;
  #resolve: (() => void) | undefined;

  wake(): void {
    this.isWoken = true;
    this.#resolve?.();
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }
}
const wakesOf = perDatabase(() => new Wakes());

/**
 * Sends the due requests of this server in one loop, so that it never sends more than `maxAtOnce` at once and uses one worker.
 * If the loop runs already, it looks for more at once.
 */
export async function runGatewayQueue(db: Database, gateways: readonly Gateway[]): Promise<void> {
  const wakes = wakesOf(db);
  wakes.wake();
  if (wakes.isLooping) return;
  wakes.isLooping = true;
  try {
    while (wakes.isWoken) await processGatewayQueue(db, gateways, wakes);
  } finally {
    wakes.isLooping = false;
  }
}

/**
 * Sends the due requests of payments and refunds to their gateways until none is left. Several servers can do so at once: each
 * request is leased by one server, has a reference that the gateway recognizes, and its response counts once, so that neither a
 * crash nor a repeated response moves money twice.
 */
export async function processGatewayQueue(
  db: Database,
  gateways: readonly Gateway[],
  wakes = new Wakes(),
): Promise<void> {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]));
  const running = new Set<Promise<void>>();
  try {
    for (;;) {
      if (wakes.isWoken) {
        wakes.isWoken = false;
        while (await transaction(db, system, beginDueRefund));
      }
      const isIdle = running.size === 0;
      const operation =
        running.size < maxAtOnce
          ? await transaction(db, system, (tx) => claimDueOperation(tx, [...byName.keys()]))
          : undefined;
      if (operation) {
        const run = ask(db, byName.get(operation.provider)!, operation).finally(() => running.delete(run));
        running.add(run);
      } else if (isIdle && !wakes.isWoken) {
        return;
      } else if (running.size > 0 && !wakes.isWoken) {
        // The next request may be of the same order, or result from a response.
        await Promise.race([...running, wakes.next()]);
      }
    }
  } finally {
    await Promise.allSettled(running);
  }
}

type AnyOperation = Operation | SubscriptionOperation;

async function ask(db: Database, gateway: Gateway, operation: AnyOperation): Promise<void> {
  const request = { ...operation, reference: operation.id };
  const tell = (answer: GatewayResponse) =>
    transaction(db, system, (tx) => handleResult(tx, operation, answer));
  try {
    await withTimeout(gateway.perform(request, tell));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const mustLook = error instanceof NoResponse && error.mustLook;
    await transaction(db, system, (tx) => handleTimeout(tx, operation, { reason, mustLook }));
  }
}

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The payment provider isn't responding")), timeoutMs);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Locks a waiting gateway request and its owner, an order or a subscription. */
async function lockOwner(tx: Tx, request: AnyOperation) {
  if (request.subscriptionPaymentId !== null) {
    const subscription = await lockSubscriptionOf(tx, request.subscriptionPaymentId);
    const operation = await lockWaiting(tx, request);
    return (
      operation && {
        operation,
        apply: (verdict: Verdict) => handleSubscriptionResult(tx, subscription, operation, verdict),
      }
    );
  }
  const order = await lockOrder(tx, request.orderId);
  const operation = await lockWaiting(tx, request);
  return operation && { operation, apply: (verdict: Verdict) => applyVerdict(tx, order, operation, verdict) };
}

/** Handles a response. Only the first response to a request counts. */
async function handleResult(tx: Tx, request: AnyOperation, answer: GatewayResponse): Promise<void> {
  const waiting = await lockOwner(tx, request);
  if (!waiting) return;
  await saveFacts(tx, waiting.operation, answer);
  if ('pending' in answer) {
    const { clientSecret = null, publishableKey = null, problem = null } = answer;
    const kept = { seconds: lookUpSeconds, clientSecret, publishableKey, problem };
    return keepPending(tx, waiting.operation, kept);
  }
  const why = answer.accepted ? null : answer.problem;
  await closeOperation(tx, waiting.operation, answer.accepted ? 'done' : 'refused', why);
  await waiting.apply(answer);
}

async function applyVerdict(
  tx: Tx,
  order: Awaited<ReturnType<typeof lockOrder>>,
  { kind, paymentId, amount: requested, refundId }: Operation,
  verdict: Verdict,
): Promise<void> {
  const amount = (verdict.accepted && verdict.amount) || requested;
  if (kind === 'refund') return handleRefund(tx, order, refundId!, verdict);
  if (kind === 'capture') return handleCapture(tx, order, { paymentId, amount }, verdict);
  if (kind === 'increment') return handleIncrement(tx, order, { paymentId, amount }, verdict);
  if (kind === 'void') return handleVoid(tx, order, paymentId, verdict);
  const outcome =
    kind === 'verify'
      ? await handleVerification(tx, order, paymentId, verdict)
      : await handleAuthorization(tx, order, { paymentId, amount }, verdict);
  if (outcome !== 'failed') return;
  await takeSystemStep(tx, order.id, 'failed', 'The card was declined');
}

/** Handles a timeout, after which the outcome is unknown: retries the request, or lets it fail. */
async function handleTimeout(
  tx: Tx,
  request: AnyOperation,
  { reason, mustLook }: { reason: string; mustLook: boolean },
): Promise<void> {
  const waiting = await lockOwner(tx, request);
  if (!waiting) return;
  const { operation } = waiting;
  const { kind, attempts, isPending } = operation;
  const isLimited = !isPending && kind !== 'capture' && kind !== 'void';
  const max = isLimited ? maxTimeouts[kind] : Number.POSITIVE_INFINITY;
  if (attempts < max) {
    return scheduleRetry(tx, operation, { seconds: retrySeconds(attempts), problem: reason, mustLook });
  }
  await closeOperation(tx, operation, 'givenUp', reason);
  await waiting.apply({ accepted: false, problem: reason, final: false });
  // The gateway may have authorised it anyway, so this voids the authorisation.
  if (kind === 'authorise') await enqueueVoid(tx, operation);
}

const enqueueVoid = (tx: Tx, operation: AnyOperation) =>
  operation.subscriptionPaymentId !== null
    ? enqueueSubscriptionOperation(tx, operation.subscriptionPaymentId, { kind: 'void', amount: 0 })
    : enqueueOperation(tx, operation, { kind: 'void', amount: 0 });
