import { jobRoutes, type ListedJob } from '@aisle/contract/system/jobs';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newId } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { jobOf } from '../system.fixtures.ts';
import { resultOf } from './job-labels.ts';
import { JobList } from './job-list.tsx';

const now = new Date().toISOString();
const listedJob = (more: Partial<ListedJob> = {}): ListedJob => ({
  ...jobOf({ done: 3000, total: 3000, createdAt: now, startedAt: now, finishedAt: now }),
  files: [{ name: 'brands.csv', url: '/files/brands.csv' }],
  createdByName: 'Ann Reed',
  ...more,
});
async function opened(...records: ListedJob[]) {
  serve(jobRoutes.list, { records, totalRecords: records.length });
  serve(jobRoutes.get, ({ params }) => records.find(({ _id }) => _id === params[0])!);
  return show(<JobList />, { at: '/jobs' });
}

test('offers the file of an export after its dialog was closed', async () => {
  const { user } = await opened(listedJob());

  await user.click(await screen.findByRole('cell', { name: 'Exporting brands' }));

  const link = await screen.findByRole('link', { name: 'brands.csv' });
  expect(hrefOf(link)).toBe('/files/brands.csv');
});

test('hides a deleted file', async () => {
  const { user } = await opened(listedJob({ finishedAt: '2026-01-02T10:00:00.000Z' }));

  await user.click(await screen.findByRole('cell', { name: 'Exporting brands' }));

  expect(await screen.findByText(/^Its file was deleted/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'brands.csv' })).toBeNull();
});

test('shows errors, progress and creators of jobs', async () => {
  await opened(
    listedJob({ status: 'failed', files: [], error: 'The disk is full', createdByName: null }),
    listedJob({ status: 'running', percent: 40.5, files: [], finishedAt: null }),
  );

  expect(await screen.findByText('The disk is full')).toBeTruthy();
  expect(screen.getByText('Running, 40%')).toBeTruthy();
  expect(screen.getByText('Ann Reed')).toBeTruthy();
  expect(screen.getByText('System')).toBeTruthy();
});

test('links a job to its result', () => {
  const id = newId();

  expect(resultOf({ kind: 'importRun', result: { importId: id } })).toEqual({
    to: '/imports',
    search: { id },
  });
  expect(resultOf({ kind: 'orderSteps', result: { changeId: id } })?.to).toBe('/orders/steps/$id');
  expect(resultOf({ kind: 'bulkEdit', result: { changeId: id } })?.to).toBe('/products/bulk-edits/$id');
  expect(resultOf({ kind: 'export', result: { rows: 3 } })).toBeUndefined();
});
