import type { AuditEntry } from '@aisle/contract/system/audit';
import { changedPaths, fieldLabel, valueAt } from './form/changes.ts';

export interface FieldChange {
  path: string;
  label: string;
  before: unknown;
  after: unknown;
}
/** Shown by the entry itself, not as a field; or shown by name through another field, as `brandId` by `brandData`. */
const bookkeeping = new Set(['_id', 'version', 'createdAt', 'updatedAt', 'slug', 'picture']);
const named = new Set(['brandId', 'categoryId']);
/** Addresses of pictures are signed anew every time. */
const address = /\.(small|medium|large)$/;

/** The fields that differ; of a created or deleted record, all that have a value. */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  return changedPaths(before ?? {}, after ?? {})
    .filter((path) => path !== '' && !bookkeeping.has(path.split('.').at(-1) ?? '') && !address.test(path))
    .filter((path) => !named.has(path))
    .map((path) => ({
      path,
      label: fieldLabel(path.replace(/Data(\.name)?$/, '')),
      before: valueAt(before ?? {}, path),
      after: valueAt(after ?? {}, path),
    }));
}

/** A value as a person reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ');
  if (typeof value === 'object') {
    const { name, alt } = value as { name?: unknown; alt?: unknown };
    if (typeof name === 'string') return name;
    if (typeof alt === 'string') return alt || 'Picture';
    return JSON.stringify(value);
  }
  return String(value);
}
