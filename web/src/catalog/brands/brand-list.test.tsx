import { brandRoutes } from '@aisle/contract/catalog/brands';
import { auditRoutes } from '@aisle/contract/system/audit';
import { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../test/server.ts';
import { bulkActionOf, serveBulkActions } from '../../links/bulk/bulk.fixtures.ts';
import { brandOf } from '../catalog.fixtures.ts';
import { BrandList } from './brand-list.tsx';

const alder = brandOf({ name: 'Alder', productCount: 3 });
const birch = brandOf({ name: 'Birch', productCount: 0, status: false });
const all = ['brand_list', 'brand_add', 'brand_edit', 'brand_delete'] as const;

const showBrands = (permissions: readonly (typeof all)[number][] = all) =>
  show(<BrandList />, { at: '/brand', permissions });
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

serve(brandRoutes.list, pageOf(alder, birch));

test('links a brand to its products', async () => {
  await showBrands();

  const link = within(await rowOf('Alder')).getByRole('link', { name: /3/ });

  expect(hrefOf(link)).toContain('/products?brandId=');
});

test('activates a brand in the list', async () => {
  const switches = serve(brandRoutes.updateStatus, { ...birch, status: true });
  const { user } = await showBrands();

  await user.click(await screen.findByRole('switch', { name: 'Birch is active' }));

  await waitFor(() => expect(switches).toMatchObject([{ params: [birch._id], body: { status: true } }]));
});

test('hides edit controls from read-only users', async () => {
  await showBrands(['brand_list']);

  expect(within(await rowOf('Birch')).getByText('Inactive')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('button', { name: 'New brand' })).toBeNull();
});

test('deletes an unused brand after confirmation', async () => {
  const removed = serve(brandRoutes.remove, { _id: birch._id });
  const { user } = await showBrands();

  await user.choose('More for Birch', 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete Birch?' });
  expect(question.textContent).toContain('No products use it.');
  await user.click(within(question).getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(removed).toMatchObject([{ params: [birch._id] }]));
});

test('deletes and restores several brands', async () => {
  const cedar = brandOf({ name: 'Cedar', productCount: 0 });
  serve(brandRoutes.list, pageOf(birch, cedar));
  const deleted = serveBulkActions();
  const restored = serve(bulkActionRoutes.undo, bulkActionOf(0, { state: 'undone' }));
  const { user } = await showBrands();

  await user.click(await screen.findByRole('checkbox', { name: /Birch/ }));
  await user.click(screen.getByRole('checkbox', { name: /Cedar/ }));
  await user.press('Delete');
  await user.answer('Delete 2 brands?', 'Delete');
  expect(await screen.findByText('2 brands deleted')).toBeTruthy();
  await user.press('Undo');

  await waitFor(() => expect(restored).toHaveLength(1));
  expect(deleted).toMatchObject([
    { params: ['delete-brands'], body: { target: { ids: [birch._id, cedar._id] } } },
  ]);
});

test('offers to restore a deleted brand, and reports a name taken meanwhile', async () => {
  serve(brandRoutes.remove, { _id: birch._id });
  const restored = serve(
    brandRoutes.restore,
    refusal(409, 'restore.name-taken', "Birch can't be restored, because its name was taken meanwhile"),
  );
  const { user } = await showBrands();

  await user.choose('More for Birch', 'Delete');
  await user.press('Delete');
  expect(await screen.findByText('Birch deleted')).toBeTruthy();
  await user.press('Undo');

  await waitFor(() => expect(restored).toMatchObject([{ params: [birch._id] }]));
  expect(await screen.findByText(/its name was taken meanwhile/)).toBeTruthy();
});

test('keeps a brand in use and shows its products instead', async () => {
  const removed = serve(brandRoutes.remove, { _id: alder._id });
  const { user, address, search } = await showBrands();

  await user.choose('More for Alder', 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Alder is in use' });
  expect(question.textContent).toContain('3 products use it');
  await user.click(within(question).getByRole('button', { name: 'View products' }));

  await waitFor(() => expect(address()).toBe('/products'));
  expect(search()).toEqual({ brandId: alder._id });
  expect(removed).toEqual([]);
});

test('shows the history of a brand to read-only users', async () => {
  serve(auditRoutes.history, pageOf());
  const { user } = await showBrands(['brand_list']);

  await user.choose('More for Alder', 'History');

  expect(await screen.findByRole('dialog', { name: 'History of Alder' })).toBeTruthy();
});

test('requires a name for a new brand', async () => {
  const added = serve(brandRoutes.create, birch);
  const { user } = await showBrands();

  await user.press('New brand');
  const form = await screen.findByRole('form', { name: 'New brand' });
  await user.click(within(form).getByRole('button', { name: 'Create brand' }));

  expect(await within(form).findByText('Name is required')).toBeTruthy();
  expect(added).toEqual([]);
});

test('saves a new brand and closes the drawer', async () => {
  const added = serve(brandRoutes.create, brandOf({ name: 'Cedar' }));
  const { user } = await showBrands();

  await user.press('New brand');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Cedar');
  await user.press('Create brand');

  await waitFor(() => expect(screen.queryByRole('form', { name: 'New brand' })).toBeNull());
  expect(added).toMatchObject([{ body: { name: 'Cedar', status: true } }]);
});

test('rejects a duplicate name at its field', async () => {
  serve(
    brandRoutes.create,
    refusal(409, 'duplicate', 'There is one already', {
      fields: [{ path: 'name', message: 'Another brand has this name' }],
    }),
  );
  const { user } = await showBrands();

  await user.press('New brand');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Alder');
  await user.press('Create brand');

  expect(await screen.findByText('Another brand has this name')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true');
});

test('sends only changed fields with the version', async () => {
  const edits = serve(brandRoutes.edit, { ...birch, name: 'Beech' });
  const { user } = await showBrands();

  await user.choose('More for Birch', 'Edit');
  await user.retype('Name', 'Beech');
  await user.press('Save changes');

  expect(await onlyRequest(edits)).toMatchObject({
    params: [birch._id],
    body: { name: 'Beech', version: 1 },
  });
  expect(edits[0]?.body).not.toHaveProperty('status');
});

test('shows both names if another user renamed the brand meanwhile', async () => {
  const edits = serve(brandRoutes.edit, ({ body }) =>
    (body as { version: number }).version === 1
      ? refusal(409, 'version-stale', 'Changed meanwhile', { data: { ...birch, name: 'Yew', version: 2 } })
      : { ...birch, name: 'Beech', version: 3 },
  );
  const { user } = await showBrands();

  await user.choose('More for Birch', 'Edit');
  await user.retype('Name', 'Beech');
  await user.press('Save changes');
  await user.click(await screen.findByRole('radio', { name: /Use mine\s*Beech/ }));
  expect(screen.getByRole('radio', { name: /Keep theirs\s*Yew/ })).toBeTruthy();
  await user.press('Save choices');

  await waitFor(() => expect(edits).toHaveLength(2));
  expect(edits[1]?.body).toMatchObject({ name: 'Beech', version: 2 });
});

test('asks before discarding a draft', async () => {
  const { user } = await showBrands();

  await user.press('New brand');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ce');
  await user.press('Cancel');
  await user.press('Stay');

  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Ce');
});
