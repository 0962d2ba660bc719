import { maxCategoryLevels } from '@aisle/contract/catalog/categories';
import { recordChanges } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { lockStructure } from '../categories.queries.ts';
import { findChildren, insertChildren } from './category-tree.queries.ts';

/** A key that ignores case, equal for two spellings of a path: "Produce › fresh fruits". */
export const pathKey = (path: readonly string[]): string => path.map((name) => name.toLowerCase()).join('\n');

/**
 * Finds the categories at these paths, topmost name first, and adds missing ones, with a few statements per level. Returns the
 * ID of each path, and of each part of it, by its `pathKey`.
 */
export async function addCategoryPaths(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'name'>,
  paths: readonly (readonly string[])[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  await lockStructure(tx);
  const ids = new Map<string, string>();
  for (let level = 1; level <= maxCategoryLevels; level += 1) {
    const wanted = new Map<string, { parentId: string | null; name: string }>();
    for (const path of paths) {
      const name = path[level - 1];
      const key = pathKey(path.slice(0, level));
      if (name === undefined || wanted.has(key)) continue;
      wanted.set(key, { parentId: ids.get(pathKey(path.slice(0, level - 1))) ?? null, name });
    }
    if (wanted.size === 0) break;
    const added = await addLevel(tx, level, wanted, ids);
    await recordChanges(
      tx,
      actor,
      added.map(({ id, ...after }) => ({ action: 'create', resource: 'categories', recordId: id, after })),
    );
  }
  return ids;
}

interface Added {
  id: string;
  parentId: string | null;
  name: string;
}
/** Adds the missing categories of a level and returns them. */
async function addLevel(
  tx: Tx,
  level: number,
  wanted: ReadonlyMap<string, { parentId: string | null; name: string }>,
  ids: Map<string, string>,
): Promise<Added[]> {
  const placeOf = (parentId: string | null, name: string) => `${parentId}\n${name.toLowerCase()}`;
  const found = await findChildren(tx, [...wanted.values()]);
  const known = new Map(found.map(({ id, parentId, name }) => [placeOf(parentId, name), id]));
  const missing: Added[] = [];
  for (const [key, { parentId, name }] of wanted) {
    const id = known.get(placeOf(parentId, name)) ?? newId();
    if (!known.has(placeOf(parentId, name))) missing.push({ id, parentId, name });
    ids.set(key, id);
  }
  if (missing.length > 0) await insertChildren(tx, missing, level);
  return missing;
}
