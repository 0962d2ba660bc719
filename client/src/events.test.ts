import { expect, test } from 'vitest';
import { Connection } from './connection.ts';
import { eventSplitter, type LiveEvent, liveEvents } from './events.ts';

const message = { topic: 'orders', action: 'edited', recordId: '1', locationId: null, data: null, at: '' };
const textOf = (id: string, topic: string) => `id: ${id}\ndata: ${JSON.stringify({ ...message, topic })}\n\n`;

function streamOf(responses: Response[]) {
  const positions: (string | null)[] = [];
  const fetch = async (_url: unknown, init: RequestInit = {}) => {
    positions.push(new Headers(init.headers).get('last-event-id'));
    return responses.shift()!;
  };
  const connection = new Connection({ url: 'http://aisle.test', key: 'k', fetch });
  return { positions, follow: (topics?: string[]) => liveEvents(connection, topics ? { topics } : {}) };
}
const refused = (status: number) =>
  Response.json(
    { status: false, message: 'No', error: { code: 'not-signed-in', requestId: '' } },
    { status },
  );

test('assembles events from chunks that end anywhere', () => {
  const split = eventSplitter();

  const chunks = ['id: 7\nda', 'ta: {"a"', ':1}\r\n\r\n: beat\n\nevent: reset\ndata:\n', '\n'];

  expect(chunks.flatMap(split)).toEqual([
    { name: 'message', id: '7', data: '{"a":1}' },
    { name: 'message', id: undefined, data: '' },
    { name: 'reset', id: undefined, data: '' },
  ]);
});

test('reconnects after the last event, and reports missed ones', async () => {
  const { positions, follow } = streamOf([
    new Response(`id: 1\n\n${textOf('2', 'orders')}${textOf('3', 'brands')}`),
    new Response(`event: reset\ndata:\n\n${textOf('4', 'orders')}`),
  ]);

  const found: LiveEvent[] = [];
  for await (const event of follow(['orders'])) {
    found.push(event);
    if (found.length === 3) break;
  }

  expect(found).toEqual([{ type: 'change', ...message }, { type: 'reset' }, { type: 'change', ...message }]);
  expect(positions).toEqual([null, '3']);
});

test('reconnects to a server that restarts, and throws when the key is rejected', async () => {
  const { positions, follow } = streamOf([refused(503), refused(401)]);

  await expect(follow().next()).rejects.toMatchObject({ status: 401, code: 'not-signed-in' });
  expect(positions).toHaveLength(2);
});
