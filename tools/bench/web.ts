import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openWindow, signedIn } from './browser.ts';
import { connected, openBenchDatabase } from './database.ts';
import { renewSessions, startServer } from './server.ts';
import { sizeOf } from './sizes.ts';

// Measures the size of the app in a browser and the time until it shows orders: npm run bench:web -- --size S. The web app must
// be built, and the database filled.
const { values: args } = parseArgs({
  options: { size: { type: 'string', default: 'S' }, url: { type: 'string' }, data: { type: 'string' } },
});
const bars = { signInKb: 190, ordersKb: 320, rowsMs: 800 };
const runs = 9;

const size = sizeOf(args.size).name;
const database = await openBenchDatabase({ size, url: args.url, data: args.data });
try {
  await connected(database.config, renewSessions);
  const server = await startServer(database.config);
  const browser = await openBrowser();
  try {
    if (!(await measure(browser, server.port))) process.exitCode = 1;
  } finally {
    await browser.close();
    await server.stop();
  }
} finally {
  await database.stop();
}

async function measure(browser: Browser, port: number): Promise<boolean> {
  const base = `http://127.0.0.1:${port}`;
  const signIn = await weigh(browser, `${base}/login`, {}, (page) =>
    page.waitForSelector('input[type=password]'),
  );
  const storage = await signedIn(port);
  const showsOrders = (page: Page) =>
    page
      .locator('tbody')
      .getByText(/^O-\d{6}/)
      .first()
      .waitFor();
  // The server has warmed up as in normal use; the browser is new each time.
  const orders = await weigh(browser, `${base}/orders`, storage, showsOrders);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    times.push(await timeTo(browser, `${base}/orders`, storage, showsOrders));
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(runs / 2)]!;

  let allMet = true;
  const bar = (isMet: boolean, claim: string) => {
    allMet &&= isMet;
    console.log(`${isMet ? 'met    ' : 'NOT MET'} ${claim}`);
  };
  bar(signIn.kb <= bars.signInKb, `sign-in page: ${parts(signIn)}, at most ${bars.signInKb} KB`);
  bar(orders.kb <= bars.ordersKb, `order list: ${parts(orders)}, at most ${bars.ordersKb} KB`);
  bar(
    median <= bars.rowsMs,
    `order list, cold, to its rows: ${Math.round(median)} ms (${times.map(Math.round).join(', ')}), at most ${bars.rowsMs} ms`,
  );
  return allMet;
}

/** JavaScript and style sheets, gzipped, in thousands of bytes. */
interface Weight {
  kb: number;
  js: number;
  css: number;
}
function parts({ kb, js, css }: Weight): string {
  return `${kb.toFixed(0)} KB gzipped (${js.toFixed(0)} JS, ${css.toFixed(0)} CSS)`;
}

type IsThere = (page: Page) => Promise<unknown>;

/** The time from the start of the navigation until the expected content is shown, in a new browser. */
async function timeTo(
  browser: Browser,
  url: string,
  storage: Record<string, string>,
  isThere: IsThere,
): Promise<number> {
  const { context, page } = await openWindow(browser, storage);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await isThere(page);
  const ms = await page.evaluate(() => performance.now());
  await context.close();
  return ms;
}

/** The files that one page loads. Not timed, because intercepting every file slows down the browser. */
async function weigh(
  browser: Browser,
  url: string,
  storage: Record<string, string>,
  isThere: IsThere,
): Promise<Weight> {
  const { context, page } = await openWindow(browser, storage);
  const loaded: Promise<{ kind: 'js' | 'css'; bytes: number }>[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    const kind = type.includes('javascript') ? 'js' : type.includes('text/css') ? 'css' : undefined;
    if (!kind) return;
    loaded.push(response.body().then((body) => ({ kind, bytes: gzipSync(body).length })));
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await isThere(page);
  // Chunks that are prefetched beside the page count as well.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  const files = await Promise.all(loaded);
  await context.close();
  const sum = (kind: 'js' | 'css') =>
    files.filter((file) => file.kind === kind).reduce((total, file) => total + file.bytes, 0) / 1000;
  return { js: sum('js'), css: sum('css'), kb: sum('js') + sum('css') };
}
