import { type BulkChange, changeInWords, type Effect, effectOf } from '@aisle/contract/catalog/bulk-change';
import type { BulkEdit, BulkPreview, BulkRow } from '@aisle/contract/catalog/bulk-edits';
import type { Permission } from '@aisle/contract/permissions';
import type { Tx } from '../../core/db/db.ts';
import { existingIds } from '../../core/db/rows/records.ts';
import { mustBeMarketplace } from '../../core/http/access.ts';
import type { Actor } from '../../core/http/actor.ts';
import { missingAt, problem } from '../../core/problem.ts';
import { resumeBulk, startBulk, startUndo } from '../../system/bulk/bulk.ts';
import { subProductChanges } from './bulk-edit-work.ts';
import { getBulkEdit, kindsOf } from './bulk-edits.queries.ts';
import { productChanges } from './product-edit-work.ts';
import { productKind } from './product-edits.queries.ts';
import { recordChangesOf } from './record-edit-work.ts';
import {
  amountsOf,
  countChosen,
  firstRows,
  isAtLocations,
  kind,
  noVariants,
  type SampleRow,
  type VariantRequest,
} from './variant-targets.queries.ts';

const shownFirst = 25;

/** Previews a change of all matching records; saves nothing. */
export async function previewBulkEdit(tx: Tx, actor: Actor, request: VariantRequest): Promise<BulkPreview> {
  const { change } = request;
  await canChange(tx, actor, change);
  const { records, withoutVariants } = await countChosen(tx, request);
  const preview: BulkPreview = {
    records,
    rows: withoutVariants,
    changed: 0,
    same: 0,
    refused: withoutVariants,
    problems: [],
    sample: [],
  };
  const problems = new Map<string, BulkPreview['problems'][number]>();
  const addProblem = (reason: string, refuses: boolean, count: number) =>
    problems.set(reason, { reason, refuses, count: (problems.get(reason)?.count ?? 0) + count });
  if (withoutVariants > 0) addProblem(noVariants, true, withoutVariants);
  for (const { count, ...figures } of await amountsOf(tx, request)) {
    const effect = effectOf(change, figures);
    preview.rows += count;
    preview[effect.outcome] += count;
    const reason = reasonOf(effect);
    if (reason) addProblem(reason, effect.outcome === 'refused', count);
  }
  preview.problems = [...problems.values()].sort((a, b) => Number(b.refuses) - Number(a.refuses));
  const sample = await firstRows(tx, request, shownFirst);
  preview.sample = sample.map((row) => sampleOf(row, change));
  return preview;
}

/** Why a row isn't changed, or a warning about a changed row. */
const reasonOf = (effect: Effect): string | undefined =>
  effect.outcome === 'refused' ? effect.reason : effect.outcome === 'changed' ? effect.warning : undefined;

function sampleOf({ figures, ...row }: SampleRow, change: BulkChange): BulkRow {
  const effect = effectOf(change, figures);
  return {
    ...row,
    _id: `${row.subProductId}:${row.locationId ?? ''}`,
    outcome: effect.outcome,
    field: change.field,
    before: effect.before,
    after: effect.outcome === 'changed' ? effect.after : effect.before,
    reason: reasonOf(effect) ?? null,
  };
}

export async function startBulkEdit(tx: Tx, actor: Actor, request: VariantRequest): Promise<BulkEdit> {
  const permission = await canChange(tx, actor, request.change);
  const [first] = await firstRows(tx, request, 1);
  if (!first) throw problem('bulk.nothing');
  const title = changeInWords(request.change);
  return getBulkEdit(tx, await startBulk(tx, actor, subProductChanges, { title, permission, request }));
}

export async function undoBulkEdit(tx: Tx, actor: Actor, id: string): Promise<BulkEdit> {
  const { of, field } = await getBulkEdit(tx, id, kindsOf(actor));
  if (field === 'deleted') throw problem('bulk.nothing-to-undo');
  if (of === productKind) await startUndo(tx, actor, productChanges, id);
  else if (of === kind) await startUndo(tx, actor, subProductChanges, id);
  else await startUndo(tx, actor, recordChangesOf(of), id);
  return getBulkEdit(tx, id);
}

export async function resumeBulkEdit(tx: Tx, actor: Actor, id: string): Promise<BulkEdit> {
  const { of } = await getBulkEdit(tx, id, kindsOf(actor));
  if (of === productKind) await resumeBulk(tx, actor, productChanges, id);
  else if (of === kind) await resumeBulk(tx, actor, subProductChanges, id);
  else await resumeBulk(tx, actor, recordChangesOf(of), id);
  return getBulkEdit(tx, id);
}

/** Assignments and thresholds belong to a location; all locations share the other fields. */
async function canChange(tx: Tx, actor: Actor, change: BulkChange): Promise<Permission> {
  if (!isAtLocations(change)) return mustEditEverywhere(actor, 'sub_product_edit');
  const permission = 'assign_subProduct';
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  const known = await existingIds(tx, 'locations', change.locationIds);
  const missing = change.locationIds.findIndex((id) => !known.has(id));
  if (missing >= 0) throw missingAt(`change.locationIds.${missing}`, 'Location');
  return permission;
}

/** Only the marketplace can change fields that all locations share. */
export function mustEditEverywhere(actor: Actor, permission: Permission): Permission {
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  mustBeMarketplace(actor);
  return permission;
}
