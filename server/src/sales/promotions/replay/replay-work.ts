import { setImmediate } from 'node:timers/promises';
import type { Candidate, CheckoutFacts } from '@aisle/contract/sales/promotions/engine/checkout';
import { priceCheckout } from '@aisle/contract/sales/promotions/engine/price-checkout';
import type { ReplayResult } from '@aisle/contract/sales/promotions/promotion-replay';
import type { Settings } from '@aisle/contract/system/settings';
import type { JobWork } from '../../../system/jobs/job-run.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { checkoutsAfter, countCheckouts, ordersWithCode, type PastCheckout } from './replay.queries.ts';
import type { Replay } from './replay-input.ts';
import { addCheckout, emptyTally } from './replay-tally.ts';

/** Checkouts of one statement. Other work of the process goes on between them. */
const step = 200;

/** Prices the checkouts of a period in order of placing. A restarted job begins again, because it writes nothing. */
export const replayWork: JobWork = async (run) => {
  const replay = run.input as Replay;
  const settings = await run.inTransaction(getSettings);
  const total = await run.inTransaction((tx) => countCheckouts(tx, replay));
  const codes = await run.inTransaction((tx) => ordersWithCode(tx, replay));
  const isKnown = codesKnown(replay, codes);
  const limits = new ReplayLimits(replay);
  const tally = emptyTally();
  let done = 0;
  let last: PastCheckout | null = null;
  do {
    await run.progress(done, total);
    const page = await run.inTransaction((tx) => checkoutsAfter(tx, replay, last, step));
    for (const checkout of page) {
      const promotion = limits.candidateFor(checkout);
      const repriced = reprice(checkout, isKnown(checkout) ? promotion : null, settings);
      const discount = addCheckout(tally, { checkout, ...repriced }, promotion);
      if (discount !== null) limits.take(checkout, discount);
      await setImmediate();
    }
    done += page.length;
    last = page.length === step ? page.at(-1)! : null;
  } while (last);
  await run.progress(total, total);
  const { locations, days, ...sums } = tally;
  const result: ReplayResult = {
    ...sums,
    from: replay.from,
    until: replay.until,
    byLocation: [...locations.values()].sort((a, b) => b.discount - a.discount),
    byDay: [...days.values()].sort((a, b) => a.day.localeCompare(b.day)),
    assumesCode: replay.promotion.needsCode && codes.size === 0,
    ordersWithCode: codes.size,
  };
  return { data: result, files: [] };
};

/** Of a promotion that ran with a code, only checkouts that sent the code have it. Otherwise every shopper knows the code. */
function codesKnown({ promotion }: Replay, codes: ReadonlySet<string>) {
  const isLimited = promotion.needsCode && codes.size > 0;
  return ({ orders }: PastCheckout): boolean =>
    !isLimited || orders.some(({ orderId }) => codes.has(orderId));
}

/** The promotions that the orders were placed with, each at its location. */
const keptOf = ({ orders }: PastCheckout): Candidate[] =>
  orders.flatMap(({ kept, locationId }) =>
    kept.map(({ share, ...candidate }) => ({
      ...candidate,
      locationIds: [locationId],
      state: 'active' as const,
      limits: { usesLeft: null, budgetLeft: null, usesPerCustomer: null, usesByCustomer: 0 },
      granted: { share },
    })),
  );

function reprice(checkout: PastCheckout, promotion: Candidate | null, settings: Settings) {
  const first = checkout.orders[0]!;
  const facts: CheckoutFacts = {
    placedAt: checkout.placedAt,
    customer: {
      id: checkout.customerId,
      groupIds: checkout.groupIds,
      isFirstOrder: checkout.isFirstOrder,
    },
    plan: first.plan,
    fulfilment: checkout.fulfilment,
    paymentType: checkout.paymentType,
    source: checkout.source,
    postalCode: first.postalCode,
    slot: first.slot,
    earnPerDollar: settings.coins.earnPerDollar,
    taxOnVendorDiscounts: settings.taxOnVendorDiscounts,
  };
  const { orders } = checkout;
  const kept = keptOf(checkout);
  // A promotion that ran is replaced by the one to replay.
  const others = kept.filter(({ promotionId }) => promotionId !== promotion?.promotionId);
  return {
    before: priceCheckout({ facts, orders, candidates: kept }).orders,
    after: priceCheckout({ facts, orders, candidates: promotion ? [promotion, ...others] : others }).orders,
  };
}

/** The uses and the budget of the promotion, taken in order of placing. */
class ReplayLimits {
  readonly #promotion: Replay['promotion'];
  readonly #usesOfCustomers = new Map<string, number>();
  #uses = 0;
  #discount = 0;

  constructor({ promotion }: Replay) {
    this.#promotion = promotion;
  }

  /** The promotion for a checkout, as if it ran all the time. */
  candidateFor({ customerId }: PastCheckout): Candidate {
    const { id, edition, label, terms, schedule, limits, locationIds } = this.#promotion;
    return {
      promotionId: id ?? '',
      number: 0,
      edition,
      label,
      terms,
      code: null,
      locationIds,
      schedule: { ...schedule, startsAt: new Date(0).toISOString(), endsAt: null },
      state: 'active',
      limits: {
        usesLeft: limits.uses === null ? null : limits.uses - this.#uses,
        budgetLeft: limits.budget === null ? null : limits.budget - this.#discount,
        usesPerCustomer: limits.usesPerCustomer,
        usesByCustomer: this.#usesOfCustomers.get(customerId) ?? 0,
      },
      granted: null,
    };
  }

  take({ customerId }: PastCheckout, discount: number): void {
    this.#uses += 1;
    this.#discount += discount;
    this.#usesOfCustomers.set(customerId, (this.#usesOfCustomers.get(customerId) ?? 0) + 1);
  }
}
