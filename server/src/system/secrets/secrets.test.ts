import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { afterAll, expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { formatKeys, newKey, parseKeys } from '../../core/db/seals/key-ring.ts';
import { sealedColumns } from '../../core/db/seals/sealed-columns.ts';
import { countVersions, openSecrets } from '../../core/db/seals/secrets.ts';
import { dropOldKeys, rotateKey } from './rotation.ts';

const shop = await openShop({ webhookAllowPrivate: true });
const elsewhere = await mkdtemp(path.join(tmpdir(), 'aisle-key-'));
afterAll(() => rm(elsewhere, { recursive: true, force: true }));
const admin = await shop.signIn();
const location = await addLocation(shop);
await admin.do(payoutAccountRoutes.save, {
  params: { id: location },
  body: { bankName: 'Bank', accountHolder: 'Ada', routingNumber: '021000021', accountNumber: '000123456789' },
});
const hook = { name: 'Till', url: 'https://till.example', events: ['order.created' as const] };
const endpoint = await admin.do(webhookRoutes.create, { body: hook });

const recipient = { name: 'Grace Hill', email: 'grace@hill.example' };
const { _id: giftCard } = await admin.do(giftCardRoutes.create, {
  body: { kind: 'promotional', amount: 1000, recipient },
});

const source = () => ({ dataDir: shop.dataDir });
const file = () => path.join(shop.dataDir, 'secrets.key');
const account = () => admin.do(payoutAccountRoutes.reveal, { params: { id: location } });

test('creates a key at the first start that only its owner can read, and stores none of it', async () => {
  const [key] = parseKeys(await readFile(file(), 'utf8'), 'file').values();

  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const rows = await shop.sql`
    SELECT row(s.*)::text AS row FROM server_secrets s UNION ALL SELECT row(k.*)::text FROM secret_keys k
    UNION ALL SELECT row(w.*)::text FROM webhook_endpoints w UNION ALL SELECT row(p.*)::text FROM payout_accounts p`;
  const all = rows.map(({ row }) => row).join('\n');
  for (const secret of [key!.toString('hex'), key!.toString('base64'), endpoint.secret, '000123456789']) {
    expect(all).not.toContain(secret);
  }
});

test('explains a different key, a missing one and an invalid one', async () => {
  const other = newKey().toString('base64');
  const missing = `The key of this installation's secrets is missing: put back ${path.join(elsewhere, 'secrets.key')}`;
  const wrong: [settings: object, message: string][] = [
    [{ dataDir: elsewhere }, missing],
    [{ secretsKey: other }, 'SECRETS_KEY has another key of version 1'],
    [{ secretsKey: `2:${other}` }, 'SECRETS_KEY lacks version 1'],
    [{ secretsKey: 'hunter2' }, 'SECRETS_KEY must be 32 bytes in base64'],
    [{ secretsKeyFile: path.join(elsewhere, 'none') }, "which doesn't exist"],
  ];

  for (const [settings, message] of wrong) {
    await expect(openSecrets(shop.db, { ...source(), ...settings })).rejects.toThrow(message);
  }
});

test('reseals everything in a rotation without changing record versions, even on a running server', async () => {
  const before = await account();
  const link = shop.services.seals.sign('a ticket', 'reply-address');

  const message = await rotateKey(shop.db, source());
  const after = await account();
  const printed = await admin.do(giftCardRoutes.pdf, { params: { id: giftCard } });
  const versions = await countVersions(shop.db);
  const dropped = await dropOldKeys(shop.db, source());
  const opened = await openSecrets(shop.db, source());

  expect(message).toContain('version 2');
  expect(after).toEqual(before);
  expect(printed.url).not.toBeNull();
  expect([...versions.keys()]).toEqual([2]);
  expect(dropped).toContain('Dropped version 1');
  expect([...parseKeys(await readFile(file(), 'utf8'), 'file').keys()]).toEqual([2]);
  // Addresses in sent emails keep working.
  expect(opened.sign('a ticket', 'reply-address').equals(link)).toBe(true);
});

test('moves values sealed by a key in the database at the first start, including webhook secrets', async () => {
  const old = await openShop();
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const place = await addLocation(old);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`payout account of ${place}`));
  const text = cipher.update('{"routingNumber":"021000021","accountNumber":"12345"}', 'utf8');
  cipher.final();
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
  const person = await old.signIn();
  const { _id } = await person.do(webhookRoutes.create, { body: hook });
  await old.sql`DELETE FROM server_secrets; DELETE FROM secret_keys`;
  await old.sql`INSERT INTO server_secrets (name, value) VALUES ('seals', ${key})`;
  await old.sql`UPDATE webhook_endpoints SET secret = 'whsec_plain' WHERE id = ${_id}`;
  await old.sql`
    INSERT INTO payout_accounts (location_id, sealed, bank_name, account_holder, routing_last4, account_last4)
    VALUES (${place}, ${sealed}, 'Bank', 'Ada', '0021', '45')`;

  const seals = await openSecrets(old.db, { dataDir: old.dataDir });

  const accounts = await old.sql`SELECT sealed FROM payout_accounts WHERE location_id = ${place}`;
  expect(seals.open(accounts[0]!.sealed, `payout account of ${place}`)).toContain('12345');
  const hooks = await old.sql`SELECT secret FROM webhook_endpoints WHERE id = ${_id}`;
  expect(seals.open(Buffer.from(hooks[0]!.secret, 'base64'), `webhook ${_id}`)).toBe('whsec_plain');
  expect(await old.sql`SELECT name FROM server_secrets WHERE name = 'seals'`).toEqual([]);
  const signed = createHmac('sha256', key).update('reply-address\na ticket').digest();
  expect(seals.sign('a ticket', 'reply-address').equals(signed)).toBe(true);
});

test('reads keys separated by commas or lines, and writes one per line, newest first', () => {
  const [one, two] = [newKey(), newKey()];
  const text = `1:${one.toString('base64')}, 2:${two.toString('base64')}`;

  expect(formatKeys(parseKeys(text, 'it'))).toBe(
    `2:${two.toString('base64')}\n1:${one.toString('base64')}\n`,
  );
  writeFileSync(path.join(elsewhere, 'keys'), text);
  for (const wrong of ['', '0:AAAA', `1:${one.toString('base64')},1:${two.toString('base64')}`]) {
    expect(() => parseKeys(wrong, 'it'), wrong).toThrow('it must be 32 bytes');
  }
});

test('covers every sealed column in the rotation', async () => {
  const rows = await shop.sql`SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name ~ 'sealed|(^|_)secret$') ORDER BY 1`;

  // Shoppers' browsers get this secret. It confirms one payment, and is deleted as soon as that is decided.
  const ofShoppers = 'gateway_operations.client_secret';
  const known = [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ofShoppers];
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});
