import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { type Envelope, fieldErrors } from '@aisle/contract/core/envelope';
import type { Route } from '@aisle/contract/core/route';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { z } from 'zod';
import { type Actor, type Actors, hashToken } from './actor.ts';
import { type ConstraintProblems, problemOfDatabase } from './database-problems.ts';
import { type ClientCipher, clientCipher, encrypt } from './encrypted-answers.ts';
import { Guesses } from './guesses.ts';
import { malformed, Problem, problem } from './problem.ts';
import { securityHeaders } from './security-headers.ts';
import type { Settings } from './settings.ts';

declare module 'fastify' {
  interface FastifyRequest {
    cipher: ClientCipher | null;
  }
}

interface ServerOptions {
  settings: Settings;
  actors: Actors;
  constraintProblems: ConstraintProblems;
  logTo?: NodeJS.WritableStream;
}

/** A server that knows who asks, what they may do, and how to answer; it has no routes yet. */
export async function buildServer({
  settings,
  actors,
  constraintProblems,
  logTo,
}: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: settings.logLevel,
      redact: [
        'req.headers["admin-token"]',
        'req.headers.authorization',
        'req.headers.cookie',
        'req.headers["x-client-key"]',
      ],
      serializers: {
        req: ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutSecrets(url), ip }),
      },
      ...(logTo && { stream: logTo }),
    },
    // A line a request is for whoever looks for something; the metrics count them all.
    logController: new LogController({
      disableRequestLogging: !['debug', 'trace'].includes(settings.logLevel),
    }),
    genReqId: () => randomUUID(),
    bodyLimit: 8 * 1024 * 1024,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    trustProxy: 'loopback',
    // An address that cannot be decoded is one that is not there.
    frameworkErrors: (_, request, reply) => answerNotFound(request, reply),
  });
  app.decorateRequest('actor', null);
  app.decorateRequest('cipher', null);
  app.decorateRequest('statements', 0);

  const headers = securityHeaders();
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
  await app.register(multipart);
  acceptEmptyJson(app);
  if (settings.rateLimit > 0) {
    await app.register(rateLimit, {
      max: (request) => (isSignIn(request) ? signInsPerMinute : settings.rateLimit),
      timeWindow: 60_000,
      hook: 'onRequest',
      // Pages and their files are the same for a whole office behind one address, and probes must never be refused.
      allowList: ({ url }) => !url.startsWith('/api/'),
      keyGenerator: (request) =>
        isSignIn(request) ? `sign-in ${request.ip}` : (credentialsOf(request)?.secret ?? request.ip),
      errorResponseBuilder: (_, { ttl }) => problem('too-many-requests', { seconds: Math.ceil(ttl / 1000) }),
    });
  }

  const guesses = new Guesses(settings.rateLimit);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const route = request.routeOptions.config.route;
    if (!route && !isUnknownApi(request)) return;
    const keyProblem = readClientKey(request, settings);
    if (!route) return;
    const credentials = credentialsOf(request);
    const find = () => whoAsks(request, actors);
    // Where anybody may call, an old session is no guess.
    request.actor =
      !credentials || isSignIn(request)
        ? await find()
        : await guesses.tried(request.ip, credentials.secret, find);
    mayCall(route, request.actor);
    if (keyProblem) throw keyProblem;
  });
  app.addHook('onSend', async (request, reply, payload) => encryptAnswer(request, reply, payload));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof Problem ? error.status === 413 : error.statusCode === 413) await letFinish(request);
    return answerError(error, request, reply, constraintProblems);
  });
  app.setNotFoundHandler(answerNotFound);
  return app;
}

const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  answerProblem(problem('not-found', { what: 'This address' }), request, reply);

/** What is looked at falls to the pages of the app, which then find that an address of the API is none of theirs. */
const isUnknownApi = ({ is404, routeOptions, url }: FastifyRequest) =>
  url.startsWith('/api/') && (is404 || routeOptions.url === '/*');

/** Whoever still sends while the connection closes sees a broken pipe, and never why it was refused. */
async function letFinish({ raw }: FastifyRequest): Promise<void> {
  await finished(raw.resume(), { signal: AbortSignal.timeout(5_000) }).catch(() => {});
}

/** Whatever anybody may call is limited by address: made-up credentials give no fresh start. */
const signInsPerMinute = 300;
const isSignIn = ({ routeOptions }: FastifyRequest) => routeOptions.config.route?.permission === 'public';

/** Links in addresses (of files, of invitations) hold what opens them. */
const withoutSecrets = (url: string) =>
  url.replace(/(\/set-password\/|\/d\/)[^/?]+/g, '$1…').replace(/([?&]s=)[^&]+/g, '$1…');

/** Bodies are optional where the contract says so: no bytes with a JSON type mean none. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') done(null, undefined);
    else parse(request, text, done);
  });
}

interface Credentials {
  kind: 'session' | 'apiKey';
  secret: string;
}
function credentialsOf({ headers }: FastifyRequest): Credentials | null {
  const token = headers['admin-token'];
  if (typeof token === 'string' && token !== '')
    return { kind: 'session', secret: hashToken(token).toString('base64') };
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  return bearer ? { kind: 'apiKey', secret: hashToken(bearer).toString('base64') } : null;
}

const uuid = z.uuid();
async function whoAsks({ headers }: FastifyRequest, actors: Actors): Promise<Actor | null> {
  const token = headers['admin-token'];
  const userId = headers._id;
  if (typeof token === 'string' && token !== '') {
    return uuid.safeParse(userId).success ? actors.bySession(token, String(userId).toLowerCase()) : null;
  }
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  return bearer ? actors.byApiKey(bearer) : null;
}

/** Every route says who may call it; one that does not is refused when the server is built. */
function mayCall(route: Route, actor: Actor | null): void {
  if (route.permission === 'public') return;
  if (!actor) throw problem('not-signed-in');
  if (actor.apiKeyId) {
    const scope = route.apiScope;
    if (!scope || !actor.apiScopes.includes(scope)) {
      throw problem('permission-missing', { permission: scope ?? String(route.permission) });
    }
    return;
  }
  if (route.permission !== 'signedIn' && !actor.permissions.has(route.permission)) {
    throw problem('permission-missing', { permission: route.permission });
  }
  if (route.adminsOnly && actor.userType !== 'admin') {
    throw problem('not-allowed', { reason: 'Only administrators may do this' });
  }
  if (route.everywhere && actor.locations !== null) {
    throw problem('not-allowed', {
      reason: 'This belongs to the whole marketplace, not to single locations',
    });
  }
}

/** Notes the client's key, so that even the answer that follows a problem is encrypted. */
function readClientKey(request: FastifyRequest, settings: Settings): Problem | null {
  const key = request.headers['x-client-key'];
  try {
    if (key === undefined)
      return settings.responseEncryption === 'required' ? problem('encryption-required') : null;
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

function answerProblem(found: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, details, fields, data } = found;
  if (code === 'too-many-requests') reply.header('retry-after', String(details.seconds ?? 60));
  const body: Envelope = {
    status: false,
    message: found.message,
    ...(data !== undefined && { data }),
    error: {
      code,
      ...(fields && { fields }),
      ...(Object.keys(details).length > 0 && { details }),
      requestId: request.id,
    },
  };
  return reply.status(found.status).send(body);
}

function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  known: ConstraintProblems,
) {
  const found =
    error instanceof Problem ? error : (problemOfFastify(error) ?? problemOfDatabase(error, known));
  if (found) return answerProblem(found, request, reply);
  request.log.error({ err: error, requestId: request.id }, 'unexpected error');
  return reply.status(500).send({
    status: false,
    message: 'Something went wrong on our side. Please try again',
    error: { code: 'unexpected', requestId: request.id },
  } satisfies Envelope);
}

/** What the web framework itself refuses, in our words. */
function problemOfFastify(error: FastifyError): Problem | undefined {
  const { code, statusCode } = error;
  if (error instanceof z.ZodError) return problem('validation-failed', {}, { fields: fieldErrors(error) });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return problem('unsupported-type', { reason: 'Send JSON, or a form where files are taken' });
  }
  if (statusCode === 413) return problem('too-large', { limit: '8 MiB' });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return malformed(error.message);
  }
  return undefined;
}
