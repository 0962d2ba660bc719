import type { Permission } from '@aisle/contract/permissions';
import { orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import { type OrderMessageTemplate, standardTemplates } from '@aisle/contract/system/order-messages';
import {
  defaultSettings,
  type Settings as SettingsRecord,
  settingsRoutes,
} from '@aisle/contract/system/settings';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stored } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { Settings } from './settings.tsx';

const settings: SettingsRecord = { ...defaultSettings, version: 4, updatedAt: stored.updatedAt };
serve(settingsRoutes.get, settings);
serve(settingsRoutes.logo, { logo: null });
const logos = serve(settingsRoutes.setLogo, { logo: null });
const updates = serve(settingsRoutes.update, ({ body }) => ({
  ...settings,
  ...(body as object),
  version: 5,
}));
async function opened(tab = '', permissions: Permission[] = []) {
  const shown = await show(<Settings />, {
    at: `/settings${tab && `?tab=${tab}`}`,
    page: '/settings',
    permissions: ['access_setting', ...permissions],
  });
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  return shown;
}

test('sends only the changed group with the version', async () => {
  const { user } = await opened();

  await user.retype(/^Minimum order/, '15');
  await user.press('Save changes');

  expect(await onlyBody(updates)).toEqual({ minimumOrder: 1500, version: 4 });
});

test('saves a logo as soon as it is chosen', async () => {
  const { container, user } = await opened();
  const input = container.querySelector<HTMLInputElement>('input[type="file"]')!;

  await user.upload(input, new File(['logo'], 'logo.png', { type: 'image/png' }));

  await waitFor(() => expect(logos).toHaveLength(1));
});

test('explains that a brand color is too light', async () => {
  const { user } = await opened();

  await user.retype(/^Brand color/, '#FFD54F');
  await user.press('Save changes');

  await screen.findByText(/Choose a darker color/);
  expect(updates).toHaveLength(0);
});

test('renders the list of time zones on focus', async () => {
  await opened();
  const zone = screen.getByRole('combobox', { name: /^Time zone/ });
  const zones = () => screen.queryAllByRole('option', { hidden: true, name: /Time \(/ });
  expect(zones()).toEqual([]);

  act(() => zone.focus());

  expect(zones()).not.toEqual([]);
});

test('requires a second factor for one type of user, and sends the others unchanged', async () => {
  const { user } = await opened('sign-in');

  await user.click(await screen.findByRole('switch', { name: 'Administrators' }));
  await user.press('Save changes');

  expect(await onlyBody(updates)).toEqual({
    secondFactorRequired: { admin: true, store: false, others: false },
    version: 4,
  });
});

test('sends the next change with the version of the last response', async () => {
  const { user } = await opened();

  await user.retype(/^Minimum order/, '15');
  await user.press('Save changes');
  await waitFor(() => expect(updates).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true),
  );
  await user.retype(/^Brand name/, 'Corner');
  await user.press('Save changes');

  await waitFor(() => expect(updates[1]?.body).toEqual({ brandName: 'Corner', version: 5 }));
});

test('keeps input typed during a save as an unsaved change', async () => {
  let answer: () => void = () => undefined;
  const updates = serve(
    settingsRoutes.update,
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ ...settings, minimumOrder: 1500, version: 5 });
      }),
  );
  const { user } = await opened();

  await user.retype(/^Minimum order/, '15');
  await user.press('Save changes');
  await waitFor(() => expect(updates).toHaveLength(1));
  await user.type(screen.getByRole('textbox', { name: /^Brand name/ }), '!');
  await act(async () => answer());

  expect(await screen.findByText('1 change')).toBeTruthy();
  await user.press('Save changes');
  await waitFor(() => expect(updates[1]?.body).toEqual({ brandName: `${settings.brandName}!`, version: 5 }));
});

test('opens the tab with an error and counts the error on it', async () => {
  const { user } = await opened();

  await user.retype(/^Brand name/, '');
  await user.press(/^Stock/);
  await screen.findByRole('textbox', { name: /^Low at or below/ });
  await user.press('Save changes');

  expect(await screen.findByText('Brand name is required')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^General/ }).textContent).toContain('1');
  expect(updates).toEqual([]);
});

test('rejects a time limit out of range', async () => {
  const { user } = await opened('orders');

  await user.retype(/^Time to pay/, '0');
  await user.press('Save changes');

  expect(await screen.findByText('Payment window must be at least 1')).toBeTruthy();
  expect(updates).toEqual([]);
});

test('adds, renames, sorts and removes reasons, and keeps their ids', async () => {
  const { user } = await opened('orders');
  const [first, second, ...rest] = settings.reasons.reject;

  await user.press(`Move down: ${first?.name}`);
  await user.press(`Remove: ${rest.at(-1)?.name}`);
  await user.type(screen.getByRole('textbox', { name: 'Rejection reasons, reason 1' }), '!');
  await user.press('Save changes');

  await waitFor(() => expect(updates).toHaveLength(1));
  const { reasons } = updates[0]!.body as { reasons: SettingsRecord['reasons'] };
  expect(reasons.reject).toEqual([
    { _id: second?._id, name: `${second?.name}!` },
    first,
    ...rest.slice(0, -1),
  ]);
  expect(reasons.cancel).toEqual(settings.reasons.cancel);
});

test('shows a blank reason at its field', async () => {
  const { user } = await opened('orders');
  const section = screen.getByRole('heading', { name: 'Refund reasons' }).closest('section') as HTMLElement;

  await user.click(within(section).getByRole('button', { name: 'Add reason' }));
  await user.press('Save changes');

  expect(await within(section).findByText('Reason is required')).toBeTruthy();
  expect(updates).toEqual([]);
});

test('starts a new slot at the end of the previous one', async () => {
  const { user } = await opened('delivery');
  expect(screen.getByText(/^No slots/)).toBeTruthy();

  await user.press('Add slot');
  await user.press('Add slot');
  await user.press('Save changes');

  expect(await onlyBody(updates)).toMatchObject({
    deliveryInfo: {
      slots: [
        { from: '08:00', to: '10:00' },
        { from: '10:00', to: '12:00' },
      ],
    },
  });
});

test('saves no limit if delivery is never free', async () => {
  serve(settingsRoutes.get, {
    ...settings,
    deliveryInfo: { ...settings.deliveryInfo, freeAbove: 5000 },
  });
  const { user } = await opened('delivery');

  await user.retype(/^Free from/, '');
  await user.press('Save changes');

  await waitFor(() => expect(updates).toMatchObject([{ body: { deliveryInfo: { freeAbove: null } } }]));
});

test('starts with a complete schedule, and shows the next statements', async () => {
  const { user } = await opened('statements');

  await user.select('Create statements', 'Every month');
  expect(screen.getByText(/^The next statements are for the period through/)).toBeTruthy();
  await user.retype(/^Days to wait/, '5');
  await user.press('Save changes');

  expect(await onlyBody(updates)).toMatchObject({ statements: { every: 'month', day: 31, holdDays: 5 } });
});

test('rejects an invalid routing number at its field', async () => {
  const { user } = await opened('statements');

  await user.click(screen.getByRole('switch', { name: 'Create ACH files' }));
  await user.retype(/^Company ID/, '1234567890');
  await user.retype(/^Bank name/, 'First Corner Bank');
  await user.retype(/^Routing number/, '021000022');
  await user.press('Save changes');

  expect(await screen.findByText("This isn't a valid routing number. Check the digits")).toBeTruthy();
  expect(updates).toEqual([]);
  await user.retype(/^Routing number/, '021000021');
  await user.press('Save changes');
  expect(await onlyBody(updates)).toMatchObject({
    ach: { companyName: settings.brandName, companyId: '1234567890', originRouting: '021000021' },
  });
});

test('rejects two tax rules with the same start day', async () => {
  const { user } = await opened('statements');

  await user.press('Add rule');
  await user.press('Add rule');
  await user.press('Save changes');

  expect(await screen.findByText('Each day can have one rule')).toBeTruthy();
  await user.press('Remove rule 2');
  await user.press('Save changes');
  await waitFor(() => expect(updates[0]?.body).toMatchObject({ taxRemittedBy: [{ by: 'marketplace' }] }));
});

test('restores the saved values on discard', async () => {
  const { user } = await opened();

  await user.retype(/^Brand name/, 'Corner');
  await user.press('Discard');

  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Brand name/ }).value).toBe('Aisle');
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
});

test('shows a change by another user beside the draft', async () => {
  serve(
    settingsRoutes.update,
    refusal(409, 'version-stale', 'Somebody else has changed this', {
      data: { ...settings, brandName: 'Market', version: 5 },
    }),
  );
  const { user } = await opened();

  await user.retype(/^Brand name/, 'Corner');
  await user.press('Save changes');

  const choice = await screen.findByRole('group', { name: 'Brand name' });
  expect(choice.textContent).toContain('Corner');
  expect(choice.textContent).toContain('Market');
});

test('opens webhooks on a separate page', async () => {
  const { user, address } = await opened();

  await user.press('Webhooks');

  await waitFor(() => expect(address()).toBe('/settings/webhooks'));
});

test('saves the expiration of coins in days or as never, and explains which coins it affects', async () => {
  const { user } = await opened('coins');
  expect(screen.getByText(/A change applies to coins earned from then on/)).toBeTruthy();

  await user.retype(/^Coins expire after/, '90');
  await user.retype(/^Ask for the password above/, '500');
  await user.press('Save changes');
  await waitFor(() => expect(updates).toHaveLength(1));
  await user.retype(/^Coins expire after/, '');
  await user.press('Save changes');

  await waitFor(() => expect(updates).toHaveLength(2));
  expect(updates[0]?.body).toEqual({
    coins: { ...settings.coins, expiryDays: 90 },
    coinAdjustConfirmAbove: 500,
    version: 4,
  });
  expect(updates[1]?.body).toMatchObject({ coins: { expiryDays: null } });
});

test('edits the text of a message with a preview of a real order, and saves it with the settings', async () => {
  const previews = serve(orderMessageRoutes.preview, ({ body }) => ({
    orderNumber: 'O-100042',
    ...(body as { template: OrderMessageTemplate }).template,
    subject: 'Order O-100042 is on its way',
  }));
  const { user } = await opened('messages', ['order_view']);

  await user.press('Edit text: Out for delivery');
  const dialog = await screen.findByRole('dialog', { name: 'Out for delivery' });
  await within(dialog).findByText('Order O-100042 is on its way');
  const subject = within(dialog).getByRole('textbox', { name: 'Subject' });
  await user.retype(subject, 'Hurry, {{{{customer.name}}');
  await within(dialog).findByText("{{customer.name}} isn't a field. Choose one from the list");
  await user.retype(subject, 'Hurry');
  await waitFor(() =>
    expect(previews.at(-1)!.body).toMatchObject({ kind: 'onTheWay', template: { subject: 'Hurry' } }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Use this text' }));
  await user.press('Save changes');

  expect(await onlyBody(updates)).toEqual({
    version: 4,
    orderMessages: {
      ...settings.orderMessages,
      templates: { onTheWay: { ...standardTemplates.onTheWay, subject: 'Hurry' } },
    },
  });
});
