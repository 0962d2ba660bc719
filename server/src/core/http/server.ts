import { randomUUID } from 'node:crypto';
import { bodyLimitOf } from '@aisle/contract/core/route';
import { defaultKeyLimit, maxKeyLimit } from '@aisle/contract/system/api-keys';
import multipart from '@fastify/multipart';
import proxyAddr from '@fastify/proxy-addr';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ConstraintProblems } from '../db/database-problems.ts';
import type { Database } from '../db/db.ts';
import { Problem, problem } from '../problem.ts';
import type { Settings } from '../settings.ts';
import { actorOfRequest, actorOn, canCall, traceOf } from './access.ts';
import type { Actors } from './actor.ts';
import { Connections, defaultConnections } from './limits/connections.ts';
import { Guesses } from './limits/guesses.ts';
import { shedLoad } from './limits/load-shedding.ts';
import { SharedLimit } from './limits/shared-limit.ts';
import { defaultBounds, limitUnfinishedBodies } from './limits/unfinished-bodies.ts';
import { recordKeyUsage } from './logs/key-usage.ts';
import { RefusalLog } from './logs/refusal-log.ts';
import { logRequests } from './logs/request-log.ts';
import { sendError, sendNotFound } from './refusals.ts';
import { type ClientCipher, clientCipher, encrypt } from './responses/encrypted-responses.ts';
import { setSecurityHeaders } from './responses/security-headers.ts';
import { WriteFailure } from './write-trouble.ts';

declare module 'fastify' {
  interface FastifyInstance {
    writeTrouble: WriteFailure;
    refusalLog: RefusalLog;
  }
  interface FastifyRequest {
    cipher: ClientCipher | null;
  }
}

/** The destination of log lines. */
export interface LogTarget {
  write(line: string): unknown;
}

interface ServerOptions {
  db: Database;
  settings: Settings;
  actors: Actors;
  constraintProblems: ConstraintProblems;
  logTo?: LogTarget;
}

/** A server with authentication, permissions and response handling, but no routes yet. */
export async function buildServer({
  db,
  settings,
  actors,
  constraintProblems,
  logTo,
}: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logging(settings, logTo),
    // request-log.ts writes one line per request; those of the framework contain URLs.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    genReqId: () => randomUUID(),
    // Email programs post to the same URL that opens the page for people (RFC 8058).
    rewriteUrl: ({ method, url = '/' }) =>
      method === 'POST' && url.startsWith('/unsubscribe/') ? `/api/v2/notification${url}` : url,
    bodyLimit: bodyLimitOf({ permission: 'signedIn' }),
    // The longest time limit of any route; unfinished-bodies.ts applies the limit of each route.
    requestTimeout: defaultBounds.uploadMs,
    connectionTimeout: 120_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    // A URL that can't be decoded gets 404.
    frameworkErrors: (_, request, reply) => sendNotFound(request, reply),
  });
  app.decorate('writeTrouble', new WriteFailure());
  app.decorate('refusalLog', new RefusalLog(db));
  app.decorateRequest('actor', null);
  app.decorateRequest('cipher', null);
  app.decorateRequest('statements', 0);

  logRequests(app);
  recordKeyUsage(app, db);
  boundConnections(app, settings);
  limitUnfinishedBodies(app);

  await shedLoad(app, settings.maxLagMs);
  await setSecurityHeaders(app, settings);
  await app.register(multipart);
  acceptEmptyJson(app);
  acceptRawBodies(app);
  acceptForms(app);
  if (settings.rateLimit > 0) await limitRates(app, settings.rateLimit);

  const guesses = settings.rateLimit > 0 ? new Guesses(db, settings.rateLimit) : undefined;
  const sharedLimit = limitAcrossServers(db, settings.rateLimit);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const route = request.routeOptions.config.route;
    if (!route && !isUnknownApi(request)) return;
    const keyProblem = readClientKey(request, settings);
    if (!route) return;
    const trace = traceOf(request);
    const find = () => actorOfRequest(request, actors);
    // On public routes, an outdated session isn't a guess.
    const mayBeGuess = trace && !isSignIn(request);
    request.actor = guesses && mayBeGuess ? await guesses.tried(request.ip, trace, find) : await find();
    await sharedLimit(request, trace);
    canCall(route, request.actor);
    request.actor = actorOn(route, request.actor);
    if (keyProblem) throw keyProblem;
  });
  app.addHook('onSend', async (request, reply, payload) => encryptResponse(request, reply, payload));
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(error, request, reply, constraintProblems),
  );
  app.setNotFoundHandler(sendNotFound);
  return app;
}

const logging = ({ logLevel }: Settings, logTo: LogTarget | undefined) => ({
  level: logLevel,
  redact: [
    'req.headers["admin-token"]',
    'req.headers.authorization',
    'req.headers.cookie',
    'req.headers["x-client-key"]',
    // PostgreSQL quotes rows in these fields, and rows contain customer data.
    'err.detail',
    'err.where',
  ],
  ...(logTo && { stream: logTo }),
});

/** Proxies connect for all their clients, so their connections count only towards the total. */
function boundConnections(app: FastifyInstance, { trustedProxies }: Settings): void {
  const trusts = proxyAddr.compile(trustedProxies);
  const connections = new Connections(app.server, defaultConnections, (address) => trusts(address, 0));
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (!connections.isForProbes(raw.socket) || /^\/(livez|readyz)$/.test(routeOptions.url ?? '')) return;
    reply.header('connection', 'close');
    throw problem('busy');
  });
}

async function limitRates(app: FastifyInstance, most: number): Promise<void> {
  await app.register(rateLimit, {
    // API keys have limits of their own.
    max: (request) =>
      isSignIn(request)
        ? signInsPerMinute
        : request.headers.authorization
          ? Math.max(most, maxKeyLimit)
          : most,
    timeWindow: 60_000,
    hook: 'onRequest',
    // Exempts pages and files, since a whole office can load them from one address, and probes, which must never be refused.
    allowList: ({ url }) => !url.startsWith('/api/'),
    keyGenerator: (request) =>
      isSignIn(request) ? `sign-in ${request.ip}` : (traceOf(request) ?? request.ip),
    errorResponseBuilder: (_, { ttl }) => problem('too-many-requests', { seconds: Math.ceil(ttl / 1000) }),
  });
}

/** Applies the limits across all servers. Invalid credentials have been counted as guesses before. */
function limitAcrossServers(db: Database, most: number) {
  const bySession = new SharedLimit(db, 'requests', most);
  const byAddress = new SharedLimit(db, 'sign-ins', signInsPerMinute);
  const byKey = new SharedLimit(db, 'key', defaultKeyLimit);
  return async (request: FastifyRequest, trace: string | null): Promise<void> => {
    const { actor, ip } = request;
    if (isSignIn(request)) return most > 0 ? byAddress.take(ip) : undefined;
    if (actor?.keyRights) return byKey.take(actor.apiKeyId!, actor.keyRights.limitPerMinute);
    if (most > 0 && trace && actor) return bySession.take(trace);
  };
}

/** Requests for unknown API paths match the web app's catch-all route, so they are recognized here. */
const isUnknownApi = ({ is404, routeOptions, url }: FastifyRequest) =>
  url.startsWith('/api/') && (is404 || routeOptions.url === '/*');

/** Public routes are limited by address, so that made-up credentials don't reset the limit. */
const signInsPerMinute = 300;
const isSignIn = ({ routeOptions }: FastifyRequest) => routeOptions.config.route?.permission === 'public';

/** Bodies are optional where the contract says so: an empty body with a JSON type means no body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') done(null, undefined);
    else parse(request, text, done);
  });
}

/** Passes bodies that are a single file to `readUploads` unchanged, on the routes that accept them. */
function acceptRawBodies(app: FastifyInstance): void {
  const types = ['message/rfc822', 'application/octet-stream'];
  app.addContentTypeParser(types, (request, payload, done) => {
    const taken = request.routeOptions.config.route?.raw?.types ?? [];
    const type = String(request.headers['content-type']).split(';')[0]!.trim().toLowerCase();
    if (taken.includes(type)) done(null, payload);
    else done(problem('unsupported-type', { reason: "This endpoint doesn't accept files" }));
  });
}

/** Accepts forms only where the contract allows them; all other routes accept only JSON. */
function acceptForms(app: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: 10_000 } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (request, text: string, done) => {
    const { route, takesForms } = request.routeOptions.config;
    if (route?.takesForms || takesForms) done(null, Object.fromEntries(new URLSearchParams(text)));
    else done(problem('unsupported-type', { reason: "Send JSON. This endpoint doesn't accept forms" }));
  });
}

/** Stores the client's key first, so that even problem responses are encrypted. */
function readClientKey(request: FastifyRequest, settings: Settings): Problem | null {
  const key = request.headers['x-client-key'];
  try {
    if (key === undefined)
      return settings.responseEncryption === 'required' && !request.routeOptions.config.route?.takesForms
        ? problem('encryption-required')
        : null;
    request.cipher = clientCipher(String(key));
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function encryptResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (!request.url.startsWith('/api/')) return payload;
  reply.header('vary', 'X-Client-Key');
  reply.header('cache-control', 'no-store');
  const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
  if (!request.cipher || !isJson || typeof payload !== 'string') return payload;
  reply.header('content-type', 'application/jose');
  reply.removeHeader('content-length');
  return encrypt(request.cipher, payload);
}
