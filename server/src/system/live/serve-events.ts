import type { Route } from '@aisle/contract/core/route';
import { defaultSinceMs, eventsPath, LiveMessage, sinceParameter } from '@aisle/contract/system/live/events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { idOf } from '../../core/http/actor.ts';
import { encrypt } from '../../core/http/responses/encrypted-responses.ts';
import { basePath } from '../../core/http/serve.ts';
import { problem } from '../../core/problem.ts';
import type { Position } from './live.queries.ts';
import { type LiveReader, type Since, toMessage, type Watcher } from './live-reader.ts';

/** Not served like other routes, but checked like them: requires a session or an API key, and a usable client key if one is sent. */
const route: Route = {
  resource: 'events',
  method: 'GET',
  path: eventsPath,
  permission: 'signedIn',
  forKeys: true,
  summary: 'Live events as a stream',
  data: LiveMessage,
  reads: true,
};
const heartbeatMs = 15_000;
/** A reader that falls this far behind is disconnected, and reconnects when it can. */
const maxWaiting = 1024 * 1024;

/** Enough for every tab of a browser. */
const maxStreams = 20;

/** GET /events: streams events to users who can see them. Returns the number of open streams. */
export function serveEvents(app: FastifyInstance, reader: LiveReader): { readonly open: number } {
  app.addHook('preClose', async () => reader.stop());
  const streams = new Map<string, number>();
  app.get(basePath + eventsPath, { config: { route } }, async (request, reply) => {
    const after = positionOf(request.headers['last-event-id']);
    const withinMs = millisecondsOf((request.query as Record<string, unknown>)[sinceParameter]);
    const userId = idOf(request.actor) ?? '';
    const open = streams.get(userId) ?? 0;
    if (open >= maxStreams) throw problem('too-many-requests', { seconds: 30 });
    streams.set(userId, open + 1);
    reply.raw.once('close', () => {
      const left = (streams.get(userId) ?? 1) - 1;
      if (left > 0) streams.set(userId, left);
      else streams.delete(userId);
    });
    await stream(request, reply, reader, { after, withinMs });
  });
  return {
    get open() {
      return [...streams.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}

async function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  reader: LiveReader,
  since: Since,
): Promise<void> {
  const actor = request.actor!;
  const cipher = request.cipher;
  reply.hijack();
  const out = reply.raw;
  out.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'X-Client-Key',
    'x-accel-buffering': 'no',
    // Without keep-alive, an ended stream leaves no idle connection that a stopping server would wait for.
    connection: 'close',
  });

  let leave = () => {};
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    clearInterval(beat);
    leave();
    out.end();
  };
  const write = (text: string) => {
    if (over) return;
    if (out.writableLength > maxWaiting) {
      end();
      out.destroy();
    } else out.write(text);
  };
  const beat = setInterval(() => write(':\n\n'), heartbeatMs);
  out.on('close', end).on('error', end);

  const watcher: Watcher = {
    userId: idOf(actor)!,
    sessionId: (actor.sessionId ?? actor.apiKeyId)!,
    permissions: actor.permissions,
    locations: actor.locations,
    send: (event) => {
      const text = JSON.stringify(toMessage(event, watcher.locations));
      write(`id: ${positionText(event.position)}\ndata: ${cipher ? encrypt(cipher, text) : text}\n\n`);
    },
    reset: () => write('event: reset\ndata:\n\n'),
    placed: (position) => write(`id: ${positionText(position)}\n\n`),
    end,
  };
  leave = await reader.watch(watcher, since);
  if (over) leave();
  // The response only begins now, so that a connected client misses no events.
  write(': connected\n\n');
}

const positionText = ({ transaction, id }: Position): string => `${transaction}-${id}`;

function positionOf(text: string | string[] | undefined): Position | undefined {
  const match = /^(\d{1,19})-(\d{1,15})$/.exec(String(text ?? ''));
  return match ? { transaction: BigInt(match[1]!), id: Number(match[2]) } : undefined;
}

/** Maximum age of events for a new stream; a client that was away longer reloads everything. */
const maxSinceMs = 60 * 60_000;
function millisecondsOf(text: unknown): number {
  return typeof text === 'string' && /^\d{1,9}$/.test(text)
    ? Math.min(Number(text), maxSinceMs)
    : defaultSinceMs;
}
