import { backupRoutes } from '@aisle/contract/system/backups';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { Backups } from './backups.tsx';

test('explains how to set up a schedule', async () => {
  serve(backupRoutes.latest, { isScheduled: false, keep: 7, isLate: false, backups: [] });
  await show(<Backups />);

  expect(await screen.findByText(/No schedule yet/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('lists backups with age and size, and marks late ones', async () => {
  serve(backupRoutes.latest, {
    isScheduled: true,
    keep: 7,
    isLate: true,
    backups: [{ name: 'aisle-2026-11-20T02-13-00Z.zip', madeAt: '2026-11-20T02:13:00Z', bytes: 22_274_632 }],
  });
  await show(<Backups />);

  expect(await screen.findByText('Late')).toBeTruthy();
  expect(screen.getByText('Every day. The latest 7 are kept.')).toBeTruthy();
  expect(screen.getByRole('row', { name: /aisle-2026-11-20T02-13-00Z\.zip 22\.3 MB/ })).toBeTruthy();
});

test('retries after a loading error', async () => {
  let isUp = false;
  serve(backupRoutes.latest, () => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return { isScheduled: false, keep: 7, isLate: false, backups: [] };
  });
  const { user } = await show(<Backups />);

  const again = await screen.findByRole('button', { name: /try again/i });
  isUp = true;
  await user.click(again);

  expect(await screen.findByText(/No schedule yet/)).toBeTruthy();
});
