import { settingsRoutes } from '@aisle/contract/system/settings';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, openContext, type Size, startSignedIn } from './browser.ts';
import type { Known } from './one-of-each.ts';

interface Screen {
  /** `:name` is replaced with the ID of a prepared record. */
  path: string;
  title: string;
  /** Visited in every size and theme, instead of only two of the four combinations. */
  important?: true;
  /** A list, which is also visited with a search without results. */
  list?: true;
}
const screens: Screen[] = [
  { path: '/dashboard', title: 'Dashboard', important: true },
  { path: '/orders', title: 'Orders', important: true, list: true },
  { path: '/orders/checkouts', title: 'Checkouts', list: true },
  { path: '/orders/checkouts/:checkout', title: ':checkoutNumber' },
  { path: '/orders/steps', title: 'Bulk steps', list: true },
  { path: '/orders/steps/:bulkStep', title: ':bulkStepTitle' },
  { path: '/bulk-actions/:bulkAction', title: ':bulkActionTitle' },
  { path: '/orders/queue', title: 'Queue' },
  { path: '/orders/dispatch', title: 'Dispatch', important: true },
  { path: '/orders/add', title: 'New order', important: true },
  { path: '/orders/view/:newOrder', title: ':newOrderNumber', important: true },
  { path: '/orders/view/:pickedOrder', title: ':pickedOrderNumber', important: true },
  { path: '/orders/view/:goneOrder', title: ':goneOrderNumber' },
  { path: '/orders/view/:broughtOrder', title: ':broughtOrderNumber', important: true },
  { path: '/orders/returns', title: 'Returns', important: true, list: true },
  { path: '/orders/returns/:request', title: ':requestNumber', important: true },
  { path: '/payments', title: 'Payments', list: true },
  { path: '/payments?tab=refunds', title: 'Refunds', list: true },
  { path: '/location_report?groupBy=day&compare=previous', title: 'Location report', important: true },
  { path: '/location_report', title: 'Location report' },
  { path: '/report/product', title: 'Product report', important: true },
  { path: '/report/discount', title: 'Discount report' },
  { path: '/books', title: 'Books', important: true },
  { path: '/books/journals', title: 'Books', list: true },
  { path: '/books/accounts', title: 'Books' },
  { path: '/commission-simulator', title: 'Commission simulator', important: true },
  { path: '/statements', title: 'Statements', important: true, list: true },
  { path: '/statements?tab=due', title: 'Statements', list: true },
  { path: '/statements/add', title: 'New statement' },
  { path: '/statements/:statement', title: ':statementNumber', important: true },
  { path: '/statements/:statement?tab=location', title: ':statementNumber' },
  { path: '/statements/:statement?tab=tree', title: ':statementNumber' },
  { path: '/statements/balance/:location', title: 'Balance of :shop' },
  { path: '/statements/payout-runs/:payoutRun', title: ':payoutRunTitle' },
  { path: '/locations/view/:location?tab=statements', title: ':shop' },
  { path: '/vendor-claims', title: 'Vendor claims', list: true },
  { path: '/vendor-claims?tab=due', title: 'Vendor claims', list: true },
  { path: '/products', title: 'Products', important: true, list: true },
  { path: '/products/view/:product', title: 'Rye Crackers', important: true },
  { path: '/products/add', title: 'New product' },
  { path: '/products/edit/:product', title: 'Edit Rye Crackers' },
  { path: '/products/variants', title: 'Sub-products', list: true },
  { path: '/products/bulk-edits', title: 'Bulk edits', list: true },
  { path: '/products/bulk-edits/:bulkEdit', title: ':bulkEditTitle' },
  { path: '/prices', title: 'Prices and stock', important: true },
  { path: '/settings/api-keys/:apiKey', title: ':apiKeyName' },
  { path: '/settings/webhooks', title: 'Webhooks', list: true },
  { path: '/settings/webhooks/:webhook', title: ':webhookName' },
  { path: '/connections', title: 'Connections', list: true },
  { path: '/connections/:connection', title: ':apiKeyName' },
  { path: '/category', title: 'Categories' },
  { path: '/brand', title: 'Brands', list: true },
  { path: '/tax', title: 'Taxes', list: true },
  { path: '/imports', title: 'Imports', list: true },
  { path: '/inventory', title: 'Inventory', important: true, list: true },
  { path: '/inventory?tab=lots', title: 'Inventory', list: true },
  { path: '/inventory/:subProduct', title: 'Inventory of Rye Crackers' },
  { path: '/inventory/add', title: 'Receive stock' },
  { path: '/inventory/view/:lot', title: ':lotNumber' },
  { path: '/inventory?tab=movements', title: 'Inventory', list: true },
  { path: '/inventory?tab=asOf', title: 'Inventory', list: true },
  { path: '/inventory/why/:location/:subProduct', title: 'Why is it :onHand?' },
  { path: '/inventory/transfers', title: 'Transfers', list: true },
  { path: '/inventory/transfers/add', title: 'New transfer' },
  { path: '/inventory/transfers/:transfer', title: ':transferNumber' },
  { path: '/inventory/transfers/edit/:transfer', title: 'Edit :transferNumber' },
  { path: '/inventory/transfers/receive/:transfer', title: 'Receive :transferNumber' },
  { path: '/inventory/counts', title: 'Stock counts', list: true },
  { path: '/inventory/counts/:count', title: ':countNumber: Evening', list: true },
  { path: '/inventory/counts/sheet/:count', title: 'Count :countNumber' },
  { path: '/expiry', title: 'Expiry', important: true, list: true },
  { path: '/expiry/mark-downs', title: 'Mark-downs', list: true },
  { path: '/recalls', title: 'Recalls', list: true },
  { path: '/recalls/add', title: 'New recall' },
  { path: '/recalls/view/:recall', title: ':recallNumber: Crumbled crackers' },
  { path: '/promotions', title: 'Promotions', list: true },
  { path: '/promotions/calendar', title: 'Promotion calendar' },
  { path: '/promotions/add', title: 'New promotion' },
  { path: '/promotions/edit/:promotion', title: 'Edit :promotionNumber' },
  { path: '/promotions/view/:promotion', title: 'Cracker days' },
  { path: '/promotions/codes/:promotion', title: 'Codes of :promotionNumber', list: true },
  { path: '/notifications', title: 'Notifications', list: true },
  { path: '/drafts', title: 'Assistant drafts', list: true },
  { path: '/jobs', title: 'Jobs', list: true },
  { path: '/locations', title: 'Locations', list: true },
  { path: '/locations/add', title: 'New location' },
  { path: '/locations/edit/:location', title: 'Edit :shop' },
  { path: '/locations/view/:location', title: ':shop' },
  { path: '/locations/view/:location?tab=hours', title: ':shop' },
  { path: '/locations/view/:location?tab=delivery', title: ':shop' },
  { path: '/locations/view/:location?tab=assortment', title: ':shop' },
  { path: '/locations/view/:location?tab=aisles', title: ':shop' },
  { path: '/locations/view/:location?tab=rates', title: ':shop' },
  { path: '/locations/view/:location?tab=stock', title: ':shop' },
  { path: '/locations/view/:location?tab=staff', title: ':shop' },
  { path: '/locations/compare', title: 'Compare assortments' },
  { path: '/locations/tree/:location', title: ':shop: products by category' },
  { path: '/locations/assortment/:location', title: ':shop: products by category' },
  { path: '/locations/locationTax/:location', title: ':shop: tax and commission', important: true },
  { path: '/vendors', title: 'Vendors', list: true },
  { path: '/vendors/view/:vendor', title: ':vendorName' },
  { path: '/vendors/view/:vendor?tab=claims', title: ':vendorName' },
  { path: '/driver', title: 'Drivers', list: true },
  { path: '/driver/hand-ins', title: 'Cash hand-ins', list: true },
  { path: '/driver/view/:driver', title: 'Dora Wheeler' },
  { path: '/d/:token', title: 'Your trip', important: true },
  { path: '/messages', title: 'Messages', important: true, list: true },
  { path: '/messages/new', title: 'New message', important: true },
  { path: '/messages/new?draft=:messageDraft', title: 'Draft' },
  { path: '/messages/drafts', title: 'Messages', list: true },
  { path: '/messages/template?id=:messageTemplate', title: 'Edit template' },
  { path: '/messages/view/:message', title: ':messageName' },
  { path: '/settings?tab=messages', title: 'Settings' },
  { path: '/customers', title: 'Customers', important: true, list: true },
  { path: '/customers/view/:customer', title: ':shopper' },
  { path: '/customers/view/:customer?tab=groups', title: ':shopper' },
  { path: '/customer-groups', title: 'Customer groups', list: true },
  { path: '/customer-groups/view/:customerGroup', title: ':customerGroupName' },
  { path: '/customers/view/:customer?tab=plan', title: ':shopper', important: true },
  { path: '/subscription', title: 'Subscription plans', list: true },
  { path: '/gift-cards', title: 'Gift cards', list: true },
  { path: '/disputes', title: 'Disputes', list: true },
  { path: '/reconciliation', title: 'Reconciliation', list: true },
  { path: '/reconciliation/balance-rows', title: 'Rows not in a bank payout', list: true },
  { path: '/gift-cards/view/:giftCard', title: ':giftCardNumber' },
  { path: '/subscription-history?tab=current', title: 'Subscriptions', important: true, list: true },
  { path: '/customers/view/:customer?tab=timeline', title: ':shopper' },
  { path: '/customers/duplicates', title: 'Duplicate customers' },
  { path: '/possible-duplicates', title: 'Possible duplicates' },
  { path: '/supports', title: 'Support', important: true },
  { path: '/supports/:ticket', title: 'Pears were bruised', important: true },
  { path: '/supports/ignored-emails', title: 'Ignored emails', list: true },
  { path: '/supports/dashboard', title: 'Support dashboard' },
  { path: '/users', title: 'Users', list: true },
  { path: '/users/role/:user', title: 'Assign Role' },
  { path: '/settings', title: 'Settings', important: true },
  { path: '/settings?tab=delivery', title: 'Settings' },
  { path: '/settings?tab=orders', title: 'Settings' },
  { path: '/settings?tab=statements', title: 'Settings' },
  { path: '/settings?tab=coins', title: 'Settings' },
  { path: '/settings?tab=stock', title: 'Settings' },
  { path: '/settings?tab=sign-in', title: 'Settings' },
  { path: '/settings?tab=api-keys', title: 'Settings' },
  { path: '/settings?tab=support', title: 'Settings' },
  { path: '/settings?tab=holidays', title: 'Settings' },
  { path: '/settings?tab=backups', title: 'Settings' },
  { path: '/audit', title: 'Audit log', list: true },
  { path: '/profile', title: 'Profile' },
  { path: '/decrypt', title: 'Decrypt a response' },
  { path: '/set-password/no-such-link', title: 'Choose a password' },
  { path: '/confirm-email/no-such-link', title: 'Confirm your email' },
  { path: '/keep-email/no-such-link', title: 'Keep your email' },
];

type Scheme = 'light' | 'dark';
const patienceMs = 8000;

/**
 * Visits every screen in one size and checks its title, scroll position, layout, accessibility and console. Errors in one size
 * and theme mostly occur in all of them: a light desktop and a dark phone visit every screen. The other two combinations visit
 * only the important ones, which switch to that theme in place.
 */
export async function visitEveryScreen(size: Size, known: Known): Promise<void> {
  const schemes = size === 'desk' ? (['light', 'dark'] as const) : (['dark', 'light'] as const);
  const { page, pageErrors } = await openContext(size, schemes[0]);
  await startSignedIn(page);
  await page.goto('/dashboard');
  const { brandName } = await (await signInToApi()).do(settingsRoutes.get);
  await expectStill(page);
  const problems: string[] = [];
  for (const screen of screens) {
    const { path, title } = screen;
    const filled = { ...screen, path: fill(path, known), title: `${fill(title, known)} | ${brandName}` };
    await look(page, filled, schemes).catch((problem: Error) => {
      problems.push(`${path}: ${problem.message}`);
    });
    problems.push(...pageErrors.splice(0).map((text) => `${path}: ${text}`));
  }
  expect(problems).toEqual([]);
}

async function look(
  page: Page,
  { path, title, important, list }: Screen,
  [scheme, other]: readonly [Scheme, Scheme],
): Promise<void> {
  await open(page, path, title);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expectNoOverflow(page);
  await expectAccessible(page);
  if (important) {
    await turn(page, other);
    await expectNoOverflow(page);
    await expectAccessible(page, { onlyColors: true });
    await turn(page, scheme);
  }
  if (!list) return;
  await open(page, withSearch(path), title);
  await page.getByText(/^No .+ match$/).waitFor({ timeout: patienceMs });
  await expectNoOverflow(page);
}

/**
 * Users who prefer reduced motion see none. A very short duration would not work: every change of every element would become a
 * transition, and endless animations would flicker.
 */
async function expectStill(page: Page): Promise<void> {
  const motion = await page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.animation = '1s infinite spin';
    probe.style.transition = 'all 1s';
    document.body.append(probe);
    const { animationIterationCount: turns, transitionDuration: fades } = getComputedStyle(probe);
    probe.remove();
    return { turns, fades };
  });
  expect(motion).toEqual({ turns: '1', fades: '0s' });
}

/** Changes the theme, as a device does in the evening. */
async function turn(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

const fill = (text: string, known: Known): string =>
  text.replace(/:(\w+)/g, (_, name: string) => known[name] ?? expect.fail(`Nothing is known of ${name}`));
const withSearch = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}search=xyzzy-nothing`;

/** Navigates like a link, without reloading the app, and waits until everything is loaded. */
async function open(page: Page, path: string, title: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect.poll(() => page.title(), { timeout: patienceMs, message: path }).toBe(title);
  await page
    .locator('main [aria-busy="true"], main .mantine-Skeleton-root')
    .first()
    .waitFor({ state: 'detached', timeout: patienceMs });
}
