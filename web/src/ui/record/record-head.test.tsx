import { Button } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { RecordHead } from './record-head.tsx';

test('a record answers who and how much below its title, each with its name for screen readers', async () => {
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

test('rare and dangerous actions are in the menu, the next step is not', async () => {
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
