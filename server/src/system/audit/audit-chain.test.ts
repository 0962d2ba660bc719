import { brandRoutes } from '@aisle/contract/catalog/brands';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import { system, transaction } from '../../core/db/db.ts';
import { chainEntries, findChainHead } from './audit-chain.queries.ts';
import { chainAudit, publishAuditHead } from './audit-chain.ts';

const shop = await openShop({ smtpUrl: 'smtp://127.0.0.1:1' });
const admin = await shop.signIn();

let brands = 0;
let entry: { id: string };
beforeEach(async () => {
  brands += 1;
  const { _id } = await admin.do(brandRoutes.create, { body: { name: `Brand ${brands}` } });
  const rows = await shop.sql<{ id: string }>`SELECT id FROM audit_entries WHERE record_id = ${_id}`;
  entry = rows[0]!;
  await chainAudit(shop.db);
});

const broken = async () => {
  const rows = await shop.sql`SELECT entry_id, reason FROM broken_audit()`;
  return rows.map(({ entry_id: id, reason }) => [id, reason]);
};
/** Runs statements with the owner's rights, returns the broken entries, and rolls everything back. */
async function tamper(...statements: string[]): Promise<unknown[]> {
  const client = await shop.db.owner.connect();
  try {
    await client.query('BEGIN');
    for (const table of ['audit_entries', 'audit_chain']) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    }
    for (const text of statements) await client.query(text);
    const { rows } = await client.query('SELECT entry_id, reason FROM broken_audit()');
    return rows.map((row) => [row.entry_id, row.reason]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('detects entries that were changed, removed or added later', async () => {
  const id = entry.id;

  expect(await broken()).toEqual([]);
  expect(await tamper(`UPDATE audit_entries SET actor_name = 'Nobody' WHERE id = '${id}'`)).toEqual([
    [id, 'the entry or its link was changed'],
  ]);
  expect(await tamper(`UPDATE audit_entries SET after = '{"name":"X"}' WHERE id = '${id}'`)).toEqual([
    [id, 'what it said was changed'],
  ]);
  expect(await tamper(`DELETE FROM audit_entries WHERE id = '${id}'`)).toEqual([
    [id, 'the entry was removed'],
  ]);
  const added = await tamper(`
    INSERT INTO audit_entries (id, at, actor_name, action, resource)
    VALUES ('${id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}', now() - interval '2 days', 'Ada', 'edit', 'brands')`);
  expect(added.map((row) => (row as unknown[])[1])).toEqual(['the entry was added or dated back later']);
});

test('detects changes to the chain as a gap or a different end', async () => {
  await admin.do(brandRoutes.create, { body: { name: 'After it' } });
  await chainAudit(shop.db);

  const gap = await tamper(
    `DELETE FROM audit_entries WHERE id = '${entry.id}'`,
    `DELETE FROM audit_chain WHERE entry_id = '${entry.id}'`,
  );
  const silenced = await tamper(
    `UPDATE audit_entries SET after = '{"name":"X"}' WHERE id = '${entry.id}'`,
    `DELETE FROM audit_salts WHERE entry_id = '${entry.id}'`,
  );

  expect(gap.map((row) => (row as unknown[])[1])).toEqual(['links before it were removed']);
  expect(silenced).toEqual([[entry.id, 'what it said was written after it was blanked']]);
});

test('keeps the chain valid after an erasure blanks entries', async () => {
  const { _id } = await admin.do(customerRoutes.create, {
    body: { firstName: 'Wanda', lastName: 'Forgotten', phone: '512-555-7788' },
  });
  await chainAudit(shop.db);

  await admin.do(customerCareRoutes.erase, { params: { id: _id } });
  await chainAudit(shop.db);

  const rows = await shop.sql`SELECT count(*)::int AS blank FROM audit_entries e
    WHERE record_id = ${_id} AND action = 'create' AND after IS NULL`;
  expect(rows).toEqual([{ blank: 1 }]);
  expect(await broken()).toEqual([]);
});

test('links each entry once without blocking concurrent writers', async () => {
  await Promise.all([
    ...Array.from({ length: 12 }, (_, index) =>
      admin.do(brandRoutes.create, { body: { name: `At once ${index}` } }),
    ),
    ...Array.from({ length: 4 }, () => transaction(shop.db, system, (tx) => chainEntries(tx, 3))),
  ]);
  await chainAudit(shop.db);

  const rows = await shop.sql`SELECT (SELECT count(*) FROM audit_entries) AS entries,
    (SELECT count(*) FROM audit_chain) AS links`;
  expect(rows[0]!.links).toBe(rows[0]!.entries);
  expect(await broken()).toEqual([]);
});

test('prevents server roles from writing the chain', async () => {
  const client = await shop.db.all.connect();
  try {
    const writes = ['DELETE FROM audit_chain', 'DELETE FROM audit_salts', "UPDATE audit_chain SET hash = ''"];
    for (const text of writes) {
      await expect(client.query(text), text).rejects.toMatchObject({ code: '42501' });
    }
  } finally {
    client.release();
  }
});

test('emails the end of the chain to administrators every day', async () => {
  await publishAuditHead(shop.db, shop.services);

  const head = await shop.look(findChainHead);
  const rows = await shop.sql`SELECT body FROM mails WHERE subject LIKE 'Audit log: %'`;
  expect(rows.every(({ body }) => body.includes(head!.hash))).toBe(true);
});
