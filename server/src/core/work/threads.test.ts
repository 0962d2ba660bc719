import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Problem } from '../problem.ts';
import { openWork } from './threads.ts';

const core = (file: string) => pathToFileURL(path.join(import.meta.dirname, file)).href;
const source = `
import { serveCalls } from '${core('in-thread.ts')}';
import { wrongField } from '${core('../problem.ts')}';
export default serveCalls(() => {
  let sum = 0;
  return {
    add: (number) => (sum += number),
    refuse: () => { throw wrongField('name', 'Too long'); },
    spin: (begun) => { if (begun) Atomics.store(begun, 0, 1); for (;;); },
    fill: () => { const all = []; for (;;) all.push(new Array(1e6).fill({})); },
  };
});`;
interface Sums {
  [name: string]: (input: never) => unknown;
  add(number: number): number;
  refuse(input: null): void;
  spin(begun: Int32Array | null): void;
  fill(input: null): void;
}

let folder: string;
let file: URL;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'aisle-work-'));
  const name = path.join(folder, 'sums.ts');
  writeFileSync(name, source);
  file = pathToFileURL(name);
});
afterAll(() => rm(folder, { recursive: true }));

const open = (bounds: { seconds?: number; signal?: AbortSignal } = {}) =>
  openWork<Sums>(file, { seconds: 20, ...bounds });

test('keeps the state of a task between calls, separate from other tasks', async () => {
  const [one, other] = [open(), open()];

  await one.call('add', 1);

  expect([await one.call('add', 2), await other.call('add', 5)]).toEqual([3, 5]);
  one.close();
  other.close();
});

test('returns a thrown problem unchanged', async () => {
  const work = open();

  const refused = await work.call('refuse', null).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject({
    code: 'validation-failed',
    fields: [{ path: 'name', message: 'Too long' }],
  });
  work.close();
});

test('stops a task that takes too long without delaying others', async () => {
  const endless = open({ seconds: 0.2 });
  const refused = endless.call('spin', null).catch((error: unknown) => error);

  const other = open();
  expect(await other.call('add', 1)).toBe(1);
  other.close();
  expect(await refused).toMatchObject({ code: 'too-large' });
});

test('stops a task that uses too much memory', async () => {
  const greedy = open({ seconds: 60 });

  const refused = await greedy.call('fill', null).catch((error: unknown) => error);

  expect(refused).toMatchObject({ code: 'too-large', details: { limit: '512 MiB' } });
}, 120_000);

test('stops a task when its caller disconnects', async () => {
  const gone = new AbortController();
  const endless = open({ signal: gone.signal });
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const refused = endless.call('spin', begun).catch((error: unknown) => error);
  await vi.waitFor(() => expect(Atomics.load(begun, 0)).toBe(1), { timeout: 10_000, interval: 5 });

  gone.abort();

  expect(await refused).toMatchObject({ code: 'unavailable' });
});
