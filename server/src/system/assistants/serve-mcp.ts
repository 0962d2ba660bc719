import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { noData, type Route } from '@aisle/contract/core/route';
import type { Tool } from '@aisle/contract/core/tool';
import { createMcpHandler, type RequestStateCodec, type Server } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { SharedLimit } from '../../core/http/limits/shared-limit.ts';
import { notFound, problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';
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
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => done(null, text));
    // Responses are not encrypted here.
    if (settings.responseEncryption === 'required') {
      scope.route({
        method: [...methods],
        url: '/mcp',
        handler: () => {
          throw notFound('This address');
        },
      });
      return;
    }
    scope.addHook('onSend', async (_, reply) => {
      reply.header('cache-control', 'no-store');
      if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="Aisle"');
    });
    scope.route({
      method: [...methods],
      url: '/mcp',
      config: { route: endpoint },
      onRequest: async (request) => {
        if (!request.actor?.apiKeyId) throw problem('not-signed-in');
        mustComeFromKnown(request.headers.origin, [settings.publicUrl, ...settings.mcpOrigins]);
      },
      handler: async (request, reply) => {
        if (request.method !== 'POST') return reply.header('allow', 'POST').status(405).send();
        const actor = request.actor!;
        if (settings.mcpLimit > 0) await limit.take(actor.apiKeyId!);
        const session = {
          app,
          services,
          actor,
          caller: { authorization: request.headers.authorization!, address: request.ip },
          tools: new Map(
            prepared.filter(({ tool }) => canUse(tool, actor)).map((one) => [one.tool.name, one]),
          ),
        };
        const response = await handler.fetch(webRequest(request, reply, settings.publicUrl), {
          authInfo: authOf(actor, session),
        });
        return send(reply, response);
      },
    });
  });
}

/** Browsers send the origin of a page. Only pages of Aisle and of the settings may call the endpoint. */
function mustComeFromKnown(origin: string | undefined, known: readonly string[]): void {
  if (origin === undefined || known.some((url) => new URL(url).origin === origin)) return;
  throw problem('not-allowed', { reason: `Pages of ${origin} can't call this endpoint` });
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
