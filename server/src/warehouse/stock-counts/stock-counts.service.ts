import type { AuditAction } from '@aisle/contract/audit-sentences';
import type { Page } from '@aisle/contract/core/page';
import type {
  CountEntries,
  CountItem,
  CountItemPage,
  StockCount,
  StockCountInput,
} from '@aisle/contract/warehouse/stock-counts';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { recordExists } from '../../core/db/rows/records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import { missingAt, notFound, problem, stale, wrongField } from '../../core/problem.ts';
import {
  allAwaitRecount,
  chooseEntry,
  clearChosenEntries,
  closeNoticesOf,
  insertEntries,
  itemsNamed,
  listItems,
  markForRecount,
} from './count-items.queries.ts';
import { postDifferences } from './posting.ts';
import {
  addFoundItems,
  closeCount,
  countersOf,
  figuresOf,
  getCountRow,
  hasCounted,
  insertCount,
  insertItems,
  type LockedCount,
  lockCount,
  startReview,
} from './stock-counts.queries.ts';

/**
 * Whether the actor sees the expected quantities. In a blind count, only users do who can edit inventory and didn't count, and
 * only after counting ends, because counters who know a quantity tend to find it.
 */
async function seesFigures(
  tx: Tx,
  actor: Actor,
  count: Pick<LockedCount, 'id' | 'locationId' | 'blind' | 'status'>,
): Promise<boolean> {
  if (!count.blind || count.status === 'posted') return true;
  if (count.status === 'open' || !actor.permissions.has('inventory_edit')) return false;
  return !(await hasCounted(tx, actor, count));
}

export async function viewCount(tx: Tx, actor: Actor, id: string): Promise<StockCount> {
  const row = await getCountRow(tx, id);
  const { counted, conflicts, recounts, differing, ...variance } = await figuresOf(tx, row.locationId, id);
  const sees = await seesFigures(tx, actor, { ...row, id });
  return {
    ...row,
    seesFigures: sees,
    counted,
    conflicts,
    recounts,
    differing: sees ? differing : null,
    variance: sees ? variance : null,
    counters: await countersOf(tx, row.locationId, id),
  };
}

export async function viewItems(tx: Tx, actor: Actor, request: CountItemPage): Promise<Page<CountItem>> {
  const id = request.filters.countId;
  if (id === undefined) throw wrongField('filters.countId', 'Choose a stock count');
  const count = await getCountRow(tx, id);
  const sees = await seesFigures(tx, actor, { ...count, id });
  if (!sees && request.filters.differs !== undefined) {
    throw wrongField('filters.differs', 'This is a blind count');
  }
  const page = await listItems(tx, { locationId: count.locationId, countId: id }, request);
  return { ...page, records: page.records.map((item) => (sees ? item : hideExpected(actor, item))) };
}

/** The item without the expected quantity and without other users' entries. */
const hideExpected = (actor: Actor, item: CountItem): CountItem => {
  const entries = item.entries
    .filter((entry) => entry.userId === actor.userId)
    .map((entry) => ({ ...entry, expected: null }));
  const own = entries.at(-1)?.quantity ?? null;
  return { ...item, entries, quantity: own, expected: null, difference: null, differenceMoney: null };
};

/** Starts a count of a whole location or of some categories. */
export async function beginCount(tx: Tx, actor: Actor, input: StockCountInput): Promise<StockCount> {
  if (!(await recordExists(tx, 'locations', input.locationId))) throw missingAt('locationId', 'Location');
  const id = newId();
  await insertCount(tx, actor, id, input);
  if ((await insertItems(tx, id, input)) === 0) throw problem('stockCounts.nothing');
  const count = await viewCount(tx, actor, id);
  await recordCount(tx, actor, { id, locationId: input.locationId }, { action: 'create', after: count });
  return count;
}

const recordCount = (
  tx: Tx,
  actor: Actor,
  { id: recordId, locationId }: Pick<LockedCount, 'id' | 'locationId'>,
  change: { action: AuditAction<'stockCounts'>; before?: unknown; after?: unknown },
): Promise<void> => recordChange(tx, actor, { resource: 'stockCounts', recordId, locationId, ...change });

async function lockOpen(tx: Tx, id: string, how: 'share' | 'alone'): Promise<LockedCount> {
  const count = await lockCount(tx, id, how);
  if (isOver(count)) throw problem('stockCounts.closed', { status: count.status });
  return count;
}
const isOver = ({ status }: LockedCount) => status === 'posted' || status === 'cancelled';

/** During review, only users who haven't seen the quantities can count, and only items marked for a recount. */
async function mustTakeCounts(
  tx: Tx,
  actor: Actor,
  count: LockedCount,
  ids: readonly string[],
): Promise<void> {
  if (count.status !== 'review') return;
  if (await seesFigures(tx, actor, count)) throw problem('stockCounts.seen');
  if (!(await allAwaitRecount(tx, count, ids))) throw problem('stockCounts.in-review');
}

/** Saves counted quantities. Adds items to the count that weren't expected at the location. */
export async function enterCounts(
  tx: Tx,
  actor: Actor,
  id: string,
  { entries }: CountEntries,
): Promise<{ items: CountItem[] }> {
  const ids = entries.map((entry) => entry.subProductId);
  const twice = ids.findIndex((subProductId, index) => ids.indexOf(subProductId) !== index);
  if (twice >= 0) throw wrongField(`entries.${twice}.subProductId`, 'Each item can be listed only once');
  const count = await lockOpen(tx, id, 'share');
  await mustTakeCounts(tx, actor, count, ids);
  await addFoundItems(tx, count, ids);
  const taken = new Set(await insertEntries(tx, actor, count, entries));
  const unknown = ids.findIndex((subProductId) => !taken.has(subProductId));
  if (unknown >= 0) throw missingAt(`entries.${unknown}.subProductId`, 'Sub-product');
  await clearChosenEntries(tx, count, ids);
  await announce(tx, {
    topic: 'inventory',
    action: 'counted',
    recordId: id,
    locationId: count.locationId,
    permission: 'inventory_list',
  });
  const items = await itemsNamed(tx, count, ids);
  const sees = await seesFigures(tx, actor, count);
  return { items: sees ? items : items.map((item) => hideExpected(actor, item)) };
}

/** Moves a blind count to review, in which a user who didn't count checks the differences. */
export async function reviewCount(tx: Tx, actor: Actor, id: string): Promise<StockCount> {
  const count = await lockOpen(tx, id, 'alone');
  if (!count.blind) throw problem('stockCounts.not-blind');
  if (count.status === 'open') {
    if ((await figuresOf(tx, count.locationId, id)).counted === 0) throw problem('stockCounts.nothing');
    await startReview(tx, count);
    await recordCount(tx, actor, count, {
      action: 'review',
      before: { status: 'open' },
      after: { status: 'review' },
    });
  }
  return viewCount(tx, actor, id);
}

export async function requestRecount(
  tx: Tx,
  actor: Actor,
  id: string,
  subProductIds: readonly string[],
): Promise<StockCount> {
  const count = await lockOpen(tx, id, 'alone');
  if ((await markForRecount(tx, count, subProductIds)) === 0) throw notFound('Item of this count');
  await recordCount(tx, actor, count, { action: 'recount', after: { subProductIds } });
  return viewCount(tx, actor, id);
}

/** Settles an item with different counts. */
export async function decide(
  tx: Tx,
  actor: Actor,
  id: string,
  choice: { subProductId: string; entryId: string },
): Promise<StockCount> {
  const count = await lockOpen(tx, id, 'alone');
  if (!(await seesFigures(tx, actor, count))) throw problem('stockCounts.blind');
  if (!(await chooseEntry(tx, count, choice))) throw missingAt('entryId', 'Count of this item');
  await recordCount(tx, actor, count, { action: 'choose', after: choice });
  return viewCount(tx, actor, id);
}

/** Posts the counted quantities to the stock ledger. Items without a count stay unchanged. */
export async function postCount(
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | undefined,
): Promise<StockCount> {
  const count = await lockOpen(tx, id, 'alone');
  if (version !== undefined && version !== count.version) throw stale(await viewCount(tx, actor, id));
  const before = await figuresOf(tx, count.locationId, id);
  const { conflicts, recounts } = before;
  if (conflicts + recounts > 0) throw problem('stockCounts.unsettled', { conflicts, recounts });
  if (before.counted === 0) throw problem('stockCounts.nothing');
  await postDifferences(tx, actor, count);
  await closeNoticesOf(tx, count);
  await closeCount(tx, actor, count, 'posted');
  const after = await viewCount(tx, actor, id);
  await recordCount(tx, actor, count, { action: 'post', after });
  return after;
}

export async function cancelCount(tx: Tx, actor: Actor, id: string): Promise<StockCount> {
  const count = await lockOpen(tx, id, 'alone');
  await closeCount(tx, actor, count, 'cancelled');
  await recordCount(tx, actor, count, {
    action: 'cancel',
    before: { status: count.status },
    after: { status: 'cancelled' },
  });
  return viewCount(tx, actor, id);
}
