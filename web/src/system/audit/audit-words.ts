import type { AuditEntry } from '@aisle/contract/system/audit';
import { statusLabel } from '../../links/order-status.tsx';

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
/** "Products: added", and of an order what became of it: "Orders: out for delivery". */
export const entryTitle = (entry: Pick<AuditEntry, 'resource' | 'action' | 'before' | 'after'>): string =>
  `${inWords(entry.resource)}: ${stepOf(entry)?.toLowerCase() ?? done[entry.action] ?? inWords(entry.action).toLowerCase()}`;

interface Standing {
  status?: string;
  dispatchStatus?: string | null;
}
/** Where an order, its way to the customer, a return or a refund of it was taken. */
function stepOf({ resource, action, before, after }: Parameters<typeof entryTitle>[0]): string | undefined {
  if (resource !== 'orders' || action === 'create') return undefined;
  const [from, to] = [before as Standing | null, after as Standing | null];
  const reached = to?.status !== from?.status ? to?.status : to?.dispatchStatus;
  return reached ? statusLabel(reached) : undefined;
}
