import { auditSentence } from '@aisle/contract/audit-sentences';
import { type AuditListed, auditRoutes } from '@aisle/contract/system/audit';
import { instant, text } from '../exports/columns.ts';
import { exportOf } from '../exports/exportable.ts';

/** A workbook cell holds up to 32,767 characters. */
const asJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value).slice(0, 32_000);

export const auditExports = {
  audit: exportOf<AuditListed>({ title: 'Audit log', route: auditRoutes.list }, [
    instant('Time', (entry) => entry.at),
    text('Activity', (entry) => auditSentence(entry)),
    text('User', (entry) => entry.actorName),
    text('Action', (entry) => entry.action),
    text('Resource', (entry) => entry.resource),
    text('Record', (entry) => entry.recordName),
    text('Before', (entry) => asJson(entry.before)),
    text('After', (entry) => asJson(entry.after)),
  ]),
};
