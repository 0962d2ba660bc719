import {
  type BulkChange,
  type BulkEdit,
  type BulkEditInput,
  type BulkPreview,
  changeInWords,
  effectOf,
} from '@aisle/contract/catalog/bulk-edits';
import type { Permission } from '@aisle/contract/permissions';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { missingAt, problem } from '../../core/problem.ts';
import { resumeBulk, startBulk, startUndo } from '../../system/bulk/bulk.ts';
import { subProductChanges } from './bulk-edit-work.ts';
import { figuresOf, firstRows, getBulkEdit, knownLocations } from './bulk-edits.queries.ts';
import { productChanges } from './product-edit-work.ts';
import { productKind } from './product-edits.queries.ts';

const shownFirst = 25;

/** Previews a change on everything that matches; nothing is saved. */
export async function previewBulkEdit(
  tx: Tx,
  actor: Actor,
  { target, change }: BulkEditInput,
): Promise<BulkPreview> {
  await mayChange(tx, actor, change);
  const preview: BulkPreview = { rows: 0, changed: 0, same: 0, refused: 0, problems: [], sample: [] };
  const problems = new Map<string, BulkPreview['problems'][number]>();
  for (const { count, ...figures } of await figuresOf(tx, target, change)) {
    const effect = effectOf(change, figures);
    preview.rows += count;
    preview[effect.outcome] += count;
    const refuses = effect.outcome === 'refused';
    const reason = refuses ? effect.reason : effect.outcome === 'changed' ? effect.warning : undefined;
    if (!reason) continue;
    problems.set(reason, { reason, refuses, count: (problems.get(reason)?.count ?? 0) + count });
  }
  preview.problems = [...problems.values()].sort((a, b) => Number(b.refuses) - Number(a.refuses));
  preview.sample = (await firstRows(tx, target, change, shownFirst)).map(
    ({ price, salePrice, costPrice, status, threshold, ...row }) => {
      const effect = effectOf(change, { price, salePrice, costPrice, status, threshold });
      return {
        ...row,
        _id: `${row.subProductId}:${row.locationId ?? ''}`,
        outcome: effect.outcome,
        field: change.field,
        before: effect.before,
        after: effect.outcome === 'changed' ? effect.after : effect.before,
        reason:
          effect.outcome === 'refused'
            ? effect.reason
            : (effect.outcome === 'changed' && effect.warning) || null,
      };
    },
  );
  return preview;
}

export async function startBulkEdit(tx: Tx, actor: Actor, request: BulkEditInput): Promise<BulkEdit> {
  const permission = await mayChange(tx, actor, request.change);
  const [first] = await firstRows(tx, request.target, request.change, 1);
  if (!first) throw problem('bulk.nothing');
  const title = changeInWords(request.change);
  return getBulkEdit(tx, await startBulk(tx, actor, subProductChanges, { title, permission, request }));
}

export async function undoBulkEdit(tx: Tx, actor: Actor, id: string): Promise<BulkEdit> {
  const { of } = await getBulkEdit(tx, id);
  if (of === productKind) await startUndo(tx, actor, productChanges, id);
  else await startUndo(tx, actor, subProductChanges, id);
  return getBulkEdit(tx, id);
}

export async function resumeBulkEdit(tx: Tx, actor: Actor, id: string): Promise<BulkEdit> {
  const { of } = await getBulkEdit(tx, id);
  if (of === productKind) await resumeBulk(tx, actor, productChanges, id);
  else await resumeBulk(tx, actor, subProductChanges, id);
  return getBulkEdit(tx, id);
}

/** Thresholds belong to single locations; all other fields are shared by all locations. */
async function mayChange(tx: Tx, actor: Actor, change: BulkChange): Promise<Permission> {
  const permission = change.field === 'threshold' ? 'assign_subProduct' : 'sub_product_edit';
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  if (change.field !== 'threshold') {
    if (actor.locations === null) return permission;
    throw problem('not-allowed', {
      reason: 'This is managed by the marketplace, not by single stores',
    });
  }
  const known = await knownLocations(tx, change.locationIds);
  const missing = change.locationIds.findIndex((id) => !known.has(id));
  if (missing >= 0) throw missingAt(`change.locationIds.${missing}`, 'Location');
  return permission;
}
