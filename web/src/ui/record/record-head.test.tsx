import { Button } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { RecordHead } from './record-head.tsx';

test('shows facts below the title, with names for screen readers', async () => {
  await show(
    <RecordHead
      title="R-1"
      badge={<span>Approved</span>}
      summary={[
        ['Customer', 'Grace Hill'],
        ['Phone', null],
        ['Total', '$29.41 card'],
      ]}
    />,
  );

  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  expect(terms).toEqual(['Customer', 'Total']);
  expect(screen.getByText('$29.41 card')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('shows rare and dangerous actions in the menu, and the next step as a button', async () => {
  const cancel = vi.fn();
  const { user } = await show(
    <RecordHead
      title="O-1"
      primary={<Button>Start picking</Button>}
      menu={[{ label: 'Cancel order…', danger: true, onClick: cancel }]}
    />,
  );

  expect(screen.getByRole('button', { name: 'Start picking' })).toBeTruthy();
  expect(screen.queryByText('Cancel order…')).toBeNull();
  await user.press('More for O-1');
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Cancel order…' }));

  expect(cancel).toHaveBeenCalledOnce();
});
