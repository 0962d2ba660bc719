import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { bookRoutes } from '@aisle/contract/finance/books';
import { type VendorClaim, vendorClaimRoutes } from '@aisle/contract/finance/vendor-claims';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { auditRoutes } from '@aisle/contract/system/audit';
import { expect, test } from 'vitest';
import { addOrderLocation, decide, runSql } from '../../../test/order-builders.ts';
import { dayAgo, letDaysPass, refundNow } from '../../../test/payable-builders.ts';
import { readPdfText } from '../../../test/pdf-text.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop, refusal, refusedField } from '../../../test/shop.ts';
import { addFundingVendor } from '../../../test/vendor-builders.ts';
import { newId } from '../../core/ids.ts';

// Postings are moved into the past, outside the days that are marked for a recount.
const shop = await openShop({}, { isBroken: true });
const finance = await shop.signIn();
const here = await addOrderLocation(shop, { name: 'South Lamar' });

const { list, due, view, lines, preview, create, settle, pdf } = vendorClaimRoutes;
const addVendor = () => addFundingVendor(shop, finance, here);
type Vendor = Awaited<ReturnType<typeof addVendor>>;
/** A delivered order of three units, one of them free. The vendor owes $3.00 for it. */
const sell = ({ item }: Vendor, quantity = 3): Promise<Order> => deliver(finance, here, item, { quantity });
const claimOf = ({ vendorId }: Vendor, to = dayAgo()) => finance.do(create, { body: { vendorId, to } });
const tryClaim = ({ vendorId }: Vendor, to = dayAgo()) => finance.call(create, { body: { vendorId, to } });
const unclaimedOf = async ({ vendorId }: Vendor) =>
  (await finance.do(preview, { body: { vendorId } })).amount;
const payment = ({ amount, version }: VendorClaim) => ({
  amount,
  method: 'check' as const,
  reference: '4711',
  paidOn: dayAgo(),
  version,
});
const pay = (claim: VendorClaim, parts: Partial<ReturnType<typeof payment>> = {}) =>
  finance.call(settle, { params: { id: claim._id }, body: { ...payment(claim), ...parts } });
/** The amount that the vendor owes according to the ledger. */
async function balanceOf({ vendorId }: Vendor): Promise<number> {
  const [row] = await runSql<{ sum: number }>(
    shop,
    `SELECT coalesce(sum(amount), 0)::bigint AS sum FROM ledger_entries WHERE vendor_id = '${vendorId}'`,
  );
  return row!.sum;
}

test('claims everything that a vendor owes, by promotion and item', async () => {
  const vendor = await addVendor();
  const order = await sell(vendor);
  await sell(vendor, 6);
  await refundNow(finance, order, 667);

  const expected = await finance.do(preview, { body: { vendorId: vendor.vendorId } });
  const claim = await claimOf(vendor);
  const viewed = await finance.do(view, { params: { id: claim._id } });
  const listed = await finance.do(lines, { body: { claimId: claim._id } });

  const promotion = { promotionId: vendor.promotionId, label: 'Buy 2 get 1 free' };
  const contents = { orders: 2, amount: 800, promotions: [{ ...promotion, units: 8, amount: 800 }] };
  expect(expected).toMatchObject({ from: dayAgo(), to: dayAgo(), ...contents });
  expect(claim).toMatchObject({
    vendor: { _id: vendor.vendorId, name: vendor.name },
    status: 'open',
    from: dayAgo(),
    to: dayAgo(),
    amount: 800,
    payment: null,
    createdBy: 'Ada Tester',
  });
  expect(claim.number).toMatch(/^K-\d+$/);
  expect(viewed).toMatchObject({ ...claim, ...contents });
  expect(
    listed.records.map(({ order: of, isRefund, units, amount }) => [of.number, isRefund, units, amount]),
  ).toEqual([
    [order.number, false, 3, 300],
    [expect.any(String), false, 6, 600],
    [order.number, true, -1, -100],
  ]);
  expect(listed).toMatchObject({
    totals: { amount: 800 },
    records: [
      { locationName: 'South Lamar', day: dayAgo(), promotion, item: { sku: expect.any(String) } },
      {},
      {},
    ],
  });
});

test('claims the part of a delivery fee', async () => {
  const there = await addOrderLocation(shop, { deliveryFee: { base: 499, perMile: 0 } });
  const vendor = await addFundingVendor(shop, finance, there, {
    reward: { kind: 'delivery', percent: 100 },
  });
  await deliver(finance, there, vendor.item, { fulfilment: 'delivery' });

  const claim = await claimOf(vendor);
  const { records } = await finance.do(lines, { body: { claimId: claim._id } });

  expect(records).toMatchObject([{ item: null, units: 1, amount: 150 }]);
});

test('has nothing to claim without new entries, or while refunds exceed them', async () => {
  const vendor = await addVendor();
  const order = await sell(vendor);
  const [future, before] = [await tryClaim(vendor, dayAgo(-1)), await tryClaim(vendor, dayAgo(1))];
  await claimOf(vendor);
  const again = await tryClaim(vendor);
  await refundNow(finance, order);
  const negative = await tryClaim(vendor);
  const carried = await unclaimedOf(vendor);
  await sell(vendor, 6);
  const next = await claimOf(vendor);

  expect([refusedField(future), future.body.error?.fields?.[0]?.message]).toEqual([
    [400, 'to'],
    `Must not be after today, ${formatDay(dayAgo())}`,
  ]);
  for (const refused of [before, again, negative]) {
    expect(refusal(refused)).toEqual([409, 'vendorClaims.nothing-to-claim']);
  }
  expect(negative.message).toBe(
    `Refunds of ${vendor.name} exceed its part of promotions by $3.00. They reduce the next claim`,
  );
  expect([carried, next.amount, await unclaimedOf(vendor)]).toEqual([-300, 300, 0]);
});

test('leaves entries after the last day to the next claim', async () => {
  const vendor = await addVendor();
  await sell(vendor);
  await letDaysPass(shop, here, 2);
  await sell(vendor, 6);

  const [first, second] = [await claimOf(vendor, dayAgo(1)), await claimOf(vendor)];

  expect([first, second]).toMatchObject([
    { from: dayAgo(2), to: dayAgo(1), amount: 300 },
    { from: dayAgo(), to: dayAgo(), amount: 600 },
  ]);
});

test('never puts an entry on two claims', async () => {
  const vendor = await addVendor();
  await sell(vendor);

  const both = await Promise.all([tryClaim(vendor), tryClaim(vendor)]);

  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('records the payment of exactly the amount, once', async () => {
  const vendor = await addVendor();
  await sell(vendor);
  const claim = await claimOf(vendor);

  const less = await pay(claim, { amount: 299 });
  const early = await pay(claim, { paidOn: dayAgo(1) });
  const late = await pay(claim, { paidOn: dayAgo(-1) });
  const outdated = await pay(claim, { version: claim.version + 1 });
  const [one, other] = await Promise.all([pay(claim), pay(claim)]);
  const settled = await finance.do(view, { params: { id: claim._id } });

  expect([refusedField(less), less.body.error?.fields?.[0]?.message]).toEqual([
    [400, 'amount'],
    'Must be $3.00, the amount of the claim',
  ]);
  expect([refusedField(early), refusedField(late)]).toEqual([
    [400, 'paidOn'],
    [400, 'paidOn'],
  ]);
  expect(refusal(outdated)).toEqual([409, 'version-stale']);
  expect([one, other].map(({ status }) => status).sort()).toEqual([200, 409]);
  expect([one, other].map(({ code }) => code)).toContain('vendorClaims.settled');
  expect(settled).toMatchObject({
    status: 'settled',
    payment: { method: 'check', reference: '4711', paidOn: dayAgo(), by: 'Ada Tester' },
  });
  expect(await balanceOf(vendor)).toBe(0);
});

test('posts the payment at the locations of its entries, and links it in the books', async () => {
  const vendor = await addVendor();
  const there = await addOrderLocation(shop, { name: 'Mueller' });
  const elsewhere = await addFundingVendor(shop, finance, there, {
    funding: { marketplace: 0, location: 0, vendor: 100, vendorId: vendor.vendorId },
  });
  await sell(vendor);
  await deliver(finance, there, elsewhere.item, { quantity: 3 });
  const claim = await claimOf(vendor);

  const { status } = await pay(claim);
  const { records } = await finance.do(bookRoutes.journals, { body: { filters: { kind: 'vendorPayment' } } });

  expect([status, claim.amount]).toEqual([200, 1300]);
  const posted = records.filter(({ vendorClaim }) => vendorClaim?._id === claim._id);
  expect(posted.map(({ location, amount }) => [location.name, amount]).sort()).toEqual([
    ['Mueller', 1000],
    ['South Lamar', 300],
  ]);
  expect(posted[0]).toMatchObject({
    vendorClaim: { number: claim.number },
    by: 'Ada Tester',
    entries: [
      { account: 'payouts', part: 'payment' },
      { account: 'vendorClaims', part: 'payment' },
    ],
  });
});

test('asks for the password before it records a payment', async () => {
  const clerk = await shop.signIn({ permissions: ['vendor_claim_edit'] });
  const vendor = await addVendor();
  await sell(vendor);
  const claim = await claimOf(vendor);
  await runSql(
    shop,
    `UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = '${clerk.userId}'`,
  );

  const refused = await clerk.call(settle, { params: { id: claim._id }, body: payment(claim) });

  expect(refusal(refused)).toEqual([403, 'reauth-required']);
});

test('lists claims by vendor, status and period, and vendors that owe more', async () => {
  const [vendor, other] = [await addVendor(), await addVendor()];
  await sell(vendor);
  const settled = await claimOf(vendor);
  await pay(settled);
  await sell(vendor, 6);
  const open = await claimOf(vendor);
  await sell(other, 9);
  const ids = async (body: Parameters<typeof finance.do<typeof list>>[1] & object) =>
    (await finance.do(list, body)).records.map(({ _id }) => _id);
  const { vendorId } = vendor;

  expect(await ids({ body: { filters: { vendorId } } })).toEqual([open._id, settled._id]);
  expect(await ids({ body: { filters: { vendorId, status: 'settled' } } })).toEqual([settled._id]);
  expect(await ids({ body: { filters: { vendorId, from: dayAgo(-1) } } })).toEqual([]);
  expect(await ids({ body: { search: open.number } })).toEqual([open._id]);
  expect(await ids({ body: { search: vendor.name, sort: { field: 'amount', order: 'asc' } } })).toEqual([
    settled._id,
    open._id,
  ]);
  const unclaimed = await finance.do(due, { body: { search: other.name } });
  expect(unclaimed.records).toEqual([
    { vendorId: other.vendorId, vendorName: other.name, amount: 900, since: dayAgo() },
  ]);
  expect((await finance.do(due, { body: { search: vendor.name } })).records).toEqual([]);
});

test('prints a claim', async () => {
  await decide(shop, { brandName: 'Corner Fresh', marketplaceAddress: '9 Elm St\nAustin, TX 78702' });
  const vendor = await addVendor();
  const order = await sell(vendor);
  const claim = await claimOf(vendor);
  await pay(claim);

  const { url } = await finance.do(pdf, { params: { id: claim._id } });
  const got = await shop.server.inject({ method: 'GET', url });

  const printed = readPdfText(got.rawPayload).flatMap((page) => page.lines);
  expect(got.headers['content-disposition']).toBe(`inline; filename="Claim ${claim.number}.pdf"`);
  expect(printed).toContain(`Claim number | ${claim.number}`);
  expect(printed).toContain(`$3.00 paid on ${formatDay(dayAgo())}`);
  expect(printed.join('\n')).toContain('Buy 2 get 1 free | 3 | $3.00');
  expect(printed.find((line) => line.includes(order.number))).toContain(formatMoney(300));
});

test('records who created and settled a claim', async () => {
  const vendor = await addVendor();
  await sell(vendor);
  const claim = await claimOf(vendor);
  await pay(claim);

  const { records } = await finance.do(auditRoutes.list, {
    body: { filters: { resource: 'vendorClaims', recordId: claim._id } },
  });

  expect(records.map(({ action }) => action)).toEqual(['settle', 'create']);
});

test('is closed to store users, even with the permissions', async () => {
  const vendor = await addVendor();
  await sell(vendor);
  const claim = await claimOf(vendor);
  const clerk = await shop.signIn({
    userType: 'store',
    locations: [here],
    permissions: ['vendor_claim_edit', 'statement_all_view'],
  });
  const refused = await Promise.all([
    clerk.call(list),
    clerk.call(due),
    clerk.call(view, { params: { id: claim._id } }),
    clerk.call(lines, { body: { claimId: claim._id } }),
    clerk.call(preview, { body: { vendorId: vendor.vendorId } }),
    clerk.call(create, { body: { vendorId: vendor.vendorId, to: dayAgo() } }),
    clerk.call(settle, { params: { id: claim._id }, body: payment(claim) }),
    clerk.call(pdf, { params: { id: claim._id } }),
  ]);
  await pay(claim);
  const { records } = await clerk.do(bookRoutes.journals, { body: { filters: { kind: 'vendorPayment' } } });

  expect(refused.map(({ status }) => status)).toEqual(Array(8).fill(403));
  expect(records.map(({ vendorClaim }) => vendorClaim)).not.toContainEqual(expect.anything());
});

test('keeps the entries, lines and payment of a claim in the database', async () => {
  const vendor = await addVendor();
  await sell(vendor);
  const [claim, unpaid] = [await claimOf(vendor), await sell(vendor).then(() => claimOf(vendor))];
  await pay(claim);
  await sell(vendor);
  const change = (sql: string) =>
    runSql(shop, sql).then(
      () => 'changed',
      () => 'refused',
    );
  const open = `SELECT e.location_id, e.journal_id, e.position, '${unpaid._id}'::uuid FROM ledger_entries e
    LEFT JOIN vendor_claim_entries x USING (location_id, journal_id, position)
    WHERE e.vendor_id = '${vendor.vendorId}' AND e.part <> 'payment' AND x.claim_id IS NULL`;

  expect(await runSql(shop, open)).toHaveLength(1);
  for (const sql of [
    `DELETE FROM vendor_claims WHERE id = '${unpaid._id}'`,
    `DELETE FROM vendor_claim_entries WHERE claim_id = '${unpaid._id}'`,
    `UPDATE vendor_claim_entries SET claim_id = '${claim._id}' WHERE claim_id = '${unpaid._id}'`,
    `UPDATE vendor_claim_lines SET amount = 1 WHERE claim_id = '${unpaid._id}'`,
    `UPDATE vendor_claims SET amount = 1 WHERE id = '${unpaid._id}'`,
    `INSERT INTO vendor_claim_entries (location_id, journal_id, position, claim_id) ${open}`,
    `INSERT INTO vendor_claim_lines SELECT claim_id, 99, location_id, journal_id, order_id, line_id, promotion_id, 1, 1
      FROM vendor_claim_lines WHERE claim_id = '${unpaid._id}'`,
    `UPDATE vendor_claims SET reference = '1' WHERE id = '${claim._id}'`,
    `UPDATE vendor_claims SET method = 'check', reference = '1', paid_on = now(), settled_at = now(), settled_by_name = 'A'
      WHERE id = '${unpaid._id}'`,
    `INSERT INTO vendor_claims (id, vendor_id, from_day, to_day, cut, entries, amount, created_by_name)
      VALUES ('${newId()}', '${vendor.vendorId}', now(), now(), now(), 1, 100, 'A')`,
  ]) {
    expect([sql, await change(sql)]).toEqual([sql, 'refused']);
  }
});
