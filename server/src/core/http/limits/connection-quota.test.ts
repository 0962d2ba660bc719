import { expect, test } from 'vitest';
import { ConnectionQuota } from './connection-quota.ts';

const never = new AbortController().signal;
const share = (key: string, most: number) => ({ key, most });

function busy(shares: ConnectionQuota, ...keys: [string, number][]) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begun = false;
  const done = shares.take(
    keys.map(([key, most]) => share(key, most)),
    never,
    () => {
      begun = true;
      return ended;
    },
  );
  return { end, done, hasBegun: () => begun };
}

test('queues a route over its quota and serves later requests of other routes first', async () => {
  const shares = new ConnectionQuota();
  const [first, second] = [busy(shares, ['list', 1]), busy(shares, ['list', 1])];
  const other = busy(shares, ['view', 1]);

  expect([first.hasBegun(), second.hasBegun(), other.hasBegun()]).toEqual([true, false, true]);

  first.end();
  await first.done;
  expect(second.hasBegun()).toBe(true);
});

test('uses no route quota for queued requests of an address over its quota', async () => {
  const shares = new ConnectionQuota();
  const ofA = [1, 2, 3].map(() => busy(shares, ['list', 2], ['address a', 1]));
  const ofB = busy(shares, ['list', 2], ['address b', 1]);

  expect(ofA.map(({ hasBegun }) => hasBegun())).toEqual([true, false, false]);
  expect(ofB.hasBegun()).toBe(true);

  ofA[0]!.end();
  await ofA[0]!.done;
  expect(ofA.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false]);
});

test('removes a disconnected client from the queue', async () => {
  const shares = new ConnectionQuota();
  const first = busy(shares, ['list', 1]);
  const gone = new AbortController();
  const leaving = shares.take([share('list', 1)], gone.signal, async () => 'done');

  gone.abort();
  await expect(leaving).rejects.toMatchObject({ code: 'unavailable' });
  first.end();
  await first.done;

  expect(await shares.take([share('list', 1)], never, async () => 'done')).toBe('done');
});
