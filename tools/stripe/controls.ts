import { ApiProblem } from './errors.ts';
import { type FaultRule, faultKinds } from './faults.ts';
import { handleNextAction } from './next-action.ts';
import { deauthorize, setMissing } from './resources/accounts.ts';
import { addTransaction } from './resources/balance.ts';
import {
  appealDispute,
  closeDispute,
  disputeCharge,
  escalateInquiry,
  setDisputeStatus,
} from './resources/disputes.ts';
import { renewCard } from './resources/payment-methods.ts';
import { cancelPayout, failPayout, payOut } from './resources/payouts.ts';
import { failRefund, refundInDashboard } from './resources/refunds.ts';
import type { World } from './world.ts';

type Body = Record<string, unknown>;

const textIn = (body: Body, name: string): string => {
  const value = body[name];
  if (typeof value !== 'string') throw new ApiProblem(`${name} is missing`);
  return value;
};
const numberIn = (body: Body, name: string): number => {
  const value = body[name];
  if (typeof value !== 'number') throw new ApiProblem(`${name} is not a number`);
  return value;
};

function faultIn(body: Body): FaultRule {
  const kind = faultKinds.find((known) => known === body.kind);
  if (!kind) throw new ApiProblem(`kind is one of ${faultKinds.join(', ')}`);
  return { ...body, kind };
}

/** What tests and people do to the stand-in besides calling the API. Bodies are JSON. */
const controls: Record<string, (world: World, body: Body) => unknown> = {
  'GET /_stand-in/clock': (world) => ({ now: world.clock.now() }),
  'POST /_stand-in/clock': (world, body) => {
    world.clock.advance(numberIn(body, 'advanceSeconds'));
    return { now: world.clock.now() };
  },
  'POST /_stand-in/faults': (world, body) => {
    world.faults.add(faultIn(body));
    return {};
  },
  'DELETE /_stand-in/faults': (world) => {
    world.faults.clear();
    return {};
  },
  'POST /_stand-in/webhooks': (world, body) => {
    world.webhooks.rules = body;
    return {};
  },
  'POST /_stand-in/webhooks/release': (world, body) => {
    world.webhooks.release({ reverse: body.reverse === true });
    return {};
  },
  'POST /_stand-in/webhooks/redeliver': (world, body) => {
    world.webhooks.redeliver(textIn(body, 'event'));
    return {};
  },
  'GET /_stand-in/webhooks': (world) => world.webhooks.log,
  'GET /_stand-in/requests': (world) => world.requests,
  'GET /_stand-in/events': (world) => world.events.newestFirst(),
  'POST /_stand-in/handle-next-action': (world, body) =>
    handleNextAction(world, textIn(body, 'clientSecret'), body.succeeds !== false),
  'POST /_stand-in/refunds': (world, body) => {
    const amount = typeof body.amount === 'number' ? body.amount : undefined;
    return refundInDashboard(world, textIn(body, 'paymentIntent'), amount);
  },
  'POST /_stand-in/fail-refund': (world, body) => failRefund(world, textIn(body, 'refund')),
  'POST /_stand-in/renew-card': (world, body) =>
    renewCard(world, textIn(body, 'paymentMethod'), {
      month: numberIn(body, 'month'),
      year: numberIn(body, 'year'),
    }),
  'POST /_stand-in/account': (world, body) => {
    if (typeof body.canIncrement === 'boolean') world.canIncrement = body.canIncrement;
    if (typeof body.automaticPayouts === 'boolean') world.books(null).automatic = body.automaticPayouts;
    return { canIncrement: world.canIncrement, automaticPayouts: world.books(null).automatic };
  },
  'POST /_stand-in/disputes': (world, body) => {
    const intent = world.paymentIntents.get(textIn(body, 'paymentIntent'));
    const reasons = ['fraudulent', 'inquiry', 'product_not_received'] as const;
    const reason = reasons.find((known) => known === body.reason) ?? 'fraudulent';
    const amount = typeof body.amount === 'number' ? body.amount : undefined;
    return disputeCharge(world, world.charges.get(String(intent.latest_charge)), { reason, amount });
  },
  'POST /_stand-in/disputes/close': (world, body) =>
    closeDispute(world, textIn(body, 'dispute'), textIn(body, 'status')),
  'POST /_stand-in/disputes/escalate': (world, body) => escalateInquiry(world, textIn(body, 'dispute')),
  'POST /_stand-in/disputes/appeal': (world, body) => appealDispute(world, textIn(body, 'dispute')),
  'POST /_stand-in/disputes/status': (world, body) =>
    setDisputeStatus(world, textIn(body, 'dispute'), textIn(body, 'status')),
  'POST /_stand-in/balance-transactions': (world, body) =>
    addTransaction(world, { amount: numberIn(body, 'amount'), category: textIn(body, 'category') }),
  'POST /_stand-in/payouts': (world, body) =>
    payOut(world, typeof body.account === 'string' ? body.account : world.accountId),
  'POST /_stand-in/payouts/fail': (world, body) => failPayout(world, textIn(body, 'payout')),
  'POST /_stand-in/payouts/cancel': (world, body) => cancelPayout(world, textIn(body, 'payout')),
  'POST /_stand-in/accounts/missing': (world, body) => {
    const missing = Array.isArray(body.missing) ? body.missing.map(String) : [];
    return setMissing(world, textIn(body, 'account'), missing);
  },
  'POST /_stand-in/accounts/deauthorize': (world, body) => deauthorize(world, textIn(body, 'account')),
};

export async function runControl(
  world: World,
  name: string,
  body: string,
): Promise<{ status: number; data: unknown }> {
  const control = controls[name];
  if (!control) return { status: 404, data: { error: 'Unknown', controls: Object.keys(controls) } };
  try {
    const parsed: Body = body ? JSON.parse(body) : {};
    return { status: 200, data: control(world, parsed) };
  } catch (error) {
    if (error instanceof ApiProblem) return { status: error.status, data: error.body() };
    if (error instanceof SyntaxError) return { status: 400, data: { error: { message: 'Send JSON' } } };
    throw error;
  }
}
