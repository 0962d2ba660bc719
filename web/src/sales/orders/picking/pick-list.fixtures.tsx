import type { OrderPick } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { read } from '../../../core/api.ts';
import { dropQueued, queuedWrites } from '../../../core/offline/write-queue.ts';
import { queryClient } from '../../../core/query.ts';
import { line, order } from '../order.fixtures.ts';
import { PickList } from './pick-list.tsx';
import { withPicks } from './picked-order.ts';
import { usePicks, useStanding } from './use-picks.ts';

interface PickingProps {
  shown: Order;
  next?: ReactNode;
}
/** Saved picks arrive in the cache of the app, as on the screen of an order. */
const Picking = (props: PickingProps) => (
  <QueryClientProvider client={queryClient}>
    <CachedPicking {...props} />
  </QueryClientProvider>
);
function CachedPicking({ shown, next }: PickingProps) {
  const reading = read(orderRoutes.view, { params: { id: shown._id } });
  const { data } = useQuery({ ...reading, initialData: shown, enabled: false });
  const { save, unsent } = usePicks(data);
  return <PickList order={useStanding(data)} save={save} unsent={unsent} next={next} />;
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

export function pick(shown = toPick(), next?: ReactNode) {
  onTestFinished(async () => {
    queryClient.clear();
    for (const { id } of queuedWrites()) await dropQueued(id);
  });
  return show(<Picking shown={shown} next={next} />);
}

export const button = (name: string) => screen.findByRole('button', { name });

export const field = (name: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `Picked of ${name}` });

export const textShown = (text: string | RegExp) => screen.findByText(text);

const items = new Map<string, Sellable>();
/** Saves picks as the server does, and returns the requests. */
export function saves(shown = toPick()) {
  let current = shown;
  return serve(orderRoutes.pickLine, ({ body }) => {
    const sent = body as OrderPick;
    const item = items.get(sent.item?.subProductId ?? sent.line?.substitute?.subProductId ?? '');
    current = withPicks(current, [
      { pick: sent, item, by: { _id: 'person-1', name: 'Ada Stone' }, total: 0 },
    ]);
    return current;
  });
}

export const rejects = (...[status, code, message]: Parameters<typeof refusal>) =>
  serve(orderRoutes.pickLine, refusal(status, code, message));

export function sellables(...found: Sellable[]) {
  for (const item of found) items.set(item.subProductId, item);
  return serve(orderRoutes.searchInventory, found);
}

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
