import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { expect, test } from 'vitest';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { dayAgo, state } from '../../../test/payable-builders.ts';
import { openShop, refusal } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

test('rejects discarding a statement that is paid at the same time', async () => {
  const shop = await openShop();
  const finance = await shop.signIn();
  const locationId = await addOrderLocation(shop);
  await finance.do(statementRoutes.adjust, { body: { locationId, amount: 5000, reason: 'Agreed' } });
  const { _id: id, version } = await state(finance, locationId);
  const client = await shop.db.owner.connect();
  const waiting = async (count: number) => {
    const query =
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while ((await shop.db.owner.query(query)).rows[0].count < count)
      await new Promise((next) => setTimeout(next, 10));
  };

  await client.query('BEGIN');
  await client.query('SELECT FROM statements WHERE id = $1 FOR UPDATE', [id]);
  const paying = finance.call(payoutRoutes.payout, {
    params: { id },
    headers: { 'idempotency-key': newId() },
    body: { method: 'check', reference: '1', paidOn: dayAgo(), version },
  });
  await waiting(1);
  const discarding = finance.call(statementRoutes.remove, { params: { id } });
  await waiting(2);
  await client.query('ROLLBACK');
  client.release();

  expect((await paying).status).toBe(200);
  expect(refusal(await discarding)).toEqual([409, 'statements.was-paid']);
});
