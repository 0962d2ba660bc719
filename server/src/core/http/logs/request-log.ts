import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RareLog } from '../../rare-log.ts';

/** Logs a line per request with its route, status, duration and actor, but never its content. */
export function logRequests(app: FastifyInstance): void {
  const rare = new RareLog();
  app.addHook('onResponse', async (request, reply) => {
    const level = levelOf(request, reply);
    const line = lineOf(request, reply);
    // The log may be on the full disk.
    if (app.writeTrouble.current) {
      rare.write(`${level} ${line.route} ${line.status}`, (left) =>
        request.log[level]({ ...line, ...left }, 'request'),
      );
    } else request.log[level](line, 'request');
  });
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { actor, routeOptions, is404 } = request;
  return {
    method: request.method,
    // Logs the route's pattern, since the URL contains IDs, link tokens and search words.
    route: is404 ? 'unknown' : (routeOptions.url ?? 'unknown'),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    who: actorOf(actor),
    sql: request.statements,
    address: request.ip,
  };
}

const actorOf = (actor: FastifyRequest['actor']): string | null =>
  actor && (actor.userId ?? `key ${actor.apiKeyId}`);

/** Probes and files of the web app are too frequent to log while they succeed. */
function levelOf({ url }: FastifyRequest, { statusCode }: FastifyReply): 'debug' | 'info' | 'warn' {
  if (statusCode >= 500 || statusCode === 403 || statusCode === 429) return 'warn';
  return url.startsWith('/api/') || statusCode >= 400 ? 'info' : 'debug';
}
