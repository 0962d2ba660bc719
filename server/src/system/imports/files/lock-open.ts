import type { Context } from '../../../core/context.ts';
import { problem } from '../../../core/problem.ts';
import { type LockedImport, lockImport } from '../imports.queries.ts';

/** Locks an import whose rows aren't written yet. */
export async function lockOpen({ tx, actor }: Context, id: string): Promise<LockedImport> {
  const found = await lockImport(tx, actor, id);
  if (found.isBusy) throw problem('imports.busy');
  // A failed check has written nothing.
  const isOpen = ['uploaded', 'checking', 'checked'].includes(found.status);
  if (!isOpen || found.taken_to > 0) throw problem('imports.done');
  return found;
}
