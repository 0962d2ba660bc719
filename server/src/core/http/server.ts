import { randomUUID } from 'node:crypto';
import { bodyLimitOf } from '@aisle/contract/core/route';
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
import { actorOfRequest, canCall, traceOf } from './access.ts';
import type { Actors } from './actor.ts';
import { Connections, defaultConnections } from './limits/connections.ts';
import { Guesses } from './limits/guesses.ts';
import { shedLoad } from './limits/load-shedding.ts';
import { SharedLimit } from './limits/shared-limit.ts';
import { boundUnfinishedBodies, defaultBounds } from './limits/unfinished-bodies.ts';
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

/** Where log lines go. */
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

/** A server that knows who asks, what they may do, and how to answer; it has no routes yet. */
export async function buildServer({
  db,
  settings,
  actors,
  constraintProblems,
  logTo,
}: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logging(settings, logTo),
    // request-log.ts writes one line for each; those of the framework hold addresses.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    genReqId: () => randomUUID(),
    // Mail programs post to the address of the page that the same link opens for people (RFC 8058).
    rewriteUrl: ({ method, url = '/' }) =>
      method === 'POST' && url.startsWith('/unsubscribe/') ? `/api/v2/notification${url}` : url,
    bodyLimit: bodyLimitOf({ permission: 'signedIn' }),
    // The longest of any route; unfinished-bodies.ts keeps each to its own.
    requestTimeout: defaultBounds.uploadMs,
    connectionTimeout: 120_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    // An address that cannot be decoded is one that is not there.
    frameworkErrors: (_, request, reply) => sendNotFound(request, reply),
  });
  app.decorate('writeTrouble', new WriteFailure());
  app.decorate('refusalLog', new RefusalLog(db));
  app.decorateRequest('actor', null);
  app.decorateRequest('cipher', null);
  app.decorateRequest('statements', 0);

  logRequests(app);
  boundConnections(app, settings);
  boundUnfinishedBodies(app);

  await shedLoad(app, settings.maxLagMs);
  await setSecurityHeaders(app, settings);
  await app.register(multipart);
  acceptEmptyJson(app);
  acceptRawBodies(app);
  acceptForms(app);
  if (settings.rateLimit > 0) await limitRates(app, settings.rateLimit);

  const guesses = settings.rateLimit > 0 ? new Guesses(db, settings.rateLimit) : undefined;
  const sharedLimit = limitTogether(db, settings.rateLimit);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const route = request.routeOptions.config.route;
    if (!route && !isUnknownApi(request)) return;
    const keyProblem = readClientKey(request, settings);
    if (!route) return;
    const trace = traceOf(request);
    const find = () => actorOfRequest(request, actors);
    // Where anybody may call, an old session is no guess.
    const mayBeGuess = trace && !isSignIn(request);
    request.actor = guesses && mayBeGuess ? await guesses.tried(request.ip, trace, find) : await find();
    await sharedLimit(request, trace);
    canCall(route, request.actor);
    if (keyProblem) throw keyProblem;
  });
  app.addHook('onSend', async (request, reply, payload) => encryptAnswer(request, reply, payload));
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
    // PostgreSQL quotes rows in it, and rows hold what belongs to customers.
    'err.detail',
    'err.where',
  ],
  ...(logTo && { stream: logTo }),
});

/** Proxies connect for all their clients, so each of theirs counts only towards the total. */
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
    max: (request) => (isSignIn(request) ? signInsPerMinute : most),
    timeWindow: 60_000,
    hook: 'onRequest',
    // Pages and their files are the same for a whole office behind one address, and probes must never be refused.
    allowList: ({ url }) => !url.startsWith('/api/'),
    keyGenerator: (request) =>
      isSignIn(request) ? `sign-in ${request.ip}` : (traceOf(request) ?? request.ip),
    errorResponseBuilder: (_, { ttl }) => problem('too-many-requests', { seconds: Math.ceil(ttl / 1000) }),
  });
}

/** The same limits for all servers together; made-up credentials are counted as guesses before they get here. */
function limitTogether(db: Database, most: number) {
  if (most === 0) return async () => {};
  const bySession = new SharedLimit(db, 'requests', most);
  const byAddress = new SharedLimit(db, 'sign-ins', signInsPerMinute);
  return async (request: FastifyRequest, trace: string | null): Promise<void> => {
    if (isSignIn(request)) await byAddress.take(request.ip);
    else if (trace && request.actor) await bySession.take(trace);
  };
}

/** What is looked at falls to the pages of the app, which then find that an address of the API is none of theirs. */
const isUnknownApi = ({ is404, routeOptions, url }: FastifyRequest) =>
  url.startsWith('/api/') && (is404 || routeOptions.url === '/*');

/** Whatever anybody may call is limited by address: made-up credentials give no fresh start. */
const signInsPerMinute = 300;
const isSignIn = ({ routeOptions }: FastifyRequest) => routeOptions.config.route?.permission === 'public';

/** Bodies are optional where the contract says so: no bytes with a JSON type mean none. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') done(null, undefined);
    else parse(request, text, done);
  });
}

/** Bodies that are one file reach `readUploads` as they are, on the routes that take them. */
function acceptRawBodies(app: FastifyInstance): void {
  const types = ['message/rfc822', 'application/octet-stream'];
  app.addContentTypeParser(types, (request, payload, done) => {
    const taken = request.routeOptions.config.route?.raw?.types ?? [];
    const type = String(request.headers['content-type']).split(';')[0]!.trim().toLowerCase();
    if (taken.includes(type)) done(null, payload);
    else done(problem('unsupported-type', { reason: "This endpoint doesn't accept files" }));
  });
}

/** Only where the contract says so; elsewhere the JSON of the API is the only way in. */
function acceptForms(app: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: 10_000 } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (request, text: string, done) => {
    if (request.routeOptions.config.route?.takesForms)
      done(null, Object.fromEntries(new URLSearchParams(text)));
    else done(problem('unsupported-type', { reason: "Send JSON. This endpoint doesn't accept forms" }));
  });
}

/** Notes the client's key, so that even the answer that follows a problem is encrypted. */
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

function encryptAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (!request.url.startsWith('/api/')) return payload;
  reply.header('vary', 'X-Client-Key');
  reply.header('cache-control', 'no-store');
  const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
  if (!request.cipher || !isJson || typeof payload !== 'string') return payload;
  reply.header('content-type', 'application/jose');
  reply.removeHeader('content-length');
  return encrypt(request.cipher, payload);
}
