import { addDays, dayIn, instantIn } from '@aisle/contract/core/dates';
import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import { getClaim, settleClaim } from '../../src/finance/vendor-claims/vendor-claims.queries.ts';
import { claimEntries } from '../../src/finance/vendor-claims/vendor-claims.service.ts';
import { lockOrder } from '../../src/sales/orders/steps/order-steps.queries.ts';
import { openRefund } from '../../src/sales/refunds/refunds.service.ts';
import { zone } from './payouts.ts';
import type { Staff } from './people.ts';

const day = 86_400_000;

interface World {
  staff: readonly Staff[];
  now: number;
}
/** A claim that its vendor paid, an open one, and amounts of vendors on no claim yet. */
export async function addVendorClaims(tx: Tx, { staff, now }: World): Promise<void> {
  const { id: userId, name } = staff.find(({ role }) => role === 'finance')!;
  const today = dayIn(zone, new Date(now));
  const claim = async (vendorName: string, days: number) => {
    const vendor = await tx
      .selectFrom('vendors')
      .select(['id as _id', 'name'])
      .where('name', '=', vendorName)
      .executeTakeFirstOrThrow();
    const to = addDays(today, -days);
    const cut = instantIn(zone, addDays(to, 1), '00:00');
    const createdAt = new Date(Date.parse(cut) + 9 * 3_600_000).toISOString();
    return claimEntries(tx, { userId, name, createdAt }, { vendor, today, to, cut });
  };
  const paid = await claim('Lavaca Cheese Merchants', 18);
  await claim('Capital Dry Goods', 3);
  if (!paid) return;
  const payment = { method: 'bankTransfer' as const, reference: 'LCM-20931', paidOn: addDays(today, -6) };
  await settleClaim(tx, { userId, name }, await getClaim(tx, paid), payment);
}

/** Refunds that customers chose as store credit, among them of items with a promotion. */
export async function addCreditRefunds(tx: Tx, { staff, now }: World): Promise<void> {
  const { id: userId, name } = staff.find(({ role }) => role === 'support') ?? staff[0]!;
  const { rows } = await sql<{ orderId: string; lineId: string }>`
    SELECT DISTINCT ON (n.discounts IS NULL, o.location_id) o.id AS "orderId", n.id AS "lineId"
    FROM orders o JOIN order_lines n ON n.location_id = o.location_id AND n.order_id = o.id
    WHERE o.status = 'delivered' AND o.refunded = 0 AND NOT n.sold_by_weight AND n.picked_quantity >= 1
      AND o.delivered_at BETWEEN ${new Date(now - 3 * day).toISOString()} AND ${new Date(now).toISOString()}
      AND NOT EXISTS (SELECT FROM returns r WHERE r.location_id = o.location_id AND r.order_id = o.id)
    ORDER BY n.discounts IS NULL, o.location_id, o.delivered_at DESC, n.position LIMIT 4`.execute(tx);
  for (const { orderId, lineId } of rows) {
    await openRefund(tx, { userId, name }, await lockOrder(tx, orderId), {
      wish: { lines: [{ lineId, quantity: 1 }], to: 'storeCredit' },
      reason: 'Quality not as expected',
      returnId: null,
    });
  }
}
