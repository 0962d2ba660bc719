import { creditRoutes } from '@aisle/contract/customers/credits';
import { type GiftCardInput, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../../test/invariants.ts';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  addStorefront,
  advanceTo,
  basketOf,
  booksOf,
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
import { refusal, refusedField } from '../../../../test/shop.ts';
import { recordWebhooks } from '../../../../test/webhook-builders.ts';
import { newId } from '../../../core/ids.ts';
import { newCode } from '../../../customers/gift-cards/gift-card-codes.ts';
import { expireGiftCards } from '../../../customers/gift-cards/gift-cards.service.ts';

const { shop, manager, location, goods } = await openStore({
  server: { webhookAllowPrivate: true },
  goods: { name: 'Bread', price: 1000, stock: 100_000 },
});
const allow = (giftCards: boolean) =>
  decide(shop, {
    paymentTypes: everyPaymentType,
    tenders: { storeCredit: true, giftCards },
    coins: { earnPerDollar: 0, redeemCents: 1, expiryDays: null },
  });
beforeEach(() => allow(true));

const issue = (amount: number, more: Partial<GiftCardInput> = {}) =>
  manager.do(giftCardRoutes.create, {
    body: { kind: 'sold', amount, payment: { method: 'cash' }, ...more },
  });
const view = (id: string) => manager.do(giftCardRoutes.view, { params: { id } });
const moneyOn = async ({ _id }: { _id: string }) => {
  const { balance, held, status } = (await view(_id)).giftCard;
  return { balance, held, status };
};
const step = async ({ _id }: { _id: string }, status: 'active' | 'frozen' | 'voided') => {
  const { version } = (await view(_id)).giftCard;
  const body = { status, reason: 'Reported lost', version };
  return manager.do(giftCardRoutes.updateStatus, { params: { id: _id }, body });
};
const newCustomer = async (): Promise<string> => (await addCustomer(manager))._id;
const creditOf = async (customerId: string) =>
  (await manager.do(creditRoutes.history, { body: { customerId } })).balance;
const input = (customerId: string, giftCards: readonly string[], more: object = {}) =>
  basketOf({
    customerId,
    fulfilment: 'pickup',
    lines: [{ subProductId: goods, locationId: location, quantity: 1 }],
    giftCards: [...giftCards],
    ...more,
  });
const quote = (...parts: Parameters<typeof input>) => {
  const { quotedTotal: _, ...body } = input(...parts);
  return manager.do(mainOrderRoutes.quote, { body });
};
const order = (customerId: string, giftCards: readonly string[], more: object = {}) =>
  placeOne(manager, location, goods, {
    customerId,
    fulfilment: 'pickup',
    quantity: 1,
    giftCards: [...giftCards],
    ...more,
  });
const paymentsOf = ({ payments }: Pick<Order, 'payments'>) =>
  payments.map(({ provider, status, amount }) => [provider, status, amount]);
const refund = async (order: Pick<Order, '_id' | 'lines'>, amount: number) => {
  const body = { lines: [{ lineId: order.lines[0]!._id, amount }], reason: 'Stale' };
  const made = await manager.do(refundRoutes.create, { params: { id: order._id }, body });
  if (made.status !== 'refunded') await completeRefund(manager, made._id);
  return made;
};
const check = () => shop.look(checkInvariants);

describe('a quote with gift cards', () => {
  test('uses cards after coins and store credit, one after the other', async () => {
    const customerId = await newCustomer();
    await giveCoins(manager, customerId, 100);
    await manager.do(creditRoutes.adjust, { body: { customerId, amount: 200, reason: 'goodwill' } });
    const [first, second] = [await issue(300), await issue(900)];

    const quoted = await quote(customerId, [first.code!, second.code!], { coins: 100, storeCredit: true });

    expect(quoted).toMatchObject({
      possible: true,
      coinsAmount: 100,
      storeCreditUsed: 200,
      giftCards: [
        { last4: first.last4, used: 300, left: 0 },
        { last4: second.last4, used: 400, left: 500 },
      ],
      due: 0,
    });
  });

  test('counts a card once, however its code is written', async () => {
    const { code } = await issue(300);

    const quoted = await quote(await newCustomer(), [code!, code!.toLowerCase().replaceAll('-', ' ')]);

    expect(quoted.giftCards).toMatchObject([{ used: 300, left: 0 }]);
    expect(quoted.due).toBe(700);
  });

  test('is not possible while gift cards are turned off, and nothing is placed', async () => {
    await allow(false);
    const [card, customerId] = [await issue(300), await newCustomer()];

    const quoted = await quote(customerId, [card.code!]);
    const placed = await manager.call(mainOrderRoutes.create, { body: input(customerId, [card.code!]) });

    expect(quoted).toMatchObject({ possible: false, giftCards: [], due: 1000 });
    expect(quoted.problems.map(({ code }) => code)).toEqual(['orders.tender-off']);
    expect(refusal(placed)).toEqual([409, 'orders.tender-off']);
  });

  test.each(['unknown', 'frozen', 'voided', 'used'])(
    'is not possible with a card that is %s',
    async (kind) => {
      const [card, good, customerId] = [await issue(300), await issue(300), await newCustomer()];
      if (kind === 'frozen' || kind === 'voided') await step(card, kind);
      if (kind === 'used') await order(customerId, [card.code!]);
      const codes = [good.code!, kind === 'unknown' ? newCode() : card.code!];

      const quoted = await quote(customerId, codes);
      const placed = await manager.call(mainOrderRoutes.create, { body: input(customerId, codes) });

      expect(quoted).toMatchObject({ possible: false, giftCards: [{ used: 300 }] });
      expect(quoted.problems.map(({ code }) => code)).toEqual(['giftCards.not-usable']);
      expect(refusal(placed)).toEqual([409, 'giftCards.not-usable']);
      expect(await moneyOn(good)).toMatchObject({ balance: 300, held: 0 });
    },
  );

  test('rejects a mistyped code and more than five', async () => {
    const customerId = await newCustomer();
    const [card, others] = [await issue(300), Array.from({ length: 6 }, newCode)];
    const wrong = card.code!.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const create = (giftCards: string[]) =>
      manager.call(mainOrderRoutes.create, { body: input(customerId, giftCards) });

    expect(refusedField(await create([wrong]))).toEqual([400, 'giftCards.0']);
    expect(refusedField(await create(others))).toEqual([400, 'giftCards']);
  });

  test('accepts no card of a customer after five unknown codes, and other customers can use it', async () => {
    const guesser = await shop.signIn({ permissions: ['order_add'] });
    const [card, customerId] = [await issue(300), await newCustomer()];
    const ask = (codes: string[]) => {
      const { quotedTotal: _, ...body } = input(customerId, codes);
      return guesser.do(mainOrderRoutes.quote, { body });
    };
    await ask(Array.from({ length: 5 }, newCode));

    expect(await ask([card.code!])).toMatchObject({ possible: false, giftCards: [] });
    const placed = await guesser.call(mainOrderRoutes.create, { body: input(customerId, [card.code!]) });
    expect(refusal(placed)).toEqual([409, 'giftCards.not-usable']);
    expect(await quote(await newCustomer(), [card.code!])).toMatchObject({ possible: true });
  });

  test('tells store users the balance of cards whose code they have, and lets them take them', async () => {
    const [card, customerId] = [await issue(300), await newCustomer()];
    await order(customerId, []);
    const clerk = await shop.signIn({
      permissions: ['order_add', 'order_view', 'order_edit', 'cancel_order'],
      locations: [location],
    });

    const placed = await clerk.do(mainOrderRoutes.create, { body: input(customerId, [card.code!]) });
    const whilePlaced = await moneyOn(card);
    await cancelOrder(clerk, await viewOrder(manager, placed.orders[0]!._id));

    expect(placed.due).toBe(700);
    expect(whilePlaced).toMatchObject({ balance: 0, held: 300 });
    expect(await moneyOn(card)).toMatchObject({ balance: 300, held: 0 });
    await check();
  });

  test('lets a storefront take cards', async () => {
    const [card, customerId] = [await issue(300), await newCustomer()];
    const headers = await addStorefront(shop);

    const placed = await manager.do(mainOrderRoutes.create, {
      headers,
      body: input(customerId, [card.code!], { quotedDue: 700 }),
    });

    expect(placed.due).toBe(700);
    expect(await moneyOn(card)).toMatchObject({ balance: 0, held: 300 });
  });
});

describe('an order paid with gift cards', () => {
  test('holds them, and captures them at delivery', async () => {
    const [card, customerId] = [await issue(600), await newCustomer()];

    const placed = await order(customerId, [card.code!]);
    const whilePlaced = await moneyOn(card);
    const delivered = await advanceTo(manager, placed, 'delivered');

    expect(paymentsOf(placed)).toEqual(
      expect.arrayContaining([
        ['giftCard', 'authorised', 600],
        [null, 'due', 400],
      ]),
    );
    expect(placed.payments).toContainEqual(
      expect.objectContaining({ giftCardId: card._id, reference: card.last4 }),
    );
    expect(whilePlaced).toEqual({ balance: 0, held: 600, status: 'used' });
    expect(paymentsOf(delivered)).toEqual(
      expect.arrayContaining([
        ['giftCard', 'captured', 600],
        ['cash', 'captured', 400],
      ]),
    );
    expect(await moneyOn(card)).toEqual({ balance: 0, held: 0, status: 'used' });
    expect(await booksOf(shop, placed._id)).toMatchObject({
      'giftCardLiability payment': 600,
      'customerPayments payment': 400,
    });
    const used = await manager.do(giftCardRoutes.list, { body: { filters: { customerId } } });
    expect(used.records.map(({ _id }) => _id)).toEqual([card._id]);
    expect((await view(card._id)).entries[0]).toMatchObject({
      kind: 'spent',
      amount: -600,
      balanceBefore: 600,
      balanceAfter: 0,
      customer: { _id: customerId },
      order: { _id: placed._id, number: placed.number },
      by: 'Ada Tester',
    });
    await check();
  });

  test('is placed at once if nothing is due, also for payment by card', async () => {
    const [card, customerId] = [await issue(1500), await newCustomer()];

    const main = await manager.do(mainOrderRoutes.create, {
      body: input(customerId, [card.code!], { paymentType: 'card', quotedDue: 0 }),
    });
    const placed = await viewOrder(manager, main.orders[0]!._id);

    expect(main).toMatchObject({ total: 1000, due: 0, status: 'orderPlaced' });
    expect(paymentsOf(placed)).toEqual([['giftCard', 'authorised', 1000]]);
    expect(placed.events.map(({ note }) => note)).toContain('Paid with a gift card');
    expect(await moneyOn(card)).toEqual({ balance: 500, held: 1000, status: 'active' });
  });

  test('places nothing if the amount due differs from the quote', async () => {
    const [card, customerId] = [await issue(600), await newCustomer()];

    const placed = await manager.call(mainOrderRoutes.create, {
      body: input(customerId, [card.code!], { quotedDue: 300 }),
    });

    expect(refusal(placed)).toEqual([409, 'mainOrders.price-changed']);
    expect(await moneyOn(card)).toMatchObject({ balance: 600, held: 0 });
  });

  test('spreads cards over the orders of a checkout in sequence', async () => {
    const [first, second, customerId] = [await issue(1300), await issue(400), await newCustomer()];
    const there = await addOrderLocation(shop);
    const jam = await addGoods(shop, there, { price: 1000 });
    const lines = [
      { subProductId: goods, locationId: location, quantity: 1 },
      { subProductId: jam, locationId: there, quantity: 1 },
    ];

    const main = await manager.do(mainOrderRoutes.create, {
      body: input(customerId, [first.code!, second.code!], { lines }),
    });
    const orders = await Promise.all(main.orders.map(({ _id }) => viewOrder(manager, _id)));

    const used = orders.map(({ payments }) =>
      payments.filter(({ provider }) => provider === 'giftCard').map(({ amount }) => amount),
    );
    expect(used).toEqual([[1000], [300, 400]]);
    expect(main.due).toBe(300);
    await check();
  });

  test.each(['cancelled', 'rejected'] as const)('gives it back when the order is %s', async (status) => {
    const [card, customerId] = [await issue(600), await newCustomer()];
    const placed = await order(customerId, [card.code!]);

    if (status === 'cancelled') await cancelOrder(manager, placed);
    else {
      const body = { status, note: 'Sold out' };
      await manager.do(orderRoutes.updateStatus, { params: { id: placed._id }, body });
    }

    expect(await moneyOn(card)).toEqual({ balance: 600, held: 0, status: 'active' });
    await check();
  });

  test('releases money first, then the last card, then the first one, when the total falls', async () => {
    const [first, second, customerId] = [await issue(1200), await issue(1000), await newCustomer()];
    const placed = await order(customerId, [first.code!, second.code!], { quantity: 3 });
    const [line] = placed.lines;
    const down = async (from: Pick<Order, '_id' | 'version'>, quantity: number) =>
      editLines(manager, from, { lines: [{ lineId: line!._id, quantity }] });

    const two = await down(placed, 2);
    const one = await down(two, 1);

    expect(paymentsOf(two)).toEqual([
      ['giftCard', 'authorised', 1200],
      ['giftCard', 'authorised', 800],
    ]);
    expect(paymentsOf(one)).toEqual([
      ['giftCard', 'authorised', 1000],
      ['giftCard', 'voided', 800],
    ]);
    expect(await moneyOn(first)).toMatchObject({ balance: 200, held: 1000 });
    expect(await moneyOn(second)).toMatchObject({ balance: 1000, held: 0 });
    await check();
  });

  test('refunds money that was taken before it gives back cards', async () => {
    const [card, customerId] = [await issue(1500), await newCustomer()];
    const placed = await order(customerId, [card.code!], { quantity: 3 });
    const paid = await payOrder(manager, placed);

    const one = await editLines(manager, paid, { lines: [{ lineId: placed.lines[0]!._id, quantity: 1 }] });
    const delivered = await advanceTo(manager, await viewOrder(manager, one._id), 'delivered');

    expect(delivered.refunds.map(({ amount }) => amount)).toEqual([1500]);
    expect(paymentsOf(delivered)).toContainEqual(['giftCard', 'captured', 1000]);
    expect(await moneyOn(card)).toMatchObject({ balance: 500, held: 0 });
    await check();
  });

  test('is due in money when the total rises', async () => {
    const [card, customerId] = [await issue(5000), await newCustomer()];
    const placed = await order(customerId, [card.code!], { paymentType: 'card' });

    const more = await editLines(manager, placed, { lines: [{ lineId: placed.lines[0]!._id, quantity: 2 }] });

    expect(paymentsOf(more)).toEqual(
      expect.arrayContaining([
        ['giftCard', 'authorised', 1000],
        [null, 'due', 1000],
      ]),
    );
  });

  test('announces each change of a card to webhooks', async () => {
    const [card, customerId] = [await issue(600), await newCustomer()];
    const events = await recordWebhooks(shop, manager, ['giftCard.changed']);

    await cancelOrder(manager, await order(customerId, [card.code!]));

    expect((await events()).map(({ data }) => data)).toMatchObject([
      { giftCardId: card._id },
      { giftCardId: card._id },
    ]);
  });
});

describe('a refund of an order paid with gift cards', () => {
  const deliver = async (customerId: string, cards: readonly { code?: string }[], more: object = {}) =>
    advanceTo(
      manager,
      await order(
        customerId,
        cards.map(({ code }) => code!),
        more,
      ),
      'delivered',
    );

  test('returns the share of each card, and the rest with the last refund', async () => {
    const customerId = await newCustomer();
    await giveCoins(manager, customerId, 100);
    const cards = [await issue(300), await issue(450)] as const;
    const delivered = await deliver(customerId, cards, { coins: 100 });

    const first = await refund(delivered, 333);
    const between = await moneyOn(cards[0]);
    const last = await refund(delivered, 667);

    expect(first).toMatchObject({
      inCoins: 33,
      inGiftCards: 250,
      giftCards: [
        { giftCardId: cards[0]._id, last4: cards[0].last4, amount: 100 },
        { giftCardId: cards[1]._id, last4: cards[1].last4, amount: 150 },
      ],
    });
    expect(between).toEqual({ balance: 100, held: 0, status: 'active' });
    expect(last).toMatchObject({ inCoins: 67, inGiftCards: 500 });
    expect(await moneyOn(cards[0])).toMatchObject({ balance: 300 });
    expect(await moneyOn(cards[1])).toMatchObject({ balance: 450 });
    expect(await booksOf(shop, delivered._id)).toMatchObject({
      'giftCardLiability payment': 750,
      'giftCardLiability refund': -750,
      'customerPayments payment': 150,
      'refunds refund': -150,
    });
    await check();
  });

  test('is completed at once if a card paid everything', async () => {
    const card = await issue(1000);
    const delivered = await deliver(await newCustomer(), [card]);

    const plan = await manager.do(refundRoutes.plan, { params: { id: delivered._id }, body: {} });
    const made = await refund(delivered, 1000);

    expect(plan).toMatchObject({ by: 'giftCard', inGiftCards: 1000 });
    expect(made).toMatchObject({ status: 'refunded', inGiftCards: 1000, toCredit: 0 });
    expect((await viewOrder(manager, delivered._id)).events.map(({ note }) => note)).toContain(
      'Refunded to gift card',
    );
  });

  test.each(['frozen', 'voided'] as const)('becomes store credit if the card is %s', async (status) => {
    const [card, customerId] = [await issue(1500), await newCustomer()];
    const delivered = await deliver(customerId, [card]);
    await step(card, status);

    await refund(delivered, 1000);

    expect(await moneyOn(card)).toMatchObject({ balance: status === 'frozen' ? 500 : 0, status });
    expect(await creditOf(customerId)).toBe(1000);
    await check();
  });

  test('lapses on a promotional card past its last day', async () => {
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const card = await issue(1500, { kind: 'promotional', payment: undefined, expiresOn: day });
    const customerId = await newCustomer();
    const delivered = await deliver(customerId, [card]);
    await shop.db.owner.query(
      `UPDATE gift_cards SET expires_on = now() - interval '2 days' WHERE id = '${card._id}'`,
    );
    await expireGiftCards(shop.db);

    await refund(delivered, 1000);

    expect(await moneyOn(card)).toEqual({ balance: 0, held: 0, status: 'expired' });
    expect(await creditOf(customerId)).toBe(0);
    expect((await view(card._id)).entries.slice(0, 2)).toMatchObject([
      { kind: 'expired', amount: -1000 },
      { kind: 'returned', amount: 1000 },
    ]);
    await check();
  });

  test('to store credit adds the part of the cards to it', async () => {
    const [card, customerId] = [await issue(600), await newCustomer()];
    const delivered = await deliver(customerId, [card]);
    const body = { reason: 'Stale', to: 'storeCredit' as const };

    const made = await manager.do(refundRoutes.create, { params: { id: delivered._id }, body });

    expect(made).toMatchObject({ status: 'refunded', inGiftCards: 0, toCredit: 1000 });
    expect(await creditOf(customerId)).toBe(1000);
    expect(await moneyOn(card)).toMatchObject({ balance: 0 });
    await check();
  });
});

test('leaves no code in plain text in any table, after every use of it', async () => {
  const [card, customerId] = [await issue(1000), await newCustomer()];
  const code = card.code!;
  const sent = { headers: { 'idempotency-key': newId() }, body: input(customerId, [code], { quotedDue: 0 }) };
  await quote(customerId, [code, newCode()]);
  const placed = await manager.do(mainOrderRoutes.create, sent);
  expect(await manager.do(mainOrderRoutes.create, sent)).toEqual(placed);
  await cancelOrder(manager, await viewOrder(manager, placed.orders[0]!._id));
  await manager.do(giftCardRoutes.balance, { body: { code } });
  await manager.do(giftCardRoutes.redeem, { body: { code, customerId } });

  const { rows: tables } = await shop.db.owner.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname IN ('pg_catalog', 'information_schema'))",
  );
  const plain = code.replaceAll('-', '');
  const forms = [code, plain, Buffer.from(plain).toString('hex'), Buffer.from(code).toString('hex')];
  const contains = forms.map((form) => `lower(row(t.*)::text) LIKE lower('%${form}%')`).join(' OR ');
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await shop.db.owner.query(`SELECT FROM ${name} t WHERE ${contains} LIMIT 1`);
    if (rowCount) found.push(name);
  }

  expect(tables.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test("spends one card's last dollar in exactly one of 50 concurrent checkouts", async () => {
  const card = await issue(1000);
  const customers = await Promise.all(Array.from({ length: 5 }, newCustomer));

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      manager.call(mainOrderRoutes.create, {
        body: input(customers[index % 5]!, [card.code!], { quotedDue: 0 }),
      }),
    ),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map((one) => refusal(one).join(' ')))).toEqual(
    new Set(['409 giftCards.not-usable']),
  );
  expect(await moneyOn(card)).toMatchObject({ balance: 0, held: 1000 });
  await check();
});
