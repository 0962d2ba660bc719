import type { AuditEntry } from '@aisle/contract/audit';

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
  rotateSecret: 'got a new secret',
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
