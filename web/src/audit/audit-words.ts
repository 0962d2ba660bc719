import type { AuditEntry } from '@aisle/contract/audit';
import { changedPaths, fieldLabel, valueAt } from '../ui/form/changes.ts';

/** "apiKeys" → "API keys", "assign-roles" → "Assign roles". */
export function inWords(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_.]/g, ' ')
    .toLowerCase()
    .replace(/\bapi\b/, 'API')
    .replace('sub products', 'sub-products');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const done: Record<string, string> = {
  create: 'added',
  edit: 'changed',
  delete: 'deleted',
  sort: 'sorted',
  run: 'run',
  revoke: 'revoked',
  adjust: 'adjusted',
  receive: 'received',
};
/** "Products: added" */
export const entryTitle = ({ resource, action }: Pick<AuditEntry, 'resource' | 'action'>): string =>
  `${inWords(resource)}: ${done[action] ?? inWords(action).toLowerCase()}`;

/** What the record was called, where it has a name. */
export function nameOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string | null {
  const record = (after ?? before) as Record<string, unknown> | null;
  if (typeof record !== 'object' || record === null) return null;
  const person = [record.firstName, record.lastName].filter((part) => typeof part === 'string').join(' ');
  const name = record.name ?? record.number ?? record.sku ?? record.file ?? (person || record.email);
  return typeof name === 'string' ? name : null;
}

export interface FieldChange {
  path: string;
  label: string;
  before: unknown;
  after: unknown;
}
/** Told by the entry itself, not by its fields. */
const bookkeeping = new Set(['_id', 'version', 'createdAt', 'updatedAt', 'slug', 'picture']);
/** Addresses of pictures are signed anew every time. */
const address = /\.(small|medium|large)$/;

/** The fields that differ; of what was made or deleted, all that say something. */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  return changedPaths(before ?? {}, after ?? {})
    .filter((path) => path !== '' && !bookkeeping.has(path.split('.').at(-1) ?? '') && !address.test(path))
    .map((path) => ({
      path,
      label: fieldLabel(path),
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
