import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callsOf } from './calls.ts';
import { Connection, type Options } from './connection.ts';
import { AisleError } from './errors.ts';
import type { List } from './list.ts';

interface Sent {
  method: string;
  url: string;
  headers: Headers;
  body: RequestInit['body'];
}
type Answer = Response | Error | 'silence';

const ok = (data: unknown) => Response.json({ status: true, message: 'OK', data });
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ status: false, message: 'No', error: { code, requestId: 'r' } }, { status, headers });

const routes = {
  things: {
    view: 'GET /thing/view/{id} qr',
    tree: 'GET /thing/tree/{id?} r',
    list: 'POST /thing/list brp',
    create: 'POST /thing/create bmk',
    edit: 'PUT /thing/edit/{id}/{part} b',
    mail: 'POST /thing/mail b',
  },
};
// biome-ignore lint/suspicious/noExplicitAny: the generated types belong to the real routes.
type AnyCalls = Record<keyof typeof routes.things, (...args: any[]) => Promise<unknown>>;

/** The calls of a client whose server gives these answers in turn. */
function clientOf(answers: Answer[], options: Partial<Options> = {}) {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({
      method: init.method ?? 'GET',
      url: String(url),
      headers: new Headers(init.headers),
      body: init.body,
    });
    const answer = answers.shift() ?? ok({});
    if (answer instanceof Error) throw answer;
    if (answer !== 'silence') return answer;
    init.signal!.throwIfAborted();
    return new Promise<Response>((_, reject) => {
      init.signal!.addEventListener('abort', () => reject(init.signal!.reason));
    });
  };
  const connection = new Connection({ url: 'http://aisle.test/', key: 'aisle_k', fetch, ...options });
  return { things: callsOf(connection, routes).things as AnyCalls, sent };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
/** The outcome of a call, without waiting for its pauses. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error) => error);
  await vi.runAllTimersAsync();
  return settled;
}

test('sends the key, the parameters of the path and the query', async () => {
  const { things, sent } = clientOf([ok({ _id: '1' })]);

  expect(await things.view('a b', { deep: true, left: undefined })).toEqual({ _id: '1' });
  expect(sent[0]).toMatchObject({
    method: 'GET',
    url: 'http://aisle.test/api/v2/thing/view/a%20b?deep=true',
  });
  expect(sent[0]!.headers.get('authorization')).toBe('Bearer aisle_k');
});

test('leaves out an optional parameter and rejects a missing one', async () => {
  const { things, sent } = clientOf([]);

  await things.tree();
  await expect(things.edit('a')).rejects.toThrow('needs part');
  expect(sent.map(({ url }) => url)).toEqual(['http://aisle.test/api/v2/thing/tree']);
});

test('sends JSON, and a form with files if there are some', async () => {
  const { things, sent } = clientOf([]);
  const photo = new File(['x'], 'a.png');

  await things.create({ name: 'Milk', tags: ['a'] });
  await things.create({ name: 'Milk', tags: ['a'], left: undefined, photos: [photo, photo] });
  await things.mail(new Blob(['From: a']));

  expect(sent[0]!.body).toBe('{"name":"Milk","tags":["a"]}');
  const form = sent[1]!.body as FormData;
  expect([form.get('name'), form.get('tags'), form.has('left')]).toEqual(['Milk', '["a"]', false]);
  expect(form.getAll('photos').map((file) => (file as File).name)).toEqual(['a.png', 'a.png']);
  expect(sent[1]!.headers.get('content-type')).toBe(null);
  expect(sent[2]!.headers.get('content-type')).toBe('application/octet-stream');
});

test('repeats a call with the same idempotency key', async () => {
  const { things, sent } = clientOf([new TypeError('reset'), refused(503, 'unavailable'), ok({ _id: '1' })]);

  expect(await outcome(things.create({}))).toEqual({ _id: '1' });

  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  await things.create({}, { idempotencyKey: 'mine' });
  expect(sent.at(-1)!.headers.get('idempotency-key')).toBe('mine');
});

test("doesn't repeat a write without a key unless the server has done nothing", async () => {
  const lost = clientOf([new TypeError('reset')]);
  const limited = clientOf([refused(429, 'too-many-requests', { 'retry-after': '3' }), ok({ _id: '1' })]);

  expect(await outcome(lost.things.edit('a', 'b', {}))).toMatchObject({ code: 'unreachable', status: 0 });
  expect(lost.sent).toHaveLength(1);
  expect(await outcome(limited.things.edit('a', 'b', {}))).toEqual({ _id: '1' });
});

test('waits as long as the server asks, up to a minute', async () => {
  const soon = clientOf([refused(503, 'busy', { 'retry-after': '50' })]);
  const late = clientOf([refused(429, 'too-many-requests', { 'retry-after': '900' })]);

  const waiting = soon.things.view('a');
  await vi.advanceTimersByTimeAsync(49_000);
  expect(soon.sent).toHaveLength(1);
  await outcome(waiting);
  expect(soon.sent).toHaveLength(2);
  expect(await outcome(late.things.view('a'))).toMatchObject({ retryAfterSeconds: 900 });
  expect(late.sent).toHaveLength(1);
});

test('gives up after the last retry, and never repeats a refusal', async () => {
  const down = clientOf(
    Array.from({ length: 9 }, () => refused(503, 'unavailable')),
    { retries: 2 },
  );
  const refusal = clientOf([refused(409, 'duplicate')]);

  expect(await outcome(down.things.view('a'))).toBeInstanceOf(AisleError);
  expect(down.sent).toHaveLength(3);
  expect(await outcome(refusal.things.view('a'))).toMatchObject({
    status: 409,
    code: 'duplicate',
    message: 'No',
    requestId: 'r',
  });
  expect(refusal.sent).toHaveLength(1);
});

test('ends an attempt after its timeout, and the call when it is aborted', async () => {
  vi.useRealTimers();
  const { things, sent } = clientOf(['silence', 'silence'], { retries: 0 });
  const stop = new AbortController();

  await expect(things.view('a', {}, { timeoutMs: 5 })).rejects.toMatchObject({ code: 'timeout' });
  const aborted = things.view('a', {}, { signal: stop.signal });
  stop.abort(new Error('The user left'));
  await expect(aborted).rejects.toThrow('The user left');
  expect(sent).toHaveLength(2);
});

test('reports a response that is not from Aisle', async () => {
  const { things } = clientOf([new Response('<html>', { status: 404 })]);

  expect(await outcome(things.view('a'))).toMatchObject({ code: 'unreadable', status: 404 });
});

test('iterates over all pages, and requests each only when it is needed', async () => {
  const pages = () => [
    ok({ records: [1, 2], nextCursor: 'c' }),
    ok({ records: [], nextCursor: 'd' }),
    ok({ records: [3], nextCursor: null }),
  ];
  const { things, sent } = clientOf([...pages(), ...pages()]);
  const list = (body?: object) => things.list(body) as List<{ records: number[]; nextCursor: string | null }>;

  const found: number[] = [];
  for await (const record of list({ limit: 2 })) found.push(record);
  expect(found).toEqual([1, 2, 3]);
  expect(sent.map(({ body }) => body)).toEqual([
    '{"limit":2}',
    '{"limit":2,"cursor":"c"}',
    '{"limit":2,"cursor":"d"}',
  ]);
  for await (const page of list().pages()) {
    expect(page.records).toEqual([1, 2]);
    break;
  }
  expect(sent).toHaveLength(4);
});
