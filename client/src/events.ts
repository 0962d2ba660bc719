import type { Connection } from './connection.ts';
import { AisleError } from './errors.ts';
import type { LiveMessage } from './generated/schemas.ts';
import { pause } from './pause.ts';

/** Something changed, or events were missed: after a `reset`, read again everything that you keep. */
export type LiveEvent = ({ type: 'change' } & LiveMessage) | { type: 'reset' };

export interface EventOptions {
  signal?: AbortSignal;
  /** Only changes of these resources, such as `orders`; all by default. */
  topics?: readonly string[];
  /** Starts with the changes of this many milliseconds before the call, 10,000 by default. */
  sinceMs?: number;
}

const firstPauseMs = 1000;
const maxPauseMs = 60_000;
/** The server sends a line every 15 seconds. */
const maxSilenceMs = 45_000;

/**
 * Live events as they happen. Reconnects after the last event when the connection breaks, and throws when the key is
 * rejected. Leaving the loop closes the connection.
 */
export async function* liveEvents(
  connection: Connection,
  options: EventOptions = {},
): AsyncGenerator<LiveEvent> {
  const { signal, topics, sinceMs = 10_000 } = options;
  const began = Date.now();
  let lastId: string | undefined;
  let pauseMs = firstPauseMs;
  for (;;) {
    signal?.throwIfAborted();
    const silence = new Silence(signal);
    try {
      const path = `/events?since=${sinceMs + Date.now() - began}`;
      const headers: Record<string, string> = lastId ? { 'last-event-id': lastId } : {};
      const response = await connection.send({ method: 'GET', path, headers }, silence.signal);
      if (!response.ok || !response.body) await connection.dataOf(response);
      for await (const { id, name, data } of eventsOf(response.body!, silence)) {
        pauseMs = firstPauseMs;
        lastId = id ?? lastId;
        if (name === 'reset') yield { type: 'reset' };
        if (data === '') continue;
        const message = (await connection.open(data)) as LiveMessage;
        if (!topics || topics.includes(message.topic)) yield { type: 'change', ...message };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AisleError && [400, 401, 403, 404].includes(error.status)) throw error;
      // Connections often break; the loop reconnects.
    } finally {
      silence.end();
    }
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  }
}

/** Aborts a connection that sends nothing any more. */
class Silence {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly signal: AbortSignal;

  constructor(signal: AbortSignal | undefined) {
    this.signal = signal ? AbortSignal.any([signal, this.#controller.signal]) : this.#controller.signal;
    this.restart();
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), maxSilenceMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}

interface StreamEvent {
  name: string;
  id: string | undefined;
  data: string;
}

async function* eventsOf(body: ReadableStream<Uint8Array>, silence: Silence): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const split = eventSplitter();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    silence.restart();
    yield* split(decoder.decode(value, { stream: true }));
  }
}

/** Splits a stream of server-sent events, whose chunks can end anywhere, into complete events. */
export function eventSplitter(): (chunk: string) => StreamEvent[] {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(readEvent);
  };
}
function readEvent(block: string): StreamEvent {
  const event: StreamEvent = { name: 'message', id: undefined, data: '' };
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'id') event.id = value;
    if (field === 'event') event.name = value;
    if (field === 'data') event.data += value;
  }
  return event;
}
