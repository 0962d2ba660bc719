import { type Dispute, disputeRoutes } from '@aisle/contract/sales/disputes';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { defaultSettings } from '@aisle/contract/system/settings';
import { describe, expect, test } from 'vitest';
import { control } from '../../../../tools/stripe/test-client.ts';
import { addOrderLocation, decide, everyPaymentType, runSql } from '../../../test/order-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { system, transaction } from '../../core/db/db.ts';
import { AnswerRefused } from '../../ledgers/gateways/disputes.ts';
import type { Gateway } from '../../ledgers/gateways/gateway.ts';
import { readDispute } from '../../ledgers/gateways/stripe/stripe-disputes.ts';
import { applyReport, remindOfDisputes } from './dispute-reports.ts';
import { sendAnswers } from './send-answers.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { shop, manager, location, standIn, stripe, gateway, addPaidOrder } = store;

const failing = (error: Error): Gateway => ({
  name: 'stripe',
  perform: () => Promise.reject(new Error('Not used here')),
  answerDispute: () => Promise.reject(error),
});

/** Takes over what the stand-in says about a dispute, as its events do. */
const read = async (ref: string) => {
  const report = await readDispute(stripe, ref);
  await transaction(shop.db, system, (tx) => applyReport(tx, 'stripe', report));
};
const listed = async (orderId: string) => {
  const { records } = await manager.do(disputeRoutes.list, { body: {} });
  return records.filter((row) => row.orderId === orderId);
};

/** A delivered order whose charge the customer disputes. */
async function disputed(card = 'pm_card_createDispute') {
  const order = await addPaidOrder(card);
  const ref = (await stripe.disputes.list({ limit: 1 })).data[0]!.id;
  await read(ref);
  const [row] = await listed(order._id);
  return { order, ref, id: row!._id };
}
const view = (id: string) => manager.do(disputeRoutes.view, { params: { id } });
const edit = (dispute: Dispute, body: object, files = {}) =>
  manager.call(disputeRoutes.editEvidence, {
    params: { id: dispute._id },
    body: { evidence: dispute.evidence, version: dispute.version, ...body },
    files,
  });
const submit = async (id: string, body: object = {}) =>
  manager.call(disputeRoutes.submit, {
    params: { id },
    body: { version: (await view(id)).version, ...body },
  });
const send = () => sendAnswers(shop.db, [gateway], shop.services.storage);
const noticesOf = async (orderId: string) => {
  const { records } = await manager.do(notificationRoutes.list, { body: { filters: { kind: 'dispute' } } });
  return records.filter((one) => one.orderId === orderId && one.overAt === null).map(({ text }) => text);
};
/** Sums of the entries that a dispute's money caused, by account. */
const booksOfDispute = async (orderId: string) => {
  const rows = await runSql<{ account: string; sum: number }>(
    shop,
    `SELECT e.account, sum(e.amount)::int AS sum FROM journals j
     JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
     WHERE j.order_id = '${orderId}' AND j.kind IN ('providerTransaction', 'correction') GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
};
const pdf = { name: 'receipt.pdf', bytes: Buffer.from('%PDF-1.4 receipt'), type: 'application/pdf' };

describe('a new dispute', () => {
  test('drafts the evidence, notifies staff and posts the money once', async () => {
    const { order, ref, id } = await disputed();
    expect(await view(id)).toMatchObject({
      orderId: order._id,
      locationId: location,
      amount: 2500,
      fee: 1500,
      status: 'needsResponse',
      isChargeRefundable: false,
      canSubmit: true,
      fundedBy: 'marketplace',
      evidence: { productDescription: expect.stringContaining('Fish'), serviceDate: expect.any(String) },
      outcome: null,
    });
    const { number } = await view(id);
    const shown = await manager.do(orderRoutes.view, { params: { id: order._id } });
    expect(shown.dispute).toMatchObject({ _id: id, number, status: 'needsResponse', amount: 2500 });
    const clerk = await shop.signIn({ permissions: ['order_view'] });
    expect((await clerk.do(orderRoutes.view, { params: { id: order._id } })).dispute).toBeNull();
    expect(await noticesOf(order._id)).toEqual([expect.stringMatching(/^D-\d+ needs a response$/)]);
    await read(ref);
    expect(await booksOfDispute(order._id)).toEqual({
      providerBalance: -4000,
      paymentFees: 1500,
      disputes: 2500,
    });
    expect(await listed(order._id)).toHaveLength(1);
  });

  test('blocks refunds unless the provider still allows them', async () => {
    const { order } = await disputed();
    const refund = { params: { id: order._id }, body: { reason: 'Off' } };
    expect(refusal(await manager.call(refundRoutes.create, refund))).toEqual([409, 'refunds.disputed']);
    const inquiry = await disputed('pm_card_createDisputeInquiry');
    expect(await view(inquiry.id)).toMatchObject({ status: 'inquiry', fee: 0, isChargeRefundable: true });
    expect(await booksOfDispute(inquiry.order._id)).toEqual({});
    const allowed = { params: { id: inquiry.order._id }, body: { reason: 'Off' } };
    expect((await manager.call(refundRoutes.create, allowed)).status).toBe(200);
  });

  test('keeps its status and notifies an operator if the provider invents one', async () => {
    const { ref, id } = await disputed();
    await control(standIn, 'disputes/status', { dispute: ref, status: 'in_arbitration' });
    await read(ref);
    await read(ref);
    expect((await view(id)).status).toBe('needsResponse');
    const { records } = await manager.do(notificationRoutes.list, {
      body: { filters: { kind: 'cardPayments' } },
    });
    expect(records.map(({ text }) => text)).toEqual([expect.stringContaining('in_arbitration')]);
  });
});

describe('the evidence', () => {
  test('keeps texts and files, and replaces a file of the same kind', async () => {
    const { id } = await disputed();
    const first = await edit(
      await view(id),
      { evidence: { otherEvidence: 'Picked up in person' } },
      { receipt: pdf },
    );
    expect(first.data).toMatchObject({
      evidence: { otherEvidence: 'Picked up in person' },
      evidenceFiles: [{ kind: 'receipt', name: 'receipt.pdf', bytes: 16 }],
    });
    const second = await edit(first.data, {}, { receipt: { ...pdf, name: 'better.pdf' } });
    expect(second.data.evidenceFiles).toMatchObject([{ kind: 'receipt', name: 'better.pdf' }]);
    const removeFiles = second.data.evidenceFiles.map(({ _id }) => _id);
    expect((await edit(second.data, { removeFiles })).data.evidenceFiles).toEqual([]);
  });

  test('rejects other types, too many bytes and outdated forms', async () => {
    const { id } = await disputed();
    const dispute = await view(id);
    const text = { name: 'notes.pdf', bytes: Buffer.from('Just text'), type: 'application/pdf' };
    const wrong = await edit(dispute, {}, { receipt: text });
    expect([...refusal(wrong), refusedField(wrong)[1]]).toEqual([415, 'unsupported-type', 'receipt']);
    const large = { ...pdf, bytes: Buffer.concat([pdf.bytes, Buffer.alloc(4_500_000)]) };
    expect(refusal(await edit(dispute, {}, { receipt: large }))).toEqual([413, 'too-large']);
    await edit(dispute, { evidence: {} });
    expect(refusal(await edit(dispute, {}))).toEqual([409, 'version-stale']);
    const unknown = await edit(dispute, { evidence: { horoscope: 'Leo' } });
    expect(refusal(unknown)[0]).toBe(400);
  });

  test('is submitted once with its files', async () => {
    const { order, ref, id } = await disputed();
    await edit(await view(id), {}, { receipt: pdf });
    expect((await submit(id)).data).toMatchObject({ sending: 'evidence', canSubmit: false });
    expect(refusal(await submit(id))).toEqual([409, 'disputes.submitted']);
    await send();
    expect(await view(id)).toMatchObject({
      status: 'underReview',
      sending: null,
      submittedAt: expect.any(String),
    });
    expect((await stripe.disputes.retrieve(ref)).evidence).toMatchObject({
      product_description: expect.stringContaining('Fish'),
      receipt: expect.stringMatching(/^file_/),
    });
    expect(await noticesOf(order._id)).toEqual([]);
    expect(refusal(await edit(await view(id), { evidence: {} }))).toEqual([409, 'disputes.submitted']);
  });

  test('is sent again after the connection failed', async () => {
    const { id } = await disputed();
    await submit(id);
    await sendAnswers(shop.db, [failing(new Error('No connection'))], shop.services.storage);
    expect(await view(id)).toMatchObject({ sending: 'evidence', problem: 'No connection', canSubmit: false });
    await runSql(shop, `UPDATE disputes SET next_try_at = now() WHERE id = '${id}' RETURNING id`);
    await send();
    expect(await view(id)).toMatchObject({ sending: null, problem: null, status: 'underReview' });
  });

  test('returns to staff with the reason if the provider refuses it', async () => {
    const { id } = await disputed();
    await submit(id);
    await sendAnswers(shop.db, [failing(new AnswerRefused('Too long'))], shop.services.storage);
    expect(await view(id)).toMatchObject({ sending: null, problem: 'Too long', canSubmit: true });
  });

  test('of another location is out of reach, and its users leave the funder to the marketplace', async () => {
    const { id } = await disputed();
    const permissions = ['dispute_list', 'dispute_edit'] as const;
    const elsewhere = await addOrderLocation(shop);
    const other = await shop.signIn({
      userType: 'store',
      permissions: [...permissions],
      locations: [elsewhere],
    });
    expect((await other.call(disputeRoutes.view, { params: { id } })).status).toBe(404);
    expect((await other.do(disputeRoutes.list, { body: {} })).records).toEqual([]);
    const own = await shop.signIn({
      userType: 'store',
      permissions: [...permissions],
      locations: [location],
    });
    const { evidence, version } = await view(id);
    const sent = (body: object) => ({ params: { id }, body: { evidence, version, ...body } });
    expect(refusal(await own.call(disputeRoutes.editEvidence, sent({ fundedBy: 'location' })))).toEqual([
      403,
      'not-allowed',
    ]);
    const edited = await own.call(disputeRoutes.editEvidence, sent({ evidence: { refundPolicy: 'None' } }));
    expect(edited.data.evidence).toEqual({ refundPolicy: 'None' });
  });
});

describe('the decision', () => {
  test('is paid by whom the settings say, unless staff choose otherwise', async () => {
    await decide(shop, {
      paymentTypes: everyPaymentType,
      cards: { ...defaultSettings.cards, disputesFundedBy: 'location' },
    });
    const { id } = await disputed();
    expect(await view(id)).toMatchObject({ fundedBy: 'location' });
    await decide(shop, { paymentTypes: everyPaymentType });
  });

  test('returns the money of a won dispute', async () => {
    const { order, ref, id } = await disputed();
    await edit(await view(id), { evidence: { otherEvidence: 'winning_evidence' } });
    await submit(id);
    await send();
    await read(ref);
    expect(await view(id)).toMatchObject({ status: 'won', outcome: 'won' });
    expect(await booksOfDispute(order._id)).toEqual({
      providerBalance: -1500,
      paymentFees: 1500,
      disputes: 0,
    });
  });

  test('charges the location that funds it, and returns the charge after a won appeal', async () => {
    const { order, ref, id } = await disputed();
    expect((await edit(await view(id), { fundedBy: 'location' })).status).toBe(200);
    expect((await submit(id, { accept: true })).data).toMatchObject({ sending: 'accept' });
    await send();
    expect(await view(id)).toMatchObject({ status: 'lost', outcome: 'accepted' });
    const lost = { providerBalance: -4000, paymentFees: 1500, disputes: 0, locationPayable: 2500 };
    expect(await booksOfDispute(order._id)).toEqual(lost);
    expect(refusal(await edit(await view(id), { fundedBy: 'marketplace' }))).toEqual([
      409,
      'disputes.submitted',
    ]);

    await control(standIn, 'disputes/appeal', { dispute: ref });
    await read(ref);
    expect(await view(id)).toMatchObject({ status: 'needsResponse', canSubmit: true });
    expect(await booksOfDispute(order._id)).toEqual(lost);
    await submit(id);
    await send();
    await control(standIn, 'disputes/close', { dispute: ref, status: 'won' });
    await read(ref);
    expect(await booksOfDispute(order._id)).toMatchObject({ disputes: 0, locationPayable: 0 });
    const adjusted = await runSql<{ amount: number }>(
      shop,
      `SELECT amount FROM adjustments WHERE location_id = '${location}' ORDER BY id`,
    );
    expect(adjusted.slice(-2).map(({ amount }) => amount)).toEqual([-2500, 2500]);
  });
});

test('rejects an answer after its deadline or without evidence', async () => {
  const { id } = await disputed();
  expect((await edit(await view(id), { evidence: {} })).status).toBe(200);
  expect(refusal(await submit(id))).toEqual([409, 'disputes.no-evidence']);
  await runSql(
    shop,
    `UPDATE disputes SET due_by = now() - interval '1 hour' WHERE id = '${id}' RETURNING id`,
  );
  expect(refusal(await submit(id, { accept: true }))).toEqual([409, 'disputes.past-due']);
});

test('reminds staff two days before the answer is due, once', async () => {
  const { order, id } = await disputed();
  const remind = () => transaction(shop.db, system, remindOfDisputes);
  await runSql(shop, `UPDATE disputes SET due_by = now() + interval '1 day' WHERE id = '${id}' RETURNING id`);
  expect(await remind()).toBe(1);
  expect(await remind()).toBe(0);
  expect(await noticesOf(order._id)).toEqual([expect.stringMatching(/^D-\d+ is due \d/)]);
});

test('finds disputes by number, order and customer, and filters them', async () => {
  const { order, id } = await disputed();
  const { number, customerName } = await view(id);
  const find = async (body: object) =>
    (await manager.do(disputeRoutes.list, { body })).records.map(({ _id }) => _id);
  expect(await find({ search: number })).toEqual([id]);
  expect(await find({ search: order.number })).toEqual([id]);
  expect(await find({ search: customerName })).toContain(id);
  expect(await find({ filters: { status: 'closed' } })).not.toContain(id);
  expect(await find({ filters: { dueBefore: '2020-01-01T00:00:00Z' } })).toEqual([]);
});
