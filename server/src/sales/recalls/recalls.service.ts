import {
  maxRecallLots,
  type Recall,
  type RecallInput,
  type RecallListed,
  type RecallPlan,
  type RecallPreview,
  type RecallSelection,
} from '@aisle/contract/sales/recalls';
import { isUnfinished } from '@aisle/contract/system/jobs';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import { problem } from '../../core/problem.ts';
import { holdLevels } from '../../ledgers/stock/stock.queries.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { startJob } from '../../system/jobs/jobs.service.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import {
  blockLots,
  chosenLots,
  firstLots,
  locationsOf,
  reachOf,
  recalledLots,
  unblockLots,
} from './recall-lots.queries.ts';
import { factsOf, recordRow, reopenRows, skipUnwanted } from './recall-work.queries.ts';
import {
  countRows,
  getRecallListed,
  insertRecall,
  type LockedRecall,
  lockRecall,
  lockRow,
  updateRecall,
  viewParts,
  writeRecallRows,
} from './recalls.queries.ts';

const shownFirst = 50;

export async function previewRecall(tx: Tx, selection: RecallSelection): Promise<RecallPreview> {
  const reach = await reachOf(tx, chosenLots(selection, maxRecallLots + 1));
  return { ...reach, sample: await firstLots(tx, selection, shownFirst) };
}

/** Blocks the lots and saves their orders and customers. Staff decide on actions later. */
export async function createRecall(tx: Tx, actor: Actor, input: RecallInput): Promise<RecallListed> {
  const places = await locationsOf(tx, chosenLots(input.selection, maxRecallLots + 1));
  const found = places.reduce((sum, { lotIds }) => sum + lotIds.length, 0);
  if (found === 0) throw problem('recalls.nothing');
  if (found > maxRecallLots) throw problem('recalls.too-many', { most: maxRecallLots });
  const id = newId();
  await insertRecall(tx, actor, id, input);
  let blocked = 0;
  for (const place of places) {
    // Locks levels like every other movement, so that no lot is sold while it is being blocked.
    await holdLevels(tx, place.locationId, place.subProductIds);
    blocked += await blockLots(tx, id, place);
    await announceRecall(tx, place.locationId);
  }
  if (blocked === 0) throw problem('recalls.nothing');
  await updateRecall(tx, id, { lot_count: blocked });
  await writeRecallRows(tx, id);
  const recall = await getRecallListed(tx, id);
  await recordChange(tx, actor, {
    action: 'recall',
    resource: 'recalls',
    recordId: id,
    after: { ...input, blocked },
  });
  return recall;
}

async function announceRecall(tx: Tx, locationId: string): Promise<void> {
  await announce(tx, { topic: 'stock', action: 'recalled', locationId, permission: 'inventory_list' });
}

export async function viewRecall(tx: Tx, actor: Actor, id: string): Promise<Recall> {
  const listed = await getRecallListed(tx, id);
  const { customerId, locationId, ...parts } = await viewParts(tx, id);
  const { brandName } = await getSettings(tx);
  const canRead = actor.permissions.has('order_view') && customerId !== null && locationId !== null;
  const [first] = canRead ? await factsOf(tx, id, { locationId, recordId: customerId }) : [];
  return {
    ...listed,
    ...parts,
    reach: await reachOf(tx, recalledLots(id)),
    counts: await countRows(tx, id),
    facts: {
      firstName: first?.firstName ?? 'Ada',
      products: first?.products ?? listed.title,
      orders: first?.orders ?? 'O-100001',
      location: first?.location ?? '',
      brand: brandName,
      reason: listed.reason,
    },
  };
}

/** Sets the plan of a recall, and starts its job. */
export async function actOnRecall(tx: Tx, actor: Actor, id: string, plan: RecallPlan): Promise<RecallListed> {
  const recall = await lockRecall(tx, id);
  await mustBeAllowed(tx, actor, recall, plan);
  if (recall.status !== 'blocked') throw problem('recalls.not-blocked');
  await skipUnwanted(tx, id, plan);
  await begin(tx, actor, recall, plan);
  await recordChange(tx, actor, { action: 'recall-act', resource: 'recalls', recordId: id, after: plan });
  return getRecallListed(tx, id);
}

export async function resumeRecall(tx: Tx, actor: Actor, id: string): Promise<RecallListed> {
  const recall = await lockRecall(tx, id);
  if (!recall.plan || recall.status === 'lifted') throw problem('recalls.not-begun');
  await mustBeAllowed(tx, actor, recall, recall.plan);
  if (isUnfinished(recall.jobStatus)) throw problem('bulk.busy');
  await reopenRows(tx, id, recall.plan);
  await begin(tx, actor, recall, recall.plan);
  await announce(tx, { topic: 'recalls', action: 'working', recordId: id, permission: 'inventory_view' });
  return getRecallListed(tx, id);
}

async function mustBeAllowed(tx: Tx, actor: Actor, recall: LockedRecall, plan: RecallPlan): Promise<void> {
  mustHoldFor(actor, plan);
  if (recall.lotsElsewhere > 0) throw problem('recalls.elsewhere', { count: recall.lotsElsewhere });
  if (plan.refund) await mustBeConfirmed(tx, actor);
}

/** Also checked when the job starts, because permissions may have changed meanwhile. */
export function mustHoldFor(actor: Actor, plan: RecallPlan): void {
  const needed = [
    ...(plan.refund || plan.message ? (['order_edit'] as const) : []),
    ...(plan.refund ? (['cancel_order'] as const) : []),
  ];
  for (const permission of needed) {
    if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  }
}

async function begin(tx: Tx, actor: Actor, { id, number, title }: LockedRecall, plan: RecallPlan) {
  const jobId = await startJob(tx, actor, {
    kind: 'recall',
    title: `Recall ${number}: ${title}`,
    permission: 'inventory_edit',
    input: { recallId: id },
  });
  await updateRecall(tx, id, { status: 'working', plan, job_id: jobId });
}

export async function settleRow(tx: Tx, actor: Actor, id: string, note: string): Promise<{ _id: string }> {
  const { recallId, outcome } = await lockRow(tx, id);
  if (outcome !== 'open') throw problem('recalls.row-over');
  await recordRow(tx, id, { outcome: 'done', reason: `By hand: ${note}` });
  await recordChange(tx, actor, {
    action: 'recall-settle',
    resource: 'recalls',
    recordId: recallId,
    after: { row: id, note },
  });
  return { _id: id };
}

/** Lifts a recall, so that its lots can be sold again. Only possible while none of them has been processed. */
export async function liftRecall(tx: Tx, actor: Actor, id: string, note: string): Promise<RecallListed> {
  const recall = await lockRecall(tx, id);
  if (recall.lotsElsewhere > 0) throw problem('recalls.elsewhere', { count: recall.lotsElsewhere });
  if (recall.status !== 'blocked') throw problem('recalls.not-blocked');
  for (const place of await locationsOf(tx, recalledLots(id))) {
    await holdLevels(tx, place.locationId, place.subProductIds);
    await unblockLots(tx, id, place);
    await announceRecall(tx, place.locationId);
  }
  await updateRecall(tx, id, { status: 'lifted' });
  await recordChange(tx, actor, {
    action: 'recall-lift',
    resource: 'recalls',
    recordId: id,
    after: { note },
  });
  return getRecallListed(tx, id);
}
