import { formatMoney } from '@aisle/contract/core/money';
import type { Page } from '@aisle/contract/core/page';
import {
  type AppliedMarkDown,
  type ExpiryLot,
  type ExpiryPage,
  type MarkDownInput,
  markDownFor,
} from '@aisle/contract/warehouse/expiry';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { List } from '../../core/list/list.ts';
import { announce } from '../../core/live-events.ts';
import { missingAt, problem, wrongField } from '../../core/problem.ts';
import { listExpiryLots } from './expiry.queries.ts';
import {
  dueMarkDowns,
  endMarkDown,
  getMarkDown,
  insertMarkDowns,
  type LockedMarkDown,
  lockMarkDown,
  lockOffers,
} from './mark-downs.queries.ts';

/** Lots by expiration date, each with a suggested mark-down, except lots already marked down or recalled. */
export async function expiryLots(tx: Tx, actor: Actor, request: ExpiryPage): Promise<List<Page<ExpiryLot>>> {
  const lots = await listExpiryLots(tx, actor, request);
  return lots.mapRows(({ earlier, ...lot }) => ({
    ...lot,
    suggestion: lot.markDown || lot.isRecalled ? null : markDownFor({ ...lot, earlier }),
  }));
}

/** Marks items down at locations: all of them or none. */
export async function markDown(tx: Tx, actor: Actor, { items }: MarkDownInput): Promise<{ marked: number }> {
  const keyOf = (at: { locationId: string; subProductId: string }) => `${at.locationId} ${at.subProductId}`;
  const held = new Map((await lockOffers(tx, items)).map((offer) => [keyOf(offer), offer]));
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const offer = held.get(keyOf(item));
    if (!offer) throw missingAt(`items.${index}.subProductId`, 'This item at this location');
    if (seen.has(keyOf(item)))
      throw wrongField(`items.${index}.subProductId`, 'Each item can be listed only once');
    seen.add(keyOf(item));
    if (item.until < offer.today) throw wrongField(`items.${index}.until`, 'This date has passed');
    if (offer.isMarkedDown) throw problem('expiry.marked-down');
    if (item.price >= offer.currentPrice) {
      const message = `Must be below ${formatMoney(offer.currentPrice)}`;
      throw problem('expiry.not-lower', {}, { fields: [{ path: `items.${index}.price`, message }] });
    }
  }
  await insertMarkDowns(
    tx,
    actor,
    items.map((item) => ({ ...item, own: held.get(keyOf(item))!.own })),
  );
  await recordChanges(
    tx,
    actor,
    items.map((item) => ({
      action: 'mark-down',
      resource: 'subProducts',
      recordId: item.subProductId,
      locationId: item.locationId,
      before: { price: held.get(keyOf(item))!.currentPrice },
      after: { price: item.price, until: item.until },
    })),
  );
  await announceMarkDowns(tx, items);
  return { marked: items.length };
}

async function announceMarkDowns(tx: Tx, at: readonly { locationId: string }[]): Promise<void> {
  for (const locationId of new Set(at.map((one) => one.locationId))) {
    await announce(tx, { topic: 'prices', action: 'changed', locationId, permission: 'assign_subProduct' });
    await announce(tx, { topic: 'expiry', action: 'marked', locationId, permission: 'inventory_list' });
  }
}

export async function undoMarkDown(tx: Tx, actor: Actor, id: string): Promise<AppliedMarkDown> {
  const found = await lockMarkDown(tx, id);
  if (found.status !== 'active') throw problem('expiry.over');
  await end(tx, actor, found, { status: 'undone', reason: 'undone' });
  return getMarkDown(tx, id);
}

async function end(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'name'>,
  found: LockedMarkDown,
  { status, reason }: { status: 'ended' | 'undone'; reason: 'soldOut' | 'expired' | 'undone' },
): Promise<void> {
  const isBack = await endMarkDown(tx, found, status, reason);
  const { subProductId, locationId, price, priceBefore } = found;
  await recordChanges(tx, actor, [
    {
      action: 'mark-down-end',
      resource: 'subProducts',
      recordId: subProductId,
      locationId,
      before: { price },
      after: isBack ? { price: priceBefore, because: reason } : { because: 'priceChanged' },
      snapshot: { repricedIds: isBack ? [subProductId] : [] },
    },
  ]);
  await announceMarkDowns(tx, [found]);
}

const batchSize = 100;
/** Ends a batch of due mark-downs and returns its size. Callers repeat until it is 0. */
export async function endDueMarkDowns(tx: Tx): Promise<number> {
  const due = await dueMarkDowns(tx, batchSize);
  for (const found of due) {
    await end(tx, { userId: null, name: 'Aisle' }, found, { status: 'ended', reason: found.because });
  }
  return due.length;
}
