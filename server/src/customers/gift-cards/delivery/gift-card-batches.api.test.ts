import { type GiftCardBatchInput, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import type { Job } from '@aisle/contract/system/jobs';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../../../test/invariants.ts';
import { jobOver, workJobs } from '../../../../test/jobs-builders.ts';
import { runSql } from '../../../../test/order-builders.ts';
import { openShop, refusal, refusedField } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';
import { enqueueJob } from '../../../system/jobs/jobs.queries.ts';
import { giftCardBatchWork } from './gift-card-batches.ts';

const shop = await openShop();
await workJobs(shop, { giftCardBatch: giftCardBatchWork });
const manager = await shop.signIn();

const sold = { kind: 'sold', amount: 2000, payment: { method: 'terminal', reference: 'R-7' } } as const;
async function issue(count: number, more: Partial<GiftCardBatchInput> = {}): Promise<string> {
  const { _id } = await manager.do(giftCardRoutes.bulkCreate, { body: { ...sold, count, ...more } });
  return batchOf(await jobOver(manager, _id));
}
const batchOf = ({ result }: Job) => String(result?.batchId);
const download = (batchId: string) => manager.call(giftCardRoutes.downloadCodes, { params: { batchId } });
const cardsOf = (batchId: string) =>
  runSql<{ id: string; number: string; sealed: boolean; delivered: boolean; balance: number }>(
    shop,
    `SELECT id, number, sealed_code IS NOT NULL AS sealed, delivered_at IS NOT NULL AS delivered, balance FROM gift_cards
     WHERE batch_id = '${batchId}' ORDER BY number`,
  );
const rowsOf = (csv: string) =>
  csv
    .trim()
    .split('\n')
    .map((line) => line.split(','));

test('issues many cards in a job, whose codes can be downloaded once', async () => {
  const batchId = await issue(260, { message: 'Thank you' });
  const issued = await cardsOf(batchId);

  const { csv, name } = await manager.do(giftCardRoutes.downloadCodes, { params: { batchId } });
  const [heading, ...rows] = rowsOf(csv);

  expect(issued).toHaveLength(260);
  expect(issued.every(({ sealed, delivered, balance }) => sealed && !delivered && balance === 2000)).toBe(
    true,
  );
  expect(heading!.join().replace('\uFEFF', '')).toBe('Number,Code,Amount,Last day');
  expect(rows.map(([number]) => number)).toEqual(issued.map(({ number }) => `G-${number}`));
  expect(name).toBe(`Gift cards ${rows[0]![0]} to ${rows.at(-1)![0]}.csv`);
  const found = await manager.do(giftCardRoutes.balance, { body: { code: rows[3]![1]! } });
  expect(found).toMatchObject({ balance: 2000 });
  expect(refusal(await download(batchId))).toEqual([409, 'giftCards.downloaded']);
  expect((await cardsOf(batchId)).every(({ sealed, delivered }) => !sealed && delivered)).toBe(true);
  await shop.look(checkInvariants);
});

test('downloads only codes that no one else gets', async () => {
  const batchId = await issue(4);
  const [voided, emailed, printed, kept] = await cardsOf(batchId);
  await manager.do(giftCardRoutes.updateStatus, {
    params: { id: voided!.id },
    body: { status: 'voided', reason: 'Torn', version: await versionOf(voided!.id) },
  });
  await manager.do(giftCardRoutes.replace, {
    params: { id: emailed!.id },
    body: {
      reason: 'By email',
      recipient: { name: 'Grace', email: 'grace@hill.example' },
      version: await versionOf(emailed!.id),
    },
  });
  const { url } = await manager.do(giftCardRoutes.pdf, { params: { id: printed!.id } });

  const { csv } = await manager.do(giftCardRoutes.downloadCodes, { params: { batchId } });

  expect(
    rowsOf(csv)
      .slice(1)
      .map(([number]) => number),
  ).toEqual([`G-${printed!.number}`, `G-${kept!.number}`]);
  expect((await shop.server.inject({ method: 'GET', url: url! })).statusCode).toBe(404);
});
const versionOf = async (id: string) =>
  (await manager.do(giftCardRoutes.view, { params: { id } })).giftCard.version;

test('gives each code to one of several concurrent downloads', async () => {
  const batchId = await issue(3);

  const answers = await Promise.all(Array.from({ length: 4 }, () => download(batchId)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('issues no card twice if its job restarts', async () => {
  const { data: job } = await manager.call(giftCardRoutes.bulkCreate, { body: { ...sold, count: 3 } });
  const batchId = batchOf(await jobOver(manager, job._id));
  await shop.db.owner.query(`UPDATE jobs SET status = 'waiting', finished_at = NULL WHERE id = '${job._id}'`);
  await shop.look((tx) => enqueueJob(tx, job._id));

  await jobOver(manager, job._id);

  expect(await cardsOf(batchId)).toHaveLength(3);
});

test('stores no code of a batch in plain text', async () => {
  const batchId = await issue(2);
  const { csv } = await manager.do(giftCardRoutes.downloadCodes, { params: { batchId } });
  const codes = rowsOf(csv)
    .slice(1)
    .flatMap(([, code]) => [code!, code!.replaceAll('-', '')]);

  const found = await runSql(
    shop,
    `SELECT FROM (
       SELECT row(i.*)::text AS text FROM idempotency_keys i UNION ALL SELECT row(g.*)::text FROM gift_cards g
       UNION ALL SELECT row(a.*)::text FROM audit_entries a UNION ALL SELECT row(c.*)::text FROM changes c
       UNION ALL SELECT row(j.*)::text FROM jobs j) t
     WHERE t.text ~ '${codes.join('|')}'`,
  );
  expect(found).toEqual([]);
});

test('refuses an unknown batch, and codes without the password', async () => {
  const stale = await shop.signIn();
  await shop.db.owner.query(
    `UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = '${stale.userId}'`,
  );

  expect(refusal(await download(newId()))).toEqual([404, 'not-found']);
  for (const got of [
    await stale.call(giftCardRoutes.bulkCreate, { body: { ...sold, count: 1 } }),
    await stale.call(giftCardRoutes.downloadCodes, { params: { batchId: newId() } }),
  ])
    expect(refusal(got)).toEqual([403, 'reauth-required']);
});

test.each([
  ['too many cards', { count: 10_001 }, 'count'],
  ['no cards', { count: 0 }, 'count'],
  ['sold cards without payment', { payment: undefined }, 'payment'],
  ['an early last day', { expiresOn: '2027-01-01' }, 'expiresOn'],
])('rejects %s', async (_, more, field) => {
  const body = { ...sold, count: 2, ...more } as GiftCardBatchInput;

  expect(refusedField(await manager.call(giftCardRoutes.bulkCreate, { body }))).toEqual([400, field]);
});
