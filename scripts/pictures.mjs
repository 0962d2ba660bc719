// Takes the pictures of the README from a running demo: npm start in one terminal, npm run pictures in another.
//   npm run pictures -- [--base http://localhost:4000]
import './lib/node-version.mjs';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { systemChromium } from './lib/chromium.mjs';
import { inRoot } from './lib/project.mjs';

const { base } = parseArgs({
  options: { base: { type: 'string', default: 'http://localhost:4000' } },
}).values;
const password = 'Groceries1!';
const folder = inRoot('docs', 'pictures');
const desk = { email: 'admin@aisle.example', viewport: { width: 1440, height: 900 } };
const phone = {
  email: 'clerk@aisle.example',
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
const maxBytes = 150_000;

/** Each picture with its device and the way to its screen, which ends when the screen is complete. */
const pictures = {
  orders: {
    device: desk,
    show: async (page) => {
      await page.goto('/orders');
      await page.getByRole('row').nth(10).waitFor();
    },
  },
  picking: {
    device: phone,
    show: async (page) => {
      await page.goto('/orders?status=processing');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^O-\d+/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Pick', exact: true }).waitFor();
    },
  },
  statement: {
    device: desk,
    show: async (page) => {
      await page.goto('/statements');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^S-\d+/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: /S-\d+/ }).waitFor();
    },
  },
  prices: {
    device: desk,
    show: async (page) => {
      await page.goto('/prices');
      await page.getByRole('gridcell').nth(60).waitFor();
    },
  },
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: (await systemChromium())?.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
});
const sizes = [];
for (const device of [desk, phone]) {
  const { email, ...settings } = device;
  for (const theme of ['light', 'dark']) {
    const context = await browser.newContext({ ...settings, baseURL: base, colorScheme: theme });
    const page = await context.newPage();
    await signIn(page, email);
    const shown = Object.entries(pictures).filter(([, picture]) => picture.device === device);
    for (const [name, { show }] of shown) {
      await show(page);
      await settle(page);
      sizes.push(await save(await page.screenshot({ animations: 'disabled' }), `${name}-${theme}.webp`));
    }
    await context.close();
  }
}
await browser.close();
console.table(sizes);

async function signIn(page, email) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** Waits for pictures of items, and until nothing is marked as loading. */
async function settle(page) {
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);
}

async function save(screenshot, name) {
  const file = path.join(folder, name);
  await sharp(screenshot).webp({ quality: 82, effort: 6 }).toFile(file);
  const { size } = statSync(file);
  if (size > maxBytes) throw new Error(`${name} has ${size} bytes, more than ${maxBytes}`);
  return { picture: name, kilobytes: Math.round(size / 1000) };
}
