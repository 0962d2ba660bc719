import { type PayoutRunView, payoutRoutes } from '@aisle/contract/finance/payouts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { run } from '../finance.fixtures.ts';
import { PayoutRunScreen } from './payout-run-view.tsx';

const opened = (view: PayoutRunView) => {
  serve(payoutRoutes.viewRun, view);
  return show(<PayoutRunScreen />, {
    at: `/statements/payout-runs/${view._id}`,
    page: '/statements/payout-runs/$id',
    permissions: ['location_report', 'statement_payment'],
  });
};
const results = async () => within(await screen.findByRole('table', { name: 'Result of each statement' }));

test('shows the result of each statement, and filters unpaid ones', async () => {
  const { user } = await opened(run());

  const table = await results();
  expect(table.getByRole('row', { name: /S-2031/ }).textContent).toContain('Paid');
  expect(table.getByRole('row', { name: /S-2032/ }).textContent).toContain(
    'Statement S-2032 is already paid',
  );
  await user.press('Not paid 1');

  expect((await results()).queryByRole('row', { name: /S-2031/ })).toBeNull();
  expect(hrefOf((await results()).getByRole('link', { name: 'S-2032' }))).toBe(`/statements/${idOf(2)}`);
});

test('links to the files, and explains a missing bank file', async () => {
  await opened(run());

  const link = await screen.findByRole('link', { name: 'payouts.csv' });
  expect(hrefOf(link)).toBe('/files/payouts.csv');
  expect(screen.getByText('South has no bank account.')).toBeTruthy();
});

test('offers the bank file first, and adds up the amounts', async () => {
  const files = [...run().files, { name: 'ACH credits 2026-11-02.ach', url: '/files/credits.ach' }];
  await opened(run({ files, noAchFile: null }));

  expect(await screen.findByRole('heading', { name: 'Payout run P-12' })).toBeTruthy();
  expect(hrefOf(screen.getByRole('link', { name: 'Download ACH file' }))).toBe('/files/credits.ach');
  expect((await results()).getByRole('row', { name: /^Total/ }).textContent).toBe('Total$1,030.00');
});

test('hides the filter if everything was paid', async () => {
  const { results: all } = run();
  await opened(run({ failed: 0, statements: 1, results: all.slice(0, 1), noAchFile: null }));

  await results();
  expect(screen.queryByRole('button', { name: /Not paid/ })).toBeNull();
  expect(screen.queryByText('No ACH file')).toBeNull();
});

test.each([
  ['continues a stopped run', { status: 'failed' as const }, 'Continue run'],
  ['recreates deleted files of a run', { files: [] }, 'Create files again'],
])('%s', async (_, more, name) => {
  const resumed = serve(payoutRoutes.resumeRun, { runId: run()._id, jobId: run().jobId });
  const { user } = await opened(run(more));

  await user.press(name);

  await waitFor(() => expect(resumed.map(({ params }) => params)).toEqual([[run()._id]]));
});

test('hides Continue for a completed run with its files', async () => {
  await opened(run());

  await results();
  expect(screen.queryByRole('button', { name: /Continue|Create/ })).toBeNull();
});
