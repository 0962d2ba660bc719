import { auditAll } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { type BestSellerRule, writeBestSellers } from './best-sellers.queries.ts';

/** Told to people in docs/best-sellers.md and beside the badge in the editor. */
const rule: BestSellerRule = { days: 28, leastOrders: 5, gains: 10, keeps: 15 };

/** Judges every product by its sales anew; doing it again changes nothing. Gives how many badges changed. */
export async function judgeBestSellers(tx: Tx): Promise<number> {
  const changes = await writeBestSellers(tx, rule);
  const entries = changes.map(({ id, before, after, version }) => ({
    action: 'edit',
    resource: 'products',
    recordId: id,
    before: { _id: id, badge: before, version: version - 1 },
    after: { _id: id, badge: after, version },
  }));
  await auditAll(tx, { userId: null, name: 'Sales' }, entries);
  return changes.length;
}
