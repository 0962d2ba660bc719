import { type Job, jobRoutes } from '@aisle/contract/system/jobs';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { jobOf } from '../../system/system.fixtures.ts';
import { JobWatch } from './job-watch.tsx';

const job = (more: Partial<Job>) =>
  jobOf({ _id: idOf(1), status: 'running', done: 0, total: null, percent: null, finishedAt: null, ...more });
const watch = () => show(<JobWatch id={job({})._id}>All is well</JobWatch>);
const bar = () => screen.getByRole('progressbar', { name: 'Exporting brands' }).getAttribute('aria-valuenow');

test.each([
  [{ status: 'waiting' }, 'Waiting to start', '0'],
  [{ status: 'running', done: 40 }, 'Counting', '0'],
  [{ status: 'running', done: 1999, total: 3000 }, '66% · 1,999 of 3,000', '66'],
  [{ status: 'running', done: 2999, total: 3000 }, '99% · 2,999 of 3,000', '99'],
  [{ status: 'done', done: 3000, total: 3000 }, 'Done', '100'],
  [{ status: 'failed', done: 1500, total: 3000 }, 'Failed', '50'],
] as const)('shows the state %j as “%s”', async (state, words, percent) => {
  serve(jobRoutes.get, job(state));

  await watch();

  expect((await screen.findByText('Exporting brands')).textContent).toBe('Exporting brands');
  expect(screen.getByRole('status').textContent).toBe(words);
  expect(bar()).toBe(percent);
});

test('starts the download once when an export is done', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  serve(jobRoutes.get, job({ status: 'running' }));
  const { readAgain } = await show(<JobWatch id={job({})._id} downloads />);
  await screen.findByText('Exporting brands');
  expect(click).not.toHaveBeenCalled();
  serve(jobRoutes.get, job({ status: 'done', files: [{ name: 'brands.csv', url: '/files/brands.csv' }] }));

  await readAgain('jobs');
  await screen.findByRole('link', { name: 'brands.csv' });
  await readAgain('jobs');

  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(hrefOf(click.mock.contexts[0] as HTMLElement)).toBe('/files/brands.csv');
});

test('shows the files and the content of a finished job', async () => {
  serve(jobRoutes.get, job({ status: 'done', files: [{ name: 'brands.csv', url: '/files/brands.csv' }] }));

  await watch();

  const link = await screen.findByRole('link', { name: 'brands.csv' });
  expect(hrefOf(link)).toBe('/files/brands.csv');
  expect(link.hasAttribute('download')).toBe(true);
  expect(screen.getByText('All is well')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

test('shows the error of a failed job without its content', async () => {
  serve(jobRoutes.get, job({ status: 'failed', error: 'The disk is full' }));

  await watch();

  expect(await screen.findByText('The disk is full')).toBeTruthy();
  expect(screen.queryByText('All is well')).toBeNull();
});

test('stops a job and shows that it ended', async () => {
  let state = job({ done: 1, total: 2 });
  serve(jobRoutes.get, () => state);
  const stops = serve(jobRoutes.cancel, () => {
    state = job({ status: 'cancelled', done: 1, total: 2 });
    return state;
  });
  const { user } = await watch();

  await user.press('Stop');

  expect(await screen.findByText('Stopped.')).toBeTruthy();
  expect(stops).toHaveLength(1);
  expect(stops[0]?.params).toEqual([job({})._id]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
});

test('polls a job until it ends', async () => {
  let looks = 0;
  serve(jobRoutes.get, () => {
    looks += 1;
    return looks < 2 ? job({}) : job({ status: 'done' });
  });

  await watch();

  expect(await screen.findByText('Done')).toBeTruthy();
  expect(looks).toBe(2);
});

test('shows a loading error and retries', async () => {
  let isDown = true;
  serve(jobRoutes.get, () => (isDown ? refusal(500, 'unexpected', 'Not now') : job({ status: 'done' })));
  const { user } = await watch();

  expect((await screen.findByRole('alert')).textContent).toContain('Not now');
  isDown = false;
  await user.press('Try again');

  expect(await screen.findByText('Done')).toBeTruthy();
});
