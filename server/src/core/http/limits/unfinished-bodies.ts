// Custom code: Node's requestTimeout is the same for all routes, and neither Node nor Fastify counts by address.
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../problem.ts';

export interface BodyBounds {
  /** The time limits for receiving a body, without and with files. */
  usualMs: number;
  uploadMs: number;
  perAddress: number;
}
export const defaultBounds: BodyBounds = { usualMs: 60_000, uploadMs: 15 * 60_000, perAddress: 250 };

/**
 * Closes requests whose body doesn't arrive in time, and limits an address's unfinished requests, since each holds memory and a
 * connection.
 */
export function limitUnfinishedBodies(app: FastifyInstance, bounds: BodyBounds = defaultBounds): void {
  const unfinished = new Map<string, number>();

  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const { raw, ip } = request;
    const count = unfinished.get(ip) ?? 0;
    if (count >= bounds.perAddress) throw problem('too-many-requests', { seconds: 10 });

    unfinished.set(ip, count + 1);
    let isCounted = true;
    const release = () => {
      if (!isCounted) return;
      isCounted = false;
      const left = (unfinished.get(ip) ?? 1) - 1;
      if (left > 0) unfinished.set(ip, left);
      else unfinished.delete(ip);
    };
    const { socket } = raw;
    const ms = isUpload(request) ? bounds.uploadMs : bounds.usualMs;
    // Requests that tests inject have no connection.
    const timer = socket instanceof Socket ? setTimeout(() => closeUnfinished(socket, reply), ms) : undefined;
    timer?.unref();
    const end = () => {
      clearTimeout(timer);
      release();
    };
    raw.once('end', end).once('close', end);
    // After the response, further data is discarded and uses no memory, so the request no longer counts. Its time limit still
    // applies.
    reply.raw.once('close', release);
  });
}

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isUpload = ({ routeOptions, headers }: FastifyRequest): boolean => {
  const { files, raw } = routeOptions.config.route ?? {};
  if (raw) return true;
  return files !== undefined && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
};

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nConnection:close\r\n\r\n';

function closeUnfinished(socket: Socket, reply: FastifyReply): void {
  if (socket.writable && !reply.raw.headersSent) socket.write(timedOut);
  socket.destroySoon();
}
