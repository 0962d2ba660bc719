import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Envelope } from '@aisle/contract/core/envelope';
import type {
  ApiScope,
  BodyInputOf,
  DataOf,
  ParamsOf,
  QueryInputOf,
  Route,
} from '@aisle/contract/core/route';
import { type Permission, withNeeded } from '@aisle/contract/permissions';
import { maxKeyLimit } from '@aisle/contract/system/api-keys';
import type pg from 'pg';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../src/app.ts';
import { type Database, openDatabase, system, type Tx, transaction } from '../src/core/db/db.ts';
import { hashToken } from '../src/core/http/actor.ts';
import { basePath } from '../src/core/http/serve.ts';
import { newId } from '../src/core/ids.ts';
import { readSettings, type Settings } from '../src/core/settings.ts';
import { freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { copyOf, readAtCopy, waitForOthers } from './late-replica.ts';

/** The possible parts of a call, typed by its route. */
export type Sent<R extends Route> = {
  headers?: Record<string, string>;
  files?: Record<string, SentFile | SentFile[]>;
} & (keyof ParamsOf<R> extends never ? { params?: undefined } : { params: ParamsOf<R> }) &
  (QueryInputOf<R> extends undefined ? { query?: undefined } : { query?: QueryInputOf<R> }) &
  (BodyInputOf<R> extends undefined ? { body?: undefined } : { body?: BodyInputOf<R> });
export interface SentFile {
  name: string;
  bytes: Buffer;
  type?: string;
}
/** The same without types, for code that iterates over routes. */
export interface LooselySent {
  headers?: Record<string, string>;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  files?: Record<string, SentFile>;
}
export interface Got<Data> {
  status: number;
  body: Envelope;
  /** The data of the response; only set if the call succeeded. */
  data: Data;
  message: string;
  /** The code of the error, and the paths of its fields. */
  code: string | undefined;
  paths: string[];
  headers: Record<string, unknown>;
}
/** The status and the error code of a rejected request. */
export const refusal = ({ status, body }: Got<unknown>) => [status, body.error?.code];
/** The status of a rejected request and the path of its first invalid field. */
export const refusedField = ({ status, body }: Got<unknown>) => [status, body.error?.fields?.[0]?.path];
export function gotOf<Data>(answer: { statusCode: number; body: string; headers: object }): Got<Data> {
  const body = JSON.parse(answer.body) as Envelope;
  return {
    status: answer.statusCode,
    body,
    data: body.data as Data,
    message: body.message,
    code: body.error?.code,
    paths: body.error?.fields?.map(({ path }) => path) ?? [],
    headers: { ...answer.headers },
  };
}

export interface Person {
  /** Of an API key, its ID. */
  userId: string;
  headers: Record<string, string>;
  call<R extends Route>(route: R, sent?: Sent<R>): Promise<Got<DataOf<R>>>;
  /** Like `call`, but every status except 200 fails the test with the response. */
  do<R extends Route>(route: R, sent?: Sent<R>): Promise<DataOf<R>>;
  /** Sends any request to any route. */
  send(route: Route, sent: LooselySent): Promise<Got<unknown>>;
}
interface Who {
  userType?: 'admin' | 'store' | 'others';
  permissions?: Permission[];
  locations?: string[];
  email?: string;
}

interface Opening {
  logTo?: Parameters<typeof buildApp>[2];
  /** Set if the test adds thousands of rows to tables. */
  isLarge?: boolean;
  /** Set if the tests violate invariants of stock and money on purpose. */
  isBroken?: boolean;
}
/**
 * Opens a new server on a new database with only the rows of the schema. It closes after the test, or after all tests of the
 * file if the file opened it. Stock and money must agree then.
 */
export async function openShop(settings: Partial<Settings> = {}, { logTo, isLarge, isBroken }: Opening = {}) {
  const database = await freshDatabase({ isLarge });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'aisle-test-'));
  const db = await openDatabase({ connectionString: database.url }, 8, copyOf(database.url));
  await readAtCopy(db);
  const defaults = readSettings({
    DATA_DIR: dataDir,
    RATE_LIMIT: '0',
    MAX_LAG_MS: '0',
    LOG_LEVEL: 'error',
    DEMO: '0',
  });
  const { server, services, jobs } = await buildApp(db, { ...defaults, ...settings }, logTo);
  await server.ready();

  const othersAreSeen = waitForOthers(db);
  const call = async <R extends Route>(
    route: R,
    sent: Sent<R> | undefined,
    headers: Record<string, string>,
  ) => {
    await othersAreSeen(route, headers._id);
    return send(server, route, sent as Sent<Route> | undefined, headers) as Promise<Got<DataOf<R>>>;
  };

  /** Cleared when the shop closes, so that the end of a test doesn't keep it in memory. */
  const atEnd: { close?: (() => Promise<void>) | undefined } = {};
  const shop = {
    server,
    services,
    /** Not started: due jobs wait until a test starts it. */
    jobs,
    db,
    dataDir,
    databaseUrl: database.url,
    /** A client without a session. */
    anonymous: person('', {}, call),
    /** A user with a session and exactly these permissions (and those that they need); without any, all permissions. */
    signIn: async (who: Who = {}): Promise<Person> => {
      const { userId, token } = await addSession(db, who);
      return person(userId, { 'admin-token': token, _id: userId }, call);
    },
    /** A user in the session of a sign-in. */
    as: ({ 'admin-token': token, _id }: { 'admin-token': string; _id: string }): Person =>
      person(_id, { 'admin-token': token, _id }, call),
    /** A program with an API key, which sends an Idempotency-Key with each request. */
    withKey: async (rights: KeyRights): Promise<Person> => {
      const { id, secret } = await addKey(db, rights);
      return person(id, { authorization: `Bearer ${secret}` }, (route, sent, headers) =>
        call(route, sent, { ...headers, 'idempotency-key': newId() }),
      );
    },
    /** Queries the database as the system. */
    look: async <Result>(work: (tx: Tx) => Promise<Result>) => {
      const result = await transaction(db, system, work);
      await db.copy?.mustReachNow();
      return result;
    },
    /** Runs SQL as the owner of the database; returns the rows. */
    sql: async <Row = pg.QueryResultRow>(
      text: TemplateStringsArray,
      ...values: unknown[]
    ): Promise<Row[]> => {
      const query = text.reduce((sql, part, index) => `${sql}$${index}${part}`);
      // Without values, the text can contain several statements.
      const { rows } = await db.owner.query<Row & pg.QueryResultRow>(
        query,
        values.length ? values : undefined,
      );
      return rows;
    },
    /** Job runners that a test started; they stop when the shop closes. */
    runners: [] as { stop(): Promise<void> }[],
    close: async () => {
      if (!atEnd.close) return;
      atEnd.close = undefined;
      for (const runner of [jobs, ...shop.runners]) await runner.stop();
      const closed = server.close();
      // A connection without a request isn't idle for Node, which would wait for it.
      server.server.closeAllConnections();
      await closed;
      await db.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  atEnd.close = async () => {
    try {
      if (!isBroken) await shop.look(checkInvariants);
    } finally {
      await shop.close();
    }
  };
  closeAtEnd(atEnd);
  return shop;
}
/** Closes after the test, or after all tests of the file if the file opened the shop. */
const closeAtEnd = (atEnd: { close?: (() => Promise<void>) | undefined }): void =>
  (TestRunner.getCurrentTest() ? onTestFinished : afterAll)(async () => atEnd.close?.());
export type Shop = Awaited<ReturnType<typeof openShop>>;
/** The access to a database, which is enough for most builders. */
export type Inside = Pick<Shop, 'look'>;

type CallAs = <R extends Route>(
  route: R,
  sent: Sent<R> | undefined,
  headers: Record<string, string>,
) => Promise<Got<DataOf<R>>>;
function person(userId: string, headers: Record<string, string>, call: CallAs): Person {
  return {
    userId,
    headers,
    call: (route, sent) => call(route, sent, headers),
    send: (route: Route, sent) => call(route, sent as unknown as Sent<Route>, headers),
    do: async (route, sent) => {
      const got = await call(route, sent, headers);
      if (got.status !== 200)
        throw new Error(`${route.method} ${route.path}: ${got.status} ${JSON.stringify(got.body)}`);
      return got.data;
    },
  };
}

interface KeyRights {
  name?: string;
  scopes?: ApiScope[];
  permissions?: readonly Permission[];
  locations?: string[];
  mayMoveMoney?: boolean;
  /** The ID of a key whose connection this one continues. */
  continues?: string;
}
/** Adds an API key with exactly these rights, and the permissions that they need. */
async function addKey(db: Database, { name = 'Till', scopes = [], permissions = [], ...rights }: KeyRights) {
  const [id, secret] = [newId(), randomBytes(32).toString('base64url')];
  await transaction(db, system, (tx) =>
    tx
      .insertInto('api_keys')
      .values({
        id,
        name,
        key_hash: hashToken(secret),
        prefix: secret.slice(0, 8),
        scopes,
        permissions: [...withNeeded(permissions)],
        location_ids: rights.locations ?? null,
        may_move_money: rights.mayMoveMoney ?? false,
        limit_per_minute: maxKeyLimit,
        ...(rights.continues && {
          connection_id: tx.selectFrom('api_keys').select('connection_id').where('id', '=', rights.continues),
        }),
      })
      .execute(),
  );
  return { id, secret };
}

async function addSession(db: Database, { userType, permissions, locations = [], email }: Who) {
  const userId = newId();
  const token = randomBytes(32).toString('base64url');
  const type = userType ?? (locations.length > 0 ? 'store' : permissions ? 'others' : 'admin');
  await transaction(db, system, async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id: userId,
        first_name: 'Ada',
        last_name: 'Tester',
        email: email ?? `${userId}@test.example`,
        user_type: type,
        roles: permissions ? [...withNeeded(permissions)] : null,
      })
      .execute();
    for (const location_id of locations) {
      await tx.insertInto('user_locations').values({ user_id: userId, location_id }).execute();
    }
    await tx
      .insertInto('sessions')
      .values({
        id: newId(),
        user_id: userId,
        token_hash: hashToken(token),
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      })
      .execute();
  });
  return { userId, token };
}

async function send(
  server: Awaited<ReturnType<typeof buildApp>>['server'],
  route: Route,
  sent: Sent<Route> | undefined,
  headers: Record<string, string>,
): Promise<Got<unknown>> {
  const params = (sent?.params ?? {}) as Record<string, string>;
  const url = `${basePath}${route.path.replace(/\/?\{(\w+)\??\}/g, (whole, name: string) =>
    params[name] === undefined
      ? ''
      : `${whole.startsWith('/') ? '/' : ''}${encodeURIComponent(params[name])}`,
  )}`;
  const query = (sent?.query ?? {}) as Record<string, string>;
  const content = sent?.files
    ? form(sent.files, (sent.body ?? {}) as Record<string, unknown>)
    : json(sent?.body);
  const answer = await server.inject({
    method: route.method,
    url,
    query: Object.fromEntries(
      Object.entries(query)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, String(value)]),
    ),
    headers: { ...content.headers, ...headers, ...sent?.headers },
    ...(content.payload !== undefined && { payload: content.payload }),
  });
  const got = gotOf(answer);
  if (got.status === 200) {
    const fits = z.safeParse(route.data, got.data);
    if (!fits.success)
      throw new Error(`${route.path} answers what it does not declare: ${fits.error.message}`);
  }
  return got;
}

const json = (body: unknown) =>
  body === undefined
    ? { headers: {}, payload: undefined }
    : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };

function form(files: Record<string, SentFile | SentFile[]>, fields: Record<string, unknown>) {
  const boundary = `----aisle${randomBytes(8).toString('hex')}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`),
    );
  }
  for (const [name, sent] of Object.entries(files)) {
    for (const file of [sent].flat()) {
      const type = file.type ?? 'application/octet-stream';
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${file.name}"\r\ncontent-type: ${type}\r\n\r\n`;
      parts.push(Buffer.from(head), file.bytes, Buffer.from('\r\n'));
    }
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(parts),
  };
}
