import type { auditRoutes } from '@aisle/contract/system/audit';
import type { Handlers } from '../../core/http/serve.ts';
import { listAuditEntries } from './audit.queries.ts';
import { recordHistory } from './record-history.service.ts';

export const auditHandlers: Handlers<typeof auditRoutes> = {
  list: ({ tx, actor, body }) => listAuditEntries(tx, actor, body),
  history: ({ tx, actor, params, body }) => recordHistory(tx, actor, params, body),
};
