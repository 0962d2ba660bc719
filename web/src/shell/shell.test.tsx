import type { DataOf } from '@aisle/contract/core/route';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { type NoticeGroup, notificationRoutes } from '@aisle/contract/system/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../test/records.ts';
import { hrefOf, show } from '../../test/render.tsx';
import { refusal, serve } from '../../test/server.ts';
import { recordInstallation } from '../core/session/installation.ts';
import { promptPassword } from '../core/session/reauth.ts';
import { getSession, refreshSession } from '../core/session/session.ts';
import { PasswordDialog } from '../system/auth/password-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { LocationSwitcher } from './location-switcher.tsx';
import { BottomBar } from './menu/bottom-bar.tsx';
import { Sidebar } from './menu/sidebar.tsx';
import { NotificationBell } from './notifications/notification-center.tsx';
import { NotAllowed } from './shell.tsx';
import { UserMenu } from './user-menu.tsx';
// Imported up front, because loading them on demand can take longer than a test waits.
import './any-location.tsx';
import './notifications/notification-drawer.tsx';

const at = '2026-11-20T10:00:00.000Z';
const screens = {
  '/dashboard': { title: 'Dashboard' },
  '/orders': { title: 'Orders', permission: 'order_list' },
  '/orders/queue': { title: 'Queue', permission: 'order_list' },
  '/products': { title: 'Products', permission: 'product_list' },
  '/customers': { title: 'Customers', permission: 'customer_list' },
} as const;
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('shows the signed-in user in the account menu, with a link to the profile', async () => {
  const { user, address } = await show(<UserMenu isNarrow={false} />);

  await user.press(/Ada Stone.*account menu/);
  expect(await screen.findByText('ada@shop.example')).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: 'Profile' }));

  await waitFor(() => expect(address()).toBe('/profile'));
});

async function logout() {
  const view = await show(<UserMenu isNarrow />);
  await view.user.choose(/account menu/, 'Logout');
  return { ...view, requested: within(await screen.findByRole('dialog', { name: 'Logout' })) };
}

test('asks for confirmation before logout, then ends the session here and on the server', async () => {
  const ended = serve(authRoutes.logout, {});
  const { user, requested } = await logout();

  expect(requested.getByText('Are you sure you want to logout?')).toBeTruthy();
  await user.click(requested.getByRole('button', { name: 'Confirm' }));

  await waitFor(() => expect(ended).toHaveLength(1));
  await waitFor(() => expect(getSession()).toBeNull());
});

test('keeps the session if logout is cancelled', async () => {
  const ended = serve(authRoutes.logout, {});
  const { user, requested } = await logout();

  await user.click(requested.getByRole('button', { name: 'Cancel' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getSession()).not.toBeNull();
  expect(ended).toHaveLength(0);
});

test('shows search and the account menu in the sidebar if there is no top bar', async () => {
  serve(notificationRoutes.unread, { unread: 0 });
  const find = vi.fn();
  const { user } = await show(<Sidebar isNarrow={false} onFind={find} />, { screens });

  await user.press('Search or jump to');
  expect(find).toHaveBeenCalledOnce();
  await user.press(/Ada Stone.*account menu/);

  expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeTruthy();
});

test.each([
  ['admin', 1],
  ['store', 0],
] as const)('shows a user of type %s %i outbox links in the demo', async (userType, count) => {
  recordInstallation({
    brand: 'Aisle',
    topBar: true,
    setup: false,
    outbox: true,
    tilesUrl: null,
    tilesCredit: '',
    version: '1',
  });
  await show(<Sidebar isNarrow={false} onFind={vi.fn()} />, {
    screens: { ...screens, '/outbox': { title: 'Outbox', everywhere: true } },
  });
  act(() => refreshSession([], { ...getSession()!.user, userType }));

  expect(await screen.findByRole('link', { name: 'Dashboard' })).toBeTruthy();
  expect(screen.queryAllByRole('link', { name: 'Outbox' })).toHaveLength(count);
});

async function passwordRequested() {
  const view = await show(<PasswordDialog />);
  const answer = vi.fn();
  void promptPassword().then(answer);
  return {
    ...view,
    answer,
    requested: within(await screen.findByRole('dialog', { name: "Confirm it's you" })),
  };
}

test('continues the request after the correct password', async () => {
  const confirmed = serve(authRoutes.confirm, {});
  const { user, answer, requested } = await passwordRequested();

  await user.type(requested.getByLabelText('Password'), 'correct horse');
  await user.click(requested.getByRole('button', { name: 'Confirm' }));

  await waitFor(() => expect(answer).toHaveBeenCalledExactlyOnceWith(true));
  expect(confirmed[0]?.body).toEqual({ password: 'correct horse', newToken: true });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('accepts an authenticator code instead of the password', async () => {
  serve(authRoutes.confirmOptions, { secondFactor: ['totp', 'recoveryCode'], passkey: null });
  const confirmed = serve(authRoutes.confirm, {});
  const { user, answer, requested } = await passwordRequested();

  await user.click(await requested.findByRole('button', { name: 'Use your authenticator app' }));
  await user.type(requested.getByRole('textbox', { name: 'Code' }), '123456{Enter}');

  await waitFor(() => expect(answer).toHaveBeenCalledExactlyOnceWith(true));
  expect(confirmed[0]?.body).toEqual({ kind: 'totp', code: '123456', newToken: true });
});

test('reports a wrong password and keeps the dialog open', async () => {
  const wrong = [{ path: 'password', message: 'This is not your password' }];
  serve(authRoutes.confirm, refusal(422, 'auth.password-wrong', 'Not valid', { fields: wrong }));
  const { user, answer, requested } = await passwordRequested();

  await user.type(requested.getByLabelText('Password'), 'guess{Enter}');

  expect(await requested.findByText('This is not your password')).toBeTruthy();
  expect(answer).not.toHaveBeenCalled();
  await user.click(requested.getByRole('button', { name: 'Cancel' }));
});

test('stops the request if the password dialog is cancelled', async () => {
  const { user, answer, requested } = await passwordRequested();

  await user.click(requested.getByRole('button', { name: 'Cancel' }));

  await waitFor(() => expect(answer).toHaveBeenCalledExactlyOnceWith(false));
});

test('requires a password before sending it', async () => {
  const confirmed = serve(authRoutes.confirm, {});
  const { user, requested } = await passwordRequested();

  await user.click(requested.getByRole('button', { name: 'Confirm' }));

  expect(await requested.findByText('Password is required')).toBeTruthy();
  expect(confirmed).toHaveLength(0);
  await user.click(requested.getByRole('button', { name: 'Cancel' }));
});

const locations = ['North', 'South'].map((name, at) => ({ _id: idOf(50 + at), name, timeZone: 'UTC' }));
const worksAt = (...places: typeof locations) =>
  refreshSession([], { ...getSession()!.user, userType: 'store', locations: places });

test('offers a user of two locations each of them and all locations', async () => {
  const { user } = await show(<LocationSwitcher isNarrow={false} />);
  worksAt(...locations);

  await user.choose('All locations', /South/);
  expect(await button('South')).toBeTruthy();
  expect(getSession()?.locationId).toBe(idOf(51));
  await user.choose('South', /All locations/);

  await waitFor(() => expect(getSession()?.locationId).toBeNull());
});

test('searches all locations on the server for users without specific locations', async () => {
  serve(locationRoutes.dropdown, [{ _id: idOf(52), name: 'East' }]);
  const { user } = await show(<LocationSwitcher isNarrow={false} />, { permissions: ['store_list'] });

  await user.press('All locations');
  await user.select('Location', 'East');

  expect(await button('East')).toBeTruthy();
  expect(getSession()?.locationId).toBe(idOf(52));
});

test('hides the location switcher for users of one location', async () => {
  await show(<LocationSwitcher isNarrow={false} />);
  worksAt(locations[0]!);

  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('shows the three most important screens and the menu on a phone', async () => {
  const onMenu = vi.fn();
  const { user } = await show(<BottomBar onMenu={onMenu} />, {
    at: '/orders/queue',
    screens,
    permissions: ['order_list', 'product_list'],
  });

  const bar = within(await screen.findByRole('navigation', { name: 'Most used' }));
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(['Dashboard', 'Queue', 'Orders']);
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Queue');
  await user.click(bar.getByRole('button', { name: 'Menu' }));
  expect(onMenu).toHaveBeenCalledOnce();
});

test("shows other screens on a phone if the user can't see orders", async () => {
  await show(<BottomBar onMenu={() => undefined} />, {
    screens,
    permissions: ['product_list', 'customer_list'],
  });

  const bar = within(await screen.findByRole('navigation', { name: 'Most used' }));
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Dashboard',
    'Products',
    'Customers',
  ]);
});

test('names the permission that a screen requires', async () => {
  await show(<NotAllowed missing="order_list" />);

  expect(await screen.findByText('View the list of orders')).toBeTruthy();
  expect(hrefOf(screen.getByRole('link', { name: 'Go to dashboard' }))).toBe('/dashboard');
});

test.each([
  ['userType admin', 'Only administrators can open this page.'],
  ['userType store', 'Only people who work at a store can open this page.'],
  ['everywhere', 'This is managed by the marketplace, not by single stores.'],
])('explains who can open a screen with the requirement %s', async (missing, words) => {
  await show(<NotAllowed missing={missing} />);

  expect(await screen.findByText(words)).toBeTruthy();
});

test('lists the shortcuts of screens that the user can open', async () => {
  await show(<KeysDialog onClose={() => undefined} />, { screens, permissions: ['order_list'] });

  const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(keys.getByText('Orders', { selector: 'dt' }).parentElement?.textContent).toBe('Ordersg o');
  expect(keys.queryByText('Products')).toBeNull();
});

const nothing = {
  outOfStock: [],
  count: 0,
  low: [],
  lowCount: 0,
  expiring: [],
  expiringCount: 0,
  late: [],
  lateCount: 0,
  groups: [],
  tickets: [],
  system: [],
  unread: 0,
};
const milk = {
  _id: 'north-milk',
  locationId: idOf(50),
  locationName: 'North',
  subProductData: { _id: idOf(1), name: 'Milk', productName: 'Milk', variantName: 'Milk', sku: 'SKU-1' },
};

test('shows the number of unread notifications on the bell', async () => {
  serve(notificationRoutes.unread, { unread: 100 });

  await show(<NotificationBell />);

  const bell = await button('Notifications: 99+ unread');
  expect(bell.textContent).toBe('99+');
});

const group = (kind: NoticeGroup['kind'], count: number, isUnread = false): NoticeGroup => ({
  kind,
  locationId: idOf(50),
  locationName: 'North',
  count,
  isUnread,
});
const inStock = { '/inventory': { title: 'Inventory' }, '/inventory/add': { title: 'Receive stock' } };
const centerScreens = {
  '/supports/$id': { title: 'Ticket' },
  '/settings': { title: 'Settings' },
  ...screens,
  ...inStock,
  '/inventory/$id': { title: 'Stock' },
  '/inventory/view/$id': { title: 'Lot' },
  '/orders/view/$id': { title: 'Order' },
};
async function openCenter(answer: Partial<DataOf<typeof notificationRoutes.get>>) {
  serve(notificationRoutes.get, { ...nothing, ...answer });
  serve(notificationRoutes.unread, { unread: 0 });
  const view = await show(<NotificationBell />, { screens: centerScreens, permissions: ['order_list'] });
  await view.user.press(/^Notifications/);
  const center = within(await screen.findByRole('dialog', { name: 'Notification Center' }));
  await center.findByRole('link', { name: 'All notifications' });
  return { ...view, center };
}

test('shows a system notice in the notification center and opens it', async () => {
  const text = 'The last good backup is from 2026-11-20';
  const since = '2026-11-22T05:00:00.000Z';
  const marked = serve(notificationRoutes.markRead, { marked: 1 });
  const { center, user } = await openCenter({
    system: [{ _id: idOf(70), kind: 'backup', text, since, isUnread: true }],
  });

  expect(center.queryByText("You're all caught up")).toBeNull();
  expect(center.getByText(text)).toBeDefined();
  expect(center.getByRole('button', { name: 'Mark all as read' })).toBeDefined();
  const link = center.getByRole('link', { name: `Open: ${text}` });
  expect(hrefOf(link)).toBe('/settings?tab=backups');
  await user.click(link);
  await waitFor(() => expect(marked.map(({ body }) => body)).toEqual([{ ids: [idOf(70)] }]));
});

test('shows one line per kind and location in the notification center, late and failed first', async () => {
  const { center } = await openCenter({
    count: 130,
    groups: [group('late', 1, true), group('refundFailed', 2), group('outOfStock', 100), group('low', 12)],
  });

  expect((await center.findAllByRole('heading', { level: 2 })).map((title) => title.textContent)).toEqual([
    'Notification Center',
    'Late Orders',
    'Failed Refunds',
    'Out Of Stock',
    'Low',
  ]);
  expect(center.getByText('1 late order at North').textContent).toContain('(unread)');
  expect(center.getByText('100+ out of stock at North')).toBeTruthy();
  expect(center.getAllByRole('link', { name: 'Open' }).map(hrefOf)).toEqual([
    `/orders?locationId=${idOf(50)}&flag=late`,
    `/orders?locationId=${idOf(50)}&flag=refundFailed`,
    `/inventory?tab=levels&locationId=${idOf(50)}&status=out`,
    `/inventory?tab=levels&locationId=${idOf(50)}&status=low`,
  ]);
});

test("shows the user's ticket notices first and marks them as read when opened", async () => {
  const marked = serve(notificationRoutes.markRead, { marked: 1 });
  const about = { ticketId: idOf(70), since: '2026-01-01T10:00:00Z' };
  const { center, user } = await openCenter({
    tickets: [
      { _id: idOf(71), kind: 'ticketReply', number: 'H-1002', isUnread: true, ...about },
      { _id: idOf(72), kind: 'ticketAssigned', number: 'H-1001', isUnread: false, ...about },
    ],
  });

  const reply = await center.findByRole('link', { name: 'Open: H-1002 has a new reply' });
  expect(center.getByText('H-1002 has a new reply').textContent).toContain('(unread)');
  expect(center.getByText('H-1001 was assigned to you').textContent).not.toContain('(unread)');
  expect(hrefOf(reply)).toBe(`/supports/${idOf(70)}`);
  await user.click(reply);

  await waitFor(() => expect(marked[0]?.body).toEqual({ ids: [idOf(71)] }));
});

test('links to the complete list if a kind has more locations than lines', async () => {
  const stores = [1, 2, 3, 4, 5].map((number) => ({ ...group('late', 2), locationId: idOf(50 + number) }));
  const { center } = await openCenter({ count: 0, lateCount: 13, groups: stores });

  const more = await center.findByRole('link', { name: '3 more at other locations' });
  expect(hrefOf(more)).toBe('/orders?flag=late');
});

test('expands out-of-stock items and collapses others, with actions', async () => {
  const { user, center, address } = await openCenter({
    outOfStock: [{ ...milk, since: at }],
    count: 1,
    expiring: [{ ...milk, _id: idOf(9), onHand: 5, expiresOn: '2026-12-01' }],
    expiringCount: 1,
    groups: [group('outOfStock', 1), group('expiring', 1)],
  });

  const runOut = await center.findByRole('button', { name: '1 out of stock at North', expanded: true });
  expect(center.getByText('Milk Is Out of Stock')).toBeTruthy();
  await user.click(runOut);
  expect(center.queryByText('Milk Is Out of Stock')).toBeNull();
  await user.click(runOut);
  await user.click(center.getByRole('button', { name: '1 expiring lot at North', expanded: false }));
  expect(center.getByText('Milk expires soon').parentElement?.textContent).toContain('5 on hand');
  await user.click(center.getByRole('link', { name: 'Receive' }));

  await waitFor(() => expect(address()).toBe('/inventory/add'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('marks all notifications as read', async () => {
  const marked = serve(notificationRoutes.markRead, { marked: 0 });
  const { user, center } = await openCenter({ lateCount: 1, groups: [group('late', 1, true)] });

  await user.click(await center.findByRole('button', { name: 'Mark all as read' }));

  await waitFor(() => expect(marked).toMatchObject([{ body: { all: true } }]));
});

test('explains an empty notification center', async () => {
  serve(notificationRoutes.get, nothing);
  serve(notificationRoutes.unread, { unread: 0 });
  const { user } = await show(<NotificationBell />);

  await user.press('Notifications');

  expect(await screen.findByText("You're all caught up")).toBeTruthy();
  expect(hrefOf(screen.getByRole('link', { name: 'All notifications' }))).toBe('/notifications');
});

test('retries loading the notifications', async () => {
  let isUp = false;
  serve(notificationRoutes.unread, { unread: 0 });
  serve(notificationRoutes.get, () => (isUp ? nothing : refusal(500, 'internal', 'Something broke')));
  const { user } = await show(<NotificationBell />);

  await user.press('Notifications');
  const again = await button('Try again');
  isUp = true;
  await user.click(again);

  expect(await screen.findByText("You're all caught up")).toBeTruthy();
});
