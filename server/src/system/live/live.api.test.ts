import { generateKeyPairSync } from 'node:crypto';
import type { LiveMessage } from '@aisle/contract/system/live/events';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openShop, type Person } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { hashToken } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { announce, type LiveEvent } from '../../core/live-events.ts';

const shop = await openShop();
const base = await shop.server.listen({ port: 0, host: '127.0.0.1' });
const [here, elsewhere] = [await addLocation(shop), await addLocation(shop)];

// An event is only read when no older transaction of the cluster is open, and other test files have long ones.
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 100_000, interval: 2 });

interface Heard {
  id: string | undefined;
  event: string | undefined;
  data: string;
}

/** Opens a stream and records its events; earlier events belong to other tests. */
async function listen(person: Person, headers: Record<string, string> = {}, query = '?since=0') {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(`${base}/api/v2/events${query}`, {
    headers: { ...person.headers, ...headers },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  const heard: Heard[] = [];
  let ended = false;
  let position: string | undefined;
  let text = '';
  const connected = Promise.withResolvers<void>();
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      connected.resolve();
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const fields = new Map(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) as [string, string])
            .filter(Boolean),
        );
        text = text.slice(end + 2);
        if (fields.has('id')) position = fields.get('id');
        if (!fields.has('data')) continue;
        heard.push({ id: fields.get('id'), event: fields.get('event'), data: fields.get('data')! });
      }
    }
    ended = true;
  })().catch(() => undefined);
  await connected.promise;
  return {
    heard,
    leave: () => leaving.abort(),
    get position() {
      return position;
    },
    get ended() {
      return ended;
    },
    topics: () => heard.map(({ data }) => (JSON.parse(data) as LiveMessage).topic),
  };
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    shop.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

async function tell(event: Partial<LiveEvent> & { topic: string }): Promise<void> {
  await shop.look((tx) => announce(tx, { action: 'changed', permission: 'order_list', ...event }));
  shop.services.liveEvents.notify();
}

test('sends each event once and in order', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const stream = await listen(clerk);
  const rounds = Array.from({ length: 20 }, (_, round) => `round${round}`);

  for (const topic of rounds) await tell({ topic });

  await eventually(() => expect(stream.topics()).toEqual(rounds));
});

test("sends events of the user's locations and permissions, and the user's own", async () => {
  const owner = await shop.signIn({ permissions: ['order_list'], locations: [here] });
  const stream = await listen(owner);

  await tell({ topic: 'all', locationId: here });
  await tell({ topic: 'otherLocation', locationId: elsewhere });
  await tell({ topic: 'otherPermission', permission: 'user_list' });
  await tell({ topic: 'otherPerson', userId: newId() });
  await tell({ topic: 'own', userId: owner.userId });
  await tell({ topic: 'everybody' });

  await eventually(() => expect(stream.topics()).toContain('everybody'));
  expect(stream.topics()).toEqual(['all', 'own', 'everybody']);
});

test('resumes a broken stream without missing events', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const other = await listen(clerk);
  const first = await listen(clerk);
  await tell({ topic: 'before' });
  await eventually(() => expect(first.topics()).toEqual(['before']));
  first.leave();
  await tell({ topic: 'missed' });
  await eventually(() => expect(other.topics()).toContain('missed'));

  const second = await listen(clerk, { 'last-event-id': first.heard[0]!.id! });
  await tell({ topic: 'after' });

  await eventually(() => expect(second.topics()).toEqual(['missed', 'after']));
});

test('sends events from between reading a list and opening the stream', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const owner = await shop.signIn({ permissions: ['order_list'], locations: [here] });
  const topic = `justBefore${newId()}`;
  await tell({ topic, locationId: elsewhere });

  const [hers, all] = [await listen(clerk, {}, ''), await listen(owner, {}, '?since=60000')];
  await tell({ topic: 'after' });

  await eventually(() => expect(hers.topics()).toEqual(expect.arrayContaining([topic, 'after'])));
  await eventually(() => expect(all.topics()).toContain('after'));
  expect(hers.topics().filter((heard) => heard === topic)).toHaveLength(1);
  expect(all.topics()).not.toContain(topic);
});

test('resumes a stream that broke before its first event', async () => {
  const topic = `missed${newId()}`;
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const first = await listen(clerk);
  await eventually(() => expect(first.position).toBeDefined());
  first.leave();
  await tell({ topic });

  const second = await listen(clerk, { 'last-event-id': first.position! });

  // The last event of another test may arrive too, but this one must arrive exactly once.
  await eventually(() => expect(second.topics()).toContain(topic));
  expect(second.topics().filter((heard) => heard === topic)).toHaveLength(1);
});

test('asks a client that was away too long to reload everything', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const witness = await listen(clerk);
  await shop.look(async (tx) => {
    for (let count = 0; count < 2001; count += 1) {
      await announce(tx, { topic: 'many', action: 'x', permission: 'order_list', locationId: elsewhere });
    }
  });
  // Waits for all events, because an event that hasn't reached the replica yet doesn't count as missed.
  await eventually(() => expect(witness.topics()).toHaveLength(2001));

  const stream = await listen(clerk, {}, '?since=3600000');

  await eventually(() => expect(stream.heard.map(({ event }) => event)).toEqual(['reset']));
});

test('asks a client to reload after a time without clients', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const first = await listen(clerk);
  await tell({ topic: 'before' });
  await eventually(() => expect(first.topics()).toEqual(['before']));
  const open = await connections();
  first.leave();
  await vi.waitFor(async () => expect(await connections()).toBeLessThan(open));
  await tell({ topic: 'alone' });

  const second = await listen(clerk, { 'last-event-id': first.heard[0]!.id! });

  await eventually(() => expect(second.topics()).toEqual(['alone']));
});

test('sends an event that commits late, after a faster one', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const stream = await listen(clerk);
  const [announced, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = shop.look(async (tx) => {
    await announce(tx, { topic: 'slow', action: 'x', permission: 'order_list' });
    announced.resolve();
    await finished.promise;
  });
  await announced.promise;
  await tell({ topic: 'quick' });
  // A new stream begins only after the server has read the events.
  await listen(clerk);
  expect(stream.topics()).toEqual([]);

  finished.resolve();
  await slow;
  shop.services.liveEvents.notify();

  await eventually(() => expect(stream.topics()).toEqual(['slow', 'quick']));
});

test('ends the stream with its session', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const stream = await listen(clerk);

  await shop.sql`DELETE FROM sessions WHERE token_hash = ${hashToken(clerk.headers['admin-token']!)}`;

  await eventually(() => expect(stream.ended).toBe(true));
});

test('sends an API key what it can list, and ends the stream when the key is revoked', async () => {
  const key = await shop.withKey({ permissions: ['order_list'], locations: [here] });
  const stream = await listen(key);

  await tell({ topic: 'otherLocation', locationId: elsewhere });
  await tell({ topic: 'otherPermission', permission: 'user_list' });
  await tell({ topic: 'all', locationId: here });

  await eventually(() => expect(stream.topics()).toEqual(['all']));
  await shop.sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${key.userId}`;
  await eventually(() => expect(stream.ended).toBe(true));
});

test('encrypts lines for a client that sends its key', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const jwk = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' });
  const key = Buffer.from(JSON.stringify(jwk)).toString('base64url');
  const stream = await listen(clerk, { 'x-client-key': key });

  await tell({ topic: 'secret' });

  await eventually(() => expect(stream.heard).toHaveLength(1));
  expect(stream.heard[0]!.data).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('rejects a stream without a session', async () => {
  const refused = await fetch(`${base}/api/v2/events`);

  expect(refused.status).toBe(401);
  await refused.text();
});

test('limits the number of streams per user', async () => {
  const [busy, calm] = [await shop.signIn(), await shop.signIn()];
  const open = (person: Person) => {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const headers = person.headers;
    const status = fetch(`${base}/api/v2/events`, { headers, signal: leaving.signal }).then(
      (got) => got.status,
    );
    return { status, leave: () => leaving.abort() };
  };
  const streams = Array.from({ length: 20 }, () => open(busy));
  expect(await Promise.all(streams.map(({ status }) => status))).toEqual(streams.map(() => 200));

  expect(await open(busy).status).toBe(429);
  expect(await open(calm).status).toBe(200);
  streams[0]!.leave();

  await vi.waitFor(async () => expect(await open(busy).status).toBe(200), { timeout: 8000, interval: 50 });
});
