import { supportRoutes, type TicketFilters } from '@aisle/contract/service/support';
import { expect, test } from 'vitest';
import { openShop } from '../../../../test/shop.ts';
import { addShopper, addTicket } from '../../../../test/support-builders.ts';
import { watchTickets } from '../clock/support-clock.ts';

const shop = await openShop();
const agent = await shop.signIn();

const reply = (id: string, body: object = {}) =>
  agent.do(supportRoutes.reply, { params: { id }, body: { text: 'We are on it', ...body } });
const total = async (filters: TicketFilters) =>
  (await agent.do(supportRoutes.list, { body: { filters } })).totalRecords;
/** Moves the creation of a ticket into the past. Its other times stay the same. */
const age = (id: string, minutes: number) =>
  shop.db.owner.query(
    `UPDATE tickets SET created_at = created_at - make_interval(mins => ${minutes}) WHERE id = '${id}'`,
  );

test('matches each metric with its list and measures durations from creation', async () => {
  const customerId = await addShopper(shop, null);
  const open = async (input: object = {}) => (await addTicket(agent, { customerId, ...input }))._id;
  const waiting = await open({ category: 'delivery' });
  const [fast, slow] = [await open({ assignee: 'me' }), await open({ assignee: 'me' })];
  await age(fast, 10);
  await age(slow, 30);
  await reply(fast, { status: 'resolved' });
  await reply(slow, { status: 'pending' });
  const merged = await open();
  await agent.do(supportRoutes.merge, { params: { id: merged }, body: { intoId: waiting } });
  await shop.db.owner.query(
    `UPDATE tickets SET due_at = now() - interval '1 minute' WHERE id = '${waiting}'`,
  );

  const board = await agent.do(supportRoutes.dashboard, { query: {} });

  expect(board).toMatchObject({
    open: { count: 1 },
    unassigned: { count: 1 },
    overdue: { count: 1 },
    created: { count: 3 },
    firstResponse: { count: 2, inTime: 2 },
    resolution: { count: 1, inTime: 1 },
  });
  expect(board.firstResponse.median).toBeCloseTo(20, 0);
  expect(board.firstResponse.p90).toBeCloseTo(28, 0);
  expect(board.resolution.median).toBeCloseTo(10, 0);
  expect(board.byCategory.map(({ name, count }) => [name, count])).toEqual([
    ['Order', 2],
    ['Delivery', 1],
  ]);
  expect(board.byAgent).toMatchObject([
    { agent: { _id: agent.userId }, count: 2, resolved: 1 },
    { agent: null, count: 1, resolved: 0, firstResponseMedian: null },
  ]);
  expect(board.byDay).toHaveLength(30);
  for (const { count, filters } of [
    board.open,
    board.unassigned,
    board.overdue,
    board.created,
    board.firstResponse,
    board.resolution,
    ...board.byCategory,
    ...board.byAgent,
    ...board.byDay.map(({ created, filters }) => ({ count: created, filters })),
  ]) {
    expect([filters, await total(filters)]).toEqual([filters, count]);
  }
});

test('lists the days of a period in order and limits it to a year', async () => {
  const field = async (query: { from?: string; to?: string }) =>
    (await agent.call(supportRoutes.dashboard, { query })).body.error?.fields?.[0]?.path;

  expect(await field({ from: '2026-02-02', to: '2026-02-01' })).toBe('to');
  expect(await field({ from: '2020-01-01', to: '2026-02-01' })).toBe('from');
  const board = await agent.do(supportRoutes.dashboard, { query: { from: '2026-02-01', to: '2026-02-03' } });
  expect(board).toMatchObject({ created: { count: 0 }, firstResponse: { median: null, p90: null } });
  expect(board.byDay.map(({ day }) => day)).toEqual(['2026-02-01', '2026-02-02', '2026-02-03']);
});

test("announces a missed target once without changing the ticket's version", async () => {
  const ticket = await addTicket(agent);
  const events = async () => {
    const { rows } = await shop.db.owner.query(`SELECT FROM changes WHERE record_id = '${ticket._id}'`);
    return rows.length;
  };
  await shop.db.owner.query(
    `UPDATE tickets SET due_at = now() - interval '1 minute' WHERE id = '${ticket._id}'`,
  );
  const [before, { version }] = [
    await events(),
    await agent.do(supportRoutes.get, { params: { id: ticket._id } }),
  ];

  await watchTickets(shop.db);
  await watchTickets(shop.db);

  expect(await events()).toBe(before + 1);
  expect(await agent.do(supportRoutes.get, { params: { id: ticket._id } })).toMatchObject({
    version,
    isOverdue: true,
  });
});
