import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Sent } from '../http.ts';
import { baskets } from './orders.ts';
import { asking, type Prepare, type Scenario } from './scenario.ts';

/** The maximum number of orders that are placed for one scenario. */
const maxPlaced = 1000;

/** Orders with this many lines that a location is picking. They are placed for the benchmark and stay. */
const pickedOrders =
  (lines: number, body: object): Prepare =>
  async (shop, wanted) => {
    const placed: string[] = [];
    for (const basket of await baskets(lines)(shop, Math.min(wanted, maxPlaced))) {
      const { orders } = (await shop.call(mainOrderRoutes.create, basket)).data as {
        orders: { _id: string }[];
      };
      placed.push(orders[0]!._id);
    }
    await shop.client.query(
      `UPDATE orders SET status = 'processing', headline_status = 'processing', processing_at = now()
       WHERE id = ANY ($1)`,
      [placed],
    );
    // The state minutes after an order was placed: the first change of a page logs the whole page.
    await shop.client.query('CHECKPOINT');
    return placed.map((id): Sent => ({ params: { id }, body }));
  };

const prepared = (lines: number) => pickedOrders(lines, { status: 'prepared' });
const cancelled = (lines: number) => pickedOrders(lines, { reason: 'Changed their mind' });

/** Steps that move stock. */
export const goodsStepScenarios: readonly Scenario[] = [
  {
    ...asking('order prepared, 3 lines', 'administrator', 'write', orderRoutes.updateStatus, prepared(3)),
    bar: { alone: 250 },
  },
  {
    ...asking('order prepared, 10 lines', 'administrator', 'write', orderRoutes.updateStatus, prepared(10)),
    bar: { alone: 120 },
  },
  {
    ...asking('order cancelled, 3 lines', 'administrator', 'write', orderRoutes.cancel, cancelled(3)),
    bar: { alone: 250 },
  },
  {
    ...asking('order cancelled, 10 lines', 'administrator', 'write', orderRoutes.cancel, cancelled(10)),
    bar: { alone: 120 },
  },
];
