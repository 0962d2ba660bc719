import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { noData, type Route } from '@aisle/contract/core/route';
import type { Tool } from '@aisle/contract/core/tool';
import { createMcpHandler, type RequestStateCodec, type Server } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { SharedLimit } from '../../core/http/limits/shared-limit.ts';
import { malformed, notFound, problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';
import type { Settings } from '../../core/settings.ts';
import { canUse } from '../assistant-drafts/tool-access.ts';
import { type Confirmation, confirmationCodec } from './confirmations.ts';
import { mcpServer } from './mcp-server.ts';
import type { AssistantSession } from './sessions.ts';
import { prepareTool } from './tool-schemas.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Builds the server of each request of an assistant, and signs its confirmations. */
    mcp: { serverFor(session: AssistantSession): Server; codec: RequestStateCodec<Confirmation> };
  }
}

/** The endpoint for checks before the body is read; it is not part of the API. */
const endpoint: Route = {
  resource: 'mcp',
  method: 'POST',
  path: '/mcp',
  permission: 'signedIn',
  forKeys: true,
  summary: 'Serves assistants by the Model Context Protocol',
  data: noData,
};
/** The headers that a page in a browser may send. */
const allowedHeaders = 'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name';
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface Served {
  db: Database;
  services: Services;
  tools: readonly Tool[];
  /** Signs confirmations. */
  secret: Buffer;
}

/** Serves the Model Context Protocol at /mcp, stateless, with an API key. */
export async function serveMcp(app: FastifyInstance, { db, services, tools, secret }: Served): Promise<void> {
  const { settings } = services;
  const prepared = tools.map(prepareTool);
  const codec: RequestStateCodec<Confirmation> = confirmationCodec(secret);
  const limit = new SharedLimit(db, 'assistants', settings.mcpLimit);
  app.decorate('mcp', { serverFor: (session) => mcpServer(session, codec), codec });
  const handler = createMcpHandler(
    ({ authInfo }) => app.mcp.serverFor(authInfo!.extra!.session as AssistantSession),
    // Nothing is announced, so there is nothing to subscribe to.
    { maxSubscriptions: 0 },
  );
  app.addHook('onClose', () => handler.close());

  await app.register(async (scope) => {
    // The protocol has its own errors for bodies that can't be read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => done(null, text));
    // Responses are not encrypted here.
    if (settings.responseEncryption === 'required') {
      scope.route({ method: [...methods, 'OPTIONS'], url: '/mcp', handler: refuseAddress });
      return;
    }
    answerBrowsers(scope, settings);
    scope.route({
      method: [...methods],
      url: '/mcp',
      config: { route: endpoint },
      onRequest: async ({ actor, headers: { origin } }) => {
        if (!actor?.apiKeyId) throw problem('not-signed-in');
        if (origin !== undefined && !isKnown(origin, settings)) {
          throw problem('not-allowed', { reason: `Pages of ${origin} can't call this endpoint` });
        }
      },
      handler: async (request, reply) => {
        if (request.method !== 'POST') return reply.header('allow', 'POST').status(405).send();
        // A list of messages would count as one call. Since 2025-06-18 the protocol has none.
        if (/^\s*\[/.test(String(request.body))) throw malformed('send one message per request');
        const actor = request.actor!;
        if (settings.mcpLimit > 0) await limit.take(actor.apiKeyId!);
        const usable = prepared.filter(({ tool }) => canUse(tool, actor));
        const session = {
          app,
          services,
          actor,
          caller: { authorization: request.headers.authorization!, address: request.ip },
          tools: new Map(usable.map((one) => [one.tool.name, one])),
        };
        const sent = webRequest(request, reply, settings.publicUrl);
        return send(reply, await handler.fetch(sent, { authInfo: authOf(actor, session) }));
      },
    });
  });
}

function refuseAddress(): never {
  throw notFound('This address');
}

/** Browsers send the origin of a page. Only pages of Aisle and of the settings may call the endpoint. */
const isKnown = (origin: string | undefined, { publicUrl, mcpOrigins }: Settings): boolean =>
  [publicUrl, ...mcpOrigins].some((url) => new URL(url).origin === origin);

/** Adds the headers of responses, and answers browsers that ask, without the key, whether a page may send it. */
function answerBrowsers(scope: FastifyInstance, settings: Settings): void {
  scope.addHook('onSend', async ({ headers: { origin } }, reply) => {
    reply.header('cache-control', 'no-store');
    if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="Aisle"');
    if (!isKnown(origin, settings)) return;
    reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
  });
  scope.options('/mcp', ({ headers: { origin } }, reply) => {
    if (!isKnown(origin, settings)) throw problem('not-signed-in');
    return reply
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', allowedHeaders)
      .status(204)
      .send();
  });
}

const authOf = (actor: Actor, session: AssistantSession) => ({
  token: '',
  clientId: actor.apiKeyId!,
  scopes: [],
  extra: { session },
});

function webRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value);
  }
  return new Request(`${publicUrl}/mcp`, {
    method: 'POST',
    headers,
    body: String(request.body ?? ''),
    signal: gone.signal,
  });
}

function send(reply: FastifyReply, response: Response): FastifyReply {
  reply.status(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : '');
}
