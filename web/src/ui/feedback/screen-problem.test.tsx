import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { chunkFailed } from '../../core/pages/pages.ts';
import { recordOnline, recordUnreachable } from '../../core/wire/connection.ts';
import { ScreenProblem } from './screen-problem.tsx';

afterEach(recordOnline);

test.each([
  ['a screen whose code failed to load, when the server responds again', chunkFailed, 1],
  ['not a screen with another problem', 'Broken', 0],
])('reloads only if needed: %s', async (_, message, reloads) => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  act(recordUnreachable);
  await show(<ScreenProblem error={new Error(message)} />);

  expect(reload).not.toHaveBeenCalled();
  act(recordOnline);

  expect(reload).toHaveBeenCalledTimes(reloads);
  reload.mockRestore();
});

test('uses the text from the specification for a failed chunk', async () => {
  await show(<ScreenProblem error={new Error(chunkFailed)} />);

  expect(screen.getByRole('heading').textContent).toBe('Loading chunk failed');
});
