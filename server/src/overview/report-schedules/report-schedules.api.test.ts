import type { BodyInputOf } from '@aisle/contract/core/route';
import {
  maxSchedules,
  productScheduleRoutes,
  type StoreRequest,
  storeScheduleRoutes,
} from '@aisle/contract/overview/report-schedules';
import { beforeEach, expect, test } from 'vitest';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';
import type { Tx } from '../../core/db/db.ts';
import { problem } from '../../core/problem.ts';
import { mailDueReports, type ReportWriter } from './mail-reports.ts';

let shop: Shop;
let owner: Person;
let written: { report: string; body: object; name: string; locations: string[] }[];
/** Writes the names of the visible locations instead of a report. */
const write: ReportWriter = async ({ tx, actor }, { report, body }) => {
  const locations = await tx.selectFrom('locations').select('name').orderBy('name').execute();
  written.push({ report, body, name: actor.name, locations: locations.map(({ name }) => name) });
  return { name: 'Report.xlsx', mime: 'text/plain', bytes: Buffer.from('figures'), rows: locations.length };
};

beforeEach(async () => {
  shop = await openShop({ demo: true });
  owner = await shop.signIn({
    permissions: ['location_report', 'product_view'],
    email: 'ada@owners.example',
  });
  written = [];
});

const byLocation: StoreRequest = { groupBy: 'location', compare: 'none' };
const daily = { name: 'Every morning', every: 'day', request: byLocation } as const;
type Body = BodyInputOf<typeof storeScheduleRoutes.create>;
const add = (who: Person, more: Partial<Body> = {}) =>
  who.do(storeScheduleRoutes.create, { body: { ...daily, ...more } });
const edit = (who: Person, id: string, version: number, isPaused: boolean) =>
  who.call(storeScheduleRoutes.edit, { params: { id }, body: { isPaused, version } });
const listed = (who: Person) => who.do(storeScheduleRoutes.list);
/** Makes the schedule due this number of days ago. */
const letPass = (days: number) =>
  shop.sql`UPDATE report_schedules SET next_at = now() - make_interval(days => ${days})`;
const send = (writer: ReportWriter = write) => mailDueReports(writer)(shop.db, shop.services);
const mails = () => shop.look((tx) => tx.selectFrom('mails').selectAll().orderBy('id').execute());
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test('starts the next morning in the time zone of most locations', async () => {
  for (const zone of ['America/Denver', 'America/Chicago', 'America/Denver']) {
    const id = await addOrderLocation(shop, {});
    await shop.sql`UPDATE locations SET time_zone = ${zone} WHERE id = ${id}`;
  }

  const schedule = await add(owner, { every: 'week', weekday: 1 });

  const at = new Date(schedule.nextAt);
  const inDenver = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Denver',
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
  expect([schedule.timeZone, inDenver]).toEqual(['America/Denver', 'Monday 7:00 AM']);
  expect(at.getTime()).toBeGreaterThan(Date.now());
  expect(await listed(owner)).toEqual([schedule]);
});

test('sends a due report once with its file, with any number of servers, and schedules the next', async () => {
  await add(owner, { name: 'Yesterday' });
  await letPass(0);

  await Promise.all([send(), send(), send()]);
  await send();

  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'ada@owners.example',
    subject: expect.stringMatching(/^Aisle: Yesterday, /),
  });
  const [{ key }] = mail!.attachments as [{ key: string }];
  expect((await shop.services.storage.disk.get(key)).toString()).toBe('figures');
  const body = { ...byLocation, from: day(-1), to: day(-1) };
  expect(written).toEqual([{ report: 'store', body, name: 'Ada Tester', locations: [] }]);
  const [schedule] = await listed(owner);
  expect(Date.parse(schedule!.nextAt)).toBeGreaterThan(Date.now());
  expect(schedule!.lastSentAt).not.toBeNull();
});

test('sends only the latest report after missed days, once', async () => {
  await add(owner);
  await letPass(3);

  await send();
  await send();

  // Without locations, mornings are in UTC.
  const latest = new Date().getUTCHours() < 7 ? day(-2) : day(-1);
  expect(await mails()).toHaveLength(1);
  expect(written.map(({ body }) => body)).toEqual([{ ...byLocation, from: latest, to: latest }]);
});

test('covers the preceding seven days in a weekly report, with its saved filters', async () => {
  const brandId = '00000000-0000-7000-8000-000000000001';
  const request = { groupBy: 'product', compare: 'lastYear', brandId } as const;
  await owner.do(productScheduleRoutes.create, {
    body: { name: 'Brand', every: 'week', weekday: 2, request },
  });
  await letPass(0);

  await send();

  expect(written).toMatchObject([{ report: 'product', body: { ...request, from: day(-7), to: day(-1) } }]);
});

test("applies the user's access on the morning of sending", async () => {
  const north = await addOrderLocation(shop, { name: 'North' });
  const south = await addOrderLocation(shop, { name: 'South' });
  const manager = await shop.signIn({ permissions: ['location_report'], locations: [north, south] });
  await add(manager);
  await shop.look((tx) => tx.deleteFrom('user_locations').where('location_id', '=', south).execute());
  await letPass(0);

  await send();

  expect(written.map(({ locations }) => locations)).toEqual([['North']]);
});

type Take = (tx: Tx, userId: string) => Promise<unknown>;
const losing: [string, Take][] = [
  [
    'permission',
    (tx, userId) => tx.updateTable('users').set({ roles: [] }).where('id', '=', userId).execute(),
  ],
  ['location', (tx, userId) => tx.deleteFrom('user_locations').where('user_id', '=', userId).execute()],
];
test.each(losing)('stops with one notice when the user loses the %s', async (reason, take) => {
  const north = await addOrderLocation(shop, { name: 'North' });
  const manager = await shop.signIn({ permissions: ['location_report'], locations: [north] });
  await add(manager, { request: { ...byLocation, locationIds: [north] } });
  await letPass(0);
  await shop.look((tx) => take(tx, manager.userId));

  await send();
  await send();

  expect(written).toEqual([]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Aisle: Every morning was stopped']);
  expect(await shop.sql`SELECT stopped_because FROM report_schedules`).toEqual([{ stopped_because: reason }]);
});

test('sends nothing to users who left', async () => {
  await add(owner);
  await letPass(0);
  await shop.sql`UPDATE users SET status = false WHERE id = ${owner.userId}`;

  await send();

  expect([written, await mails()]).toEqual([[], []]);
});

test("stops a report that can't be created, with the reason, and can be resumed", async () => {
  await add(owner);
  await letPass(0);

  await send(async () => {
    throw problem('exports.too-many', { most: 7 });
  });
  const [stopped] = await listed(owner);
  const { data: resumed } = await edit(owner, stopped!._id, stopped!.version, false);

  expect(stopped).toMatchObject({ stoppedBecause: 'request' });
  expect((await mails())[0]!.body).toMatch(/7/);
  expect(resumed).toMatchObject({ stoppedBecause: null, isPaused: false });
  expect(Date.parse(resumed.nextAt)).toBeGreaterThan(Date.now());
});

test('retries a failed report, without partial results or affecting others', async () => {
  await add(owner, { name: 'First' });
  await add(owner, { name: 'Second' });
  await letPass(0);
  let calls = 0;
  const failing: ReportWriter = async (context, request) => {
    calls += 1;
    if (calls === 1) throw new Error('the disk is full');
    return write(context, request);
  };

  await expect(send(failing)).rejects.toThrow('the disk is full');
  const first = (await mails()).map(({ subject }) => subject.split(',')[0]);
  await send();

  expect(first).toEqual(['Aisle: Second']);
  expect((await mails()).map(({ subject }) => subject.split(',')[0])).toEqual([
    'Aisle: Second',
    'Aisle: First',
  ]);
});

test('sends nothing while paused, and no missed reports after resuming', async () => {
  const { _id: id, version } = await add(owner);
  const paused = await edit(owner, id, version, true);
  await letPass(1);
  await send();
  const [current] = await listed(owner);
  const stale = await edit(owner, id, version, false);
  const resumed = await edit(owner, id, current!.version, false);

  await send();

  expect([paused.data.isPaused, stale.status, resumed.status, await mails()]).toEqual([true, 409, 200, []]);
});

test('allows only the owner to delete a schedule', async () => {
  const colleague = await shop.signIn({ permissions: ['location_report'] });
  const { _id: id, version } = await add(owner);

  const edited = await edit(colleague, id, version, true);
  const remove = await colleague.call(storeScheduleRoutes.remove, { params: { id } });
  const seen = await listed(colleague);
  await owner.do(storeScheduleRoutes.remove, { params: { id } });

  expect([edited.status, remove.status, seen, await listed(owner)]).toEqual([404, 404, [], []]);
});

test('accepts only locations that the user has access to', async () => {
  const north = await addOrderLocation(shop, {});
  const south = await addOrderLocation(shop, {});
  const manager = await shop.signIn({ permissions: ['location_report'], locations: [north] });
  const create = (locationIds: string[]) =>
    manager.call(storeScheduleRoutes.create, { body: { ...daily, request: { ...byLocation, locationIds } } });

  const [own, both] = [await create([north]), await create([north, south])];

  expect([own.status, both.status]).toEqual([200, 400]);
  expect(both.body.error?.fields).toEqual([
    { path: 'request.locationIds.1', message: 'This location was not found' },
  ]);
});

test('requires a weekday only for weekly schedules, and a known report', async () => {
  const create = (body: object) => owner.send(storeScheduleRoutes.create, { body });

  const answers = [
    await create({ ...daily, every: 'week' }),
    await create({ ...daily, weekday: 1 }),
    await create({ ...daily, request: { groupBy: 'brand' } }),
    await create({ ...daily, name: ' ' }),
  ];

  expect(answers.map(({ body }) => body.error?.fields?.map(({ path }) => path))).toEqual([
    ['weekday'],
    ['weekday'],
    ['request.groupBy'],
    ['name'],
  ]);
});

test('limits the number of schedules per user and report', async () => {
  const creating = Array.from({ length: maxSchedules + 3 }, () =>
    owner.call(storeScheduleRoutes.create, { body: daily }),
  );

  const statuses = (await Promise.all(creating)).map(({ status }) => status);

  expect(statuses.filter((status) => status === 200)).toHaveLength(maxSchedules);
  expect(statuses.filter((status) => status === 409)).toHaveLength(3);
});
