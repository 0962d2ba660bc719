import { existsSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { beforeAll, expect, inject, onTestFinished } from 'vitest';
import { logIn } from './api.ts';
import { administrator } from './server.setup.ts';

const executablePath = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((file) => file && existsSync(file));
/**
 * Only the last of these switches applies, so it repeats the ones from Playwright that matter here. A window's address bar
 * loads two pages to show suggestions, which takes more processor time than the page of many a test.
 */
const unused = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
].join(',');
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unused}`,
];

export const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Size = keyof typeof sizes;

interface OpenedContext {
  context: BrowserContext;
  page: Page;
  /** The errors of the page; a test must end without any. */
  pageErrors: string[];
}

let browser: Browser | undefined;
/** Gives a test file a browser, which it shares with the other files of its worker. Call it at the top of the file. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser ??= await chromium.launch({ args, ...(executablePath && { executablePath }) });
  });
}

const results = path.resolve(import.meta.dirname, '../test-results');

/** A new, separate browser context that closes when its test ends, after a screenshot if it failed. */
export async function openContext(
  size: Size = 'desk',
  colorScheme: 'light' | 'dark' = 'light',
  baseURL = inject('aisle').base,
): Promise<OpenedContext> {
  const context = await browser!.newContext({
    baseURL,
    viewport: sizes[size],
    colorScheme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    const name = `${task.name} ${size}`.replace(/[^a-z0-9]+/gi, '-');
    if (task.result?.state === 'fail') {
      await page.screenshot({ path: path.join(results, `${name}.png`) }).catch(() => undefined);
    }
    await context.close();
  });
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
  return { context, page, pageErrors };
}

/** Signs in through the screen, as the administrator by default. */
export async function signIn(
  page: Page,
  who: { email: string; password: string } = administrator,
  landing = '/dashboard',
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**${landing}`);
}

/**
 * Signs in before the app is loaded, without opening a screen. The sign-in screen has its own tests; loading it and the
 * dashboard in all others took a second of processor time each.
 */
export async function startSignedIn(
  page: Page,
  who: { email: string; password: string } = administrator,
  base?: string,
): Promise<void> {
  const { 'admin-token': token, _id, userRole, user } = await logIn(who, base);
  const stored = {
    'admin-token': token,
    _id,
    userRole: JSON.stringify(userRole),
    user: JSON.stringify(user),
  };
  const nothing = '/api/nothing';
  await page.route(`**${nothing}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto(nothing);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await page.unroute(`**${nothing}`);
}

/** A new browser context of a user who is signed in. */
export async function openSignedInContext(
  size?: Size,
  who = administrator,
  base?: string,
): Promise<OpenedContext> {
  const seat = await openContext(size, 'light', base);
  await startSignedIn(seat.page, who, base);
  return seat;
}

/** A text field by its label, without the star of required fields. */
export const field = (page: Page | Locator, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true });

/** Opens a select by its label and chooses an option. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const wcag: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const contrast: axe.RunOnly = { type: 'rule', values: ['color-contrast'] };

/**
 * Checks WCAG 2.2 AA, as far as a program can. Themes differ only in colors, so a page that was completely checked in one theme
 * needs only the color rules in the other one.
 */
export async function expectAccessible(page: Page, { onlyColors = false } = {}): Promise<void> {
  // Elements that are still fading have other colors for a moment.
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length),
    )
    .toBe(0);
  // Tests follow links, which keep the document, so the rules are loaded once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (wanted) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const { violations } = await run(document, {
        runOnly: wanted,
        resultTypes: ['violations'],
        iframes: false,
        preload: false,
      });
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
    },
    onlyColors ? contrast : wcag,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found, `${page.url()}: ${found.join('; ')}`).toEqual([]);
}

/** Fails if the page scrolls horizontally. Wide grids may scroll in their own box. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(1);
}
