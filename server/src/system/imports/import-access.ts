import type { Permission } from '@aisle/contract/permissions';
import { type ImportKind, importAccess, importableKinds } from '@aisle/contract/system/imports/import-kinds';
import type { Actor } from '../../core/http/actor.ts';
import { problem } from '../../core/problem.ts';

/** Throws unless the actor can import this kind, or take the step that another permission allows. */
export function assertMayImport(
  actor: Actor,
  kind: ImportKind,
  step: 'import' | 'undo' | 'undoNew' = 'import',
): void {
  const access = importAccess[kind];
  const permission: Permission = access[step];
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  if (access.everywhere && actor.locations !== null) {
    throw problem('not-allowed', {
      reason: 'This is managed by the marketplace, not by single stores',
    });
  }
}

/** Returns the kinds of imports that the actor can see. */
export const kindsOf = (actor: Actor): ImportKind[] =>
  importableKinds(actor.permissions, actor.locations === null);
