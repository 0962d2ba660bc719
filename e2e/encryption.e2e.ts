import { brandRoutes } from '@aisle/contract/catalog/brands';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, field, openContext, signIn, useBrowser } from './browser.ts';

useBrowser();

test('encrypts requests and responses so that only the receiving browser can read them', async () => {
  const admin = await signInToApi();
  await admin.do(brandRoutes.create, { body: { name: 'Sealed Goods' } });
  const { page, pageErrors } = await openContext('desk');
  const answers: { type: string; path: string; body: Promise<string> }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // The stream of live events doesn't end.
    if (!pathname.startsWith('/api/v2/') || pathname.endsWith('/events')) return;
    const type = response.headers()['content-type'] ?? '';
    // Leaving a page discards the bodies of its last responses.
    answers.push({ type, path: pathname, body: response.text().catch(() => '') });
  });
  await signIn(page);
  await page.goto('/brand?search=sealed');
  await page.getByText('Sealed Goods').waitFor();
  expect(new Set(answers.map(({ type }) => type.split(';')[0]))).toEqual(new Set(['application/jose']));
  const list = answers.find(({ path }) => path === '/api/v2/brand/list');
  const sealed = (await list?.body) ?? '';
  expect(sealed.split('.')).toHaveLength(5);
  expect(sealed).not.toContain('Sealed Goods');

  await page.goto('/decrypt');
  await field(page, 'Encrypted body').fill(sealed);
  await page.getByRole('button', { name: 'Decrypt', exact: true }).click();
  const shown = page.getByLabel('Decrypted JSON');
  await shown.waitFor();
  const opened = JSON.parse(await shown.innerText());
  expect(opened).toMatchObject({ status: true, data: { records: [{ name: 'Sealed Goods' }] } });
  await expectAccessible(page);

  const other = await openContext('phone', 'dark');
  await signIn(other.page);
  await other.page.goto('/decrypt');
  await field(other.page, 'Encrypted body').fill(sealed);
  await other.page.getByRole('button', { name: 'Decrypt', exact: true }).click();
  await other.page.getByRole('alert').getByText('This was encrypted for another session').waitFor();
  await field(other.page, 'Encrypted body').fill('{"status":true}');
  await other.page.getByRole('button', { name: 'Decrypt', exact: true }).click();
  await other.page.getByRole('alert').getByText("This isn't an encrypted response").waitFor();
  await expectAccessible(other.page);

  expect([...pageErrors, ...other.pageErrors]).toEqual([]);
});
