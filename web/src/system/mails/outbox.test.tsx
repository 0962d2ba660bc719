import { mailRoutes } from '@aisle/contract/system/mails';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, stored } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { Outbox } from './outbox.tsx';

const mail = {
  _id: idOf(1),
  to: 'ben@shop.example',
  subject: 'Your invitation',
  text: 'Choose a password: https://shop.example/set-password/abc',
  attachments: [{ name: 'Report.xlsx', url: '/files/mails/1.xlsx?s=1' }],
  createdAt: stored.createdAt,
  sentAt: null,
};

test('opens an email with its links', async () => {
  serve(mailRoutes.list, [mail]);
  const { user } = await show(<Outbox />, { at: '/outbox' });

  await user.press(/Your invitation/);

  const link = await screen.findByRole('link', { name: 'https://shop.example/set-password/abc' });
  expect(hrefOf(link)).toBe('https://shop.example/set-password/abc');
  const attached = screen.getByRole('link', { name: 'Report.xlsx' });
  expect(hrefOf(attached)).toBe('/files/mails/1.xlsx?s=1');
});

test('marks an unsent email as waiting', async () => {
  serve(mailRoutes.list, [mail, { ...mail, _id: idOf(2), subject: 'Welcome', sentAt: stored.updatedAt }]);
  await show(<Outbox />, { at: '/outbox' });

  expect((await screen.findByRole('button', { name: /Your invitation/ })).textContent).toContain('Waiting');
  expect(screen.getByRole('button', { name: /Welcome/ }).textContent).toContain('Sent');
});

test('explains an empty outbox', async () => {
  serve(mailRoutes.list, []);
  await show(<Outbox />, { at: '/outbox' });

  expect(await screen.findByText('No emails yet')).toBeTruthy();
});

test('shows an error if the emails fail to load', async () => {
  serve(mailRoutes.list, refusal(500, 'unexpected', 'Something went wrong'));
  await show(<Outbox />, { at: '/outbox' });

  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
});

test('explains outside the demo where emails go', async () => {
  serve(mailRoutes.list, refusal(404, 'not-found', 'This was not found'));
  await show(<Outbox />, { at: '/outbox' });

  expect(await screen.findByText("Emails aren't shown here")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
