import { type Brand, brandRoutes } from '@aisle/contract/catalog/brands';
import { exportRoutes } from '@aisle/contract/system/exports';
import { type SavedView, savedViewRoutes } from '@aisle/contract/system/saved-views';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { type Request, refusal, serve } from '../../../test/server.ts';
import type { Column } from './column.ts';
import { yesNo } from './filter.ts';
import { ListPage } from './list-page.tsx';
import type { BulkAction, RowAction } from './row.ts';
import { useList } from './use-list.ts';

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const brand = (number: number, name: string): Brand => ({
  _id: id(number),
  name,
  logo: null,
  status: true,
  productCount: number * 10,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 1,
});
const brands = [brand(1, 'Alder'), brand(2, 'Birch'), brand(3, 'Cedar')];

const columns: Column<Brand>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  { key: 'productCount', header: 'Products', cell: ({ productCount }) => productCount, align: 'right' },
  { key: 'id', header: 'Id', cell: ({ _id }) => _id, optional: true },
];

const filters = [yesNo('status', 'Status', 'Active', 'Inactive')];

interface BrandsProps {
  bulk?: readonly BulkAction<Brand>[];
  rowActions?: (row: Brand) => RowAction[];
  onOpen?: (row: Brand) => void;
}
function Brands({ bulk, rowActions, onOpen }: BrandsProps) {
  const list = useList(brandRoutes.list);
  return (
    <ListPage
      title="Brands"
      noun="brands"
      list={list}
      columns={columns}
      {...(onOpen
        ? { onOpen }
        : { link: (row: Brand) => ({ to: '/customers/view/$id', params: { id: row._id } }) })}
      filters={filters}
      primary={{ label: 'New brand', to: { to: '/products/add' }, permission: 'brand_add' }}
      empty="Brands group products of one maker."
      exportAs="brands"
      {...(bulk && { bulk })}
      {...(rowActions && { rowActions })}
    />
  );
}

const page = (records: Brand[], totalRecords = records.length) => ({ records, totalRecords });
const bodyOf = (requests: readonly Request[]) => requests.at(-1)?.body;
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

beforeEach(() => {
  serve(savedViewRoutes.list, []);
});

test('a list shows its rows, and how many there are', async () => {
  serve(brandRoutes.list, page(brands, 1204));

  await show(<Brands />, { at: '/brand' });

  const table = await screen.findByRole('table', { name: 'Brands' });
  expect(within(table).getAllByRole('row')).toHaveLength(4);
  expect(within(rowOf('Birch')).getByRole('cell', { name: '20' })).toBeTruthy();
  expect(screen.getByText('1–3 of 1,204')).toBeTruthy();
});

test('the address decides which page, order, search and filters the server is asked for', async () => {
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

test('what an address says that no list knows is left out', async () => {
  const requests = serve(brandRoutes.list, page(brands));

  await show(<Brands />, { at: '/brand?page=0&sort=color&shoe=42&status=perhaps' });

  await screen.findByRole('table');
  expect(bodyOf(requests)).toEqual({ page: 1, limit: 25, filters: {} });
});

test('a column is sorted up, then down, then as the list itself has it', async () => {
  const requests = serve(brandRoutes.list, page(brands));
  const { user, search } = await show(<Brands />, { at: '/brand' });
  const press = async () => user.click(await screen.findByRole('button', { name: 'Name' }));
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

test('searching waits until the fingers rest, and begins at the first page', async () => {
  const requests = serve(brandRoutes.list, page(brands, 100));
  const { user, search } = await show(<Brands />, { at: '/brand?page=2' });

  await user.type(await screen.findByRole('searchbox', { name: 'Search brands' }), 'alder ');

  await waitFor(() => expect(search()).toEqual({ search: 'alder' }));
  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ page: 1, search: 'alder' }));
  expect(requests.filter(({ body }) => (body as { search?: string }).search !== undefined)).toHaveLength(1);
});

test('a cleared search asks for everything again', async () => {
  serve(brandRoutes.list, page(brands));
  const { user, search } = await show(<Brands />, { at: '/brand?search=oak' });

  await user.click(await screen.findByRole('button', { name: 'Clear the search' }));

  await waitFor(() => expect(search()).toEqual({}));
});

test('a filter goes into the address, and Clear takes filters and search away but no tab', async () => {
  const requests = serve(brandRoutes.list, page(brands));
  const { user, search } = await show(<Brands />, { at: '/brand?tab=mine&search=oak' });

  await user.click(await screen.findByRole('button', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Inactive' }));
  await waitFor(() => expect(search()).toEqual({ tab: 'mine', search: 'oak', status: false }));
  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ filters: { status: false } }));
  await user.click(screen.getByRole('button', { name: 'Clear' }));

  await waitFor(() => expect(search()).toEqual({ tab: 'mine' }));
});

test('pages are turned as far as there are any', async () => {
  const requests = serve(brandRoutes.list, page(brands, 30));
  const { user, search } = await show(<Brands />, { at: '/brand' });
  const button = (name: string) => screen.findByRole('button', { name });
  const isOff = async (name: string) => (await button(name)).hasAttribute('disabled');

  expect(await isOff('Previous page')).toBe(true);
  await user.click(await button('Next page'));
  await waitFor(() => expect(search()).toEqual({ page: 2 }));
  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ page: 2 }));
  expect(await isOff('Next page')).toBe(true);
  await user.click(await button('Previous page'));

  await waitFor(() => expect(search()).toEqual({}));
});

test('a page is turned by the cursor of the answer, where the server gives one', async () => {
  const requests = serve(brandRoutes.list, { ...page(brands, 30), nextCursor: 'after-cedar' });
  const { user } = await show(<Brands />, { at: '/brand' });

  await user.click(await screen.findByRole('button', { name: 'Next page' }));

  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ page: 2, cursor: 'after-cedar' }));
});

test('how many rows somebody wants is remembered for the next visit', async () => {
  const requests = serve(brandRoutes.list, page(brands));
  const first = await show(<Brands />, { at: '/brand' });
  await first.user.selectOptions(await screen.findByRole('combobox', { name: 'Rows' }), '50');
  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ limit: 50 }));
  first.unmount();

  await show(<Brands />, { at: '/brand' });

  await waitFor(() => expect(bodyOf(requests)).toMatchObject({ limit: 50 }));
});

test('columns are chosen, and the first one stays', async () => {
  serve(brandRoutes.list, page(brands));
  const { user, search } = await show(<Brands />, { at: '/brand' });
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
  await screen.findByRole('table');
  expect(heads()).toEqual(['Name', 'Products']);

  await user.click(screen.getByRole('button', { name: 'Columns and density' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Id' }));
  await waitFor(() => expect(heads()).toEqual(['Name', 'Products', 'Id']));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Products' }));

  await waitFor(() => expect(heads()).toEqual(['Name', 'Id']));
  expect(search()).toEqual({ columns: 'id' });
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Name' })).toBeNull();
});

test('a list that fails says why, and is tried again', async () => {
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

test('a list that holds nothing leads to the first one, and has nothing to search', async () => {
  serve(brandRoutes.list, page([]));

  await show(<Brands />, { at: '/brand', permissions: ['brand_list', 'brand_add'] });

  expect(await screen.findByText('No brands yet')).toBeTruthy();
  expect(screen.getByText('Brands group products of one maker.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New brand' }).getAttribute('href')).toBe('/products/add');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('who may not add brands is not offered to', async () => {
  serve(brandRoutes.list, page(brands));

  await show(<Brands />, { at: '/brand', permissions: ['brand_list'] });

  await screen.findByRole('table');
  expect(screen.queryByRole('link', { name: 'New brand' })).toBeNull();
});

test('a search that finds nothing offers to take it back', async () => {
  serve(brandRoutes.list, ({ body }) => page((body as { search?: string }).search ? [] : brands));
  const { user, search } = await show(<Brands />, { at: '/brand?search=zzz' });

  expect(await screen.findByText('No brands match')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));

  expect(await screen.findByRole('table')).toBeTruthy();
  expect(search()).toEqual({});
});

test('a page behind the last one leads back to the first', async () => {
  serve(brandRoutes.list, ({ body }) => page((body as { page: number }).page > 1 ? [] : brands));
  const { user } = await show(<Brands />, { at: '/brand?page=9' });

  await user.click(await screen.findByRole('button', { name: 'Go to the first page' }));

  expect(await screen.findByRole('table')).toBeTruthy();
});

test('a row opens by a click anywhere on it, and by Enter', async () => {
  serve(brandRoutes.list, page(brands));
  const { user, address, go } = await show(<Brands />, { at: '/brand' });

  await user.click(await screen.findByRole('cell', { name: '20' }));
  await waitFor(() => expect(address()).toBe(`/customers/view/${id(2)}`));
  await go('/brand');
  (await screen.findByRole('row', { name: /Alder/ })).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');

  await waitFor(() => expect(address()).toBe(`/customers/view/${id(3)}`));
});

test('arrows, Home and End walk through the rows and stop at both ends', async () => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands />, { at: '/brand' });
  await screen.findByRole('table');
  const here = () => document.activeElement?.textContent;

  rowOf('Alder').focus();
  await user.keyboard('{ArrowUp}');
  expect(here()).toContain('Alder');
  await user.keyboard('{End}');
  expect(here()).toContain('Cedar');
  await user.keyboard('{ArrowDown}');
  expect(here()).toContain('Cedar');
  await user.keyboard('{Home}');

  expect(here()).toContain('Alder');
});

test('who comes back finds the focus on the row they left from, once', async () => {
  serve(brandRoutes.list, page(brands));
  const first = await show(<Brands />, { at: '/brand' });
  await first.user.click(await screen.findByRole('cell', { name: '20' }));
  await waitFor(() => expect(first.address()).not.toBe('/brand'));
  first.unmount();

  const second = await show(<Brands />, { at: '/brand' });
  await screen.findByRole('table');
  expect(document.activeElement?.textContent).toContain('Birch');
  (document.activeElement as HTMLElement).blur();
  await second.user.click(screen.getByRole('searchbox'));
  second.unmount();
  await show(<Brands />, { at: '/vendors' });
  await screen.findByRole('table');

  expect(document.activeElement).toBe(document.body);
});

test('on a phone the button for a new one is out of the way while scrolling down', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  serve(brandRoutes.list, page(brands));
  await show(<Brands />, { at: '/brand', permissions: ['brand_list', 'brand_add'] });
  const button = await screen.findByRole('link', { name: 'New brand' });
  const scrollTo = (y: number) => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
    act(() => void window.dispatchEvent(new Event('scroll')));
  };

  scrollTo(300);
  expect(button.className).toContain('away');
  scrollTo(298);
  expect(button.className).toContain('away');
  scrollTo(200);

  expect(button.className).not.toContain('away');
});

test('the arrow leads from the search into the rows', async () => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands />, { at: '/brand' });

  await screen.findByRole('table');
  await user.click(screen.getByRole('searchbox'));
  await user.keyboard('{ArrowDown}');

  expect(document.activeElement?.textContent).toContain('Alder');
});

test('a row may open over the list instead', async () => {
  serve(brandRoutes.list, page(brands));
  const onOpen = vi.fn();
  const { user, address } = await show(<Brands onOpen={onOpen} />, { at: '/brand' });

  await user.click(await screen.findByRole('cell', { name: '30' }));

  expect(onOpen).toHaveBeenCalledExactlyOnceWith(brands[2]);
  expect(address()).toBe('/brand');
});

const hide = (run: BulkAction<Brand>['run']): BulkAction<Brand>[] => [
  { label: 'Hide', run, permission: 'brand_edit' },
];
const mayHide = ['brand_list', 'brand_view', 'brand_edit'] as const;

test('selected rows are handed to the action, and are let go when it is done', async () => {
  serve(brandRoutes.list, page(brands));
  const run = vi.fn(async () => undefined);
  const { user } = await show(<Brands bulk={hide(run)} />, { at: '/brand', permissions: mayHide });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Alder' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Cedar' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Hide' }));

  expect(run).toHaveBeenCalledExactlyOnceWith([brands[0], brands[2]]);
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test.each([
  ['fails', () => Promise.reject(new Error('no'))],
  ['is thought better of', () => Promise.resolve(false)],
])('the selection stays when the action %s', async (_, run) => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands bulk={hide(run)} />, { at: '/brand', permissions: mayHide });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Birch' }));
  await user.click(screen.getByRole('button', { name: 'Hide' }));

  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Hide' }).hasAttribute('disabled')).toBe(false),
  );
  expect(screen.getByText('1 selected')).toBeTruthy();
});

test('all rows of the page are selected at once, and let go at once', async () => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands bulk={hide(async () => undefined)} />, {
    at: '/brand',
    permissions: mayHide,
  });
  const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });

  await user.click(screen.getByRole('checkbox', { name: 'Select Birch' }));
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await user.click(all);
  expect(screen.getByText('3 selected')).toBeTruthy();
  await user.click(all);

  expect(screen.queryByText(/selected/)).toBeNull();
});

test('the space bar selects the row that has the focus', async () => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands bulk={hide(async () => undefined)} />, {
    at: '/brand',
    permissions: mayHide,
  });

  (await screen.findByRole('row', { name: /Alder/ })).focus();
  await user.keyboard('{ArrowDown} ');

  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Birch' }).checked).toBe(true);
});

test('a selection lasts while pages are turned, and ends with another search', async () => {
  serve(brandRoutes.list, page(brands, 60));
  const { user } = await show(<Brands bulk={hide(async () => undefined)} />, {
    at: '/brand',
    permissions: mayHide,
  });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Birch' }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('26–28 of 60');
  expect(screen.getByText('1 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Birch' }));
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));

  expect(await screen.findByRole('searchbox')).toBeTruthy();
});

test('who may do nothing with brands has none to select', async () => {
  serve(brandRoutes.list, page(brands));

  await show(<Brands bulk={hide(async () => undefined)} />, { at: '/brand', permissions: ['brand_list'] });

  await screen.findByRole('table');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a row offers in its menu what this person may do with it', async () => {
  serve(brandRoutes.list, page(brands));
  const edit = vi.fn();
  const { user, address } = await show(
    <Brands
      rowActions={(row) => [
        { label: 'Edit', permission: 'brand_edit', onClick: () => edit(row.name) },
        { label: 'Delete', permission: 'brand_delete', onClick: () => undefined, danger: true },
      ]}
    />,
    { at: '/brand', permissions: mayHide },
  );

  await user.click(await screen.findByRole('button', { name: 'More for Birch' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));

  expect(edit).toHaveBeenCalledExactlyOnceWith('Birch');
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  expect(address()).toBe('/brand');
});

test('a row with nothing to do has no menu', async () => {
  serve(brandRoutes.list, page(brands));

  await show(<Brands rowActions={() => [{ label: 'Edit', permission: 'brand_edit', onClick: () => {} }]} />, {
    at: '/brand',
    permissions: ['brand_list'],
  });

  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
});

test('an export takes along what is filtered and sorted, but no page', async () => {
  serve(brandRoutes.list, page(brands, 60));
  const exports = serve(exportRoutes.create, { url: '/files/brands.csv', rows: 60, jobId: null });
  const { user } = await show(<Brands />, { at: '/brand?page=2&search=a&sort=name.desc&status=true' });

  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));

  await waitFor(() => expect(exports).toHaveLength(1));
  expect(exports[0]).toEqual({
    params: ['brands'],
    query: { format: 'csv' },
    body: { search: 'a', sort: { field: 'name', order: 'desc' }, filters: { status: true } },
  });
});

test('an export that is refused shows why', async () => {
  serve(brandRoutes.list, page(brands));
  serve(exportRoutes.create, refusal(409, 'exports.too-many', 'Too many rows for a workbook'));
  const { user } = await show(<Brands />, { at: '/brand' });

  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));

  expect((await screen.findByRole('alert')).textContent).toContain('Too many rows for a workbook');
});

const view = (number: number, name: string, more: Partial<SavedView> = {}): SavedView => ({
  _id: id(number),
  list: '/brand',
  name,
  search: { status: true },
  isShared: false,
  isMine: true,
  ownerName: null,
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 4,
  ...more,
});

test('a saved view brings back its filters', async () => {
  serve(brandRoutes.list, page(brands));
  serve(savedViewRoutes.list, [view(7, 'Shown'), view(8, 'Hidden', { isMine: false, ownerName: 'Ben' })]);
  const { user, search } = await show(<Brands />, { at: '/brand' });

  await user.click(await screen.findByRole('button', { name: 'Views' }));
  expect(await screen.findByRole('menuitem', { name: 'Hidden · Ben' })).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: 'Shown' }));

  await waitFor(() => expect(search()).toEqual({ status: true, view: id(7) }));
  expect(await screen.findByRole('button', { name: 'View: Shown' })).toBeTruthy();
});

test('a view that was changed says so, and can be saved with its changes', async () => {
  serve(brandRoutes.list, page(brands));
  serve(savedViewRoutes.list, [view(7, 'Shown')]);
  const edits = serve(savedViewRoutes.edit, view(7, 'Shown', { version: 5 }));
  const { user } = await show(<Brands />, { at: `/brand?status=true&sort=name&view=${id(7)}` });

  await user.click(await screen.findByRole('button', { name: 'View: Shown (changed)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save the changes to “Shown”' }));

  await waitFor(() => expect(edits).toHaveLength(1));
  expect(edits[0]).toMatchObject({
    params: [id(7)],
    body: { search: { status: true, sort: 'name' }, version: 4 },
  });
});

test('a new view needs a name, and keeps what is shown', async () => {
  serve(brandRoutes.list, page(brands));
  const created = serve(savedViewRoutes.create, view(9, 'Oaks'));
  const { user, search } = await show(<Brands />, { at: '/brand?search=oak&page=1' });

  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a new view…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save as a new view' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('Name is required')).toBeTruthy();
  expect(created).toHaveLength(0);
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Oaks');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(search().view).toBe(id(9)));
  expect(created[0]?.body).toEqual({
    list: '/brand',
    name: 'Oaks',
    search: { search: 'oak' },
    isShared: false,
  });
});

test('a name that is taken is said at the name', async () => {
  serve(brandRoutes.list, page(brands));
  serve(
    savedViewRoutes.create,
    refusal(409, 'duplicate', 'There is one already', {
      fields: [{ path: 'name', message: 'You have a view of this name' }],
    }),
  );
  const { user } = await show(<Brands />, { at: '/brand' });

  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a new view…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Oaks{Enter}');

  expect(await screen.findByText('You have a view of this name')).toBeTruthy();
});

test('a view is deleted only after a question', async () => {
  serve(brandRoutes.list, page(brands));
  serve(savedViewRoutes.list, [view(7, 'Shown', { isShared: true })]);
  const removed = serve(savedViewRoutes.remove, { _id: id(7) });
  const { user, search } = await show(<Brands />, { at: `/brand?status=true&view=${id(7)}` });

  await user.click(await screen.findByRole('button', { name: 'View: Shown' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete this view…' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(removed).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'View: Shown' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete this view…' }));
  expect(await screen.findByText('It’s deleted for everyone who uses it.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(removed).toHaveLength(1));
  await waitFor(() => expect(search()).toEqual({}));
});

test('a view of somebody else is used, but neither renamed nor deleted', async () => {
  serve(brandRoutes.list, page(brands));
  serve(savedViewRoutes.list, [view(8, 'Hers', { isMine: false, ownerName: 'Eve' })]);
  const { user } = await show(<Brands />, { at: `/brand?status=true&view=${id(8)}` });

  await user.click(await screen.findByRole('button', { name: 'View: Hers' }));

  expect(await screen.findByRole('menuitem', { name: 'Save as a new view…' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Rename or share…' })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Delete this view…' })).toBeNull();
});

test('a figure is sorted from its largest first, says what it means, and has its total below', async () => {
  serve(brandRoutes.list, page(brands));
  const withTotals: Column<Brand>[] = [
    { key: 'name', header: 'Name', cell: ({ name }) => name, total: 'All brands' },
    {
      key: 'updatedAt',
      header: 'Products',
      cell: ({ productCount }) => productCount,
      sortable: true,
      largestFirst: true,
      hint: 'How many products have the brand.',
      total: 60,
    },
  ];
  const Totals = () => (
    <ListPage title="Brands" noun="brands" list={useList(brandRoutes.list)} columns={withTotals} />
  );
  const { user, search } = await show(<Totals />, { at: '/brand' });

  const header = await screen.findByRole('button', { name: 'Products' });
  expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('All brands60');
  await user.hover(header);
  expect(await screen.findByText('How many products have the brand.')).toBeTruthy();
  const sorts: unknown[] = [];
  for (let click = 0; click < 3; click += 1) {
    await user.click(screen.getByRole('button', { name: 'Products' }));
    await waitFor(() => expect(search().sort).not.toBe(sorts.at(-1) ?? 'none'));
    sorts.push(search().sort);
  }

  expect(sorts).toEqual(['updatedAt.desc', 'updatedAt', undefined]);
});
