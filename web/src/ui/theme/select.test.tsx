import { Select } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';

test('searches the choices of a select from the start after a click', async () => {
  const { user } = await show(
    <Select
      label="Field"
      searchable
      defaultValue="none"
      data={[{ value: 'none', label: "Don't import" }, 'Brand']}
    />,
  );
  const field = screen.getByRole('combobox', { name: 'Field' });

  await user.click(field);
  await user.keyboard('bra');

  expect((field as HTMLInputElement).value).toBe('bra');
  expect(await screen.findByRole('option', { name: 'Brand' })).toBeTruthy();
});
