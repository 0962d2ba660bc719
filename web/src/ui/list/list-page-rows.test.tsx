import { type Brand, brandRoutes } from '@aisle/contract/catalog/brands';
import { exportRoutes } from '@aisle/contract/system/exports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { narrowScreen, show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { Brands, brands, hide, id, mayHide, page, rowOf } from './list-page.fixtures.tsx';
import { ListPage } from './list-page.tsx';
import type { Column } from './rows/column.ts';
import { useList } from './use-list.ts';

test('opens a row by a click anywhere on it and by Enter', async () => {
  serve(brandRoutes.list, page(brands));
  const { user, address, go } = await show(<Brands />, { at: '/brand' });

  await user.click(await screen.findByRole('cell', { name: '20' }));
  await waitFor(() => expect(address()).toBe(`/customers/view/${id(2)}`));
  await go('/brand');
  (await screen.findByRole('row', { name: /Alder/ })).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');

  await waitFor(() => expect(address()).toBe(`/customers/view/${id(3)}`));
});

test('moves through rows with arrows, Home and End, and stops at both ends', async () => {
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

test('restores the focus to the opened row on return, but only once', async () => {
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

test('shows the main action beside the title on a phone, where it covers no row', async () => {
  narrowScreen();
  serve(brandRoutes.list, page(brands));
  await show(<Brands />, { at: '/brand', permissions: ['brand_list', 'brand_add'] });

  const button = await screen.findByRole('link', { name: 'New brand' });

  expect(button.parentElement?.parentElement?.contains(screen.getByRole('heading', { name: 'Brands' }))).toBe(
    true,
  );
});

test('moves from the search into the rows with arrow down', async () => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands />, { at: '/brand' });

  await screen.findByRole('table');
  await user.click(screen.getByRole('searchbox'));
  await user.keyboard('{ArrowDown}');

  expect(document.activeElement?.textContent).toContain('Alder');
});

test('opens a row over the list', async () => {
  serve(brandRoutes.list, page(brands));
  const onOpen = vi.fn();
  const { user, address } = await show(<Brands onOpen={onOpen} />, { at: '/brand' });

  await user.click(await screen.findByRole('cell', { name: '30' }));

  expect(onOpen).toHaveBeenCalledExactlyOnceWith(brands[2]);
  expect(address()).toBe('/brand');
});

test('passes the selected rows to the action and clears the selection afterwards', async () => {
  serve(brandRoutes.list, page(brands));
  const run = vi.fn(async () => undefined);
  const { user } = await show(<Brands bulk={hide(run)} />, { at: '/brand', permissions: mayHide });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Alder' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Cedar' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  await user.press('Hide');

  expect(run).toHaveBeenCalledExactlyOnceWith([brands[0], brands[2]]);
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test.each([
  ['fails', () => Promise.reject(new Error('no'))],
  ['is cancelled by the user', () => Promise.resolve(false)],
])('keeps the selection when the action %s', async (_, run) => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands bulk={hide(run)} />, { at: '/brand', permissions: mayHide });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Birch' }));
  await user.press('Hide');

  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Hide' }).hasAttribute('disabled')).toBe(false),
  );
  expect(screen.getByText('1 selected')).toBeTruthy();
});

test("explains why an action can't be used with the selected rows", async () => {
  serve(brandRoutes.list, page(brands));
  const run = vi.fn(async () => undefined);
  const bulk = hide(run).map((action) => ({
    ...action,
    problemOf: (rows: readonly { name: string }[]) =>
      rows.some(({ name }) => name !== 'Birch') ? undefined : 'Birch is hidden already.',
  }));
  const { user } = await show(<Brands bulk={bulk} />, { at: '/brand', permissions: mayHide });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Birch' }));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Hide' });
  expect(button.disabled).toBe(true);
  expect(screen.getByText('Birch is hidden already.')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select Alder' }));

  expect(button.disabled).toBe(false);
  expect(screen.queryByText('Birch is hidden already.')).toBeNull();
});

test('selects and deselects all rows of the page', async () => {
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

test('selects the focused row with Space', async () => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands bulk={hide(async () => undefined)} />, {
    at: '/brand',
    permissions: mayHide,
  });

  (await screen.findByRole('row', { name: /Alder/ })).focus();
  await user.keyboard('{ArrowDown} ');

  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Birch' }).checked).toBe(true);
});

test('keeps the selection across pages and clears it on another search', async () => {
  serve(brandRoutes.list, page(brands, 60));
  const { user } = await show(<Brands bulk={hide(async () => undefined)} />, {
    at: '/brand',
    permissions: mayHide,
  });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Birch' }));
  await user.press('Next page');
  await screen.findByText('26–28 of 60');
  expect(screen.getByText('1 selected')).toBeTruthy();
  await user.press('Clear selection');
  await user.click(screen.getByRole('checkbox', { name: 'Select Birch' }));
  await user.press('Clear selection');

  expect(await screen.findByRole('searchbox')).toBeTruthy();
});

test('offers users without permission for bulk actions only the export', async () => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands bulk={hide(async () => undefined)} />, {
    at: '/brand',
    permissions: ['brand_list'],
  });

  await screen.findByRole('table');
  await user.click(screen.getByRole('checkbox', { name: 'Select Birch' }));
  const bar = within(screen.getByRole('toolbar'));
  expect(bar.queryByRole('button', { name: 'Hide' })).toBeNull();
  expect(bar.getByRole('button', { name: 'Export' })).toBeTruthy();
});

test('shows only permitted actions in the row menu', async () => {
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

  await user.choose('More for Birch', 'Edit');

  expect(edit).toHaveBeenCalledExactlyOnceWith('Birch');
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  expect(address()).toBe('/brand');
});

test('hides the menu of a row without actions', async () => {
  serve(brandRoutes.list, page(brands));

  await show(<Brands rowActions={() => [{ label: 'Edit', permission: 'brand_edit', onClick: () => {} }]} />, {
    at: '/brand',
    permissions: ['brand_list'],
  });

  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
});

test('sorts a number in descending order first, and shows its hint and total', async () => {
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
    await user.press('Products');
    await waitFor(() => expect(search().sort).not.toBe(sorts.at(-1) ?? 'none'));
    sorts.push(search().sort);
  }

  expect(sorts).toEqual(['updatedAt.desc', 'updatedAt', undefined]);
});

test('narrows long texts until all columns fit and shows them in full as a title', async () => {
  const most = (element: Element) =>
    Number.parseInt((element as HTMLElement).style.getPropertyValue('--cell-most') || '0', 10);
  const widths = {
    scrollWidth: (element: Element) => (element.tagName === 'TD' ? 1300 : most(element) * 5),
    clientWidth: () => 1200,
  };
  for (const [name, of] of Object.entries(widths)) {
    const before = Object.getOwnPropertyDescriptor(HTMLElement.prototype, name);
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: Element) {
        return of(this);
      },
    });
    onTestFinished(() => {
      if (before) Object.defineProperty(HTMLElement.prototype, name, before);
      else Reflect.deleteProperty(HTMLElement.prototype, name);
    });
  }
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands />, { at: '/brand' });

  const box = (await screen.findByRole('table')).parentElement!;
  expect(most(box)).toBe(230);

  const cell = screen.getByRole('cell', { name: '30' });
  await user.hover(cell);
  expect(cell.title).toBe('30');
});

const many = () => serve(brandRoutes.list, page(brands, 46));

test('extends a selection from the page to all rows of the filter', async () => {
  many();
  const run = vi.fn(async () => undefined);
  const runAll = vi.fn(async () => undefined);
  const actions = [
    { label: 'Hide', run, runAll },
    { label: 'Rename', run },
  ];
  const { user } = await show(<Brands bulk={actions} />, { at: '/brand', permissions: mayHide });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Alder' }));
  expect(screen.queryByRole('button', { name: 'Select all 46' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.press('Select all 46');
  const bar = within(screen.getByRole('toolbar'));
  expect(bar.getByText('All 46 selected')).toBeTruthy();
  expect(bar.queryByRole('button', { name: 'Rename' })).toBeNull();
  await user.press('Hide');

  expect(runAll).toHaveBeenCalledOnce();
  expect(run).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('returns to the rows of the page when a row of all is deselected', async () => {
  many();
  const run = vi.fn(async () => undefined);
  const actions = [{ label: 'Hide', run, runAll: run }];
  const { user } = await show(<Brands bulk={actions} />, { at: '/brand', permissions: mayHide });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.press('Select all 46');

  await user.click(screen.getByRole('checkbox', { name: 'Select Birch' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  await user.press('Hide');

  expect(run).toHaveBeenCalledExactlyOnceWith([brands[0], brands[2]]);
});

test('offers all rows for the export alone', async () => {
  many();
  const exports = serve(exportRoutes.create, { url: null, rows: 46, jobId: null });
  const { user } = await show(<Brands bulk={hide(async () => undefined)} />, {
    at: '/brand',
    permissions: mayHide,
  });

  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));

  expect(screen.getByText('3 selected')).toBeTruthy();
  await user.press('Export');
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  const ids = brands.map(({ _id }) => _id);
  await waitFor(() => expect(exports.at(-1)?.body).toEqual({ ids, filters: {} }));
  await user.press('Select all 46');
  const bar = within(screen.getByRole('toolbar'));
  expect(bar.queryByRole('button', { name: 'Hide' })).toBeNull();
  await user.press('Export');
  expect(await screen.findByText('Export brands (46) as')).toBeTruthy();
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));

  await waitFor(() => expect(exports.at(-1)?.body).toEqual({ filters: {} }));
});

test('selects the page and all rows on a phone', async () => {
  narrowScreen();
  many();
  const run = vi.fn(async () => undefined);
  const runAll = vi.fn(async () => undefined);
  const actions = [{ label: 'Hide', run, runAll }];
  const { user } = await show(<Brands bulk={actions} />, { at: '/brand', permissions: mayHide });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Alder' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.press('Select all 46');
  await user.press('Hide');

  expect(runAll).toHaveBeenCalledOnce();
});

const edgeOf = (header: string) => screen.getByRole('separator', { name: `Width of ${header}` });
const headOf = (header: string) => screen.getByRole('columnheader', { name: header });

test('resizes a column by keyboard, remembers its width, and restores it', async () => {
  serve(brandRoutes.list, page(brands));
  const { user, unmount } = await show(<Brands />, { at: '/brand' });
  await screen.findByRole('table');
  const cellOf = () => screen.getByRole('cell', { name: '20' });

  edgeOf('Products').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(edgeOf('Products').getAttribute('aria-valuenow')).toBe('176');
  expect([headOf('Products').style.width, cellOf().style.maxWidth]).toEqual(['176px', '176px']);
  unmount();
  await show(<Brands />, { at: '/brand' });
  await screen.findByRole('table');
  expect(headOf('Products').style.width).toBe('176px');

  edgeOf('Products').focus();
  await user.keyboard('{Home}');
  expect([headOf('Products').style.width, cellOf().style.maxWidth]).toEqual(['', '']);
});

test('resizes a column by clicks, without dragging', async () => {
  serve(brandRoutes.list, page(brands));
  const { user } = await show(<Brands />, { at: '/brand' });
  await screen.findByRole('table');

  fireEvent.click(edgeOf('Name'));
  await user.click(await screen.findByRole('button', { name: 'Wider' }));
  await user.click(screen.getByRole('button', { name: 'Wider' }));
  await user.click(screen.getByRole('button', { name: 'Narrower' }));
  expect(headOf('Name').style.width).toBe('200px');
  await user.click(screen.getByRole('button', { name: 'Reset' }));

  expect(headOf('Name').style.width).toBe('');
});
