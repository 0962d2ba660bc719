import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, settingNames, WrongSettings, wrongKeyMode } from './settings.ts';

const root = path.resolve(import.meta.dirname, '../../..');

test('defaults to a demo on port 4000 with all data in ./data', () => {
  expect(readSettings({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    dataDir: path.join(root, 'data'),
    demo: true,
    responseEncryption: 'negotiated',
    rateLimit: 3000,
    publicUrl: 'http://localhost:4000',
  });
  expect(readSettings({}).databaseUrl).toBeUndefined();
});

test('treats an empty setting as unset', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })).toEqual(
    readSettings({}),
  );
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://shop'],
  ['DATABASE_POOL', '9'],
  ['DATABASE_POOLED', 'yes'],
  ['DATABASE_DIRECT_URL', 'mysql://shop'],
  ['DATABASE_READ_URL', 'mysql://shop'],
  ['FILES', '/srv/files'],
  ['FILES', 's3://'],
  ['S3_ENDPOINT', 'minio:9000'],
  ['BACKUP_TO', 's3://Bucket'],
  ['ADMIN_EMAIL', 'me'],
  ['ADMIN_PASSWORD', 'tooeasy'],
  ['DEMO', 'no'],
  ['SMTP_URL', 'mail.example.com'],
  ['MAIL_FROM', 'the shop'],
  ['RESPONSE_ENCRYPTION', 'maybe'],
  ['RATE_LIMIT', '1.5'],
  ['TRUSTED_PROXIES', 'loopback,proxy.example.com'],
  ['METRICS_TOKEN', 'short'],
  ['MAP_TILES_URL', 'https://tiles.example.com/map.png'],
  ['MAP_TILES_URL', 'ftp://tiles.internal/{z}/{x}/{y}.png'],
  ['MAP_TILES_URL', 'https://tiles.example.com;script-src/{z}/{x}/{y}.png'],
  ['VIRUS_SCANNER', 'clamd.example.com'],
  ['LOG_LEVEL', 'loud'],
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_WEBHOOK_SECRET_FILE', '/nowhere/secret'],
  ['PUBLIC_URL', 'office.example.com'],
])('reports an invalid %s (%s) without repeating secret values', (name, value) => {
  const reading = () =>
    readSettings({
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'Str0ng!word',
      DATABASE_URL: 'postgres://shop@db/aisle',
      [name]: value,
    });

  expect(reading).toThrow(WrongSettings);
  expect(reading).toThrow(new RegExp(`^${name} must [^\n]*$`));
  if (name.endsWith('PASSWORD') || name.endsWith('URL')) expect(reading).not.toThrow(value);
});

test('accepts email senders with and without a name', () => {
  for (const MAIL_FROM of ['orders@shop.example.com', '"Corner Shop" <orders@localhost>', '<a@b.example>']) {
    expect(readSettings({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
  }
});

test.each([
  ['https://tiles.example.com/{z}/{x}/{y}.png?key=1', 'https://tiles.example.com'],
  ['http://localhost:8080/{z}/{x}/{y}.png', 'http://localhost:8080'],
  ['https://{s}.tiles.example.com/{z}/{x}/{y}{r}.png', 'https://*.tiles.example.com'],
])('allows map tiles of %s from %s', (MAP_TILES_URL, source) => {
  expect(readSettings({ MAP_TILES_URL, MAP_ATTRIBUTION: '© Streets' }).mapTiles).toEqual({
    url: MAP_TILES_URL,
    source,
    attribution: '© Streets',
  });
});

test('accepts proxies as addresses, ranges and names, or none', () => {
  const trusted = (TRUSTED_PROXIES: string) => readSettings({ TRUSTED_PROXIES }).trustedProxies;

  expect(trusted('loopback, 10.0.0.0/8,fd00::1')).toEqual(['loopback', '10.0.0.0/8', 'fd00::1']);
  expect(trusted('none')).toEqual([]);
});

test.each([
  ['clamd.example.com:3310', { host: 'clamd.example.com', port: 3310 }],
  ['[fd00::1]:3310', { host: 'fd00::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('parses the virus scanner address %s', (VIRUS_SCANNER, at) => {
  expect(readSettings({ VIRUS_SCANNER }).virusScanner).toEqual(at);
});

test('reports each invalid setting on a separate line', () => {
  expect(() => readSettings({ PORT: 'x', DEMO: 'x' })).toThrow(/^PORT .*\nDEMO .*$/);
});

test('requires both an email and a password for an administrator', () => {
  expect(() => readSettings({ ADMIN_EMAIL: 'a@example.com' })).toThrow('set together');
  expect(() => readSettings({ ADMIN_PASSWORD: 'Str0ng!word' })).toThrow('set together');
});

test('requires DATABASE_URL for a direct URL or a replica', () => {
  expect(() => readSettings({ DATABASE_READ_URL: 'postgres://copy/aisle' })).toThrow('set together');
  expect(() => readSettings({ DATABASE_DIRECT_URL: 'postgres://db/aisle' })).toThrow('set together');
});

test('requires a secret for an S3 access key', () => {
  expect(() => readSettings({ S3_ACCESS_KEY_ID: 'key' })).toThrow('set together');
  expect(readSettings({ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hunter2' }).s3.keys).toEqual({
    accessKeyId: 'key',
    secretAccessKey: 'hunter2',
  });
});

const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test.each(Object.keys(stripeKeys))('requires %s for Stripe', (name) => {
  expect(() => readSettings({ ...stripeKeys, [name]: '', CARD_GATEWAY: 'stripe' })).toThrow(
    `${name} must be set for CARD_GATEWAY=stripe`,
  );
});

test.each([
  ['sk_test_1', '0', /test key/],
  ['rk_test_1', '0', /test key/],
  ['sk_live_1', '1', /live key/],
  ['sk_live_1', '0', undefined],
  ['sk_test_1', '1', undefined],
])('tells whether the key %s fits DEMO=%s', (STRIPE_SECRET_KEY, DEMO, expected) => {
  const found = wrongKeyMode(readSettings({ ...stripeKeys, STRIPE_SECRET_KEY, DEMO }));
  if (expected) expect(found).toMatch(expected);
  else expect(found).toBeUndefined();
});

test('keeps the keys of Stripe for older payments if another gateway is set', () => {
  expect(readSettings({ ...stripeKeys, CARD_GATEWAY: 'none' })).toMatchObject({
    cardGateway: 'none',
    stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiUrl: 'https://api.stripe.com' },
  });
});

test('reads secrets from files unless the environment has them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-secrets-'));
  const file = path.join(folder, 'key');
  writeFileSync(file, 'sk_test_file\n');

  const { stripe } = readSettings({ ...stripeKeys, STRIPE_SECRET_KEY: '', STRIPE_SECRET_KEY_FILE: file });
  const { stripe: given } = readSettings({ ...stripeKeys, STRIPE_SECRET_KEY_FILE: file });
  rmSync(folder, { recursive: true });

  expect([stripe?.secretKey, given?.secretKey]).toEqual(['sk_test_file', 'sk_test_1']);
});

test.skipIf(!existsSync(path.join(root, 'docs/operations.md')))(
  'matches the settings and defaults in docs/operations.md',
  () => {
    const page = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z][A-Z_\d]+)` \|(?: `([^`]*)`)? +\| \S/gm)];
    const defaults = Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value]));

    expect(rows.map(([, name]) => name).sort()).toEqual(settingNames.toSorted());
    expect(readSettings({ ...defaults, PUBLIC_URL: '' })).toEqual(readSettings({}));
    expect(defaults.PUBLIC_URL).toBe('http://localhost:PORT');
  },
);

test.skipIf(!existsSync(path.join(root, 'compose.yaml')))(
  'passes every setting to the containers except those fixed by image and database',
  () => {
    const compose = readFileSync(path.join(root, 'compose.yaml'), 'utf8');
    const lines = [...compose.matchAll(/^ {6}([A-Z][A-Z_\d]+): \$\{\1:-(.*)\}$/gm)];
    const passed = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
    const ofTheImage = ['HOST', 'DATA_DIR', 'DEMO', 'SECRETS_KEY_FILE'];
    const settled = [...ofTheImage, ...settingNames.filter((name) => /^DATABASE_(?!POOL$)/.test(name))];

    expect([...Object.keys(passed), ...settled].sort()).toEqual(settingNames.toSorted());
    expect(readSettings(passed)).toEqual(readSettings({}));
  },
);
