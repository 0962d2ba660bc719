import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { searchRoutes } from '@aisle/contract/overview/search';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { auditRoutes } from '@aisle/contract/system/audit';
import { exportRoutes } from '@aisle/contract/system/exports';
import { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { jobOver, workJobs } from '../../../../test/jobs-builders.ts';
import { advanceTo, basketOf, openStore, viewOrder } from '../../../../test/order-builders.ts';
import { requestReturn, stepTo } from '../../../../test/return-builders.ts';
import { type Person, refusal } from '../../../../test/shop.ts';
import { tracesOf } from '../../../../test/traces.ts';
import { newId } from '../../../core/ids.ts';
import { queueMails } from '../../../system/mails/mail.ts';
import { exportCustomer } from '../customer-export.ts';
import { personalData } from '../personal-data.ts';

const { create, show, edit, list } = customerRoutes;
const { erase, merge, unmerge, takeOut } = customerCareRoutes;

const store = await openStore({ goods: { name: 'Bread', price: 300, stock: 1000 } });
const { shop, manager, location, goods: bread, addOrder } = store;
beforeEach(async () => {
  await shop.db.owner.query('UPDATE sessions SET confirmed_at = now()');
});

let count = 0;
/** A customer whose data has only unique words. */
function newPerson() {
  count += 1;
  const tail = String(count).padStart(2, '0');
  const person = {
    firstName: `Zebulon${tail}`,
    lastName: `Quixworth${tail}`,
    phone: `+1 737 909 81${tail}`,
    email: `zeb.${tail}@quixworth.example`,
    notes: `Quixworth${tail} rings twice`,
  };
  const street = `${tail} Quixotry Lane`;
  const address = { line1: street, city: 'Austin', state: 'TX', postalCode: '78701' };
  const words = [
    person.firstName,
    person.lastName,
    person.email,
    `+173790981${tail}`,
    `73790981${tail}`,
    street,
  ];
  return { person, address, words };
}
const add = async (who = newPerson()) => {
  const customer = await manager.do(create, { body: { ...who.person, addresses: [who.address] } });
  return { ...who, id: customer._id };
};
const eraseNow = (id: string, body: { dryRun?: boolean } = {}, by: Person = manager) =>
  by.call(erase, { params: { id }, body });

test('previews erased and remaining records with reasons and changes nothing', async () => {
  const { id, person } = await add();
  await addOrder({ customerId: id, fulfilment: 'pickup' });

  const { data: plan } = await eraseNow(id, { dryRun: true });

  expect(plan).toMatchObject({ dryRun: true, name: `${person.firstName} ${person.lastName}` });
  expect(plan.erased).toEqual(
    expect.arrayContaining([
      { what: 'Profile', count: 1 },
      { what: 'Addresses', count: 1 },
      { what: 'Orders', count: 1 },
    ]),
  );
  expect(plan.stays.map(({ what }) => what)).toContain('Backups');
  expect(plan.open).toEqual([expect.objectContaining({ kind: 'order' })]);
  expect((await manager.do(show, { params: { id } })).erasedAt).toBeNull();
});

test('removes the person from all tables and files and keeps the amounts', async () => {
  const who = await add();
  const { id, person, address } = who;
  const former = { firstName: 'Former08', lastName: 'Bygone08' };
  await manager.do(edit, { params: { id }, body: { ...former, version: 1 } });
  await manager.do(edit, {
    params: { id },
    body: { firstName: person.firstName, lastName: person.lastName, version: 2 },
  });
  const twin = await add();
  const note = `${person.firstName} at ${person.phone}`;
  const orderInput = { customerId: id, note, paymentType: 'cashOnDelivery' as const };
  const delivered = await addOrder({
    status: 'delivered',
    ...orderInput,
    fulfilment: 'delivery',
    address: { ...address, latitude: 30.2849, longitude: -97.7341 },
  });
  const cancelled = await addOrder({ ...orderInput, fulfilment: 'pickup' });
  await manager.do(orderRoutes.updateStatus, {
    params: { id: cancelled._id },
    body: { status: 'cancelled', note },
  });
  const twins = await addOrder({ status: 'delivered', customerId: twin.id, fulfilment: 'pickup' });
  const request = await requestReturn(manager, delivered, { note });
  await stepTo(manager, request, 'returnRejected', { note });
  await sayEverywhere(who, delivered._id);
  await manager.do(merge, { body: { customerId: id, otherId: twin.id } });
  await manager
    .send(mainOrderRoutes.create, {
      headers: { 'idempotency-key': newId() },
      body: {
        ...basketOf({
          customerId: id,
          fulfilment: 'pickup',
          lines: [{ subProductId: bread, locationId: location, quantity: 1 }],
        }),
        note,
      },
    })
    .then(async ({ data }) => {
      const [order] = (data as { orders: { _id: string }[] }).orders;
      await manager.do(orderRoutes.updateStatus, {
        params: { id: order!._id },
        body: { status: 'cancelled' },
      });
    });
  await manager.do(savedViewRoutes.create, {
    body: {
      list: '/customers',
      name: `Only ${person.firstName} ${person.lastName}`,
      search: { search: person.email },
    } as never,
  });
  await manager.do(exportRoutes.create, {
    params: { name: 'customers' },
    query: { format: 'csv' },
    body: {},
  });
  await writeOutbox(`About ${person.firstName} ${person.lastName}`);
  const words = [...who.words, ...twin.words, former.firstName, former.lastName];
  expect((await tracesOf(shop, words)).length).toBeGreaterThan(30);
  const before = await viewOrder(manager, delivered._id);

  const { status, data } = await eraseNow(id);

  expect([status, data.name]).toEqual([200, 'Erased customer']);
  expect(await tracesOf(shop, words)).toEqual([]);
  const after = await viewOrder(manager, delivered._id);
  const figures = ({ total, itemsTotal, taxTotal, paid, refunded, lines, status: state }: typeof after) => ({
    total,
    itemsTotal,
    taxTotal,
    paid,
    refunded,
    state,
    goods: lines.map(({ name, quantity, total: sum }) => [name, quantity, sum]),
  });
  expect(figures(after)).toEqual(figures(before));
  expect(after.address).toMatchObject({ line1: 'Erased', state: 'TX' });
  expect(after.customer.name).toBe('Erased customer');
  for (const one of [id, twin.id]) {
    const shown = await manager.do(show, { params: { id: one } });
    expect(shown).toMatchObject({ firstName: 'Erased', email: null, addresses: [], notes: null });
    expect(shown.erasedAt).not.toBeNull();
  }
  expect((await viewOrder(manager, twins._id)).customer.name).toBe('Erased customer');
});

test('deletes emails about the person from the outbox in any header encoding', async () => {
  const [ascii, cyrillic, other] = [newPerson(), newPerson(), newPerson()];
  const names = { firstName: 'Вероника', lastName: `Климова${count}` };
  const ids = [
    (await add(ascii)).id,
    (await add({ ...cyrillic, person: { ...cyrillic.person, ...names } })).id,
  ];
  const long = 'A colleague has something to say about an order that was late and wet, and about ';
  await writeOutbox(
    `${long}${ascii.person.firstName} ${ascii.person.lastName}`,
    `Новое сообщение: ${names.firstName} ${names.lastName}`,
    `About ${other.person.firstName} ${other.person.lastName}`,
  );

  for (const id of ids) expect((await eraseNow(id)).status).toBe(200);

  const left = await outbox();
  expect(left.filter((mail) => mail.includes('See there.'))).toHaveLength(1);
  expect(left.join()).toContain(`About ${other.person.firstName}`);
});

test('records the erasure and blanks earlier audit entries', async () => {
  const { id } = await add();
  await manager.do(edit, { params: { id }, body: { notes: 'Allergic to nuts', version: 1 } });

  await eraseNow(id);

  const { records } = await manager.do(auditRoutes.list, {
    body: { filters: { resource: 'customers', recordId: id } },
  });
  expect(records.map(({ action }) => action)).toEqual(['erase', 'edit', 'create']);
  expect(records[0]?.after).toMatchObject({ _id: id, auditEntriesBlanked: 2 });
  expect(records.slice(1).map(({ before, after }) => [before, after])).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('hides an erased customer from searches and lists and accepts their phone for a new one', async () => {
  const { id, person } = await add();
  await eraseNow(id);

  for (const search of ['Erased', person.lastName, person.email]) {
    expect((await manager.do(list, { body: { search } })).records).toEqual([]);
    expect((await manager.do(searchRoutes.find, { query: { q: search } })).customers).toEqual([]);
  }
  expect((await manager.do(create, { body: { ...person, notes: null } }))._id).not.toBe(id);
});

test('requires a recent password confirmation', async () => {
  const { id } = await add();
  await shop.db.owner.query("UPDATE sessions SET confirmed_at = now() - interval '11 minutes'");

  expect(refusal(await eraseNow(id))).toEqual([403, 'reauth-required']);
  expect((await eraseNow(id, { dryRun: true })).status).toBe(200);
});

test('requires both permissions and access to all locations', async () => {
  const { id } = await add();
  const both = ['customer_edit', 'customer_delete'] as const;
  const editor = await shop.signIn({ permissions: ['customer_edit'] });
  const deleter = await shop.signIn({ permissions: ['customer_delete'] });
  const clerk = await shop.signIn({ permissions: [...both], locations: [location] });

  const refused = await Promise.all([editor, deleter, clerk].map((by) => eraseNow(id, {}, by)));

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await eraseNow(id, {}, await shop.signIn({ permissions: [...both] }))).status).toBe(200);
});

test('rejects erasure while orders, returns or refunds are open', async () => {
  const { id } = await add();
  const open = await addOrder({ customerId: id, fulfilment: 'pickup' });
  const refused = await eraseNow(id);
  expect(refusal(refused)).toEqual([409, 'customers.open-work']);
  expect(refused.body.message).toContain(open.number);

  const done = await advanceTo(manager, open, 'delivered');
  const request = await requestReturn(manager, done);
  expect((await eraseNow(id)).body.message).toContain(request.number);
  await stepTo(manager, request, 'returnRejected', { note: 'Eaten' });
  expect((await eraseNow(id)).status).toBe(200);
});

test('erases once and prevents undoing a merge', async () => {
  const [{ id }, other] = [await add(), await add()];
  await manager.do(merge, { body: { customerId: id, otherId: other.id } });
  expect((await eraseNow(other.id)).body.error?.code).toBe('customers.merged');
  const headers = { 'idempotency-key': newId() };
  const first = await manager.call(erase, { params: { id }, body: {}, headers });
  const repeated = await manager.call(erase, { params: { id }, body: {}, headers });

  expect([first.status, repeated.status]).toEqual([200, 200]);
  expect(repeated.data).toEqual(first.data);
  expect((await eraseNow(id)).body.error?.code).toBe('customers.erased');
  expect((await manager.call(unmerge, { body: { otherId: other.id } })).body.error?.code).toBe(
    'customers.undo-over',
  );
});

test('exports all data of the person as JSON and CSV and deletes the export on erasure', async () => {
  const { id, person } = await add();
  const { firstName, lastName, phone } = person;
  const customer = { firstName, lastName, phone, email: 'sent.along@example.com' };
  await addOrder({ status: 'delivered', customer, fulfilment: 'pickup' });
  const consented = `marketing_consent = true, marketing_consent_at = now(), marketing_consent_how`;
  await shop.db.owner.query(`UPDATE customers SET ${consented} = 'phone' WHERE id = $1`, [id]);
  await shop.db.owner.query(`UPDATE customer_locations SET ${consented} = 'form' WHERE customer_id = $1`, [
    id,
  ]);
  const jobs = await workJobs(shop, { customerTakeOut: exportCustomer });
  const { jobId } = await manager.do(takeOut, { params: { id } });
  const job = await jobOver(manager, jobId);
  await jobs.stop();

  const { unzipSync, strFromU8 } = await import('fflate');
  const answer = await shop.server.inject({ url: job.files[0]!.url });
  const files = unzipSync(answer.rawPayload);
  const everything = JSON.parse(strFromU8(files['customer.json']!)) as Record<
    string,
    Record<string, unknown>[]
  >;
  expect(everything.Profile?.[0]).toMatchObject({ firstName: person.firstName, email: person.email });
  expect(everything.Orders).toMatchObject([{ contact: { email: 'sent.along@example.com' } }]);
  const consent = {
    marketingConsent: true,
    marketingConsentAt: expect.any(String),
    marketingConsentHow: 'phone',
  };
  expect(everything.Profile?.[0]).toMatchObject(consent);
  expect(everything['Known at locations']?.[0]).toMatchObject({ ...consent, marketingConsentHow: 'form' });
  expect(strFromU8(files['Profile.csv']!)).toContain(person.email);
  expect(strFromU8(files['Order lines.csv']!)).toContain('Bread');
  expect(answer.headers['content-type']).toBe('application/zip');

  await eraseNow(id);
  const folder = path.join(shop.dataDir, 'files', 'exports');
  expect((await readdir(folder)).filter((name) => name.endsWith('.zip'))).toEqual([]);
});

test("rejects exports by a store's clerk", async () => {
  const { id } = await add();
  const clerk = await shop.signIn({ permissions: ['customer_edit'], locations: [location] });

  expect((await clerk.call(takeOut, { params: { id } })).status).toBe(403);
});

test('lists every table that refers to a customer as erased or kept', async () => {
  const client = new pg.Client(shop.databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(`
    WITH RECURSIVE leads AS (
      SELECT 'customers'::regclass::oid AS id
      UNION SELECT c.conrelid FROM pg_constraint c JOIN leads ON c.confrelid = leads.id WHERE c.contype = 'f'
    ), named AS (
      SELECT a.attrelid FROM pg_attribute a WHERE a.attname IN ('customer_id', 'order_id', 'ticket_id', 'recipient')
        AND NOT a.attisdropped
    )
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND oid IN (SELECT id FROM leads UNION SELECT attrelid FROM named) ORDER BY 1`);
  await client.end();

  const listed = new Set(personalData.flatMap(({ tables }) => Object.keys(tables)));
  expect(rows.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
});

/** Tables with personal data whose columns an export doesn't list individually. */
const notExported: Record<string, string> = {
  customer_names: 'an index of names',
  customer_names_at: 'an index of names',
  order_words: 'an index of names',
  open_pickings: 'a copy of the lines for a few minutes',
  ticket_words: 'an index of tickets',
  customer_duplicates: 'a guess of the system',
  gateway_customers: 'IDs at card providers, until those deleted the customer',
  imports: 'files of staff',
  import_rows: 'rows of files of staff',
  mails: 'the emails of an order are listed with it; others are for staff',
  inbound_mails: 'the tickets have them',
  ticket_attachments: 'the messages list them by name',
  recall_rows: 'the work of staff on a recall; the customer got its message',
};

test('lists for every column with personal data whether an export includes it', async () => {
  const erased = personalData.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([table, fate]) => (fate === 'erased' ? [table] : [])),
  );
  const decided = new Map(personalData.flatMap(({ columns }) => Object.entries(columns)));
  const { rows } = await shop.db.owner.query<{ table: string; columns: string[] }>(
    `SELECT c.relname AS table, array_agg(a.attname::text) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1) GROUP BY 1`,
    [[...new Set([...erased, ...decided.keys()])]],
  );

  expect(rows.length).toBeGreaterThan(20);
  const undecided = rows.flatMap(({ table, columns }) =>
    table in notExported
      ? []
      : columns
          .filter((column) => !Object.hasOwn(decided.get(table) ?? {}, column))
          .map((column) => `${table}.${column}`),
  );
  expect(undecided).toEqual([]);
});

/** The emails in the outbox folder, which replaces a mail server. */
async function outbox(): Promise<string[]> {
  const folder = path.join(shop.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

/** Queues emails with these subjects to staff, and waits until all queued emails are in the folder. */
async function writeOutbox(...subjects: string[]): Promise<void> {
  const to = 'staff@aisle.example';
  await shop.look((tx) =>
    queueMails(
      tx,
      subjects.map((subject) => ({ to, subject, text: 'See there.' })),
    ),
  );
  await vi.waitFor(
    async () => {
      expect((await shop.db.owner.query('SELECT FROM mails WHERE sent_at IS NULL')).rows).toHaveLength(0);
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** Writes the person's data to emails, webhooks, tickets, subscriptions and other people's work. */
async function sayEverywhere(
  { id, person }: Awaited<ReturnType<typeof add>>,
  orderId: string,
): Promise<void> {
  const text = `${person.firstName} ${person.lastName}, ${person.phone}, ${person.email}`;
  const [mail, ticket, message, plan, file, list] = [newId(), newId(), newId(), newId(), newId(), newId()];
  const rawMail = newId();
  await shop.services.storage.put(`imports/${list}.csv`, text);
  await shop.services.storage.put(`documents/${file}.pdf`, `%PDF- ${text}`);
  await shop.services.storage.put(`documents/${rawMail}.eml`, text);
  const name = `${person.firstName} ${person.lastName}`;
  for (const recipient of [
    { name, email: person.email },
    { name },
    { name: 'Grace', email: 'grace@hill.example' },
  ]) {
    await manager.do(giftCardRoutes.create, {
      body: { kind: 'promotional', amount: 1000, recipient, message: `From ${text}` },
    });
  }
  await shop.look(async (tx) => {
    const run = (query: RawBuilder<unknown>) => query.execute(tx);
    await run(sql`INSERT INTO mails (id, recipient, subject, body) VALUES (${mail}, ${person.email}, ${text}, ${text}),
      (${newId()}, 'staff@aisle.example', ${`About ${text}`}, ${text})`);
    await run(sql`
      INSERT INTO order_messages (location_id, order_id, id, kind, event_id, mail_id, recipient)
      VALUES (${location}, ${orderId}, ${newId()}, 'placed', ${newId()}, ${mail}, ${person.email})`);
    await run(sql`
      INSERT INTO open_pickings (location_id, order_id, before, actor_name)
      VALUES (${location}, ${orderId}, ${JSON.stringify({ lines: [{ note: text }] })}, 'Ada')`);
    await run(sql`
      INSERT INTO jobs (id, kind, title, permission, input, result)
      VALUES (${newId()}, 'export', ${`Exporting ${text}`}, 'customer_list', ${JSON.stringify({ search: person.phone })},
        ${JSON.stringify({ data: { name: text } })})`);
    await run(sql`
      INSERT INTO webhook_endpoints (id, name, url, events, secret)
      VALUES (${file}, 'Shop', 'https://shop.example', '{order.created}', 'whsec')`);
    await run(sql`
      INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event, record_id, payload)
      VALUES (${newId()}, ${file}, ${newId()}, 'order.created', ${orderId},
        ${JSON.stringify({ data: { note: person.firstName } })})`);
    await run(sql`
      INSERT INTO changes (resource, action, record_id, data)
      VALUES ('orders', 'changed', ${orderId}, ${JSON.stringify({ customerName: person.lastName })})`);
    await run(sql`
      INSERT INTO files (id, kind, storage_key, mime, bytes, name)
      VALUES (${file}, 'document', ${`documents/${file}.pdf`}, 'application/pdf', 10, ${`${person.lastName}.pdf`})`);
    await run(sql`
      INSERT INTO tickets (id, subject, customer_id, requester, sender_name, sender_email, category, source, excerpt,
        first_response_due_at, resolution_due_at, due_at)
      VALUES (${ticket}, ${text}, ${id}, 'customer', ${person.firstName}, ${person.email}, 'other', 'email', ${text},
        now(), now(), now())`);
    await run(sql`
      INSERT INTO ticket_messages (ticket_id, id, side, author_name, author_email, text, quoted, mail_to, mail_message_id)
      VALUES (${ticket}, ${message}, 'customer', ${person.firstName}, ${person.email}, ${text}, ${text}, ${person.email},
        ${`<${person.email}>`})`);
    await run(sql`INSERT INTO ticket_attachments (ticket_id, message_id, position, file_id)
      VALUES (${ticket}, ${message}, 1, ${file})`);
    await run(sql`
      INSERT INTO ticket_events (ticket_id, id, kind, to_text, by_name)
      VALUES (${ticket}, ${newId()}, 'linked', ${text}, 'Ada'),
        (${ticket}, ${newId()}, 'created', NULL, ${person.firstName}),
        (${ticket}, ${newId()}, 'status', 'open', ${person.email})`);
    await run(sql`
      INSERT INTO inbound_mails (message_id, sender, text_hash, result, ticket_id)
      VALUES (${`<${person.email}>`}, ${person.email}, 'x', 'created', ${ticket})`);
    await run(sql`
      INSERT INTO files (id, kind, storage_key, mime, bytes, name)
      VALUES (${rawMail}, 'document', ${`documents/${rawMail}.eml`}, 'message/rfc822', 10, 'email.eml')`);
    await run(sql`
      INSERT INTO ignored_mails (id, reason, sender_name, sender_email, subject, preview, file_id)
      VALUES (${rawMail}, 'autoReply', ${person.firstName}, ${person.email}, ${text}, ${text}, ${rawMail})`);
    await run(sql`
      INSERT INTO files (id, kind, storage_key, mime, bytes, name)
      VALUES (${list}, 'csv', ${`imports/${list}.csv`}, 'text/csv', 10, 'people.csv')`);
    await run(sql`
      INSERT INTO imports (id, kind, file_id, file_name, bytes, line_count, delimiter, columns, sample, top)
      VALUES (${list}, 'customers', ${list}, ${`${person.firstName} ${person.lastName}.csv`}, 10, 2, ',', '{Name}',
        ${JSON.stringify([[text]])}, ${JSON.stringify([{ row: 2, cells: [text] }])})`);
    await run(sql`
      INSERT INTO import_rows (import_id, row_number, kind, name, changes, problems, cells, record_id)
      VALUES (${list}, 2, 'new', ${text}, ${JSON.stringify([{ field: 'fullName', before: null, after: text }])}, '[]',
          NULL, ${id}),
        (${list}, 3, 'error', ${text}, '[]', ${JSON.stringify([{ column: 'Name', value: text, message: 'Wrong' }])},
          ARRAY[${text}], NULL)`);
    await run(sql`INSERT INTO subscription_plans (id, name) VALUES (${plan}, ${plan})`);
    await run(sql`INSERT INTO plan_editions (plan_id, number, name, price, period)
      VALUES (${plan}, 1, 'Fresh', 900, 'monthly')`);
    await run(sql`
      INSERT INTO subscriptions (id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months,
        payment_type, price, cancelled_at, reason)
      VALUES (${newId()}, ${id}, ${plan}, 1, now() - interval '1 day', now() + interval '29 days',
        now() - interval '1 day', 1, 'cash', 900, now(), ${text})`);
  });
}
