import { LiveMessage, resourcesChangedBy } from '@aisle/contract/system/live/events';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openEvents } from './api.ts';
import { openSealed } from './offline/sealed.ts';
import { gathering } from './wire/gathering.ts';
import { eventSplitter, type StreamEvent } from './wire/wire.ts';

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** Lists are requested shortly before the stream opens, and slow commits become visible after their timestamp. */
const headStartMs = 10_000;
/** Limits refetches to two per second, instead of one for each event. */
const gatheredForMs = 500;
const listeners = new Set<(message: LiveMessage) => void>();

/** Keeps the data on the screen fresh while a user is signed in. Renders nothing. */
export function Following(): null {
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    void follow(client, stop.signal);
    return () => stop.abort();
  }, [client]);
  return null;
}

/** Passes a message to all listeners of its topic. */
export function deliver(message: LiveMessage): void {
  for (const listener of listeners) listener(message);
}

/** Calls the listener on every live event of a topic, for effects other than refetching, such as a sound. */
export function useLiveTopic(topic: string, listener: (message: LiveMessage) => void): void {
  useEffect(() => {
    const filtered = (message: LiveMessage) => {
      if (message.topic === topic) listener(message);
    };
    listeners.add(filtered);
    return () => {
      listeners.delete(filtered);
    };
  }, [topic, listener]);
}

async function follow(client: QueryClient, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  const refresh = gathering((resources) => {
    for (const resource of resources) void client.invalidateQueries({ queryKey: [resource] });
  }, gatheredForMs);
  let lastId: string | undefined;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      const sinceMs = Math.round(performance.now() - began) + headStartMs;
      const response = await openEvents(lastId, sinceMs, signal);
      // No retry after 401, 403 or 404: another attempt would fail as well.
      if (response.status === 401 || response.status === 403 || response.status === 404) return;
      if (!response.ok || !response.body) throw new Error('No stream');
      for await (const event of eventsOf(response.body)) {
        pauseMs = firstPauseMs;
        if (event.id !== undefined) lastId = event.id;
        await take(client, event, refresh);
      }
    } catch {
      // Connections often break; the loop reconnects.
    }
    // A random delay, so that clients don't all reconnect at once when a server restarts.
    await pause(pauseMs * (0.5 + Math.random()), signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const split = eventSplitter();
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield* split(value);
  }
}

async function take(
  client: QueryClient,
  { name, data }: StreamEvent,
  refresh: (resource: string) => boolean,
): Promise<void> {
  if (name === 'reset') {
    await client.invalidateQueries();
    return;
  }
  if (data === '') return;
  const opened = data.startsWith('{') ? JSON.parse(data) : await openSealed(data);
  const message = LiveMessage.parse(opened);
  deliver(message);
  for (const resource of resourcesChangedBy(message.topic)) {
    // Refetches the open screen of this record at once, even while lists are throttled.
    if (!refresh(resource) && message.recordId) void readRecordAgain(client, resource, message.recordId);
  }
}

const readRecordAgain = (client: QueryClient, resource: string, id: string) =>
  client.invalidateQueries({
    queryKey: [resource],
    predicate: ({ queryKey }) => (queryKey[2] as { params?: { id?: string } } | undefined)?.params?.id === id,
  });

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
