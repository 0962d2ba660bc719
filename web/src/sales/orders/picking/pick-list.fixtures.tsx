import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { show } from '../../../../test/render.tsx';
import { type refusal, serve } from '../../../../test/server.ts';
import { line, order } from '../order.fixtures.ts';
import { PickList } from './pick-list.tsx';
import { usePicking } from './picking-draft.ts';

function Picking({ shown, next }: { shown: Order; next?: ReactNode }) {
  const picking = usePicking(shown, async () => undefined);
  return (
    <PickList
      order={shown}
      draft={picking.draft}
      onDraft={picking.setDraft}
      save={picking.save}
      isSaving={picking.isSaving}
      isKept={picking.isKept}
      next={next}
    />
  );
}

export const cheese = line(3, 'Cheese', {
  soldByWeight: true,
  unit: 'lb',
  quantity: 1,
  unitPrice: 1000,
  total: 1000,
});

export const toPick = (more: Partial<Order> = {}) =>
  order({
    status: 'processing',
    headlineStatus: 'processing',
    lines: [line(1, 'Apples'), line(2, 'Bread'), cheese],
    deliveryFee: 0,
    total: 3000,
    ...more,
  });

export const pick = (shown = toPick(), next?: ReactNode) => show(<Picking shown={shown} next={next} />);

export const button = (name: string) => screen.findByRole('button', { name });

export const field = (name: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `Picked of ${name}` });

export const textShown = (text: string | RegExp) => screen.findByText(text);

export const saves = (after: Order | ReturnType<typeof refusal> = toPick({ version: 4 })) =>
  serve(orderRoutes.editLines, after);

export const sellables = (...found: Sellable[]) => serve(orderRoutes.searchInventory, found);

export async function instead(name: string) {
  const view = await pick();
  await view.user.press(`Substitute ${name}`);
  const dialog = await screen.findByRole('dialog', { name: `Substitute for ${name}` });
  return { ...view, dialog };
}

export async function addItem(item: Sellable) {
  sellables(item);
  const view = await pick();
  await view.user.press('Add item');
  const dialog = await screen.findByRole('dialog', { name: 'Add item' });
  await view.user.type(within(dialog).getByRole('combobox'), item.sku);
  await view.user.click(await within(dialog).findByRole('option', { name: new RegExp(item.name) }));
  return view;
}
