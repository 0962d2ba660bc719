import type { JobKind, JobStatus, ListedJob } from '@aisle/contract/system/jobs';
import type { Destination } from '../../core/pages/screens.ts';
import type { StatusFamily } from '../../ui/values/status-badge.tsx';

const kindLabels: Record<JobKind, string> = {
  importCheck: 'Import check',
  importRun: 'Import',
  importUndo: 'Import undo',
  export: 'Export',
  bulkEdit: 'Bulk edit',
  bulkEditUndo: 'Bulk edit undo',
  productBulkEdit: 'Bulk edit of products',
  productBulkEditUndo: 'Bulk edit undo of products',
  recordBulkEdit: 'Bulk edit of a list',
  recordBulkEditUndo: 'Bulk edit undo of a list',
  orderSteps: 'Order steps',
  bulkAction: 'Bulk action',
  bulkActionUndo: 'Bulk action undo',
  orderDocuments: 'Order documents',
  recall: 'Recall',
  driftCheck: 'Ledger check',
  statements: 'Statements',
  payoutRun: 'Payout run',
  statementPdf: 'Statement PDF',
  commissionSimulation: 'Commission simulation',
  bulkMessage: 'Bulk message',
  promotionCodes: 'Promotion codes',
  promotionReplay: 'Promotion replay',
  giftCardBatch: 'Gift cards',
  customerTakeOut: 'Customer data',
};
export const kindLabel = (kind: string): string => kindLabels[kind as JobKind] ?? kind;
export const kindChoices = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));

export const statusLooks: Record<JobStatus, { label: string; family: StatusFamily }> = {
  waiting: { label: 'Waiting', family: 'waiting' },
  running: { label: 'Running', family: 'working' },
  done: { label: 'Done', family: 'good' },
  failed: { label: 'Failed', family: 'bad' },
  cancelled: { label: 'Stopped', family: 'off' },
};
export const statusChoices = Object.entries(statusLooks).map(([value, { label }]) => ({ value, label }));

/** The page with the result of a job, if there is one. */
export function resultOf({ kind, result }: Pick<ListedJob, 'kind' | 'result'>): Destination | undefined {
  const idIn = (name: string) => (typeof result?.[name] === 'string' ? result[name] : undefined);
  const importId = idIn('importId');
  if (importId && kind !== 'importUndo') return { to: '/imports', search: { id: importId } };
  const changeId = idIn('changeId');
  if (changeId && kind === 'orderSteps') return { to: '/orders/steps/$id', params: { id: changeId } };
  if (changeId && kind.startsWith('bulkAction')) return { to: '/bulk-actions/$id', params: { id: changeId } };
  if (changeId) return { to: '/products/bulk-edits/$id', params: { id: changeId } };
  const recallId = idIn('recallId');
  if (recallId) return { to: '/recalls/view/$id', params: { id: recallId } };
  return kind === 'statements' ? { to: '/statements', search: { tab: 'open' } } : undefined;
}

/** Exported files are deleted after three days. */
const cachedMs = 3 * 24 * 3_600_000;
export const hasFiles = ({ files, finishedAt }: ListedJob, now = Date.now()): boolean =>
  files.length > 0 && finishedAt !== null && now - Date.parse(finishedAt) < cachedMs;
