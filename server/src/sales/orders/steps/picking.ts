import { headlineOf } from '@aisle/contract/sales/orders/order-flow';
import type { TakeOver } from '@aisle/contract/sales/orders/order-steps';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { problem } from '../../../core/problem.ts';
import { type OrderInHand, saveOrder } from './order-steps.queries.ts';
import { lockAt } from './order-steps.ts';

/** Makes the actor the picker of an order that is being picked. Taking over one's own order changes nothing. */
export async function takeOver(
  tx: Tx,
  actor: Actor,
  id: string,
  { version }: TakeOver,
): Promise<OrderInHand> {
  const order = await lockAt(tx, actor, id, version);
  if (order.status !== 'processing') throw problem('orders.not-picking');
  // A program picks nothing.
  if (actor.userId === null) throw problem('permission-missing', { permission: 'order_edit' });
  if (order.pickerId === actor.userId) return order;
  const before = { picker: order.pickerName };
  const note = order.pickerName && `From ${order.pickerName}`;
  order.pickerId = actor.userId;
  order.pickerName = actor.name;
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: newId(), kind: 'picking', from: null, to: null, by: actor, note }],
    action: 'takeOver',
    before,
    after: { picker: actor.name },
  });
  return order;
}
