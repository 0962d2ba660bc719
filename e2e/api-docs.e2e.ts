import { expect, test } from 'vitest';
import { openContext, useBrowser } from './browser.ts';

useBrowser();

test('shows the API document in a browser without requests to other hosts', async () => {
  const { page, pageErrors } = await openContext();
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) hosts.add(new URL(request.url()).host);
  });

  await page.goto('/api/docs#tag/orders');
  await page.getByRole('heading', { name: 'Aisle', level: 1 }).waitFor({ timeout: 60_000 });
  await page.getByText('Lists orders').first().click({ timeout: 60_000 });
  await page.getByText('/order/list').first().waitFor({ timeout: 60_000 });

  expect([...hosts]).toEqual([new URL(page.url()).host]);
  expect(pageErrors).toEqual([]);
});
