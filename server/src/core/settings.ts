import { readFileSync } from 'node:fs';
import path from 'node:path';
import { newPassword, passwordRule } from '@aisle/contract/core/fields';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isBucket, isBucketAddress } from './files/storage-url.ts';
import type { Scanner } from './http/input/virus-scan.ts';
import { trimEnd } from './trim-text.ts';

const projectRoot = path.resolve(import.meta.dirname, '../../..');

const url = (protocols: RegExp, example: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.test(value), `must look like ${example}`);

/** With `{s}` in the host, the provider spreads its tiles over several hosts, which a CSP source matches by a wildcard. */
const tileSource = (template: string): string | undefined => {
  const [, scheme, host] = /^(https?):\/\/((?:\{s\}|[\w.-])+(?::\d+)?)\//.exec(template) ?? [];
  if (!scheme || !host || !URL.canParse(`${scheme}://${host.replace('{s}', 'a')}`)) return undefined;
  return `${scheme}://${host.replace(/^[^.]*\{s\}[^.]*/, '*')}`;
};

const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`);

const oneOf = <T extends string>(...values: T[]) => z.enum(values, `must be one of ${values.join(', ')}`);

/** The values that the web framework accepts: an address, a range of addresses, or the name of one. */
const isProxy = (text: string): boolean =>
  ['none', 'loopback', 'linklocal', 'uniquelocal'].includes(text) ||
  ipaddr.isValid(text) ||
  ipaddr.isValidCIDR(text);

const isHostPattern = (text: string): boolean => /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text);

const databaseAddress = url(
  /^postgres(ql)?:\/\//,
  'postgres://user:password@host:5432/aisle, with / in a password as %2F',
);
const bucketAddress = 'must look like s3://bucket/prefix';

/** '/run/clamav/clamd.ctl', or host and port. */
function scannerAt(text: string): Scanner | undefined {
  if (path.isAbsolute(text)) return { path: text };
  const [, ipv6, name, port] = /^(?:\[([0-9a-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = ipv6 ?? name;
  return host && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined;
}

const webhookSecret = z.string().startsWith('whsec_', 'must look like whsec_…').optional();

/** The README documents each setting and its default. */
const Environment = z.object({
  PORT: whole(0, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_POOL: whole(10, 1000).optional(),
  DATABASE_POOLED: oneOf('auto', '0', '1').default('auto'),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  FILES: z.string().refine(isBucketAddress, bucketAddress).optional(),
  S3_ENDPOINT: url(/^https?:\/\//, 'https://s3.example.com').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .refine((text) => newPassword('').safeParse(text).success, `must be ${passwordRule}`)
    .optional(),
  DEMO: oneOf('0', '1').default('1'),
  SECRETS_KEY: z.string().optional(),
  SECRETS_KEY_FILE: z.string().optional(),
  DATABASE_CA: z.string().optional(),
  CARD_GATEWAY: oneOf('auto', 'none', 'simulated', 'stripe').default('auto'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w+$/, 'must look like sk_live_…')
    .optional(),
  STRIPE_SECRET_KEY_FILE: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must look like pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_WEBHOOK_SECRET_FILE: z.string().optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: webhookSecret,
  STRIPE_CONNECT_WEBHOOK_SECRET_FILE: z.string().optional(),
  STRIPE_API_URL: url(/^https?:\/\//, 'https://api.stripe.com').default('https://api.stripe.com'),
  SMTP_URL: url(/^smtps?:\/\//, 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must look like Aisle <orders@shop.example.com>',
    )
    .default('Aisle <no-reply@localhost>'),
  RESPONSE_ENCRYPTION: oneOf('negotiated', 'required').default('negotiated'),
  RATE_LIMIT: whole(0, 1_000_000).default(3000),
  MCP_LIMIT: whole(0, 60_000).default(60),
  MCP_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(/[,\s]+/).filter(Boolean))
    .refine(
      (all) => all.every((one) => URL.canParse(one) && new URL(one).origin === one),
      'must look like https://tools.example.com',
    ),
  MAX_LAG_MS: whole(0, 60_000).default(1000),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((value) => value.split(',').map((one) => one.trim()))
    .refine((all) => all.every(isProxy), 'must look like loopback, 10.0.0.0/8 or none'),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  WEBHOOK_ALLOW_PRIVATE: oneOf('0', '1').default('0'),
  WEBHOOK_HOSTS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .toLowerCase()
        .split(/[,\s]+/)
        .filter(Boolean),
    )
    .refine((all) => all.every(isHostPattern), 'must look like till.example.com or *.example.com'),
  SMS_PROVIDER: oneOf('none', 'log', 'webhook').default('none'),
  PUSH_PROVIDER: oneOf('none', 'log', 'webhook').default('none'),
  MESSAGE_WEBHOOK_URL: url(/^https?:\/\//, 'https://texts.example.com/send').optional(),
  MESSAGE_WEBHOOK_SECRET: z
    .string()
    .regex(/^(whsec_)?[A-Za-z0-9+/=]{24,}$/, 'must be at least 24 characters of base64')
    .optional(),
  GEOCODER_URL: url(/^https?:\/\//, 'https://nominatim.example.com').optional(),
  MAP_TILES_URL: z
    .string()
    .refine(
      (value) =>
        tileSource(value) !== undefined && ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
      'must look like https://tiles.example.com/{z}/{x}/{y}.png',
    )
    .optional(),
  MAP_ATTRIBUTION: z.string().trim().max(200, 'must be at most 200 characters').optional(),
  VIRUS_SCANNER: z
    .string()
    .refine(
      (value) => scannerAt(value) !== undefined,
      'must look like clamd.example.com:3310 or /run/clamav/clamd.ctl',
    )
    .optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  BACKUP_TO: z
    .string()
    .refine((value) => !isBucket(value) || isBucketAddress(value), bucketAddress)
    .optional(),
  BACKUP_KEEP: whole(1, 1000).default(7),
  PUBLIC_URL: url(/^https?:\/\//, 'https://shop.example.com').optional(),
});

export const settingNames = Object.keys(Environment.shape);

/** The provider of text messages or push notifications. */
type ProviderName = 'none' | 'log' | 'webhook';

/** Access to an S3 server. */
export interface S3Access {
  endpoint?: string | undefined;
  region: string;
  keys?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** The keys of an account at Stripe. */
export interface StripeSettings {
  secretKey: string;
  /** Lets a shopper's browser talk to Stripe. */
  publishableKey: string | null;
  /** Sign the events of the account, and those of the accounts of locations. */
  webhookSecrets: string[];
  apiUrl: string;
}

/** The gateway of new payments. */
type CardGateway = 'none' | 'simulated' | 'stripe';

export type Settings = {
  port: number;
  host: string;
  /** An absolute path. */
  dataDir: string;
  databaseUrl?: string;
  /** The total number of connections of this server. */
  databasePool?: number | undefined;
  /** Whether the address is a pooler's; undefined to detect it. */
  databasePooled?: boolean | undefined;
  databaseDirectUrl?: string | undefined;
  databaseReadUrl?: string | undefined;
  /** The address of a bucket. Without it, files are stored in the data folder. */
  files?: string;
  s3: S3Access;
  admin?: { email: string; password: string };
  /** Before the start: whether an empty database becomes the demo. Afterwards: whether the database is a demo. */
  demo: boolean;
  isProduction: boolean;
  /** The gateway of a demo and of a real installation. */
  gateways: { demo: CardGateway; real: CardGateway };
  secretsKey?: string;
  /** An absolute path. */
  secretsKeyFile?: string;
  cardGateway: CardGateway;
  /** Set whenever there is a key, because older payments need it even if new ones use another gateway. */
  stripe?: StripeSettings | undefined;
  smtpUrl?: string;
  mailFrom: string;
  responseEncryption: 'negotiated' | 'required';
  /** Requests per minute and session; 0 for no limit. */
  rateLimit: number;
  /** Calls of an assistant per minute and API key; 0 for no limit. */
  mcpLimit: number;
  /** The pages that may call the endpoint of assistants, besides those of Aisle. */
  mcpOrigins: string[];
  /** The event loop lag, in milliseconds, above which requests are refused; 0 for no limit. */
  maxLagMs: number;
  /** The proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: string[];
  metricsToken?: string;
  /** Whether webhooks may call private network addresses. */
  webhookAllowPrivate: boolean;
  /** The only hosts that webhooks may call; empty for any host. */
  webhookHosts: string[];
  smsProvider: ProviderName;
  pushProvider: ProviderName;
  messageWebhook?: { url: string; secret: string };
  /** A server with Nominatim's API. */
  geocoderUrl?: string;
  /** The source of map tiles: a URL template, and its host as a source for the Content-Security-Policy. */
  mapTiles?: { url: string; source: string; attribution: string };
  /** The virus scanner that checks uploads before they are used. */
  virusScanner?: Scanner | undefined;
  /** The destination of daily backups: an absolute path, or the address of a bucket. */
  backupTo?: string;
  backupKeep: number;
  logLevel: z.output<typeof Environment>['LOG_LEVEL'];
  /** Without a trailing slash. */
  publicUrl: string;
};

/** The message has one line per invalid setting and never shows a value, since some are secrets. */
export class WrongSettings extends Error {}

export function readSettings(env: Record<string, string | undefined>): Settings {
  // Compose files and shells pass unset variables as empty strings.
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '');
  const { provided, unreadable } = withSecretFiles(given);
  const parsed = Environment.safeParse(Object.fromEntries(provided));
  const wrong = [
    ...unreadable,
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []),
  ];
  const has = (name: string) => provided.some(([key]) => key === name);
  if (has('ADMIN_EMAIL') !== has('ADMIN_PASSWORD')) {
    wrong.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together');
  }
  if (has('S3_ACCESS_KEY_ID') !== has('S3_SECRET_ACCESS_KEY')) {
    wrong.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']) {
    if (has(name) && !has('DATABASE_URL')) wrong.push(`${name} must be set together with DATABASE_URL`);
  }
  const usesWebhook = [env.SMS_PROVIDER, env.PUSH_PROVIDER].includes('webhook');
  if (usesWebhook && !(has('MESSAGE_WEBHOOK_URL') && has('MESSAGE_WEBHOOK_SECRET'))) {
    wrong.push('MESSAGE_WEBHOOK_URL and MESSAGE_WEBHOOK_SECRET must be set for the provider webhook');
  }
  if (env.CARD_GATEWAY === 'stripe') {
    for (const name of stripeKeys) if (!has(name)) wrong.push(`${name} must be set for CARD_GATEWAY=stripe`);
  }
  if (env.NODE_ENV === 'production' && env.CARD_GATEWAY === 'simulated') {
    wrong.push(
      'CARD_GATEWAY must not be simulated with NODE_ENV=production: only test cards would be accepted',
    );
  }
  if (!parsed.success || wrong.length > 0) throw new WrongSettings([...new Set(wrong)].join('\n'));

  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ...rest } = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  const demo = rest.DEMO === '1' && !isProduction;
  const gateway = rest.CARD_GATEWAY;
  const gateways = {
    demo: gateway === 'auto' ? 'simulated' : gateway,
    real: gateway === 'auto' ? 'none' : gateway,
  } as const;
  return {
    port: rest.PORT,
    host: rest.HOST,
    dataDir: path.resolve(projectRoot, rest.DATA_DIR),
    databaseUrl: withAuthority(rest.DATABASE_URL, rest.DATABASE_CA),
    databasePool: rest.DATABASE_POOL,
    databasePooled: rest.DATABASE_POOLED === 'auto' ? undefined : rest.DATABASE_POOLED === '1',
    databaseDirectUrl: withAuthority(rest.DATABASE_DIRECT_URL, rest.DATABASE_CA),
    databaseReadUrl: withAuthority(rest.DATABASE_READ_URL, rest.DATABASE_CA),
    files: rest.FILES,
    s3: s3Access(rest),
    secretsKey: rest.SECRETS_KEY,
    secretsKeyFile: rest.SECRETS_KEY_FILE && path.resolve(projectRoot, rest.SECRETS_KEY_FILE),
    admin: email && password ? { email, password } : undefined,
    demo,
    isProduction,
    gateways,
    cardGateway: demo ? gateways.demo : gateways.real,
    stripe: stripeSettings(rest),
    smtpUrl: rest.SMTP_URL,
    mailFrom: rest.MAIL_FROM,
    responseEncryption: rest.RESPONSE_ENCRYPTION,
    rateLimit: rest.RATE_LIMIT,
    mcpLimit: rest.MCP_LIMIT,
    mcpOrigins: rest.MCP_ORIGINS,
    maxLagMs: rest.MAX_LAG_MS,
    trustedProxies: rest.TRUSTED_PROXIES.filter((one) => one !== 'none'),
    metricsToken: rest.METRICS_TOKEN,
    webhookAllowPrivate: rest.WEBHOOK_ALLOW_PRIVATE === '1',
    webhookHosts: rest.WEBHOOK_HOSTS,
    smsProvider: rest.SMS_PROVIDER,
    pushProvider: rest.PUSH_PROVIDER,
    messageWebhook:
      rest.MESSAGE_WEBHOOK_URL && rest.MESSAGE_WEBHOOK_SECRET
        ? { url: rest.MESSAGE_WEBHOOK_URL, secret: rest.MESSAGE_WEBHOOK_SECRET }
        : undefined,
    geocoderUrl: rest.GEOCODER_URL,
    mapTiles: rest.MAP_TILES_URL
      ? {
          url: rest.MAP_TILES_URL,
          source: tileSource(rest.MAP_TILES_URL)!,
          attribution: rest.MAP_ATTRIBUTION ?? '',
        }
      : undefined,
    virusScanner: rest.VIRUS_SCANNER === undefined ? undefined : scannerAt(rest.VIRUS_SCANNER),
    backupTo: rest.BACKUP_TO && resolveDestination(rest.BACKUP_TO),
    backupKeep: rest.BACKUP_KEEP,
    logLevel: rest.LOG_LEVEL,
    publicUrl: trimEnd(rest.PUBLIC_URL ?? `http://localhost:${rest.PORT}`, /\//),
  };
}

/** The problem with the mode of the secret key, if any: a test key moves no money, and a demo must not move money. */
export function wrongKeyMode({ stripe, demo }: Pick<Settings, 'stripe' | 'demo'>): string | undefined {
  if (!stripe) return undefined;
  const isTest = stripe.secretKey.includes('_test_');
  if (isTest && !demo) return 'STRIPE_SECRET_KEY is a test key: no money moves.';
  if (!isTest && demo) return 'STRIPE_SECRET_KEY is a live key, but DEMO is on. Use a test key.';
  return undefined;
}

const stripeKeys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];
const secretsInFiles = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET'];

/** Reads secrets from the files that a secret store mounts. A secret in the environment wins. */
function withSecretFiles(given: [string, string | undefined][]) {
  const provided = new Map(given);
  const unreadable: string[] = [];
  for (const name of secretsInFiles) {
    const file = provided.get(`${name}_FILE`);
    if (!file || provided.has(name)) continue;
    try {
      provided.set(name, readFileSync(path.resolve(projectRoot, file), 'utf8').trim());
    } catch {
      unreadable.push(`${name}_FILE must be a file that can be read`);
    }
  }
  return { provided: [...provided], unreadable };
}

function stripeSettings({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_CONNECT_WEBHOOK_SECRET,
  STRIPE_API_URL: apiUrl,
}: z.output<typeof Environment>): StripeSettings | undefined {
  const webhookSecrets = [STRIPE_WEBHOOK_SECRET, STRIPE_CONNECT_WEBHOOK_SECRET].filter(
    (secret) => secret !== undefined,
  );
  if (secretKey === undefined) return undefined;
  return { secretKey, publishableKey: publishableKey ?? null, webhookSecrets, apiUrl };
}

const resolveDestination = (address: string) =>
  isBucket(address) ? address : path.resolve(projectRoot, address);

type S3Settings = Pick<
  z.output<typeof Environment>,
  'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;
const s3Access = (env: S3Settings): S3Access => ({
  endpoint: env.S3_ENDPOINT,
  region: env.S3_REGION,
  keys:
    env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
      ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
      : undefined,
});

/** With a custom certificate authority, the certificate is verified even if the URL doesn't require TLS. */
function withAuthority(databaseUrl: string | undefined, authority: string | undefined): string | undefined {
  if (!databaseUrl || !authority) return databaseUrl;
  const url = new URL(databaseUrl);
  url.searchParams.set('sslrootcert', path.resolve(projectRoot, authority));
  if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}
