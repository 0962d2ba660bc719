import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { exportRoutes } from '@aisle/contract/system/exports';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, place } from '../../../test/order-builders.ts';
import { addPromotion, promotionOf, publishPromotion, setStatus } from '../../../test/promotion-builders.ts';
import { openShop, refusal, refusedField } from '../../../test/shop.ts';
import { codeBatchWork } from './code-batch-work.ts';

const shop = await openShop();
const admin = await shop.signIn();
const marketer = await shop.signIn({ permissions: ['promotion_add', 'promotion_edit', 'order_list'] });
const location = await addOrderLocation(shop);
const milk = await addGoods(shop, location);
const storeUser = await shop.signIn({ permissions: ['promotion_edit'], locations: [location] });
const runner = await workJobs(shop, { promotionCodes: codeBatchWork });
afterAll(() => runner.stop());

const batch = { codes: { kind: 'batch' } } as const;
async function createCodes(promotionId: string, count: number, prefix?: string) {
  const { _id } = await marketer.do(promotionRoutes.codes, {
    params: { id: promotionId },
    body: { count, prefix },
  });
  const job = await jobOver(marketer, _id);
  return { ...(job.result as { batchId: string; count: number; file: string }), files: job.files };
}
const codesOf = async (filters: object) =>
  (await marketer.do(promotionRoutes.codeList, { body: { limit: 100, filters } })).records;
const batchesOf = (id: string) => marketer.do(promotionRoutes.codeBatches, { params: { id } });

async function useCode(code: string) {
  const { _id } = await place(admin, {
    lines: [{ subProductId: milk, locationId: location, quantity: 1 }],
    fulfilment: 'pickup',
  });
  await shop.look((tx) =>
    sql`UPDATE promotion_codes SET main_order_id = ${_id}, used_at = now() WHERE code = ${code}`.execute(tx),
  );
  return _id;
}

test('creates single-use codes in a job, without characters that look alike, as a file', async () => {
  const { _id } = await addPromotion(marketer, batch);
  const { batchId, count, files } = await createCodes(_id, 60, 'Summer');
  const records = await codesOf({ batchId });
  const file = await shop.server.inject(files[0]!.url);

  expect(count).toBe(60);
  expect(new Set(records.map(({ code }) => code)).size).toBe(60);
  for (const { code, state } of records) {
    expect(code).toMatch(/^SUMMER-[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
    expect(state).toBe('unused');
  }
  expect(file.body.replace('\ufeff', '').trimEnd().split(/\r?\n/)).toEqual([
    'Code',
    ...records.map(({ code }) => code).toSorted(),
  ]);
  expect(await batchesOf(_id)).toMatchObject([
    { _id: batchId, count: 60, created: 60, used: 0, prefix: 'SUMMER', revokedAt: null },
  ]);
});

test('continues a batch that was interrupted', async () => {
  const { _id } = await addPromotion(marketer, batch);
  const { batchId, count } = await createCodes(_id, 20);
  const [first] = await codesOf({ batchId });
  await shop.look((tx) =>
    sql`DELETE FROM promotion_codes WHERE batch_id = ${batchId} AND code <> ${first!.code}`.execute(tx),
  );
  const run = {
    id: batchId,
    input: { batchId, promotionId: _id, number: 'V-1', count, prefix: null },
    actor: { userId: admin.userId },
    services: shop.services,
    inTransaction: shop.look,
    progress: async () => undefined,
  };
  await codeBatchWork(run as never);

  const codes = await codesOf({ batchId });
  expect(codes).toHaveLength(20);
  expect(codes).toContainEqual(first);
});

test('finds a promotion by a code of a batch', async () => {
  const promotion = await addPromotion(marketer, batch);
  const { batchId } = await createCodes(promotion._id, 1);
  const [only] = await codesOf({ batchId });
  const { records } = await marketer.do(promotionRoutes.list, {
    body: { filters: { code: only!.code.toLowerCase().replaceAll('-', '') } },
  });

  expect(records.map(({ _id }) => _id)).toEqual([promotion._id]);
});

test('revokes the unused codes of a batch, and keeps used ones', async () => {
  const { _id } = await publishPromotion(marketer, batch);
  const { batchId } = await createCodes(_id, 3);
  const [first] = await codesOf({ batchId });
  const mainOrderId = await useCode(first!.code);
  const revoke = () => marketer.do(promotionRoutes.revokeCodes, { params: { batchId } });

  expect(await revoke()).toEqual({ revoked: 2 });
  expect(await revoke()).toEqual({ revoked: 0 });
  expect((await codesOf({ batchId, state: 'revoked' })).length).toBe(2);
  expect(await codesOf({ promotionId: _id, state: 'used' })).toMatchObject([
    { code: first!.code, state: 'used', mainOrderId, mainOrderNumber: expect.stringMatching(/^M-/) },
  ]);
  expect(await codesOf({ batchId, state: 'unused' })).toEqual([]);
  expect(await batchesOf(_id)).toMatchObject([{ used: 1, revokedAt: expect.any(String) }]);
});

test('exports the codes of a batch with their states', async () => {
  const { _id } = await addPromotion(marketer, batch);
  const { batchId } = await createCodes(_id, 2);
  const { url } = await marketer.do(exportRoutes.create, {
    params: { name: 'promotionCodes' },
    query: { format: 'csv' },
    body: { filters: { batchId } },
  });

  const lines = (await shop.server.inject(url!)).body.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('unused');
});

test('lets no other promotion take an unused code as its shared code', async () => {
  const { _id } = await addPromotion(marketer, batch);
  const { batchId } = await createCodes(_id, 1);
  const [only] = await codesOf({ batchId });
  const take = () =>
    marketer.call(promotionRoutes.create, {
      body: promotionOf({ codes: { kind: 'shared', code: only!.code } }),
    });

  expect(refusal(await take())).toEqual([409, 'promotions.code-taken']);
  await marketer.do(promotionRoutes.revokeCodes, { params: { batchId } });
  expect((await take()).status).toBe(200);
});

test.each([
  [{ count: 0 }, 'count'],
  [{ count: 100_001 }, 'count'],
  [{ count: 5, prefix: 'A B' }, 'prefix'],
  [{ count: 5, prefix: 'ABCDEFGHIJKLMNOPQ' }, 'prefix'],
])('rejects %j at %s', async (body, path) => {
  const { _id: id } = await addPromotion(marketer, batch);

  expect(refusedField(await marketer.send(promotionRoutes.codes, { params: { id }, body }))).toEqual([
    400,
    path,
  ]);
});

test('creates no codes for promotions that have ended or take none', async () => {
  const create = (id: string) => marketer.call(promotionRoutes.codes, { params: { id }, body: { count: 1 } });
  const ended = await setStatus(marketer, await publishPromotion(marketer, batch), 'ended');

  expect(refusal(await create(ended._id))).toEqual([409, 'promotions.ended']);
  expect(refusal(await create((await addPromotion(marketer))._id))).toEqual([409, 'promotions.no-batches']);
});

test('creates one batch for a request that is sent twice', async () => {
  const { _id: id } = await addPromotion(marketer, batch);
  const headers = { 'idempotency-key': 'twice-0001' };
  const create = () => marketer.do(promotionRoutes.codes, { params: { id }, body: { count: 1 }, headers });
  const [first, second] = [await create(), await create()];

  expect(second._id).toBe(first._id);
  expect(await batchesOf(id)).toHaveLength(1);
});

test('lets store users neither create nor revoke codes of the marketplace', async () => {
  const { _id: id } = await addPromotion(marketer, batch);
  const { batchId } = await createCodes(id, 1);
  const create = await storeUser.call(promotionRoutes.codes, { params: { id }, body: { count: 1 } });

  expect(create.status).toBe(404);
  expect((await storeUser.call(promotionRoutes.revokeCodes, { params: { batchId } })).status).toBe(404);
});
