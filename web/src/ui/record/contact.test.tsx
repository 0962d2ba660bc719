import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { hrefOf, show } from '../../../test/render.tsx';
import { PhoneInput } from '../form/fields/phone-input.tsx';
import { PhoneLink } from './contact.tsx';

test('shows a formatted phone link and copies the number', async () => {
  const { user } = await show(<PhoneLink phone="+18175550133" />);

  const link = screen.getByRole('link', { name: '(817) 555-0133' });
  expect(hrefOf(link)).toBe('tel:+18175550133');
  await user.press('Copy (817) 555-0133');

  expect(await navigator.clipboard.readText()).toBe('(817) 555-0133');
});

function Field() {
  const [phone, setPhone] = useState<string | null>('+18175550133');
  return (
    <>
      <PhoneInput value={phone} onChange={setPhone} />
      <output>{phone}</output>
    </>
  );
}

test('accepts a phone number in any format and formats it on blur', async () => {
  const { user } = await show(<Field />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' });
  expect(field.value).toBe('(817) 555-0133');

  await user.clear(field);
  expect(screen.getByRole('status').textContent).toBe('');
  await user.type(field, '512 555 0199');
  expect(field.value).toBe('512 555 0199');
  await user.tab();

  expect(field.value).toBe('(512) 555-0199');
  expect(screen.getByRole('status').textContent).toBe('+15125550199');
});
