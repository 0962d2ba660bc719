import type { Specification, SpecificationInput } from '@aisle/contract/catalog/categories';
import type { z } from 'zod';
import { newId } from '../../../core/ids.ts';
import { wrongField } from '../../../core/problem.ts';

type Typed = z.infer<typeof SpecificationInput>;

/**
 * Specifications with all defaults filled in. Each keeps its identity by ID, or by name if it has no ID; otherwise it is new.
 */
export function storedSpecifications(
  before: readonly Specification[],
  typed: readonly Typed[],
): Specification[] {
  rejectUnknown(before, typed);
  const named = new Set(typed.map(({ _id }) => _id));
  const byName = new Map(
    before.filter(({ _id }) => !named.has(_id)).map(({ _id, name }) => [name.toLowerCase(), _id]),
  );
  return typed.map(({ _id, name, type, options = [], required = false }) => ({
    _id: _id ?? byName.get(name.toLowerCase()) ?? newId(),
    name,
    type,
    options,
    required,
  }));
}

function rejectUnknown(before: readonly Specification[], typed: readonly Typed[]): void {
  const free = new Set(before.map(({ _id }) => _id));
  const at = typed.findIndex(({ _id }) => _id !== undefined && !free.delete(_id));
  if (at >= 0) {
    throw wrongField(`specifications.${at}._id`, "This specification doesn't exist or is listed twice");
  }
}
