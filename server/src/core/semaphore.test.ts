import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test('limits concurrent calls and runs the others in order of arrival', async () => {
  const turns = new Semaphore({ concurrency: 2, waiting: 10 });
  const gates = [gate(), gate(), gate(), gate()];
  const begun: number[] = [];

  const all = gates.map(({ opened }, index) =>
    turns.take(async () => {
      begun.push(index);
      await opened;
    }),
  );
  expect(begun).toEqual([0, 1]);
  gates[1]!.open();
  await all[1];
  expect(begun).toEqual([0, 1, 2]);

  for (const { open } of gates) open();
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(turns.isIdle).toBe(true);
});

test('refuses calls at once when the queue is full', async () => {
  const turns = new Semaphore({ concurrency: 1, waiting: 1 });
  const { open, opened } = gate();
  const first = turns.take(() => opened);
  const second = turns.take(async () => 'done');

  await expect(turns.take(async () => {})).rejects.toMatchObject({ code: 'busy' });

  open();
  await first;
  expect(await second).toBe('done');
});

test('skips a disconnected client, and passes the slot on after a failure', async () => {
  const turns = new Semaphore({ concurrency: 1, waiting: 5 });
  const { open, opened } = gate();
  const gone = new AbortController();
  const failing = turns.take(async () => {
    await opened;
    throw new Error('no');
  });
  const leaving = turns.take(async () => 'too late', gone.signal);
  const last = turns.take(async () => 'done');

  gone.abort();
  await expect(leaving).rejects.toMatchObject({ code: 'unavailable' });
  open();

  await expect(failing).rejects.toThrow('no');
  expect(await last).toBe('done');
});
