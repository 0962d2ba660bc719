import type { ProductSwitch } from '@aisle/contract/catalog/products';
import type { z } from 'zod';
import { recordChanges } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { lockStatuses, writeStatus } from '../products.queries.ts';

/** Switches many products; each change gets its own audit entry. */
export async function switchProducts(
  tx: Tx,
  actor: Actor,
  { ids, status }: z.infer<typeof ProductSwitch>,
): Promise<{ changed: string[]; same: string[]; missing: string[] }> {
  const there = await lockStatuses(tx, ids);
  const others = [...there.values()].filter((product) => product.status !== status);
  await writeStatus(
    tx,
    others.map(({ _id }) => _id),
    status,
  );
  await recordChanges(
    tx,
    actor,
    others.map((before) => {
      const after = { ...before, status, version: before.version + 1 };
      return { action: 'edit', resource: 'products', recordId: before._id, before, after };
    }),
  );
  return {
    changed: others.map(({ _id }) => _id),
    same: ids.filter((id) => there.get(id)?.status === status),
    missing: ids.filter((id) => !there.has(id)),
  };
}
