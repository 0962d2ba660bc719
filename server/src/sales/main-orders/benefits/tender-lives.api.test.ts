import { coinRoutes } from '@aisle/contract/customers/coins';
import { creditRoutes } from '@aisle/contract/customers/credits';
import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { moneyOf, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../../../test/invariants.ts';
import {
  addCustomer,
  advanceTo,
  cancelOrder,
  decide,
  editLines,
  everyPaymentType,
  giveCoins,
  openStore,
  payOrder,
  placeOne,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { completeRefund } from '../../../../test/payable-builders.ts';

const { shop, manager, location, goods } = await openStore({
  goods: { name: 'Bread', price: 333, stock: 1_000_000 },
});
await decide(shop, {
  paymentTypes: everyPaymentType,
  tenders: { storeCredit: true, giftCards: true },
  coins: { earnPerDollar: 0, redeemCents: 1, expiryDays: null },
});

// Small enough that cards pay for a part of most orders.
const amount = fc.integer({ min: 0, max: 300 });
const life = fc.record({
  coins: amount,
  credit: amount,
  cards: fc.array(fc.integer({ min: 1, max: 1200 }), { minLength: 1, maxLength: 3 }),
  quantity: fc.integer({ min: 1, max: 6 }),
  paymentType: fc.constantFrom('cashOnDelivery' as const, 'card' as const),
  isPaidEarly: fc.boolean(),
  edits: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
  end: fc.constantFrom('cancelled', 'rejected', 'delivered', 'delivered'),
  refunds: fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 3 }),
});

interface Purse {
  coins: number;
  credit: number;
  cards: number;
}
async function purseOf(customerId: string, cardIds: readonly string[]): Promise<Purse> {
  const [coins, credit, cards] = [
    await manager.do(coinRoutes.history, { body: { customerId } }),
    await manager.do(creditRoutes.history, { body: { customerId } }),
    await Promise.all(cardIds.map((id) => manager.do(giftCardRoutes.view, { params: { id } }))),
  ];
  return {
    coins: coins.balance ?? 0,
    credit: credit.balance,
    cards: cards.reduce((sum, { giftCard }) => sum + giftCard.balance, 0),
  };
}
const paidWith = ({ payments }: Pick<Order, 'payments'>, provider: string) =>
  payments
    .filter((payment) => payment.provider === provider && payment.status === 'captured')
    .reduce((sum, payment) => sum + payment.amount, 0);

async function refundSome({ _id }: Pick<Order, '_id'>, wanted: number): Promise<void> {
  const plan = await manager.do(refundRoutes.plan, { params: { id: _id }, body: {} });
  const [line] = plan.lines;
  const some = Math.min(wanted, line?.refundable ?? 0);
  if (!line || some === 0) return;
  const body = { lines: [{ lineId: line.lineId, amount: some }], reason: 'Stale' };
  const made = await manager.do(refundRoutes.create, { params: { id: _id }, body });
  if (made.status !== 'refunded') await completeRefund(manager, made._id);
}

test('returns to each tender at most what it paid, and balances with holds equal the books, in random lives', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ coins, credit, cards, quantity, paymentType, ...rest }) => {
      const { _id: customerId } = await addCustomer(manager);
      if (coins > 0) await giveCoins(manager, customerId, coins);
      const reason = 'goodwill' as const;
      if (credit > 0) await manager.do(creditRoutes.adjust, { body: { customerId, amount: credit, reason } });
      const issued = await Promise.all(
        cards.map((of) => manager.do(giftCardRoutes.create, { body: { kind: 'promotional', amount: of } })),
      );
      const cardIds = issued.map(({ _id }) => _id);
      const before = await purseOf(customerId, cardIds);
      const placed = await placeOne(manager, location, goods, {
        customerId,
        fulfilment: 'pickup',
        quantity,
        paymentType,
        coins: Math.min(coins, quantity * 333),
        storeCredit: true,
        giftCards: issued.map(({ code }) => code!),
      });
      let order = await viewOrder(manager, placed._id);
      if (rest.isPaidEarly && order.status === 'pending')
        order = await viewOrder(manager, (await payOrder(manager, order))._id);
      for (const next of rest.edits) {
        const lines = [{ lineId: order.lines[0]!._id, quantity: next }];
        await editLines(manager, order, { lines }).catch(() => undefined);
        order = await viewOrder(manager, order._id);
      }
      await shop.look(checkInvariants);

      if (rest.end === 'delivered') {
        if (order.status === 'pending')
          order = await viewOrder(manager, (await payOrder(manager, order))._id);
        order = await advanceTo(manager, order, 'delivered');
        for (const wanted of rest.refunds) await refundSome(order, wanted);
        order = await viewOrder(manager, order._id);
      } else if (rest.end === 'cancelled') await cancelOrder(manager, order);
      else {
        const body = { status: 'rejected' as const, note: 'Sold out' };
        await manager.do(orderRoutes.updateStatus, { params: { id: order._id }, body });
      }

      order = await viewOrder(manager, order._id);
      await shop.look(checkInvariants);
      const after = await purseOf(customerId, cardIds);
      const ofSale = rest.end === 'delivered' ? order.refunds : [];
      const back = (of: (refund: Order['refunds'][number]) => number) =>
        ofSale.reduce((sum, refund) => sum + of(refund), 0);
      const spent = rest.end === 'delivered' ? order : { payments: [] };
      expect(after).toEqual({
        coins: before.coins - paidWith(spent, 'coins') + back(({ inCoins }) => inCoins),
        credit: before.credit - paidWith(spent, 'storeCredit') + back(({ inCredit }) => inCredit),
        cards: before.cards - paidWith(spent, 'giftCard') + back(({ inGiftCards }) => inGiftCards),
      });
      for (const tender of ['coins', 'credit', 'cards'] as const) {
        expect(after[tender]).toBeLessThanOrEqual(before[tender]);
      }
      expect(back(moneyOf)).toBeLessThanOrEqual(order.paid);
    }),
    { numRuns: 30, interruptAfterTimeLimit: undefined },
  );
}, 120_000);
