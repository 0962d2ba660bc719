import { creditRoutes } from '@aisle/contract/customers/credits';
import { type GiftCardInput, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../test/invariants.ts';
import { addCustomer, addOrderLocation, addStorefront, runSql } from '../../../test/order-builders.ts';
import { openShop, refusal, refusedField } from '../../../test/shop.ts';
import { recordWebhooks } from '../../../test/webhook-builders.ts';
import { newId } from '../../core/ids.ts';
import { newCode } from './gift-card-codes.ts';
import { expireGiftCards } from './gift-cards.service.ts';

const shop = await openShop({ webhookAllowPrivate: true });
const manager = await shop.signIn();

const sold: GiftCardInput = { kind: 'sold', amount: 5000, payment: { method: 'cash', reference: 'R-1' } };
const promotional: GiftCardInput = { kind: 'promotional', amount: 1000 };
const issue = (body: GiftCardInput = sold) => manager.do(giftCardRoutes.create, { body });
const view = (id: string) => manager.do(giftCardRoutes.view, { params: { id } });
type Step = [
  id: string,
  status: 'active' | 'frozen' | 'voided',
  version: number,
  more?: { refund?: boolean },
];
const stepOf = (...[id, status, version, more = {}]: Step) => ({
  params: { id },
  body: { status, reason: 'Reported lost', version, ...more },
});
const step = (...parts: Step) => manager.call(giftCardRoutes.updateStatus, stepOf(...parts));
const taken = (...parts: Step) => manager.do(giftCardRoutes.updateStatus, stepOf(...parts));
const newCustomer = async (): Promise<string> => (await addCustomer(manager))._id;
const redeem = (code: string, customerId: string, who = manager) =>
  who.call(giftCardRoutes.redeem, { body: { code, customerId } });
const creditOf = async (customerId: string) =>
  (await manager.do(creditRoutes.history, { body: { customerId } })).balance;
/** The postings about a card in the marketplace's books, by account. */
const booksOf = async (id: string) => {
  const rows = await runSql<{ account: string; amount: number }>(
    shop,
    `SELECT x.account, sum(x.amount)::int AS amount FROM gift_card_entries e
     JOIN journals j ON j.location_id = marketplace_books() AND j.kind = 'giftCard' AND j.cause_id = e.id
     JOIN ledger_entries x ON x.location_id = j.location_id AND x.journal_id = j.id
     WHERE e.gift_card_id = '${id}' GROUP BY 1 HAVING sum(x.amount) <> 0`,
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
};
const check = () => shop.look(checkInvariants);

describe('a new gift card', () => {
  test('is paid for and owed by the books if it is sold', async () => {
    const card = await issue({ ...sold, recipient: { name: 'Grace Hill' } });

    expect(card).toMatchObject({
      kind: 'sold',
      amount: 5000,
      balance: 5000,
      status: 'active',
      recipient: { name: 'Grace Hill' },
      payment: { method: 'cash', reference: 'R-1' },
      expiresOn: null,
      createdBy: 'Ada Tester',
    });
    expect(card.number).toMatch(/^G-\d+$/);
    expect(card.code!.replaceAll('-', '').slice(12, 16)).toBe(card.last4);
    expect(await booksOf(card._id)).toEqual({ customerPayments: 5000, giftCardLiability: -5000 });
    await check();
  });

  test("is at the marketplace's expense if it is promotional", async () => {
    const card = await issue(promotional);

    expect(card.payment).toBeNull();
    expect(await booksOf(card._id)).toEqual({ discounts: 1000, giftCardLiability: -1000 });
  });

  test('shows its code once, and no table contains it', async () => {
    const sent = { headers: { 'idempotency-key': newId() }, body: sold };

    const first = await manager.do(giftCardRoutes.create, sent);
    const again = await manager.do(giftCardRoutes.create, sent);

    expect(again._id).toBe(first._id);
    expect(first.code).toBeDefined();
    expect(again.code).toBeUndefined();
    const code = first.code!;
    const rows = await runSql<{ found: string }>(
      shop,
      `SELECT t.found FROM (
         SELECT row(i.*)::text AS found FROM idempotency_keys i UNION ALL SELECT row(g.*)::text FROM gift_cards g
         UNION ALL SELECT row(a.*)::text FROM audit_entries a UNION ALL SELECT row(c.*)::text FROM changes c) t
       WHERE t.found LIKE '%${code}%' OR t.found LIKE '%${code.replaceAll('-', '')}%'`,
    );
    expect(rows).toEqual([]);
  });

  test.each([
    ['a sold card without payment', { kind: 'sold', amount: 100 }, 'payment'],
    ['payment for a promotional card', { ...promotional, payment: { method: 'cash' } }, 'payment'],
    ['payment by card', { ...sold, payment: { method: 'card' } }, 'payment.method'],
    ['a card token', { ...sold, payment: { method: 'cash', token: 'tok_ok' } }, 'payment.token'],
    ['an amount of 0', { ...sold, amount: 0 }, 'amount'],
    ['a sold card that ends within five years', { ...sold, expiresOn: '2029-01-01' }, 'expiresOn'],
    ['a promotional card that ended', { ...promotional, expiresOn: '2020-01-01' }, 'expiresOn'],
  ])('rejects %s', async (_, body, field) => {
    const refused = await manager.call(giftCardRoutes.create, { body: body as GiftCardInput });

    expect(refusedField(refused)).toEqual([400, field]);
  });
});

describe('redeeming a gift card', () => {
  test('turns its balance into store credit', async () => {
    const [card, customerId] = [await issue(), await newCustomer()];

    const entry = await manager.do(giftCardRoutes.redeem, { body: { code: card.code!, customerId } });

    expect(entry).toMatchObject({ kind: 'fromGiftCard', amount: 5000, balanceAfter: 5000 });
    const { giftCard, entries } = await view(card._id);
    expect(giftCard).toMatchObject({ balance: 0, status: 'used' });
    expect(entries).toMatchObject([
      {
        kind: 'redeemed',
        amount: -5000,
        balanceBefore: 5000,
        balanceAfter: 0,
        customer: { _id: customerId },
      },
      { kind: 'issued', amount: 5000, balanceBefore: 0, balanceAfter: 5000, by: 'Ada Tester' },
    ]);
    expect(await booksOf(card._id)).toEqual({ customerPayments: 5000, storeCreditLiability: -5000 });
    await check();
  });

  test('counts once in 20 concurrent requests', async () => {
    const [card, customerId] = [await issue(), await newCustomer()];

    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(card.code!, customerId)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await creditOf(customerId)).toBe(5000);
    await check();
  });

  test('gives the same answer for every unusable code, and the reason only to those who can view cards', async () => {
    const [frozen, customerId] = [await issue(), await newCustomer()];
    await step(frozen._id, 'frozen', frozen.version);
    const clerk = await shop.signIn({ permissions: ['customer_credit', 'customer_view'] });

    const [unknown, hidden] = [
      await redeem(newCode(), customerId, clerk),
      await redeem(frozen.code!, customerId, clerk),
    ];
    const shown = await redeem(frozen.code!, customerId);

    for (const refused of [unknown, hidden]) expect(refusal(refused)).toEqual([409, 'giftCards.not-usable']);
    expect(hidden.body.message).toBe(unknown.body.message);
    expect(shown.body.message).toBe('This gift card is frozen');
  });

  test('rejects a mistyped code at its field', async () => {
    expect(refusedField(await redeem('7K2M-91AB-CDEF-GHJK-0', await newCustomer()))).toEqual([400, 'code']);
  });
});

describe('the status of a gift card', () => {
  test('is frozen, active again and voided with its balance refunded', async () => {
    const card = await issue();

    const frozen = await taken(card._id, 'frozen', card.version);
    const active = await taken(card._id, 'active', frozen.version);
    const voided = await taken(card._id, 'voided', active.version, { refund: true });

    expect([frozen, active, voided].map(({ status }) => status)).toEqual(['frozen', 'active', 'voided']);
    expect((await view(card._id)).entries[0]).toMatchObject({
      kind: 'voided',
      amount: -5000,
      reason: 'Reported lost',
    });
    expect(await booksOf(card._id)).toEqual({ customerPayments: 5000, refunds: -5000 });
    expect(refusal(await step(card._id, 'active', voided.version))).toEqual([
      409,
      'giftCards.step-not-possible',
    ]);
    await check();
  });

  test('never refunds what was spent', async () => {
    const card = await issue();
    await redeem(card.code!, await newCustomer());
    const { giftCard } = await view(card._id);

    const refused = await step(card._id, 'voided', giftCard.version, { refund: true });

    expect(refusal(refused)).toEqual([409, 'giftCards.step-not-possible']);
  });

  test('rejects an outdated version, and asks for the password', async () => {
    const card = await issue();
    await step(card._id, 'frozen', card.version);
    const clerk = await shop.signIn({ permissions: ['gift_card_edit', 'gift_card_view', 'gift_card_list'] });
    await runSql(
      shop,
      `UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = '${clerk.userId}'`,
    );

    expect(refusal(await step(card._id, 'active', card.version))).toEqual([409, 'version-stale']);
    const body = { status: 'active' as const, reason: 'Found', version: card.version + 1 };
    const refused = await clerk.call(giftCardRoutes.updateStatus, { params: { id: card._id }, body });
    expect(refusal(refused)).toEqual([403, 'reauth-required']);
  });

  test('replaces the code: the old one stops working at once', async () => {
    const [card, customerId] = [await issue(), await newCustomer()];
    const body = { reason: 'Lost', version: card.version };

    const replaced = await manager.do(giftCardRoutes.replace, { params: { id: card._id }, body });

    expect(replaced.code).not.toBe(card.code);
    expect(refusal(await redeem(card.code!, customerId))).toEqual([409, 'giftCards.not-usable']);
    expect((await redeem(replaced.code!, customerId)).status).toBe(200);
  });

  test('expires promotional cards and reverses their cost, and keeps what sold ones owe', async () => {
    const expiresOn = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const [given, paid] = [await issue({ ...promotional, expiresOn }), await issue()];
    await shop.db.owner.query(
      `UPDATE gift_cards SET expires_on = current_date - 2 WHERE id IN ('${given._id}', '${paid._id}')`,
    );

    await expireGiftCards(shop.db);
    await expireGiftCards(shop.db);

    expect(await view(given._id)).toMatchObject({
      giftCard: { status: 'expired', balance: 0 },
      entries: [{ kind: 'expired', amount: -1000, by: 'System' }, { kind: 'issued' }],
    });
    expect(await booksOf(given._id)).toEqual({});
    expect((await view(paid._id)).giftCard).toMatchObject({ status: 'expired', balance: 5000 });
    await check();
  });
});

describe('the balance of a code', () => {
  test('is shown to whoever takes orders, also at a store and to a storefront', async () => {
    const card = await issue();
    const clerk = await shop.signIn({
      permissions: ['order_add'],
      locations: [await addOrderLocation(shop)],
    });
    const body = { code: card.code! };

    const shown = [
      await clerk.call(giftCardRoutes.balance, { body }),
      await shop.anonymous.call(giftCardRoutes.balance, { body, headers: await addStorefront(shop) }),
    ];

    for (const { body: answer } of shown) {
      expect(answer.data).toEqual({ last4: card.last4, balance: 5000, expiresOn: null });
    }
    expect((await clerk.call(giftCardRoutes.list, { body: {} })).status).toBe(403);
  });

  test('limits the unknown codes of an address without stopping others', async () => {
    const card = await issue();
    const from = (address: string, code: string) =>
      manager.call(giftCardRoutes.balance, { body: { code }, headers: { 'x-forwarded-for': address } });

    for (let tries = 0; tries < 20; tries += 1) {
      expect(refusal(await from('192.0.2.1', newCode()))).toEqual([409, 'giftCards.not-usable']);
    }

    expect(refusal(await from('192.0.2.1', card.code!))).toEqual([429, 'too-many-requests']);
    expect((await from('192.0.2.2', card.code!)).status).toBe(200);
  });

  test('limits the unknown codes for a customer, from any address', async () => {
    const [card, customerId] = [await issue(), await newCustomer()];
    const from = (address: string, code: string) =>
      manager.call(giftCardRoutes.redeem, {
        body: { code, customerId },
        headers: { 'x-forwarded-for': address },
      });

    for (let tries = 0; tries < 5; tries += 1) {
      expect(refusal(await from(`192.0.2.${tries + 10}`, newCode()))).toEqual([409, 'giftCards.not-usable']);
    }

    expect(refusal(await from('192.0.2.20', card.code!))).toEqual([429, 'too-many-requests']);
    expect((await redeem(card.code!, await newCustomer())).status).toBe(200);
  });
});

test('lists cards with the outstanding balances of sold ones by age', async () => {
  const card = await issue({ ...sold, recipient: { name: 'Zora Quill' } });
  await shop.db.owner.query(
    `UPDATE gift_cards SET created_at = now() - interval '200 days' WHERE id = '${card._id}'`,
  );

  const found = await manager.do(giftCardRoutes.list, {
    body: { search: 'zora', filters: { outstandingOnly: true } },
  });
  const byNumber = await manager.do(giftCardRoutes.list, { body: { search: card.number } });

  expect(found.records.map(({ _id }) => _id)).toEqual([card._id]);
  expect(byNumber.records.map(({ _id }) => _id)).toContain(card._id);
  expect(found.outstanding.map(({ label }) => label)).toEqual([
    'Up to 90 days',
    'Up to a year',
    'Up to 3 years',
    'Older',
  ]);
  expect(found.outstanding.map(({ balance }) => balance)).toEqual([0, 5000, 0, 0]);
  const given = { search: 'zora', filters: { kind: 'promotional' as const } };
  const ofOthers = await manager.do(giftCardRoutes.list, { body: given });
  expect(ofOthers.outstanding.map(({ cards }) => cards)).toEqual([0, 0, 0, 0]);
});

test('announces changes to webhooks', async () => {
  const events = await recordWebhooks(shop, manager, ['giftCard.changed']);
  const card = await issue();
  await step(card._id, 'frozen', card.version);

  const data = { giftCardId: card._id, number: card.number, kind: 'sold', balance: 5000, status: 'frozen' };
  expect(await events()).toMatchObject([{ event: 'giftCard.changed' }, { event: 'giftCard.changed', data }]);
});

test('lets no role of the server change balances or read codes', async () => {
  const changed = shop.db.all.query('UPDATE gift_cards SET balance = 0');
  await expect(changed).rejects.toMatchObject({ code: '42501' });
  await expect(shop.db.locationScope.query('SELECT FROM gift_cards')).rejects.toMatchObject({
    code: '42501',
  });
});
