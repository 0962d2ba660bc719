import { fieldErrors } from '@aisle/contract/core/envelope';
import type { BodyOf, DataOf, ParamsOf, QueryOf, Route } from '@aisle/contract/core/route';
import { bodyLimitOf, paramsSchema } from '@aisle/contract/core/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { type Database, poolFor, system, type Tx, transaction } from '../db/db.ts';
import { retryOnDeadlock } from '../db/deadlock.ts';
import { readFromReplica, writeOnPrimary } from '../db/replica.ts';
import { List } from '../list/list.ts';
import { Problem, problem } from '../problem.ts';
import { WithMessage } from '../with-message.ts';
import { type Actor, idOf, scopeOf } from './actor.ts';
import { once, storedResponse, submissionHash } from './idempotency.ts';
import { rejectUnreadable } from './input/readable-input.ts';
import { readUploads, type Uploads } from './input/uploads.ts';
import { mustBeClean } from './input/virus-scan.ts';
import type { ConnectionQuota } from './limits/connection-quota.ts';
import { hasBody } from './limits/unfinished-bodies.ts';

/** A request as its handler receives it: validated, with an open transaction. Services take it as their context. */
export interface Call<R extends Route = Route> extends Omit<Context, 'actor'> {
  actor: R['permission'] extends 'public' ? Actor | null : Actor;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  uploads: Uploads;
  /** The client address of the request. */
  address: string;
  userAgent: string | null;
  signal: AbortSignal;
  /** For a route with `outside`: opens a transaction for a part of the work. */
  inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** For a route with `outside` and `onceByKey`: opens the transaction that stores the response with the key. */
  once<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}
/**
 * A thrown problem rolls the transaction back; a returned one is sent after the commit. A route with `onceByKey` must throw,
 * since a retry would get the returned problem as its data.
 */
type Result<R extends Route> =
  | DataOf<R>
  | WithMessage<DataOf<R>>
  | (R extends { onceByKey: true } ? never : Problem);
/** May return a list unread; its page is then read in the same transaction. */
export type Handler<R extends Route> = (
  call: Call<R>,
) => List<DataOf<R>> | Promise<List<DataOf<R>> | Result<R>>;
/** One handler per route of a resource; a missing one doesn't compile. */
export type Handlers<Routes extends Record<string, Route>> = {
  [Name in keyof Routes]: Handler<Routes[Name]>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's route, for checks before the body is read. */
    route?: Route;
    /** Whether a page outside of the contract takes forms. */
    takesForms?: true;
  }
  interface FastifyRequest {
    actor: Actor | null;
    statements: number;
  }
}

export const basePath = '/api/v2';

/** A resource's routes with their handlers. */
interface ServedResource {
  routes: Record<string, Route>;
  handlers: Record<string, Handler<Route>>;
  tokenCheck?: TokenCheck | undefined;
}
/** Throws unless the token in the path of a public route is valid. */
export type TokenCheck = (outside: Pick<Context, 'tx' | 'services'>, token: string) => Promise<unknown>;

/** Serves the routes of one resource. A handler gets only input that its own route has parsed. */
export function serve(
  app: FastifyInstance,
  { db, services, shares }: Pick<Served, 'db' | 'services' | 'shares'>,
  { routes, handlers, tokenCheck }: ServedResource,
): void {
  for (const [name, route] of Object.entries(routes)) {
    const handler = handlers[name]!;
    const served = { db, services, shares, route, handler, params: paramsSchema(route.path) };
    const isOpenedByToken = route.permission === 'public' && route.path.includes('{token}');
    for (const url of addressesOf(route.path)) {
      app.route({
        method: route.method,
        url: basePath + url,
        config: { route },
        bodyLimit: bodyLimitOf(route),
        ...(isOpenedByToken && {
          onRequest: (request, reply) => mustOpen(request, reply, served, tokenCheck!),
        }),
        handler: (request, reply) => answer(request, reply, served),
      });
    }
  }
}

/** Splits '/store/product-tree/{id?}' into a path with and one without the parameter. */
function addressesOf(path: string): string[] {
  const named = (text: string) => text.replace(/\{(\w+)\??\}/g, ':$1');
  const withoutOptional = path.replace(/\/\{\w+\?\}/g, '');
  return withoutOptional === path ? [named(path)] : [named(path), named(withoutOptional)];
}

interface Served {
  db: Database;
  services: Context['services'];
  /** The quota of database connections. */
  shares: ConnectionQuota;
  route: Route;
  handler: Handler<Route>;
  params: z.ZodObject;
}

async function answer(request: FastifyRequest, reply: FastifyReply, served: Served): Promise<FastifyReply> {
  const { route, services } = served;
  const signal = disconnectSignal(reply);
  const uploads = await readUploads(request, route, signal);
  try {
    await mustBeClean(services, uploads.files);
    const input = parseInput(request, served, uploads.fields);
    const result = await handle(request, served, { ...input, uploads: uploads.files, signal });
    if (result instanceof Problem) throw result;
    const { data, message } = result instanceof WithMessage ? result : new WithMessage(result);
    if (!route.reads) {
      services.liveEvents.notify();
      request.server.writeTrouble.isOver();
    }
    reply.header('server-timing', `db;desc="${request.statements}"`);
    return reply.send({ status: true, message: messageOf(route, input.body, message), data });
  } finally {
    await uploads.clear();
  }
}

/** Dry runs get a neutral message. */
function messageOf(route: Route, body: unknown, message: string | undefined): string {
  const isPreview = typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true;
  return isPreview ? 'Preview only. Nothing was changed' : (message ?? route.message ?? 'OK');
}

/** Checks a token before the body is read, like permissions, so that strangers can't make the server store their data. */
async function mustOpen(
  request: FastifyRequest,
  reply: FastifyReply,
  served: Served,
  check: TokenCheck,
): Promise<void> {
  if (!hasBody(request)) return;
  const { db, services } = served;
  const { token } = request.params as { token: string };
  const scope = { ...system, readOnly: true };
  await connected({ ...served, pool: poolFor(db, scope) }, request.ip, disconnectSignal(reply), () =>
    transaction(db, scope, (tx) => check({ tx, services }, token)),
  );
}

/** Aborted when the connection closes before the response is sent. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

interface Input {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
}

/** Validates path, query and body. An ID in the path that is no UUID gets 404, like one that doesn't exist. */
function parseInput(
  request: FastifyRequest,
  { route, params: paramsSchema }: Served,
  fields: Record<string, unknown> | undefined,
): Input {
  const params = paramsSchema.safeParse(request.params);
  const body = fields ?? request.body;
  rejectUnreadable(request.query, 'query');
  rejectUnreadable(body, 'body');
  const query = route.query ? z.safeParse(route.query, request.query) : undefined;
  const parsed = route.body ? z.safeParse(route.body, body) : undefined;
  const errors = [query, parsed].flatMap((result) =>
    result?.success === false ? fieldErrors(result.error) : [],
  );
  if (errors.length > 0) throw problem('validation-failed', {}, { fields: errors, message: summary(errors) });
  if (!params.success) throw problem('not-found', { what: 'This' });
  return { params: params.data as Record<string, string>, query: query?.data, body: parsed?.data };
}

const summary = (errors: { path: string; message: string }[]): string =>
  errors.length === 1 ? errors[0]!.message : `${errors[0]!.message} (and ${errors.length - 1} more)`;

/** Runs the handler in a transaction, unless it opens its own. */
async function handle(
  request: FastifyRequest,
  served: Served,
  input: Input & Pick<Call, 'uploads' | 'signal'>,
): Promise<unknown> {
  const { services, route, handler } = served;
  const { actor } = request;
  // A public route responds the same way whether or not the browser has a session.
  const reach = route.permission === 'public' ? system : scopeOf(actor, route);
  const scope = { ...reach, readOnly: route.reads === true };
  // Links for people without a session are read from the primary.
  const reader = route.permission === 'public' ? null : idOf(actor);
  const run = scope.readOnly ? readFromReplica : writeOnPrimary;
  const inTransaction = <Result>(part: (tx: Tx) => Promise<Result>) =>
    connected({ ...served, pool: poolFor(served.db, scope) }, request.ip, input.signal, () =>
      retryOnDeadlock(() =>
        run(served.db, scope, reader, (tx, statements) =>
          part(tx).finally(() => {
            request.statements += statements.count;
          }),
        ),
      ),
    );
  const submitted = route.onceByKey ? await submissionHash(request, input) : undefined;
  const withKey = { request, route, submitted };
  const answerOnce = (part: (tx: Tx) => Promise<unknown>) =>
    inTransaction((tx) => once({ tx, ...withKey }, () => part(tx)));
  const work = (tx: Tx) => {
    const call = {
      tx,
      actor: actor as Actor,
      ...input,
      services,
      inTransaction,
      once: answerOnce,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
    } as Call<Route>;
    const answer = () => readList(handler(call));
    return route.onceByKey && !route.outside ? once({ tx, ...withKey }, answer) : answer();
  };
  if (!route.outside) return inTransaction(work);
  const earlier = submitted && (await inTransaction((tx) => storedResponse({ tx, ...withKey })));
  return earlier ?? work(noTransaction);
}

/** Reads the page of a list that a handler returned unread. */
export async function readList(answer: ReturnType<Handler<Route>>): Promise<Result<Route>> {
  const result = await answer;
  return result instanceof List ? result.page() : result;
}

/** Keeps some connections free for other routes, and one for other addresses. */
function connected<Result>(
  { db, shares, route, pool }: Served & { pool: Pool },
  address: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const size = pool.options.max ?? 1;
  // API keys wait for their own connections and never delay users.
  const whose = pool === db.ownOrders ? 'keys ' : '';
  const routeShare = { key: `${whose}${route.method} ${route.path}`, most: Math.max(1, size - 2) };
  const addressShare = { key: `${whose}${address}`, most: Math.max(1, size - 1) };
  return shares.take([routeShare, addressShare], signal, work);
}

/** For handlers of routes with `outside`: using the database outside of `inTransaction` is an error. */
const noTransaction = new Proxy({} as Tx, {
  get: () => {
    throw new Error('A route that is outside has no transaction but those it opens');
  },
});
