import { brandRoutes } from '@aisle/contract/catalog/brands';
import { exportRoutes } from '@aisle/contract/system/exports';
import { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../test/server.ts';
import { Brands, brands, id, page, view } from './list-page.fixtures.tsx';

serve(savedViewRoutes.counts, []);

test('exports with the filters and sort order but without the page', async () => {
  serve(brandRoutes.list, page(brands, 60));
  const exports = serve(exportRoutes.create, { url: '/files/brands.csv', rows: 60, jobId: null });
  const { user } = await show(<Brands />, { at: '/brand?page=2&search=a&sort=name.desc&status=true' });

  await user.choose('Export', 'CSV');

  expect(await onlyRequest(exports)).toEqual({
    params: ['brands'],
    query: { format: 'csv' },
    body: { search: 'a', sort: { field: 'name', order: 'desc' }, filters: { status: true } },
  });
});

test('shows why an export was refused', async () => {
  serve(brandRoutes.list, page(brands));
  serve(exportRoutes.create, refusal(409, 'exports.too-many', 'Too many rows for a workbook'));
  const { user } = await show(<Brands />, { at: '/brand' });

  await user.choose('Export', 'Excel (XLSX)');

  expect((await screen.findByRole('alert')).textContent).toContain('Too many rows for a workbook');
});

test('restores the filters of a saved view', async () => {
  serve(brandRoutes.list, page(brands));
  serve(savedViewRoutes.list, [view(7, 'Shown'), view(8, 'Hidden', { isMine: false, ownerName: 'Ben' })]);
  const { user, search } = await show(<Brands />, { at: '/brand' });

  await user.press('Views');
  expect(await screen.findByRole('menuitem', { name: 'Hidden · Ben' })).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: 'Shown' }));

  await waitFor(() => expect(search()).toEqual({ status: true, view: id(7) }));
  expect(await screen.findByRole('button', { name: 'View: Shown' })).toBeTruthy();
});

test('hides views outside the screen of the list', async () => {
  serve(brandRoutes.list, page(brands));
  await show(<Brands />, { at: '/categories' });

  await screen.findByRole('button', { name: 'Export' });
  expect(screen.queryByRole('button', { name: 'Views' })).toBeNull();
});

test('loads the row counts of views when their menu opens', async () => {
  serve(brandRoutes.list, page(brands));
  serve(savedViewRoutes.list, [view(7, 'Shown'), view(8, 'Hidden'), view(9, 'Costly')]);
  const counts = serve(savedViewRoutes.counts, [
    { _id: id(7), count: 12, isMore: false },
    { _id: id(8), count: 1000, isMore: true },
    { _id: id(9), count: null, isMore: false },
  ]);
  const { user } = await show(<Brands />, { at: '/brand' });
  const button = await screen.findByRole('button', { name: 'Views' });
  expect(counts).toHaveLength(0);

  await user.click(button);

  expect(await screen.findByRole('menuitem', { name: 'Shown 12' })).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: 'Hidden 1,000+' })).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: 'Costly' })).toBeTruthy();
  expect(counts[0]?.query).toEqual({ list: '/brand' });
});

test('marks a changed view and saves its changes', async () => {
  serve(brandRoutes.list, page(brands));
  serve(savedViewRoutes.list, [view(7, 'Shown')]);
  const edits = serve(savedViewRoutes.edit, view(7, 'Shown', { version: 5 }));
  const { user } = await show(<Brands />, { at: `/brand?status=true&sort=name&view=${id(7)}` });

  await user.choose('View: Shown (changed)', 'Save the changes to “Shown”');

  expect(await onlyRequest(edits)).toMatchObject({
    params: [id(7)],
    body: { search: { status: true, sort: 'name' }, version: 4 },
  });
});

test('requires a name for a new view and saves the current list', async () => {
  serve(brandRoutes.list, page(brands));
  const created = serve(savedViewRoutes.create, view(9, 'Oaks'));
  const { user, search } = await show(<Brands />, { at: '/brand?search=oak&page=1' });

  await user.choose('Views', 'Save as a new view…');
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

test('shows the error of a duplicate name at its field', async () => {
  serve(brandRoutes.list, page(brands));
  serve(
    savedViewRoutes.create,
    refusal(409, 'duplicate', 'There is one already', {
      fields: [{ path: 'name', message: 'You have a view of this name' }],
    }),
  );
  const { user } = await show(<Brands />, { at: '/brand' });

  await user.choose('Views', 'Save as a new view…');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Oaks{Enter}');

  expect(await screen.findByText('You have a view of this name')).toBeTruthy();
});

test('asks for confirmation before deleting a view', async () => {
  serve(brandRoutes.list, page(brands));
  serve(savedViewRoutes.list, [view(7, 'Shown', { isShared: true })]);
  const removed = serve(savedViewRoutes.remove, { _id: id(7) });
  const { user, search } = await show(<Brands />, { at: `/brand?status=true&view=${id(7)}` });

  await user.choose('View: Shown', 'Delete this view…');
  await user.press('Cancel');
  expect(removed).toHaveLength(0);
  await user.choose('View: Shown', 'Delete this view…');
  expect(await screen.findByText('It’s deleted for everyone who uses it.')).toBeTruthy();
  await user.press('Delete');
  await waitFor(() => expect(removed).toHaveLength(1));
  await waitFor(() => expect(search()).toEqual({}));
});

test("hides rename and delete for another user's view", async () => {
  serve(brandRoutes.list, page(brands));
  serve(savedViewRoutes.list, [view(8, 'Hers', { isMine: false, ownerName: 'Eve' })]);
  const { user } = await show(<Brands />, { at: `/brand?status=true&view=${id(8)}` });

  await user.press('View: Hers');

  expect(await screen.findByRole('menuitem', { name: 'Save as a new view…' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /^(Rename or share…|Delete this view…)$/ })).toBeNull();
});
