import { recordChanges } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import { type BestSellerRule, writeBestSellers } from './best-sellers.queries.ts';

/** Explained to users in docs/best-sellers.md and beside the badge in the editor. */
const rule: BestSellerRule = { days: 28, leastOrders: 5, gains: 10, keeps: 15 };

/** Updates the badges of all products by their sales; idempotent. Returns how many changed. */
export async function updateBestSellers(tx: Tx): Promise<number> {
  const changes = await writeBestSellers(tx, rule);
  const entries = changes.map(({ id, before, after, version }) => ({
    action: 'edit' as const,
    resource: 'products' as const,
    recordId: id,
    before: { _id: id, badge: before, version: version - 1 },
    after: { _id: id, badge: after, version },
  }));
  await recordChanges(tx, { userId: null, name: 'Sales' }, entries);
  return changes.length;
}
