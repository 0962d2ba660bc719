import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { EditPromotion, NewPromotion } from './promotion-form.tsx';
import { promotionOf, viewOf } from './promotions.fixtures.ts';

const permissions = ['promotion_list', 'promotion_view', 'promotion_add', 'promotion_edit'] as const;

test('reads like the offer and sends only the fields of its kind', async () => {
  const created = serve(promotionRoutes.create, promotionOf());
  const { user } = await show(<NewPromotion />, {
    at: '/promotions/add',
    page: '/promotions/add',
    permissions,
  });
  await user.type(await screen.findByLabelText(/^Name/), 'Yo');
  await user.type(screen.getByLabelText(/^Label/), '2+1');
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Buy some, get some' }));
  await user.retype(screen.getByLabelText('Number to buy'), '2');
  await user.type(screen.getByLabelText('Discount in percent'), '100');
  await user.click(screen.getByRole('button', { name: 'Create draft' }));

  const body = await onlyBody(created);
  expect(body).toMatchObject({
    name: 'Yo',
    reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100, getGoods: null, times: null },
    locationIds: null,
    funding: { marketplace: 100, location: 0, vendor: 0, vendorId: null },
    codes: { kind: 'none' },
  });
  expect((body as { schedule: object }).schedule).not.toHaveProperty('startsAt');
});

test('shows the errors at the fields of the sentence', async () => {
  const { user } = await show(<NewPromotion />, {
    at: '/promotions/add',
    page: '/promotions/add',
    permissions,
  });
  await user.click(await screen.findByRole('button', { name: 'Create draft' }));

  const percent = screen.getByLabelText('Discount in percent');
  expect(percent.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Name is required').isConnected).toBe(true);
});

test('rejects shares that do not total 100%, until one of them changes', async () => {
  const { user } = await show(<NewPromotion />, {
    at: '/promotions/add',
    page: '/promotions/add',
    permissions,
  });
  await user.retype(await screen.findByLabelText('Marketplace'), '50');
  await user.click(screen.getByLabelText('Vendor'));
  expect(screen.getByText('The shares total 50%. They must total 100%.')).toBeTruthy();
  expect(screen.queryByText('The shares must total 100 percent')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Create draft' }));
  expect(await screen.findByText('The shares must total 100 percent')).toBeTruthy();

  await user.retype(screen.getByRole('textbox', { name: 'Location' }), '50');
  expect(screen.queryByText('The shares must total 100 percent')).toBeNull();
});

test('sends a changed part as a whole, and nothing else', async () => {
  const promotion = promotionOf({ limits: { uses: 10, usesPerCustomer: null, budget: 5000 } });
  serve(promotionRoutes.view, viewOf(promotion));
  const edits = serve(promotionRoutes.edit, promotion);
  const { user } = await show(<EditPromotion />, {
    at: `/promotions/edit/${promotion._id}`,
    page: '/promotions/edit/$id',
    permissions,
  });
  await user.retype(await screen.findByLabelText('Uses'), '25');
  await user.click(screen.getByRole('button', { name: 'Save promotion' }));

  expect(await onlyBody(edits)).toEqual({
    limits: { uses: 25, usesPerCustomer: null, budget: 5000 },
    version: 3,
  });
});

test('shows that another promotion has the code at its field', async () => {
  const promotion = promotionOf({ codes: { kind: 'shared', code: 'YOGURT' } });
  serve(promotionRoutes.view, viewOf(promotion));
  serve(
    promotionRoutes.edit,
    refusal(409, 'promotions.code-taken', 'Taken', {
      fields: [{ path: 'codes.code', message: 'Another promotion uses this code' }],
    }),
  );
  const { user } = await show(<EditPromotion />, {
    at: `/promotions/edit/${promotion._id}`,
    page: '/promotions/edit/$id',
    permissions,
  });
  await user.retype(await screen.findByLabelText(/Shared code/), 'MILK');
  await user.click(screen.getByRole('button', { name: 'Save promotion' }));

  expect((await screen.findByText('Another promotion uses this code')).isConnected).toBe(true);
});

test('copies a promotion without its code and its time', async () => {
  const promotion = promotionOf({ codes: { kind: 'shared', code: 'YOGURT' } });
  serve(promotionRoutes.view, viewOf(promotion));
  await show(<NewPromotion />, {
    at: `/promotions/add?copy=${promotion._id}`,
    page: '/promotions/add',
    permissions,
  });

  expect(await screen.findByDisplayValue('Yogurt weeks (copy)')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/Shared code/).value).toBe('');
  expect(within(screen.getByLabelText('Starts').parentElement!).queryByDisplayValue(/2026/)).toBeNull();
});
