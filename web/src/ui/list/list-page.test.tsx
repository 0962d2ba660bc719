import { brandRoutes } from '@aisle/contract/catalog/brands';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { Brands, bodyOf, brands, page, rowOf } from './list-page.fixtures.tsx';

test('shows the rows and their total', async () => {
  serve(brandRoutes.list, page(brands, 1204));

  await show(<Brands />, { at: '/brand' });

  const table = await screen.findByRole('table', { name: 'Brands' });
  expect(within(table).getAllByRole('row')).toHaveLength(4);
  expect(within(rowOf('Birch')).getByRole('cell', { name: '20' })).toBeTruthy();
  expect(screen.getByText('1–3 of 1,204')).toBeTruthy();
});

test('requests the page, sort order, search and filters of the URL', async () => {
  const requests = serve(brandRoutes.list, page(brands, 200));

  await show(<Brands />, { at: '/brand?page=3&limit=10&search=oak&sort=name.desc&status=true' });

  await screen.findByRole('table');
  expect(bodyOf(requests)).toEqual({
    page: 3,
    limit: 10,
    search: 'oak',
    sort: { field: 'name', order: 'desc' },
    filters: { status: true },
  });
});

test('ignores invalid URL parameters', async () => {
  const requests = serve(brandRoutes.list, page(brands));

  await show(<Brands />, { at: '/brand?page=0&sort=color&shoe=42&status=perhaps' });

  await screen.findByRole('table');
  expect(bodyOf(requests)).toEqual({ page: 1, limit: 25, filters: {} });
});

test("sorts a column ascending, then descending, then in the list's default order", async () => {
  const requests = serve(brandRoutes.list, page(brands));
  const { user, search } = await show(<Brands />, { at: '/brand' });
  const press = async () => user.press('Name');
  const head = () => screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort');

  await press();
  await waitFor(() => expect(head()).toBe('ascending'));
  expect(search()).toEqual({ sort: 'name' });
  await press();
  await waitFor(() => expect(head()).toBe('descending'));
  expect(bodyOf(requests)).toMatchObject({ sort: { field: 'name', order: 'desc' } });
  await press();

  await waitFor(() => expect(head()).toBeNull());
  expect(search()).toEqual({});
});

test('searches after a pause in typing, starting at the first page', async () => {
  const requests = serve(brandRoutes.list, page(brands, 100));
  const { user, search } = await show(<Brands />, { at: '/brand?page=2' });

  await user.type(await screen.findByRole('searchbox', { name: 'Search brands' }), 'alder ');

  await waitFor(() => expect(search()).toEqual({ search: 'alder' }));
  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ page: 1, search: 'alder' }));
  expect(requests.filter(({ body }) => (body as { search?: string }).search !== undefined)).toHaveLength(1);
});

test('requests all rows after the search is cleared', async () => {
  serve(brandRoutes.list, page(brands));
  const { user, search } = await show(<Brands />, { at: '/brand?search=oak' });

  await user.press('Clear the search');

  await waitFor(() => expect(search()).toEqual({}));
});

test('stores a filter in the URL; Clear removes filters and search but keeps the tab', async () => {
  const requests = serve(brandRoutes.list, page(brands));
  const { user, search } = await show(<Brands />, { at: '/brand?tab=mine&search=oak' });

  await user.press('Status');
  await user.click(await screen.findByRole('option', { name: 'Inactive' }));
  await waitFor(() => expect(search()).toEqual({ tab: 'mine', search: 'oak', status: false }));
  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ filters: { status: false } }));
  await user.press('Clear');

  await waitFor(() => expect(search()).toEqual({ tab: 'mine' }));
});

test('turns pages up to the last one', async () => {
  const requests = serve(brandRoutes.list, page(brands, 30));
  const { user, search } = await show(<Brands />, { at: '/brand' });
  const button = (name: string) => screen.findByRole('button', { name });
  const isOff = async (name: string) => (await button(name)).hasAttribute('disabled');

  expect(await isOff('Previous page')).toBe(true);
  await user.press('Next page');
  await waitFor(() => expect(search()).toEqual({ page: 2 }));
  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ page: 2 }));
  expect(await isOff('Next page')).toBe(true);
  await user.press('Previous page');

  await waitFor(() => expect(search()).toEqual({}));
});

test('requests the next page with the cursor of the response', async () => {
  const requests = serve(brandRoutes.list, { ...page(brands, 30), nextCursor: 'after-cedar' });
  const { user } = await show(<Brands />, { at: '/brand' });

  await user.press('Next page');

  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ page: 2, cursor: 'after-cedar' }));
});

test('remembers the page size for the next visit', async () => {
  const requests = serve(brandRoutes.list, page(brands));
  const first = await show(<Brands />, { at: '/brand' });
  await first.user.selectOptions(await screen.findByRole('combobox', { name: 'Rows' }), '50');
  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ limit: 50 }));
  first.unmount();

  await show(<Brands />, { at: '/brand' });

  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ limit: 50 }));
});

test('changes the columns but keeps the first one', async () => {
  serve(brandRoutes.list, page(brands));
  const { user, search } = await show(<Brands />, { at: '/brand' });
  const heads = () => screen.getAllByRole('columnheader').flatMap((head) => head.textContent || []);
  await screen.findByRole('table');
  expect(heads()).toEqual(['Name', 'Products']);

  await user.press('Columns and density');
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Id' }));
  await waitFor(() => expect(heads()).toEqual(['Name', 'Products', 'Id']));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Products' }));

  await waitFor(() => expect(heads()).toEqual(['Name', 'Id']));
  expect(search()).toEqual({ columns: 'id' });
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Name' })).toBeNull();
});

test('shows an error and retries', async () => {
  let isDown = true;
  serve(brandRoutes.list, () => (isDown ? refusal(500, 'unexpected', 'Something went wrong') : page(brands)));
  const { user } = await show(<Brands />, { at: '/brand' });

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Something went wrong');
  expect(alert.textContent).toContain('request-1');
  isDown = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('table')).toBeTruthy();
});

test('offers the first record in an empty list and hides the search', async () => {
  serve(brandRoutes.list, page([]));

  await show(<Brands />, { at: '/brand', permissions: ['brand_list', 'brand_add'] });

  expect(await screen.findByText('No brands yet')).toBeTruthy();
  expect(screen.getByText('Brands group products of one maker.')).toBeTruthy();
  expect(hrefOf(screen.getByRole('link', { name: 'New brand' }))).toBe('/products/add');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('hides the add button from users without permission', async () => {
  serve(brandRoutes.list, page(brands));

  await show(<Brands />, { at: '/brand', permissions: ['brand_list'] });

  await screen.findByRole('table');
  expect(screen.queryByRole('link', { name: 'New brand' })).toBeNull();
});

test('offers to clear a search without matches', async () => {
  serve(brandRoutes.list, ({ body }) => page((body as { search?: string }).search ? [] : brands));
  const { user, search } = await show(<Brands />, { at: '/brand?search=zzz' });

  expect(await screen.findByText('No brands match')).toBeTruthy();
  await user.press('Clear search and filters');

  expect(await screen.findByRole('table')).toBeTruthy();
  expect(search()).toEqual({});
});

test('distinguishes an empty tab from a search without matches', async () => {
  serve(brandRoutes.list, ({ body }) =>
    page('status' in (body as { filters: object }).filters ? [] : brands),
  );
  const { user, search } = await show(<Brands />, { at: '/brand?status=false' });

  expect(await screen.findByText('No brands in this tab')).toBeTruthy();
  expect(screen.queryByText('No brands match')).toBeNull();
  await user.press('Show all brands');

  expect(await screen.findByRole('table')).toBeTruthy();
  expect(search()).toEqual({});
});

test('links back to the first page from a page beyond the last one', async () => {
  serve(brandRoutes.list, ({ body }) => page((body as { page: number }).page > 1 ? [] : brands));
  const { user } = await show(<Brands />, { at: '/brand?page=9' });

  await user.press('Go to the first page');

  expect(await screen.findByRole('table')).toBeTruthy();
});
